//! What a board is worth, by looking at it once.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

use crate::board::Board;
use crate::piece::{Kind, Side};
use crate::squares::{FILE_A, FILE_H, Square, Squares, TRAPS, beside, each};

/// The weights of the evaluation, in a unit of which a rabbit is worth about 133.
///
/// The elements are those of the thesis on Akimot. Its own values, as far as it tells them, make a
/// rabbit worth a ninth of a horse, which the learned ones do not. The defaults here come closest,
/// by least squares, to what [learned weights](crate::Weights) say of positions from self-play with
/// up to two random turns behind them, which is where playouts end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct EvaluationSettings {
    /// The value of each piece on its home row and an edge file: rabbit, cat, dog, horse, camel, elephant.
    pub pieces: [i32; 6],
    /// What a side lacks that has 0, 1, … 8 rabbits left.
    pub rabbits_left: [i32; 9],
    /// What each piece is worth more on a row, from its home row to the opponent's.
    pub rows: [[i32; 8]; 6],
    /// What each piece is worth more on a file, from the edge to the middle.
    pub files: [[i32; 4]; 6],
    /// What each of the three squares around a rabbit's way (before it and beside that) costs for an opponent's piece on it, on the last three rows before the goal.
    pub rabbit_blocked: i32,
    /// Percent of its value that a frozen piece loses.
    pub frozen_percent: i32,
    /// Percent of its value that a piece loses beside a stronger one of the opponent's, unless it is frozen.
    pub threat_percent: i32,
    /// Percent of its value that a frozen piece loses besides as a hostage: within two squares of a trap that no friend guards.
    pub hostage_percent: i32,
    /// What a trap at home is worth: rows for 0, 1 and more own pieces beside it, columns for the opponent's.
    pub trap_guards: [[i32; 3]; 3],
    /// What it is worth to have the strongest piece beside a trap that both guard.
    pub trap_dominance: i32,
    /// Percent of its value that a framed piece loses: it stands on a trap and cannot leave.
    pub frame_percent: i32,
    /// Percent of its value that a pinned piece loses: it alone supports a framed one.
    pub pin_percent: i32,
    /// What an elephant costs that cannot move.
    pub elephant_blockade: i32,
    /// What it is worth to be the one to move.
    pub tempo: i32,
    /// Whether alpha-beta judges by weights that were learned from self-play, in place of all the above.
    pub learned: bool,
    /// What is worth a chance to win of 73%.
    pub slope: f32,
}

impl Default for EvaluationSettings {
    fn default() -> Self {
        EvaluationSettings {
            pieces: [133, 171, 228, 346, 407, 948],
            rabbits_left: [2000, 470, 300, 220, 110, 65, 15, 0, 0],
            rows: [
                [0, 22, 25, 22, 58, 134, 231, 0],
                [0, 12, 0, -4, -24, -13, -24, -34],
                [0, -23, -34, -33, -31, -26, -26, -41],
                [0, -1, -11, -3, -24, 11, 16, 10],
                [0, 9, 3, -17, -30, -19, -25, -29],
                [0, 3, 27, 66, 77, 69, 38, 17],
            ],
            files: [
                [0, 8, 0, 1],
                [0, 4, 16, 10],
                [0, 7, 6, 2],
                [0, 5, 9, 9],
                [0, 7, -3, -13],
                [0, 21, 45, 52],
            ],
            rabbit_blocked: 45,
            frozen_percent: 12,
            threat_percent: 8,
            hostage_percent: 12,
            trap_guards: [[0, -23, -88], [-7, -16, -59], [12, 44, 28]],
            trap_dominance: 28,
            frame_percent: 30,
            pin_percent: 15,
            elephant_blockade: 100,
            tempo: 72,
            learned: false,
            slope: 500.0,
        }
    }
}

impl EvaluationSettings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        const MOST: i32 = 100_000;
        let lists: [(&str, &[i32]); 5] = [
            ("pieces", &self.pieces),
            ("rabbits-left", &self.rabbits_left),
            ("rows", self.rows.as_flattened()),
            ("files", self.files.as_flattened()),
            ("trap-guards", self.trap_guards.as_flattened()),
        ];
        let numbers = [
            ("rabbit-blocked", self.rabbit_blocked),
            ("frozen-percent", self.frozen_percent),
            ("threat-percent", self.threat_percent),
            ("hostage-percent", self.hostage_percent),
            ("trap-dominance", self.trap_dominance),
            ("frame-percent", self.frame_percent),
            ("pin-percent", self.pin_percent),
            ("elephant-blockade", self.elephant_blockade),
            ("tempo", self.tempo),
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
}

/// Judges boards by [`EvaluationSettings`].
#[derive(Clone, Debug)]
pub struct Evaluation {
    settings: EvaluationSettings,
    /// What a piece is worth on a square as its side sees the board, by kind.
    places: Box<[[i32; 64]; 6]>,
}

impl Evaluation {
    /// An evaluation with these weights.
    pub fn new(settings: &EvaluationSettings) -> Evaluation {
        let mut places = Box::new([[0; 64]; 6]);
        for (kind, table) in places.iter_mut().enumerate() {
            for (square, value) in table.iter_mut().enumerate() {
                let (row, file) = (square / 8, square % 8);
                *value = settings.pieces[kind]
                    + settings.rows[kind][row]
                    + settings.files[kind][file.min(7 - file)];
            }
        }
        Evaluation { settings: settings.clone(), places }
    }

    /// What the board is worth to Gold with `mover` to move, without a look ahead.
    pub fn value(&self, board: &Board, mover: Side) -> i32 {
        let tempo = if mover == Side::Gold { self.settings.tempo } else { -self.settings.tempo };
        tempo + self.side(board, Side::Gold) - self.side(board, Side::Silver) + self.traps(board)
    }

    /// The chance to win that a value stands for, 0 to 1.
    #[inline]
    pub fn chance(&self, value: i32) -> f32 {
        1.0 / (1.0 + libm::expf(-(value as f32) / self.settings.slope))
    }

    /// What some pieces are worth, wherever they stand.
    #[inline]
    fn worth(&self, board: &Board, pieces: Squares) -> i32 {
        each(pieces).map(|square| self.settings.pieces[board.kind_at(square) as usize]).sum()
    }

    /// What a side has, but for the traps.
    fn side(&self, board: &Board, side: Side) -> i32 {
        let EvaluationSettings { frozen_percent, threat_percent, hostage_percent, .. } =
            self.settings;
        let (own, other) = (board.of(side), board.of(side.opponent()));
        // Numbers of squares differ in the row alone, as each side sees them.
        let turn = if side == Side::Gold { 0 } else { 56 };
        let mut value = 0;
        for kind in Kind::ALL {
            let table = &self.places[kind as usize];
            value += each(board.pieces(side, kind))
                .map(|square| table[square.index() ^ turn])
                .sum::<i32>();
        }
        let rabbits = board.pieces(side, Kind::Rabbit);
        value -= self.settings.rabbits_left[rabbits.count_ones() as usize & 15];
        value -= self.settings.rabbit_blocked * blocked_ways(rabbits, other, side);

        let touched = board.within_reach(side.opponent(), other);
        let frozen = touched & !beside(own);
        let bare_traps = TRAPS & !beside(own);
        let near = beside(bare_traps) | beside(beside(bare_traps));
        let lost_percents = frozen_percent * self.worth(board, frozen)
            + threat_percent * self.worth(board, touched & !frozen)
            + hostage_percent * self.worth(board, frozen & near);
        value -= lost_percents / 100;

        let elephant = board.pieces(side, Kind::Elephant);
        let empty = !board.occupied();
        // It may step to an empty square, or push what has an empty square to go to.
        let pushable = board.weaker(side.opponent(), Kind::Elephant) & beside(empty);
        if elephant != 0 && beside(elephant) & (empty | pushable) == 0 {
            value -= self.settings.elephant_blockade;
        }
        value
    }

    /// Guards of the four traps and what stands on them, for Gold less for Silver.
    fn traps(&self, board: &Board) -> i32 {
        let (gold, silver) = (board.of(Side::Gold), board.of(Side::Silver));
        let mut value = 0;
        for trap in each(TRAPS) {
            let around = beside(trap.bit());
            let guards = [gold & around, silver & around];
            let counts = guards.map(|guards| guards.count_ones().min(2) as usize);
            value += if trap.row() < 4 {
                self.settings.trap_guards[counts[0]][counts[1]]
            } else {
                -self.settings.trap_guards[counts[1]][counts[0]]
            };
            if counts[0] > 0 && counts[1] > 0 {
                let strongest = strongest(board, around);
                match (strongest & gold != 0, strongest & silver != 0) {
                    (true, false) => value += self.settings.trap_dominance,
                    (false, true) => value -= self.settings.trap_dominance,
                    _ => {}
                }
            }
            if gold & trap.bit() != 0 {
                value -= self.frame(board, trap, guards[0], guards[1]);
            } else if silver & trap.bit() != 0 {
                value += self.frame(board, trap, guards[1], guards[0]);
            }
        }
        value
    }

    /// What it costs that a piece on a trap is framed: it has one guard, and the opponent's pieces
    /// stand in every other way.
    fn frame(&self, board: &Board, trap: Square, guards: Squares, others: Squares) -> i32 {
        if guards.count_ones() != 1 || others.count_ones() != 3 {
            return 0;
        }
        let EvaluationSettings { frame_percent, pin_percent, .. } = self.settings;
        let (framed, guard) = (self.worth(board, trap.bit()), self.worth(board, guards));
        let mut percents = frame_percent * framed + pin_percent * guard;
        // A guard that is not the strongest there can be dragged away.
        if strongest(board, guards | others) & guards == 0 {
            percents += pin_percent * framed;
        }
        percents / 100
    }
}

/// How many pieces of the opponent's stand around the ways of rabbits on the last three rows before
/// their goal.
#[inline]
fn blocked_ways(rabbits: Squares, other: Squares, side: Side) -> i32 {
    let (near, next): (Squares, fn(Squares) -> Squares) = match side {
        Side::Gold => (0x00ff_ffff_0000_0000, |squares| squares << 8),
        Side::Silver => (0x0000_0000_ffff_ff00, |squares| squares >> 8),
    };
    let next = next(rabbits & near);
    let sides = [next, (next & !FILE_H) << 1, (next & !FILE_A) >> 1];
    sides.iter().map(|squares| (squares & other).count_ones() as i32).sum()
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
        let evaluation = Evaluation::new(&EvaluationSettings::default());
        let board = board(MIDDLE);
        let value = evaluation.value(&board, Side::Silver);
        assert_eq!(evaluation.value(&turned(&board), Side::Gold), -value);
    }

    #[test]
    fn the_chances_of_material_are_those_of_the_thesis_with_its_values() {
        let evaluation = Evaluation::new(&EvaluationSettings::default());
        for (value, chance) in [(58, 0.529), (150, 0.574), (500, 0.728), (660, 0.789)] {
            assert!((evaluation.chance(value) - chance).abs() < 0.005, "{value}");
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
        let value = |settings: &EvaluationSettings, board| {
            Evaluation::new(settings).value(board, Side::Gold)
        };
        let without = EvaluationSettings { frame_percent: 0, pin_percent: 0, ..settings.clone() };
        assert!(value(&settings, &framed) < value(&without, &framed));
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
        let cost = value(&settings, &blocked) - value(&without, &blocked);
        assert_eq!(cost, settings.elephant_blockade);
    }
}
