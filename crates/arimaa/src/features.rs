//! What is seen on a board, as counts that a linear evaluation weighs.
//!
//! Each feature is counted for Gold less for Silver, as each of them sees the board from its own
//! side; the left and right halves of the board are alike. One walk over the board serves both
//! who weighs the counts at once and who writes them down to learn the weights.

use crate::board::Board;
use crate::goal::may_have_goal_in_turn;
use crate::piece::{Kind, Side};
use crate::squares::{FILE_A, FILE_H, Square, Squares, TRAPS, beside, each, first};
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
    for side in Side::BOTH {
        let mut view = View { board, side, sign: if side == Side::Gold { 1 } else { -1 }, sink };
        view.pieces(frozen[side.index()]);
        view.traps();
        view.rabbits();
        view.officers();
        let mobile = board.of(side) & !frozen[side.index()];
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

    fn pieces(&mut self, frozen: Squares) {
        let (board, other) = (self.board, self.side.opponent());
        let own = board.of(self.side);
        // Traps that a frozen piece may be dragged to.
        let open_traps = TRAPS & !beside(own) & !own;
        let near_traps = beside(open_traps) | beside(beside(open_traps));
        let mut stronger = 0;
        for kind in Kind::ALL.into_iter().rev() {
            let (number, pieces) = (kind as usize, own & board.kind(kind));
            for square in each(pieces) {
                let file = square.file().min(7 - square.file());
                self.add(PLACES, number * 32 + self.row(square) * 4 + file, 1);
            }
            let touched = pieces & beside(stronger);
            let held = pieces & frozen;
            self.add(FROZEN, number, held.count_ones() as i32);
            self.add(TOUCHED, number, (touched & !held).count_ones() as i32);
            self.add(HOSTAGES, number, (held & near_traps).count_ones() as i32);
            let is_officer = kind != Kind::Rabbit && kind != Kind::Elephant;
            if is_officer && stronger & !board.kind(Kind::Elephant) == 0 {
                self.add(UNBEATEN, number - 1, pieces.count_ones() as i32);
            }
            stronger |= board.of(other) & board.kind(kind);
        }
        let rabbits = board.pieces(self.side, Kind::Rabbit).count_ones();
        self.add(RABBITS, rabbits.min(8) as usize, 1);
    }

    /// The two traps at home, and own pieces on any.
    fn traps(&mut self) {
        let board = self.board;
        let own = board.of(self.side);
        let other = board.of(self.side.opponent());
        for trap in each(TRAPS) {
            let around = beside(trap.bit());
            let guards = (own & around).count_ones() as usize;
            let is_home = self.row(trap) == 2;
            if own & trap.bit() != 0 {
                self.add(ON_TRAP, 2 * usize::from(!is_home) + usize::from(guards > 1), 1);
            }
            if !is_home {
                continue;
            }
            let others = (other & around).count_ones() as usize;
            let strongest = Kind::ALL.into_iter().rev().map(|kind| board.kind(kind) & around);
            let best = strongest.into_iter().find(|&pieces| pieces != 0).unwrap_or(0);
            let leader = match (best & own != 0, best & other != 0) {
                (true, false) => 1,
                (false, true) => 2,
                _ => 0,
            };
            self.add(TRAP_GUARDS, (guards * 5 + others) * 3 + leader, 1);
        }
    }

    /// Rabbits on their way.
    fn rabbits(&mut self) {
        let other = self.board.of(self.side.opponent());
        for square in each(self.board.pieces(self.side, Kind::Rabbit)) {
            let row = self.row(square);
            if (3..7).contains(&row) {
                let next = match self.side {
                    Side::Gold => square.bit() << 8,
                    Side::Silver => square.bit() >> 8,
                };
                let ahead = next | (next & !FILE_H) << 1 | (next & !FILE_A) >> 1;
                self.add(AHEAD, (row - 3) * 4 + (ahead & other).count_ones() as usize, 1);
            }
        }
    }

    /// Where the strong pieces stand to each other.
    fn officers(&mut self) {
        let (board, side, other) = (self.board, self.side, self.side.opponent());
        let elephant = board.pieces(side, Kind::Elephant);
        if elephant != 0 {
            let ways = (beside(elephant) & !board.occupied()).count_ones();
            self.add(WAYS, ways as usize, 1);
        }
        let pairs = [
            (Kind::Camel, Kind::Elephant),
            (Kind::Horse, Kind::Elephant),
            (Kind::Horse, Kind::Camel),
        ];
        for (i, (weak, strong)) in pairs.into_iter().enumerate() {
            let strong = board.pieces(other, strong);
            if strong == 0 {
                continue;
            }
            for square in each(board.pieces(side, weak)) {
                let at = distance(square, first(strong)).clamp(1, 8) - 1;
                self.add(DISTANCES, i * 8 + at, 1);
            }
        }
    }

    /// What this side's `mobile` pieces could capture in a turn, about. The strongest is what a
    /// turn that `is_now` goes for.
    fn captures(&mut self, mobile: Squares, left: u32, is_now: bool) {
        let mut prey = [0; 5];
        each(TRAPS).for_each(|trap| self.captures_at(trap, mobile, left, &mut prey));
        // The fewest steps count.
        prey[3] &= !prey[2];
        prey[4] &= !(prey[2] | prey[3]);
        let all = prey[2] | prey[3] | prey[4];
        if all == 0 {
            return;
        }
        let mut first_is_now = is_now;
        for kind in (0..5).rev() {
            let pieces = all & self.board.kind(Kind::new(kind));
            for (steps, set) in prey.iter().enumerate().skip(2) {
                let mut count = (pieces & set).count_ones() as i32;
                let at = (steps - 2) * 5 + kind;
                if first_is_now && count > 0 {
                    first_is_now = false;
                    count -= 1;
                    self.add(CAPTURES, at, 1);
                }
                if count > 0 {
                    self.add(CAPTURES, 15 + at, count);
                }
            }
        }
    }

    /// What can be captured in one trap: to `prey`, by the number of steps.
    #[inline]
    fn captures_at(&self, trap: Square, mobile: Squares, left: u32, prey: &mut [Squares; 5]) {
        let board = self.board;
        let other = board.of(self.side.opponent());
        let around = beside(trap.bit());
        let guards = other & around;
        let count = guards.count_ones();
        if other & trap.bit() != 0 {
            if count == 1 {
                let steps = 2 + self.approach(first(guards), mobile);
                if steps <= left {
                    prey[steps as usize] |= trap.bit();
                }
            }
            return;
        }
        match count {
            0 if left == 4 => {
                let blocked = board.of(self.side) & trap.bit() != 0;
                for square in each(other & beside(around) & !around) {
                    if !blocked && self.approach(square, mobile) == 0 {
                        prey[4] |= square.bit();
                    }
                }
            }
            1 => {
                let square = first(guards);
                let on_trap = board.of(self.side) & trap.bit();
                let pulls = on_trap & mobile & board.stronger(self.side, board.kind_at(square));
                let steps = if on_trap == 0 {
                    2 + self.approach(square, mobile)
                } else if pulls != 0 && around & !board.occupied() != 0 {
                    2
                } else {
                    3 + self.approach(square, mobile)
                };
                if steps <= left {
                    prey[steps as usize] |= guards;
                }
            }
            2 if left == 4 && each(guards).all(|square| self.approach(square, mobile) == 0) => {
                prey[4] |= guards;
            }
            _ => {}
        }
    }

    /// How many steps a stronger piece takes to come beside a square: up to 2, or more than a turn.
    #[inline]
    fn approach(&self, square: Square, mobile: Squares) -> u32 {
        let target = beside(square.bit());
        let mut reach = mobile & self.board.stronger(self.side, self.board.kind_at(square));
        let empty = !self.board.occupied();
        for steps in 0..3 {
            if reach & target != 0 {
                return steps;
            }
            reach = beside(reach) & empty;
        }
        8
    }
}

fn distance(a: Square, b: Square) -> usize {
    a.row().abs_diff(b.row()) + a.file().abs_diff(b.file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::capture::capture_in_turn;
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
