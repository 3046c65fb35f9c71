//! First-sight judgement of moves from the stones nearby.

use std::sync::Arc;

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Prior, TextError};

use crate::pattern::PatternJudge;
use crate::playout::{LocalBoard, PlayoutSettings, Replies};
use crate::sliced::FillPrior;
use crate::{Action, Board, Position};
use spinney_board::{Around, Cell, CellSet, Stone, Topology};

/// How much each local feature of a move adds to (or takes from) an even judgement of 0.5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PriorSettings {
    /// Added for keeping a connection that the last stone threatens, -0.5 to 0.5.
    pub reply: f32,
    /// Added for a cell next to the last stone, -0.5 to 0.5.
    pub contact: f32,
    /// Added for a cell that makes a bridge with an own stone or an own edge, -0.5 to 0.5.
    pub bridge: f32,
    /// Added for a cell that makes a bridge for the opponent if he takes it, -0.5 to 0.5.
    pub block: f32,
    /// Added for a cell on the edge of the board, -0.5 to 0.5.
    pub first_row: f32,
    /// Added for a cell one row from the edge, -0.5 to 0.5.
    pub second_row: f32,
    /// With more than 0, moves are judged by learned patterns instead of all of the above: 0.5 and
    /// this many times the logarithm of how much likelier than the mean a move is, 0 to 1.
    pub learned: f32,
    /// Batches of 512 bit-sliced fills that are made to judge the moves of a position, 0 to 1000.
    pub fill_batches: u32,
    /// With `fill-batches`: this many times the lead that a move's win rate in the fills has over
    /// the mean is added, 0 to 100.
    pub fill_strength: f32,
}

impl Default for PriorSettings {
    fn default() -> Self {
        PriorSettings {
            reply: 0.4,
            contact: 0.05,
            bridge: 0.1,
            block: 0.1,
            first_row: -0.15,
            second_row: -0.05,
            learned: 0.0,
            fill_batches: 0,
            fill_strength: 2.0,
        }
    }
}

impl PriorSettings {
    /// Says which setting makes no sense, if one does not.
    pub fn check(&self) -> Result<(), TextError> {
        let all = [
            ("reply", self.reply),
            ("contact", self.contact),
            ("bridge", self.bridge),
            ("block", self.block),
            ("first-row", self.first_row),
            ("second-row", self.second_row),
        ];
        match all.iter().find(|(_, value)| !(-0.5..=0.5).contains(value)) {
            Some((name, value)) => {
                Err(TextError::at(name, format!("{value} is not between -0.5 and 0.5")))
            }
            None if !(0.0..=1.0).contains(&self.learned) => {
                Err(TextError::at("learned", "must be from 0 to 1"))
            }
            None if self.fill_batches > 1000 => {
                Err(TextError::at("fill-batches", "must be at most 1000"))
            }
            None if !(0.0..=100.0).contains(&self.fill_strength) => {
                Err(TextError::at("fill-strength", "must be from 0 to 100"))
            }
            None => Ok(()),
        }
    }
}

/// Judges moves by what lies around them. See [`PriorSettings`].
#[derive(Clone)]
pub struct LocalPrior {
    compiled: Arc<Compiled>,
    board: LocalBoard,
    learned: Option<PatternJudge>,
    fills: Option<FillPrior>,
}

struct Compiled {
    settings: PriorSettings,
    topology: Arc<Topology>,
    replies: Replies,
    /// From every cell.
    bridges: Vec<Vec<Bridge>>,
    /// From the edges that each colour may use.
    from_edges: [Vec<Bridge>; 2],
}

/// A cell that is two steps away by two ways.
#[derive(Clone, Copy)]
pub(crate) struct Bridge {
    pub far: Cell,
    pub between: [Cell; 2],
}

impl LocalPrior {
    /// Judgement of moves on that board.
    pub fn new(board: &Board, settings: &PriorSettings) -> LocalPrior {
        let topology = board.topology();
        let patterns = PlayoutSettings::default();
        let compiled = Compiled {
            settings: settings.clone(),
            topology: Arc::clone(topology),
            replies: Replies::compile(topology, &patterns).expect("the patterns are on"),
            bridges: topology.all_cells().iter().map(|cell| bridges_from(topology, cell)).collect(),
            from_edges: Stone::BOTH.map(|own| bridges_from_edges(topology, own)),
        };
        let PriorSettings { learned, fill_batches, fill_strength, .. } = *settings;
        LocalPrior {
            compiled: Arc::new(compiled),
            board: LocalBoard::default(),
            learned: (learned > 0.0).then(|| PatternJudge::learned(board)),
            fills: (fill_batches > 0).then(|| FillPrior::new(board, fill_batches, fill_strength)),
        }
    }
}

/// Every bridge that starts at a cell: the far end is next to two cells that are next to each
/// other around the near end.
pub(crate) fn bridges_from(topology: &Topology, cell: Cell) -> Vec<Bridge> {
    pairs_around(topology, cell)
        .flat_map(|between| {
            let far_ends = topology.across(cell, between);
            far_ends.iter().map(move |far| Bridge { far, between }).collect::<Vec<_>>()
        })
        .collect()
}

/// Every bridge that starts at an edge: the two ways lie on the edge.
fn bridges_from_edges(topology: &Topology, own: Stone) -> Vec<Bridge> {
    let open = |e: usize| topology.edge_owner(e).is_none_or(|owner| owner == own);
    let usable: u16 = (0..topology.edges()).filter(|&e| open(e)).map(|e| 1 << e).sum();
    let reaches = |[a, b]: [Cell; 2]| topology.edge_mask(a) & topology.edge_mask(b) & usable != 0;
    let cells = topology.all_cells();
    cells
        .iter()
        .flat_map(|far| {
            pairs_around(topology, far)
                .filter(move |&between| reaches(between))
                .map(move |between| Bridge { far, between })
        })
        .collect()
}

/// Neighbours of a cell that are neighbours of each other.
fn pairs_around(topology: &Topology, cell: Cell) -> impl Iterator<Item = [Cell; 2]> + '_ {
    let around = topology.around(cell);
    (0..around.len()).filter_map(move |k| match (around[k], around[(k + 1) % around.len()]) {
        (Around::Cell(a), Around::Cell(b)) if topology.adjacency(a).contains(b) => Some([a, b]),
        _ => None,
    })
}

impl Compiled {
    /// The cells where a stone would be bridged with something that `own` has.
    fn bridged(&self, position: &Position, own: Stone, empties: &CellSet) -> CellSet {
        let mut cells = CellSet::EMPTY;
        let mut add = |bridges: &[Bridge]| {
            for Bridge { far, between: [a, b] } in bridges {
                if empties.contains(*a) && empties.contains(*b) {
                    cells.insert(*far);
                }
            }
        };
        add(&self.from_edges[own.index()]);
        position.stones(own).iter().for_each(|stone| add(&self.bridges[stone.index()]));
        cells
    }
}

impl LocalPrior {
    /// Judges moves by the settings' features.
    fn judge_by_settings(&mut self, position: &Position, moves: &[Action], out: &mut [f32]) {
        let Compiled { settings, topology, replies, .. } = &*self.compiled;
        let own = position.to_move();
        let empties = position.empties();
        let (mut kept, mut near) = (CellSet::EMPTY, CellSet::EMPTY);
        if let Some(last) = position.last_move() {
            self.board.set_up(position);
            kept = replies.kept(&self.board, last, own);
            near = *topology.adjacency(last);
        }
        let features = [
            (kept, settings.reply),
            (near, settings.contact),
            (self.compiled.bridged(position, own, &empties), settings.bridge),
            (self.compiled.bridged(position, own.opponent(), &empties), settings.block),
        ];
        for (m, value) in moves.iter().zip(&mut *out) {
            let Some(cell) = position.cell_of(*m) else { continue };
            let row = match topology.edge_distance(cell) {
                0 => settings.first_row,
                1 => settings.second_row,
                _ => 0.0,
            };
            let has = |cells: &CellSet| f32::from(u8::from(cells.contains(cell)));
            let sum: f32 = features.iter().map(|(cells, adds)| has(cells) * adds).sum();
            *value = (0.5 + row + sum).clamp(0.0, 1.0);
        }
    }
}

impl Prior<Position> for LocalPrior {
    fn judge(&mut self, position: &Position, moves: &[Action], out: &mut [f32]) {
        if let Some(learned) = &mut self.learned {
            let odds = learned.judge(position);
            for (m, value) in moves.iter().zip(&mut *out) {
                let Some(cell) = position.cell_of(*m) else { continue };
                let lead = self.compiled.settings.learned * odds[cell.index()];
                *value = (0.5 + lead).clamp(0.0, 1.0);
            }
        } else {
            self.judge_by_settings(position, moves, out);
        }
        if let Some(fills) = &mut self.fills {
            fills.judge(position, moves, out);
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
            let m = position.parse_move(text).unwrap();
            position.play(m);
        }
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let mut values = vec![0.5; legal.len()];
        LocalPrior::new(position.board(), &PriorSettings::default()).judge(
            &position,
            &legal,
            &mut values,
        );
        move |text| {
            let m = position.parse_move(text).unwrap();
            values[legal.iter().position(|&other| other == m).unwrap()]
        }
    }

    /// Black d4 and e2 make a bridge through d3 and e3; White intrudes at d3.
    #[test]
    fn keeping_a_bridge_looks_best() {
        let value = judged("hex 7x7", &["d4", "a7", "e2", "d3"]);
        let others = ["c3", "e4", "b2", "g7", "f1"];
        assert!(others.iter().all(|other| value("e3") > value(other)));
    }

    #[test]
    fn bridges_look_better_than_stones_at_random_and_the_edge_worse() {
        let value = judged("hex 9x9", &["e5", "e4"]);
        assert!(value("d7") > value("c4"), "a bridge down from e5");
        assert!(value("a5") < value("c4"));
        let swap = judged("hex 9x9 swap-pieces", &["e5"]);
        assert_eq!(swap("swap-pieces"), 0.5, "a swap is no cell");
    }
}
