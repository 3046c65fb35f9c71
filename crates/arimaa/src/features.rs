//! What is seen on a board, as counts that a linear evaluation weighs.
//!
//! Each feature is counted for Gold less for Silver, as each of them sees the board from its own
//! side; the left and right halves of the board are alike. One walk over the board serves both
//! who weighs the counts at once and who writes them down to learn the weights.

mod captures;
mod control;
mod officers;
mod pieces;
mod rabbits;
mod traps;

use self::control::control;
use crate::board::Board;
use crate::goal::may_have_goal_in_turn;
use crate::piece::Side;
use crate::squares::Square;
use crate::turn::Turn;

/// A run of features that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What it is called.
    pub name: &'static str,
    /// The number of its first feature.
    pub start: usize,
    /// How many features it has.
    pub len: usize,
}

macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident $text:literal $len:expr;)*) => {
        groups!(@starts 0usize; $($(#[$doc])* $name $text $len;)*);
        /// All features, in order.
        pub const GROUPS: &[Group] = &[$($name),*];
    };
    (@starts $at:expr; $(#[$doc:meta])* $name:ident $text:literal $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        const $name: Group = Group { name: $text, start: $at, len: $len };
        groups!(@starts $at + $len; $($rest)*);
    };
    (@starts $at:expr;) => {
        /// How many features there are.
        pub const FEATURES: usize = $at;
    };
}

groups! {
    /// A piece on a square: by kind, row from its home on, and file from the edge.
    PLACES "places" 6 * 32;
    /// Rabbits left, 0 to 8.
    RABBITS "rabbits" 9;
    /// A piece that only the elephant is stronger than, from cat to camel.
    UNBEATEN "unbeaten" 4;
    /// A frozen piece, by kind.
    FROZEN "frozen" 6;
    /// A piece beside a stronger one that is not frozen, by kind.
    TOUCHED "touched" 6;
    /// A frozen piece within two squares of a trap without friends, by kind.
    HOSTAGES "hostages" 6;
    /// A home trap: own guards, the other side's, and who has the strongest (none, own, other).
    TRAP_GUARDS "traps" 5 * 5 * 3;
    /// A piece on a trap: home or away, with one friend or more.
    ON_TRAP "on-trap" 4;
    /// Something to capture: now or if it were one's turn; in 2, 3, 4 steps; by kind.
    CAPTURES "captures" 2 * 3 * 5;
    /// A rabbit on the fourth to seventh row: the pieces of the other side on the three squares ahead.
    AHEAD "ahead" 4 * 4;
    /// A goal that may be near enough for a turn, if it were one's turn.
    GOAL "goal" 1;
    /// The squares that the elephant can step to.
    WAYS "elephant-ways" 5;
    /// The distance, from 1 to 8, between camel and elephant, horse and elephant, horse and camel.
    DISTANCES "distances" 3 * 8;
    /// A step that is left to make.
    STEPS "steps" 1;
    /// A piece above the rabbits: how many of the other side's are stronger, 0 to 6.
    RANKS "ranks" 7;
    /// A home trap: how much stronger the own pieces around it are than the other side's.
    CONTROL "control" 17;
    /// A piece below the elephant near a trap that the own side does not control: firmly the other
    /// side's, theirs, nobody's; at most one square away or two; by kind.
    AT_STAKE "at-stake" 3 * 2 * 5;
    /// A piece beside a stronger one: by kind; free or frozen; 0 to 1, 2, 3 or more squares from the
    /// nearest trap; 0, 1, 2 or more friends beside that trap.
    HELD "held" 5 * 2 * 3 * 3;
    /// A piece beside a stronger one: by kind; only beside the elephant or beside another one.
    HOLDER "holder" 5 * 2;
    /// A rabbit on the fourth to seventh row: the other side's pieces on its file and those beside
    /// it, further ahead; with a friend beside it or not.
    WAY "way" 4 * 5 * 2;
    /// A rabbit on the fourth to seventh row: who controls the trap of its wing before the goal.
    RABBIT_TRAP "rabbit-trap" 4 * 5;
    /// The squares that the elephant reaches in two steps, by twos.
    REACH "elephant-reach" 7;
    /// A piece below the elephant without a friend beside it: by kind; on the fourth row, the fifth,
    /// further ahead.
    ALONE "alone" 5 * 3;
    /// A trap: at home or away; own guards; with the own elephant or not, the other or not.
    ELEPHANT_GUARDS "elephant-guards" 2 * 5 * 2 * 2;
    /// A wing where the strongest piece is one's own: without the elephants, and with them.
    WINGS "wings" 2;
    /// A step that a piece could make onto an empty square.
    MOBILITY "mobility" 1;
}

/// Takes down what is counted.
pub trait Sink {
    /// A feature is there so many times more for Gold than for Silver.
    fn add(&mut self, feature: usize, count: i32);
}

/// Counts everything that is seen in a turn.
pub fn count_features(turn: &Turn, sink: &mut impl Sink) {
    let board = &turn.board;
    let frozen = Side::BOTH.map(|side| board.frozen(side));
    let control = control(board);
    for side in Side::BOTH {
        let sign = if side == Side::Gold { 1 } else { -1 };
        let mut view = View { board, side, sign, control: control.map(|gold| sign * gold), sink };
        view.pieces(frozen[side.index()]);
        view.traps();
        view.rabbits();
        view.officers();
        view.wings();
        let mobile = board.of(side) & !frozen[side.index()];
        view.mobility(mobile);
        if side == turn.side {
            view.captures(mobile, turn.left().into(), true);
            view.add(STEPS, 0, turn.left().into());
        } else {
            view.captures(mobile, 4, false);
            if may_have_goal_in_turn(board, side) {
                view.add(GOAL, 0, 1);
            }
        }
    }
}

/// The board as one side sees it.
struct View<'a, S> {
    board: &'a Board,
    side: Side,
    sign: i32,
    /// How much stronger this side is around each trap.
    control: [i32; 4],
    sink: &'a mut S,
}

impl<S: Sink> View<'_, S> {
    #[inline]
    fn add(&mut self, group: Group, at: usize, count: i32) {
        debug_assert!(at < group.len, "{} {at}", group.name);
        self.sink.add(group.start + at, self.sign * count);
    }

    /// The row of a square as this side counts them.
    #[inline]
    fn row(&self, square: Square) -> usize {
        match self.side {
            Side::Gold => square.row(),
            Side::Silver => 7 - square.row(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::capture::capture_in_turn;
    use crate::piece::Kind;
    use crate::squares::each;
    use spinney_game::{Game, RandomPlayout, Rng};

    struct Counts(Vec<i32>);

    impl Sink for Counts {
        fn add(&mut self, feature: usize, count: i32) {
            self.0[feature] += count;
        }
    }

    fn counts(turn: &Turn) -> Vec<i32> {
        let mut counts = Counts(vec![0; FEATURES]);
        count_features(turn, &mut counts);
        counts.0
    }

    /// Positions at the start of turns of random games.
    fn positions(games: u64) -> Vec<Position> {
        let mut positions = Vec::new();
        for game in 0..games {
            let mut rng = Rng::new(game, 1);
            let text =
                "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
            let mut position = Position::from_text(text).unwrap();
            let mut playout = RandomPlayout::default();
            while let Some(m) = playout.pick(&position, &mut rng).filter(|_| rng.below(300) > 0) {
                position.play(m);
                if position.steps().is_empty() && position.winner().is_none() {
                    positions.push(position.clone());
                }
            }
        }
        positions
    }

    /// The board with the sides changed, turned by half or mirrored.
    fn seen_by_the_other(turn: &Turn, place: fn(Square) -> Square) -> Turn {
        let mut board = Board::EMPTY;
        for square in each(turn.board.occupied()) {
            let mut piece = turn.board.piece_at(square).unwrap();
            piece.side = piece.side.opponent();
            board.put(piece, place(square));
        }
        Turn { board, side: turn.side.opponent(), ..*turn }
    }

    #[test]
    fn both_sides_and_both_wings_see_alike() {
        for position in positions(20) {
            let here = counts(position.turn());
            let turned =
                seen_by_the_other(position.turn(), |square| Square::new(63 - square.index()));
            let mirrored =
                seen_by_the_other(position.turn(), |square| Square::new(square.index() ^ 56));
            let negative: Vec<_> = here.iter().map(|count| -count).collect();
            assert_eq!(counts(&turned), negative, "{}", position.text());
            assert_eq!(counts(&mirrored), negative, "{}", position.text());
        }
    }

    #[test]
    fn captures_are_guessed_mostly_as_they_are() {
        let (mut right, mut all) = (0, 0);
        for position in positions(40) {
            let turn = position.turn();
            let now = &counts(turn)[CAPTURES.start..CAPTURES.start + 15];
            let guess = (0..5).rev().find(|kind| (0..3).any(|steps| now[steps * 5 + kind] != 0));
            let exact = capture_in_turn(turn).map(|(kind, _)| kind as usize);
            right += usize::from(guess == exact);
            all += 1;
        }
        assert!(right * 100 > all * 85, "{right} of {all}");
    }

    #[test]
    fn a_piece_between_a_stronger_one_and_a_trap_is_two_steps_from_capture() {
        let position = Position::from_diagram(
            "5g
             +-----------------+
            8| r . . . . . . . |
            7| . . . . . . . . |
            6| . . x . . x . . |
            5| . . . . . . . . |
            4| . . d E . . . . |
            3| . . x . . x . . |
            2| . . . . . . . . |
            1| R . . . . . . . |
             +-----------------+",
        )
        .unwrap();
        let counts = counts(position.turn());
        assert_eq!(counts[CAPTURES.start + Kind::Dog as usize], 1);
        assert_eq!(counts[FROZEN.start + Kind::Dog as usize], -1);
    }
}
