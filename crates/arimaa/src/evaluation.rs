//! What a board is worth, by looking at it once.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

use crate::board::Board;
use crate::piece::{Kind, Side};
use crate::squares::{FILE_A, FILE_H, Squares, TRAPS, beside, each};

/// The weights of the evaluation, in hundredths of about one rabbit.
///
/// The defaults are those of the thesis on Akimot as far as it tells them: its table of material
/// and chances to win fixes the pieces' values and the slope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct EvaluationSettings {
    /// The value of each piece: rabbit, cat, dog, horse, camel, elephant.
    pub pieces: [i32; 6],
    /// What a side lacks that has 0, 1, … 8 rabbits left.
    pub rabbits_left: [i32; 9],
    /// Percent of its value that a frozen piece loses.
    pub frozen_percent: i32,
    /// What 0, 1, … 4 own pieces beside a trap are worth.
    pub trap_guards: [i32; 5],
    /// What it is worth to have the strongest piece beside a trap.
    pub trap_dominance: i32,
    /// What an own piece on a trap costs that only one friend supports.
    pub trap_exposed: i32,
    /// Percent of its value that a framed piece loses: it stands on a trap and cannot leave.
    pub frame_percent: i32,
    /// Percent of its value that a pinned piece loses: it alone supports a framed one.
    pub pin_percent: i32,
    /// What a frozen camel costs two squares from an empty trap.
    pub camel_hostage: i32,
    /// What an elephant costs that cannot move.
    pub elephant_blockade: i32,
    /// What a rabbit is worth on each row, from its home row to its goal.
    pub rabbit_rows: [i32; 8],
    /// What each of the three squares around a rabbit's way (before it and beside that) costs for an opponent's piece on it, on the last three rows before the goal.
    pub rabbit_blocked: i32,
    /// What each square costs an elephant for its distance from the middle of the board.
    pub elephant_centre: i32,
    /// What each square costs a camel or horse for its distance from the middle of the board.
    pub officer_centre: i32,
    /// What a weaker piece of the opponent's beside a stronger one of one's own is worth, in percent of its value.
    pub threat_percent: i32,
    /// Whether alpha-beta judges by weights that were learned from self-play, in place of all the above.
    pub learned: bool,
    /// What is worth a chance to win of 73%.
    pub slope: f32,
}

impl Default for EvaluationSettings {
    fn default() -> Self {
        EvaluationSettings {
            pieces: [58, 150, 250, 500, 660, 1100],
            rabbits_left: [2000, 600, 350, 220, 140, 90, 50, 20, 0],
            frozen_percent: 20,
            trap_guards: [0, 20, 50, 60, 60],
            trap_dominance: 30,
            trap_exposed: 0,
            frame_percent: 30,
            pin_percent: 15,
            camel_hostage: 150,
            elephant_blockade: 500,
            rabbit_rows: [0; 8],
            rabbit_blocked: 0,
            elephant_centre: 0,
            officer_centre: 0,
            threat_percent: 0,
            learned: false,
            slope: 500.0,
        }
    }
}

impl EvaluationSettings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        const MOST: i32 = 100_000;
        let lists: [(&str, &[i32]); 4] = [
            ("pieces", &self.pieces),
            ("rabbits-left", &self.rabbits_left),
            ("trap-guards", &self.trap_guards),
            ("rabbit-rows", &self.rabbit_rows),
        ];
        let numbers = [
            ("frozen-percent", self.frozen_percent),
            ("trap-dominance", self.trap_dominance),
            ("trap-exposed", self.trap_exposed),
            ("frame-percent", self.frame_percent),
            ("pin-percent", self.pin_percent),
            ("camel-hostage", self.camel_hostage),
            ("elephant-blockade", self.elephant_blockade),
            ("rabbit-blocked", self.rabbit_blocked),
            ("elephant-centre", self.elephant_centre),
            ("officer-centre", self.officer_centre),
            ("threat-percent", self.threat_percent),
        ];
        let numbers = numbers.iter().map(|(name, number)| (*name, std::slice::from_ref(number)));
        for (name, list) in lists.into_iter().chain(numbers) {
            if list.iter().any(|number| !(-MOST..=MOST).contains(number)) {
                return Err(TextError::at(name, format!("must be from -{MOST} to {MOST}")));
            }
        }
        if !(1.0..=1e6).contains(&self.slope) {
            return Err(TextError::at("slope", "must be from 1 to 1000000"));
        }
        Ok(())
    }

    /// What the board is worth to Gold, without a look ahead.
    pub fn value(&self, board: &Board) -> i32 {
        let frozen = Side::BOTH.map(|side| board.frozen(side));
        self.side(board, Side::Gold, frozen) - self.side(board, Side::Silver, frozen)
    }

    /// The chance to win that a value stands for, 0 to 1.
    #[inline]
    pub fn chance(&self, value: i32) -> f32 {
        1.0 / (1.0 + libm::expf(-(value as f32) / self.slope))
    }

    #[inline]
    fn piece(&self, kind: Kind) -> i32 {
        self.pieces[kind as usize]
    }

    /// What a side has.
    fn side(&self, board: &Board, side: Side, frozen: [Squares; 2]) -> i32 {
        let held = frozen[side.index()];
        let mut value = 0;
        for kind in Kind::ALL {
            let pieces = board.pieces(side, kind);
            let in_ice = (pieces & held).count_ones() as i32;
            value += self.piece(kind)
                * (100 * pieces.count_ones() as i32 - self.frozen_percent * in_ice)
                / 100;
        }
        let rabbits = board.pieces(side, Kind::Rabbit);
        value -= self.rabbits_left[rabbits.count_ones() as usize & 15];
        value += self.traps(board, side);
        value += self.captives(board, side, held);
        value += self.places(board, side);
        if self.threat_percent != 0 {
            value += self.threats(board, side);
        }
        value
    }

    /// Guards of the four traps, and what stands on them.
    fn traps(&self, board: &Board, side: Side) -> i32 {
        let (own, other) = (board.of(side), board.of(side.opponent()));
        let mut value = 0;
        for trap in each(TRAPS) {
            let around = beside(trap.bit());
            let guards = own & around;
            value += self.trap_guards[guards.count_ones() as usize];
            if strongest(board, around) & own != 0 {
                value += self.trap_dominance;
            }
            if own & trap.bit() == 0 || guards.count_ones() != 1 {
                continue;
            }
            value -= self.trap_exposed;
            // Framed: every other way is the opponent's.
            if (other & around).count_ones() == 3 {
                let guard = board.kind_at(crate::squares::first(guards));
                let framed = board.kind_at(trap);
                value -= self.piece(framed) * self.frame_percent / 100;
                value -= self.piece(guard) * self.pin_percent / 100;
                // A guard that is not the strongest there can be dragged away.
                if strongest(board, around) & guards == 0 {
                    value -= self.piece(framed) * self.pin_percent / 100;
                }
            }
        }
        value
    }

    /// A camel held hostage, an elephant that cannot move.
    fn captives(&self, board: &Board, side: Side, held: Squares) -> i32 {
        let mut value = 0;
        let empty_traps = TRAPS & !board.occupied();
        let near = beside(beside(empty_traps)) | beside(empty_traps);
        if board.pieces(side, Kind::Camel) & held & near != 0 {
            value -= self.camel_hostage;
        }
        let elephant = board.pieces(side, Kind::Elephant);
        let around = beside(elephant);
        let empty = !board.occupied();
        // It may step to an empty square, or push what has an empty square to go to.
        let pushable = board.weaker(side.opponent(), Kind::Elephant) & beside(empty);
        if elephant != 0 && around & (empty | pushable) == 0 {
            value -= self.elephant_blockade;
        }
        value
    }

    /// Rabbits on their way, and strong pieces in the middle.
    fn places(&self, board: &Board, side: Side) -> i32 {
        let mut value = 0;
        let rabbits = board.pieces(side, Kind::Rabbit);
        let other = board.of(side.opponent());
        for row in 0..8 {
            let (at, ahead) = match side {
                Side::Gold => (0xff << (8 * row), 8 * (row + 1)),
                Side::Silver => (0xff << (8 * (7 - row)), 8 * (6 - row)),
            };
            let here = rabbits & at;
            if here == 0 {
                continue;
            }
            value += self.rabbit_rows[row as usize] * here.count_ones() as i32;
            if self.rabbit_blocked != 0 && (4..7).contains(&row) {
                let next = match side {
                    Side::Gold => here << 8,
                    Side::Silver => here >> 8,
                };
                let way = next | (next & !FILE_H) << 1 | (next & !FILE_A) >> 1;
                debug_assert!(way & !(0xff << ahead) == 0);
                value -= self.rabbit_blocked * (way & other).count_ones() as i32;
            }
        }
        let far = |pieces: Squares| -> i32 {
            (1..4).map(|ring| (pieces & !within(ring)).count_ones() as i32).sum()
        };
        value -= self.elephant_centre * far(board.pieces(side, Kind::Elephant));
        let officers = board.pieces(side, Kind::Camel) | board.pieces(side, Kind::Horse);
        value - self.officer_centre * far(officers)
    }

    /// Pieces of the opponent's that a stronger one stands beside.
    fn threats(&self, board: &Board, side: Side) -> i32 {
        let reached = board.within_reach(side, board.of(side));
        let mut value = 0;
        for kind in Kind::ALL {
            value += self.piece(kind) * (reached & board.kind(kind)).count_ones() as i32;
        }
        value * self.threat_percent / 100
    }
}

/// Of the pieces on some squares, those of the strongest kind.
#[inline]
fn strongest(board: &Board, squares: Squares) -> Squares {
    Kind::ALL
        .into_iter()
        .rev()
        .map(|kind| board.kind(kind) & squares)
        .find(|&pieces| pieces != 0)
        .unwrap_or(0)
}

/// The squares within so many rings around the middle: 4, 16, 36, 64.
#[inline]
fn within(rings: u32) -> Squares {
    [0, 0x0000_0018_1800_0000, 0x0000_3c3c_3c3c_0000, 0x007e_7e7e_7e7e_7e00][rings as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn board(diagram: &str) -> Board {
        *Position::from_diagram(diagram).unwrap().board()
    }

    fn turned(board: &Board) -> Board {
        let mut other = Board::EMPTY;
        for square in each(board.occupied()) {
            let mut piece = board.piece_at(square).unwrap();
            piece.side = piece.side.opponent();
            other.put(piece, crate::squares::Square::new(63 - square.index()));
        }
        other
    }

    fn everything() -> EvaluationSettings {
        EvaluationSettings {
            rabbit_rows: [0, 1, 2, 4, 8, 16, 32, 0],
            rabbit_blocked: 7,
            elephant_centre: 9,
            officer_centre: 3,
            threat_percent: 5,
            trap_exposed: 11,
            ..EvaluationSettings::default()
        }
    }

    const MIDDLE: &str = "8s
 +-----------------+
8| r . . . . r r r |
7| . r c . . c . h |
6| h . x r . x d . |
5| . . . . . r . . |
4| . . d . r e . . |
3| . D x E M x D . |
2| H . C m . C . H |
1| R R R R R R R R |
 +-----------------+";

    #[test]
    fn both_sides_are_judged_alike() {
        let settings = everything();
        let board = board(MIDDLE);
        assert_eq!(settings.value(&turned(&board)), -settings.value(&board));
    }

    #[test]
    fn the_chances_of_material_are_those_of_the_thesis() {
        let settings = EvaluationSettings::default();
        for (value, chance) in [(58, 0.529), (150, 0.574), (500, 0.728), (660, 0.789)] {
            assert!((settings.chance(value) - chance).abs() < 0.005, "{value}");
        }
    }

    #[test]
    fn a_framed_piece_and_a_blocked_elephant_cost_their_side() {
        let settings = EvaluationSettings::default();
        let framed = board(
            "8g
 +-----------------+
8| r . . . . . . . |
7| . . H . . . . . |
6| . h C m . x . . |
5| . . d . . . . . |
4| . . . . . . . . |
3| . . x . . x . . |
2| . . . . . . . . |
1| R . . . . . . . |
 +-----------------+",
        );
        let without = EvaluationSettings { frame_percent: 0, pin_percent: 0, ..settings.clone() };
        assert!(settings.value(&framed) < without.value(&framed));
        let blocked = board(
            "8g
 +-----------------+
8| r . . . . . . E |
7| . . . . . . d e |
6| . . x . . x . c |
5| . . . . . . . . |
4| . . . . . . . . |
3| . . x . . x . . |
2| . . . . . . . . |
1| R . . . . . . . |
 +-----------------+",
        );
        let without = EvaluationSettings { elephant_blockade: 0, ..settings.clone() };
        // Gold's elephant can step to g8; Silver's stands between friends and a stronger piece.
        assert_eq!(settings.value(&blocked) - without.value(&blocked), 500);
    }
}
