//! First-sight judgement of moves in Havannah from threats and the stones nearby.

use std::sync::Arc;

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Prior, TextError};

use super::threats::{ThreatSettings, Threats};
use super::{Havannah, Position};
use crate::prior::{Bridge, bridges_from};
use crate::{Action, Board};
use spinney_board::{CellSet, Stone, Topology};

/// How much each feature of a move adds to (or takes from) an even judgement of 0.5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PriorSettings {
    /// Added for a cell on which the opponent would win, -0.5 to 0.5; one that wins is judged 1.
    pub danger: f32,
    /// Added for keeping a bridge that the last stone threatens, -0.5 to 0.5.
    pub reply: f32,
    /// Added for a cell next to the last stone, -0.5 to 0.5.
    pub contact: f32,
    /// Added for a cell that makes a bridge with an own stone, -0.5 to 0.5.
    pub bridge: f32,
    /// Added for a cell that makes a bridge for the opponent if he takes it, -0.5 to 0.5.
    pub block: f32,
    /// Added for a cell next to an own stone, -0.5 to 0.5.
    pub beside: f32,
    /// Added for a cell on the edge of the board, -0.5 to 0.5.
    pub first_row: f32,
    /// Added for each edge and corner that the stone's group would have, -0.5 to 0.5.
    pub reach: f32,
}

impl Default for PriorSettings {
    fn default() -> Self {
        PriorSettings {
            danger: 0.4,
            reply: 0.4,
            contact: 0.05,
            bridge: 0.1,
            block: 0.1,
            beside: 0.0,
            first_row: -0.1,
            reach: 0.0,
        }
    }
}

impl PriorSettings {
    /// Says which setting makes no sense, if one does not.
    pub fn check(&self) -> Result<(), TextError> {
        let all = [
            ("danger", self.danger),
            ("reply", self.reply),
            ("contact", self.contact),
            ("bridge", self.bridge),
            ("block", self.block),
            ("beside", self.beside),
            ("first-row", self.first_row),
            ("reach", self.reach),
        ];
        match all.iter().find(|(_, value)| !(-0.5..=0.5).contains(value)) {
            Some((name, value)) => {
                Err(TextError::at(name, format!("{value} is not between -0.5 and 0.5")))
            }
            None => Ok(()),
        }
    }
}

/// Judges moves by what lies around them. See [`PriorSettings`].
#[derive(Clone)]
pub struct NearPrior {
    settings: PriorSettings,
    topology: Arc<Topology>,
    /// From every cell.
    bridges: Arc<Vec<Vec<Bridge>>>,
    threats: Threats,
}

impl NearPrior {
    /// Judgement of moves on that board.
    pub fn new(board: &Board<Havannah>, settings: &PriorSettings) -> NearPrior {
        let topology = Arc::clone(board.topology());
        let bridges = topology.all_cells().iter().map(|cell| bridges_from(&topology, cell));
        NearPrior {
            settings: settings.clone(),
            bridges: Arc::new(bridges.collect()),
            threats: Threats::new(board, &ThreatSettings::default()),
            topology,
        }
    }

    /// The cells where a stone would be bridged with one of `own`.
    fn bridged(&self, position: &Position, own: Stone, empties: &CellSet) -> CellSet {
        let bridges = position.stones(own).iter().flat_map(|stone| &self.bridges[stone.index()]);
        let is_open = |bridge: &&Bridge| bridge.between.iter().all(|&cell| empties.contains(cell));
        bridges.filter(is_open).map(|bridge| bridge.far).collect()
    }

    /// The cells that keep a bridge of `own` which the last stone intrudes on.
    fn kept(&self, position: &Position, own: Stone) -> CellSet {
        let Some(last) = position.last_move() else { return CellSet::EMPTY };
        let beside = self.topology.adjacency(last).and(position.stones(own));
        let bridges = beside.iter().flat_map(|stone| &self.bridges[stone.index()]);
        let is_own = |bridge: &&Bridge| position.stones(own).contains(bridge.far);
        bridges
            .filter(is_own)
            .filter_map(|bridge| match bridge.between {
                [a, b] if a == last => Some(b),
                [a, b] if b == last => Some(a),
                _ => None,
            })
            .collect()
    }
}

impl Prior<Position> for NearPrior {
    fn judge(&mut self, position: &Position, moves: &[Action], out: &mut [f32]) {
        let own = position.to_move();
        let empties = position.empties();
        let threats = self.threats.winning_cells(position);
        let wins = threats[own.index()];
        let settings = &self.settings;
        let beside = |stones: &CellSet| {
            stones.iter().fold(CellSet::EMPTY, |all, cell| all.or(self.topology.adjacency(cell)))
        };
        let last: CellSet = position.last_move().into_iter().collect();
        let features = [
            (threats[own.opponent().index()], settings.danger),
            (self.kept(position, own), settings.reply),
            (beside(&last), settings.contact),
            (self.bridged(position, own, &empties), settings.bridge),
            (self.bridged(position, own.opponent(), &empties), settings.block),
            (beside(position.stones(own)), settings.beside),
        ];
        for (m, value) in moves.iter().zip(&mut *out) {
            let Some(cell) = position.cell_of(*m) else { continue };
            let has = |cells: &CellSet| f32::from(u8::from(cells.contains(cell)));
            let row = if self.topology.edge_mask(cell) == 0 { 0.0 } else { settings.first_row };
            let reach = self.threats.touched_with(own, cell) as f32 * settings.reach;
            let sum: f32 = features.iter().map(|(cells, adds)| has(cells) * adds).sum();
            let judged = if wins.contains(cell) { 1.0 } else { 0.5 + row + reach + sum };
            *value = judged.clamp(0.0, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::Game;

    fn judged(text: &str, moves: &[&str]) -> impl Fn(&str) -> f32 {
        let mut position = Position::from_text(text).unwrap();
        for text in moves {
            position.play(position.parse_move(text).unwrap());
        }
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let mut values = vec![0.5; legal.len()];
        let mut prior = NearPrior::new(position.board(), &PriorSettings::default());
        prior.judge(&position, &legal, &mut values);
        move |text| {
            let m = position.parse_move(text).unwrap();
            values[legal.iter().position(|&other| other == m).unwrap()]
        }
    }

    /// White intrudes into the bridge from c3 to d5.
    #[test]
    fn keeping_a_bridge_looks_best() {
        let value = judged("havannah 5", &["c3", "i9", "d5", "c4"]);
        assert!(["b4", "e5", "e6", "h8"].iter().all(|other| value("d4") > value(other)));
        assert!(value("e1") < value("g6"), "the edge is not worth much");
    }

    #[test]
    fn winning_looks_best_and_the_opponents_win_next_to_it() {
        let value = judged("havannah 4; black a1 b1 c1; white d7 e7 f7; black to move", &[]);
        assert_eq!(value("d1"), 1.0);
        assert!(value("g7") > 0.75 && value("d4") < 0.7);
    }
}
