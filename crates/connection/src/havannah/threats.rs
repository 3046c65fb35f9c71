//! What is provable at a glance: wins in one move, and in two.
//!
//! None of it fills the board or leaves stones out: whoever threatens to win on a cell wins there
//! unless the opponent takes it or wins first. So draws and the order of stones do not matter.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};

use super::forcing::Forcing;
use super::{Havannah, Position};
use crate::{Action, Board};
use spinney_board::{Cell, CellSet, Stone};
use spinney_game::{Actor, Game, StaticProof, StaticProver, Symmetry, TextError};

/// How much is looked at to prove wins by threats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ThreatSettings {
    /// How many positions are searched for a win by one threat after another, from 1: two threats at once.
    pub positions: u32,
    /// Whether moves are left out after which the opponent wins so.
    pub mustplay: bool,
}

impl Default for ThreatSettings {
    fn default() -> Self {
        ThreatSettings { positions: 1, mustplay: false }
    }
}

impl ThreatSettings {
    /// Says which setting makes no sense, if one does not.
    pub fn check(&self) -> Result<(), TextError> {
        match self.positions {
            1..=1_000_000 => Ok(()),
            _ => Err(TextError::at("positions", "is not between 1 and 1000000")),
        }
    }
}

/// Proves wins by threats.
///
/// * Who can win with a stone has won.
/// * Against two such cells of the opponent's there is no defence; one of them must be taken.
/// * Who makes two such cells with a stone, while the opponent has none, wins; so does who makes one
///   after the other until there are two.
/// * Moves after which the opponent wins so are lost.
#[derive(Clone)]
pub struct Threats {
    forcing: Forcing,
    settings: ThreatSettings,
}

impl Threats {
    /// On that board.
    pub fn new(board: &Board<Havannah>, settings: &ThreatSettings) -> Threats {
        Threats { forcing: Forcing::new(board), settings: settings.clone() }
    }

    /// The cells on which each colour would win with its next stone, black's first.
    pub fn winning_cells(&mut self, position: &Position) -> [CellSet; 2] {
        let empties = position.empties();
        self.forcing.set_up(position);
        Stone::BOTH.map(|stone| self.forcing.winning(stone, &empties))
    }

    /// How many edges and corners the group of a stone on that empty cell would have, in the position
    /// of which the winning cells were last asked for.
    pub(super) fn touched_with(&self, own: Stone, cell: Cell) -> u32 {
        self.forcing.touched_with(own, cell)
    }
}

impl StaticProver<Position> for Threats {
    /// A proof may rest on anything.
    type Carrier = ();
    type Context = ();

    fn prove(&mut self, position: &mut Position, moves: &mut Vec<Action>) -> StaticProof<(), ()> {
        let decided = |winner| StaticProof::Decided { winner, carrier: () };
        let Actor::Player(player) = position.actor() else {
            return match position.rewards().and_then(|rewards| rewards.winner()) {
                Some(winner) => decided(winner),
                None => StaticProof::Open(()),
            };
        };
        let own = position.to_move();
        let threats = self.winning_cells(position);
        let (wins, dangers) = (threats[own.index()], threats[own.opponent().index()]);
        if let Some(cell) = wins.iter().next() {
            moves.push(cell.into());
            return decided(player);
        }
        if position.can_swap() {
            // The swap turns everything round, so nothing else can be said.
            position.moves(moves);
            return StaticProof::Open(());
        }
        if dangers.len() > 1 {
            return decided(player.opponent());
        }
        let ThreatSettings { positions, mustplay } = self.settings;
        let empties = position.empties();
        // A single cell that must be taken needs no further look.
        if (dangers.is_empty() || positions > 1)
            && let Some(sequence) = self.forcing.find(own, None, &empties, positions)
        {
            moves.push(sequence.first().into());
            return decided(player);
        }
        let left = match dangers.len() {
            1 => dangers,
            _ if mustplay => {
                let left = self.forcing.mustplay(own, &empties, positions, None);
                left.unwrap_or(empties)
            }
            _ => empties,
        };
        if left.is_empty() {
            return decided(player.opponent());
        }
        moves.extend(left.iter().map(Action::from));
        StaticProof::Open(())
    }

    /// Turned and mirrored positions share one.
    fn key(&self, position: &Position) -> u64 {
        position.canonical_hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::havannah::brute_force::{self, after};
    use spinney_game::conformance::thorough;
    use spinney_game::{DrawsFor, RandomPlayout, Rng};
    use std::collections::HashMap;

    fn proven(text: &str) -> (Option<Stone>, Vec<String>) {
        let mut position = Position::from_text(text).unwrap();
        let mut moves = Vec::new();
        let winner = Threats::new(position.board(), &ThreatSettings::default())
            .prove(&mut position, &mut moves)
            .winner();
        let names = moves.iter().map(|&m| position.move_text(m)).collect();
        (winner.map(|player| position.stone_of(player)), names)
    }

    #[test]
    fn a_win_in_one_is_seen() {
        let (winner, moves) = proven("havannah 4; black a1 b1 c1; white d7 e7 f7; black to move");
        assert_eq!((winner, moves), (Some(Stone::Black), vec!["d1".to_owned()]));
    }

    #[test]
    fn one_danger_must_be_met_and_two_cannot() {
        let (winner, moves) = proven("havannah 4; black a1 b1 c1; white d4 e4; white to move");
        assert_eq!((winner, moves), (None, vec!["d1".to_owned()]));
        let two = "havannah 4; black a1 b1 c1 a2 a3; white d4 e4 g5 f6; white to move";
        assert_eq!(proven(two).0, Some(Stone::Black));
    }

    #[test]
    fn two_threats_at_once_are_seen() {
        // a1 joins b1 and c1 with a2 and a3: then both d1 and a4 win.
        let text = "havannah 4; black b1 c1 a2 a3; white d4 e4 g5 f6; black to move";
        let (winner, moves) = proven(text);
        assert_eq!((winner, moves), (Some(Stone::Black), vec!["a1".to_owned()]));
    }

    /// Winning cells are those on which a stone wins by the rules, whoever's turn it is.
    #[test]
    fn winning_cells_are_as_the_rules_say() {
        let mut rng = Rng::new(4, 0);
        let mut random = RandomPlayout::default();
        let mut seen = 0;
        for game in 0..400 {
            let side = 3 + game % 6;
            let mut position = Position::from_text(&format!("havannah {side}")).unwrap();
            let mut threats = Threats::new(position.board(), &ThreatSettings::default());
            while let Some(m) = random.pick(&position, &mut rng) {
                position.play(m);
                if position.actor() == Actor::Nobody || rng.below(4) > 0 {
                    continue;
                }
                let found = threats.winning_cells(&position);
                for stone in Stone::BOTH {
                    let wins = |cell: &Cell| {
                        let mut after = position.clone();
                        after.place(stone, *cell);
                        after.winner() == Some(stone)
                    };
                    let expected: CellSet = position.empties().iter().filter(wins).collect();
                    assert_eq!(found[stone.index()], expected, "{position:?}");
                    seen += expected.len();
                }
            }
        }
        assert!(seen > 1_000, "{seen}");
    }

    /// What is decided is so, and moves that are left out lose.
    #[test]
    fn nothing_is_lost_by_what_is_left_out() {
        let mut rng = Rng::new(5, 0);
        let mut random = RandomPlayout::default();
        let start = Position::from_text("havannah 4").unwrap();
        let settings = ThreatSettings { positions: 24, mustplay: true };
        let threats = &mut Threats::new(start.board(), &settings);
        let [mut decided, mut left_out] = [0; 2];
        for _ in 0..1_500 * thorough() {
            let mut position = start.clone();
            for _ in 0..25 {
                let Some(m) = random.pick(&position, &mut rng) else { break };
                position.play(m);
            }
            let Actor::Player(mover) = position.actor() else { continue };
            let known = &mut HashMap::new();
            let mut moves = Vec::new();
            if let Some(winner) = threats.prove(&mut position, &mut moves).winner() {
                // Even if a draw were as good as a win for the loser.
                let question = DrawsFor { position: position.clone(), player: winner.opponent() };
                assert_eq!(brute_force::winner(&question, known), winner, "{position:?}");
                decided += 1;
                continue;
            }
            let question = DrawsFor { position: position.clone(), player: mover };
            let mut all = Vec::new();
            position.moves(&mut all);
            for m in all.into_iter().filter(|m| !moves.contains(m)) {
                let winner = brute_force::winner(&after(&question, m), known);
                assert_eq!(winner, mover.opponent(), "{m:?} at {position:?}");
                left_out += 1;
            }
        }
        assert!(decided > 100 && left_out > 100, "{decided} {left_out}");
    }
}
