//! A board in the middle of a turn: which steps there are, and what a step does.

use crate::board::Board;
use crate::piece::{Kind, Side};
use crate::squares::{Direction, Square, Squares, beside};
use crate::zobrist;

/// How many steps a turn has.
pub const STEPS: u8 = 4;

/// One piece moves by one square. Whether that is a move of one's own piece or part of a push or
/// pull is seen from the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step(u8);

impl Step {
    /// Fills arrays of steps where there is none.
    pub(crate) const NONE: Step = Step(0);

    /// The step from a square in a direction, whether it leads off the board or not.
    #[inline]
    pub fn new(from: Square, direction: Direction) -> Step {
        Step((from.index() * 4) as u8 | direction as u8)
    }

    /// The step with that number.
    #[inline]
    pub fn from_code(code: u8) -> Step {
        Step(code)
    }

    /// Its number.
    #[inline]
    pub fn code(self) -> u8 {
        self.0
    }

    /// Where the piece comes from.
    #[inline]
    pub fn from(self) -> Square {
        Square::new(usize::from(self.0 / 4))
    }

    /// Where it goes.
    #[inline]
    pub fn direction(self) -> Direction {
        Direction::new(usize::from(self.0 % 4))
    }

    /// The squares that it comes from and goes to.
    #[inline]
    pub fn squares(self) -> Squares {
        self.from().bit() | self.direction().shift(self.from().bit())
    }
}

/// What the last step of a turn has begun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// Nothing that goes on.
    Nothing,
    /// An opponent's piece of that kind was pushed off that square, which a stronger piece must
    /// enter now.
    Push(Square, Kind),
    /// A piece of that kind has left that square, and may pull a weaker one there.
    Pull(Square, Kind),
}

/// A board in the middle of a turn, or at its start. It knows no history: what may end a turn
/// depends on [`Position`](crate::Position).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub side: Side,
    /// How many steps were made.
    pub used: u8,
    /// What the last one has begun.
    pub pending: Pending,
}

impl Turn {
    /// The start of a turn.
    #[inline]
    pub fn new(board: Board, side: Side) -> Turn {
        Turn { board, side, used: 0, pending: Pending::Nothing }
    }

    /// How many steps are left.
    #[inline]
    pub fn left(&self) -> u8 {
        STEPS - self.used
    }

    /// Whether a push is under way, so that the turn cannot end.
    #[inline]
    pub fn is_pushing(&self) -> bool {
        matches!(self.pending, Pending::Push(..))
    }

    /// Every step that the pieces allow now.
    #[inline]
    pub fn steps(&self) -> StepSet {
        let Turn { board, side, .. } = *self;
        if self.used == STEPS {
            return StepSet::default();
        }
        let mobile = board.of(side) & !board.frozen(side);
        if let Pending::Push(square, kind) = self.pending {
            let pushers = mobile & board.stronger(side, kind);
            return StepSet(
                Direction::ALL.map(|direction| pushers & direction.opposite().shift(square.bit())),
            );
        }
        let empty = !board.occupied();
        let back = match side {
            Side::Gold => Direction::South,
            Side::Silver => Direction::North,
        };
        let pushed = if self.used < STEPS - 1 { board.within_reach(side, mobile) } else { 0 };
        let (pulled, hole) = match self.pending {
            Pending::Pull(square, kind) => {
                (board.weaker(side.opponent(), kind) & beside(square.bit()), square.bit())
            }
            _ => (0, 0),
        };
        StepSet(Direction::ALL.map(|direction| {
            let rabbits = if direction == back { board.kind(Kind::Rabbit) } else { 0 };
            let towards = direction.opposite();
            (mobile & !rabbits | pushed) & towards.shift(empty) | pulled & towards.shift(hole)
        }))
    }

    /// Makes one of the [steps](Turn::steps). Returns where pieces were lost.
    #[inline]
    pub fn play(&mut self, step: Step) -> Squares {
        let from = step.from();
        let kind = self.board.kind_at(from);
        let own = self.board.of(self.side) & from.bit() != 0;
        let lost = self.board.step(from, step.direction());
        self.used += 1;
        self.pending = match self.pending {
            // What is pushed out of the way leaves its square to be entered. A step that fits a
            // pull is one: all that could follow a push can follow it, too.
            Pending::Pull(hole, puller)
                if !own && kind < puller && step.squares() & hole.bit() != 0 =>
            {
                Pending::Nothing
            }
            _ if !own => Pending::Push(from, kind),
            // One step cannot both complete a push and start a pull.
            Pending::Push(..) => Pending::Nothing,
            _ => {
                let weaker = self.board.weaker(self.side.opponent(), kind);
                let pulls = beside(from.bit()) & weaker != 0 && self.used < STEPS;
                if pulls { Pending::Pull(from, kind) } else { Pending::Nothing }
            }
        };
        lost
    }

    /// A hash of all of it.
    #[inline]
    pub fn key(&self) -> u64 {
        let pending = match self.pending {
            Pending::Nothing => 0,
            Pending::Push(square, kind) => 1 + square.index() * 16 + kind as usize,
            Pending::Pull(square, kind) => 9 + square.index() * 16 + kind as usize,
        };
        let rest = pending << 4 | usize::from(self.used) << 1 | self.side.index();
        self.board.key() ^ zobrist::mix((1 << 32) + rest as u64)
    }
}

/// A set of steps: for each direction, the squares that can be left that way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepSet(pub [Squares; 4]);

impl StepSet {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|squares| squares.count_ones()).sum()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&squares| squares == 0)
    }

    /// These and those of another set.
    #[inline]
    pub(crate) fn with(self, other: StepSet) -> StepSet {
        StepSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// These but for those of another set.
    #[inline]
    pub(crate) fn without(self, other: StepSet) -> StepSet {
        StepSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether a step is one of them.
    #[inline]
    pub fn contains(&self, step: Step) -> bool {
        self.0[step.direction() as usize] & step.from().bit() != 0
    }

    /// The steps, in order of directions.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Step> {
        let mut sets = self.0;
        let mut direction = 0;
        std::iter::from_fn(move || {
            while sets[direction] == 0 {
                direction += 1;
                if direction == 4 {
                    direction = 3;
                    return None;
                }
            }
            let from = crate::squares::first(sets[direction]);
            sets[direction] &= sets[direction] - 1;
            Some(Step::new(from, Direction::new(direction)))
        })
    }
}
