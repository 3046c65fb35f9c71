//! Whether a side reaches its goal in the turn that it has: exactly, and mostly at a glance.
//!
//! A bound on the steps that the nearest rabbit needs settles nearly all positions. Where it does
//! not, the turn is searched, and the same bound cuts off every line that has become too long.

use crate::board::Board;
use crate::piece::{Kind, Side};
use crate::squares::{Direction, Squares, TRAPS, beside, first};
use crate::turn::{Pending, STEPS, Step, StepSet, Turn};

/// The rest of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    steps: [Step; 4],
    len: u8,
}

impl Steps {
    pub(crate) const NONE: Steps = Steps { steps: [Step::NONE; 4], len: 0 };

    pub(crate) fn push_front(&mut self, step: Step) {
        self.steps.rotate_right(1);
        self.steps[0] = step;
        self.len += 1;
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
    }

    /// Without so many of them from one on.
    pub(crate) fn without(self, at: usize, count: usize) -> Steps {
        let mut rest = Steps::NONE;
        let kept = self.as_slice().iter().enumerate();
        kept.filter(|(i, _)| !(at..at + count).contains(i)).for_each(|(_, &step)| rest.push(step));
        rest
    }

    /// The steps in order.
    pub fn as_slice(&self) -> &[Step] {
        &self.steps[..self.len.into()]
    }
}

/// The steps by which the side to move brings a rabbit to its goal within this turn, where there
/// are such steps. The turn may end after them.
pub fn goal_in_turn(turn: &Turn) -> Option<Steps> {
    search(turn, &mut None)
}

/// Hashes of turns that lead to no goal. Steps that do not touch each other lead to the same board
/// in any order.
type Seen = Box<[u64; 256]>;

fn search(turn: &Turn, seen: &mut Option<Seen>) -> Option<Steps> {
    if turn.left() == 1 {
        let mut steps = Steps::NONE;
        steps.push(last_step(turn)?);
        return Some(steps);
    }
    if !may_arrive(turn) {
        return None;
    }
    let key = turn.key();
    let place = key as usize % 256;
    if seen.as_ref().is_some_and(|seen| seen[place] == key) {
        return None;
    }
    let StepSet(mut steps) = turn.steps();
    // What a push goes on with is not asked whether it is useful.
    if turn.left() == 2 && !turn.is_pushing() {
        let useful = useful_for_last_step(turn);
        steps.iter_mut().for_each(|from| *from &= useful);
    }
    for step in StepSet(steps).iter() {
        let mut next = *turn;
        next.play(step);
        let found = if next.board.has_goal(next.side) && !next.is_pushing() {
            Some(Steps::NONE)
        } else {
            search(&next, seen)
        };
        if let Some(mut steps) = found {
            steps.push_front(step);
            return Some(steps);
        }
    }
    seen.get_or_insert_with(|| Box::new([0; 256]))[place] = key;
    None
}

/// The step by which a rabbit arrives now, if there is one.
fn last_step(turn: &Turn) -> Option<Step> {
    let Turn { board, side, .. } = turn;
    let forwards = side.forwards();
    let ready = forwards.opposite().shift(side.goal() & !board.occupied());
    let rabbits = board.pieces(*side, Kind::Rabbit) & ready;
    if rabbits == 0 || turn.is_pushing() {
        return None;
    }
    let mobile = rabbits & !board.frozen(*side);
    (mobile != 0).then(|| Step::new(first(mobile), forwards))
}

/// The squares one of which the last step but one leaves, if a rabbit arrives by the last one.
///
/// The rabbit takes both steps itself. Or it stands before its goal: then somebody leaves the
/// square there, or a friend comes to the rabbit, or who freezes it leaves, or is lost in a trap
/// beside it because the last guard leaves. All of that starts within two squares.
fn useful_for_last_step(turn: &Turn) -> Squares {
    let Turn { board, side, .. } = turn;
    let back = side.forwards().opposite();
    let before_goal = back.shift(side.goal());
    let rabbits = board.pieces(*side, Kind::Rabbit);
    let near = rabbits & before_goal;
    let around = near | beside(near);
    around | beside(around) | rabbits & back.shift(before_goal)
}

/// Whether no glance rules out that a side that is about to move reaches its goal.
#[inline]
pub(crate) fn may_have_goal_in_turn(board: &Board, side: Side) -> bool {
    may_arrive(&Turn::new(*board, side))
}

/// Whether a side that is about to move could reach its goal.
pub fn has_goal_in_turn(board: &Board, side: Side) -> bool {
    goal_in_turn(&Turn::new(*board, side)).is_some()
}

/// What a rabbit can reach in one step: forwards and sideways.
#[inline]
fn ahead(side: Side, from: Squares) -> Squares {
    side.forwards().shift(from) | Direction::East.shift(from) | Direction::West.shift(from)
}

/// The opponent's pieces that may be pushed or pulled aside before a rabbit's last step: a stronger
/// piece is beside them when the two steps for that and the rabbit's are kept back.
#[inline]
fn displaceable(turn: &Turn) -> Squares {
    let Turn { board, side, .. } = turn;
    let other = board.of(side.opponent());
    if turn.pending != Pending::Nothing {
        return other;
    }
    let mut near = 0;
    let mut found = 0;
    for kind in Kind::ALL.into_iter().rev() {
        found |= other & board.kind(kind) & near;
        let mut reach = beside(board.pieces(*side, kind));
        if turn.left() == STEPS {
            reach |= beside(reach);
        }
        near |= reach;
    }
    found
}

/// Whether no bound rules out that a rabbit arrives in the steps that are left.
///
/// On its way a rabbit takes its own steps. A friend on the way must step aside, which takes one
/// more, and an opponent's piece must be pushed or pulled aside, which takes two (one, where half
/// of a pull is made). A rabbit that leaves a square where it would be frozen needs at least one
/// step of somebody else; but that may be a step which clears the way, too, so the two are not
/// added. What stands on a trap may vanish with the step of another piece, so it costs nothing.
#[inline]
fn may_arrive(turn: &Turn) -> bool {
    const MOST: usize = 4;
    let Turn { board, side, .. } = turn;
    let left = usize::from(turn.left());
    // The rows that are near enough.
    let near = match side {
        Side::Gold => !0 << (8 * (7 - left)),
        Side::Silver => !0 >> (8 * (7 - left)),
    };
    let rabbits = board.pieces(*side, Kind::Rabbit) & near;
    if rabbits == 0 {
        return false;
    }
    let goal = side.goal();
    let (own, other) = (board.of(*side), board.of(side.opponent()));
    let open = !(own | other) | TRAPS;
    let friends = own & !TRAPS;
    let others = displaceable(turn) & !TRAPS;
    let aside = if matches!(turn.pending, Pending::Pull(..)) { 1 } else { 2 };
    let cold = beside(other & !board.kind(Kind::Rabbit)) & !beside(own);
    // What is reached after so many steps of the turn: on an open way, on an open way with a step
    // to be thawed, on a way that had to be cleared.
    let mut free = [0; MOST + 4];
    let mut thawed = [0; MOST + 4];
    let mut cleared = [0; MOST + 4];
    free[0] = rabbits;
    for spent in 0..=left {
        if (free[spent] | thawed[spent] | cleared[spent]) & goal != 0 {
            return true;
        }
        thawed[spent + 1] |= free[spent] & cold;
        let next = ahead(*side, free[spent] & !cold);
        free[spent + 1] |= next & open;
        cleared[spent + 2] |= next & friends;
        cleared[spent + 1 + aside] |= next & others;
        // The step that thawed the rabbit may be the one that clears its way.
        let next = ahead(*side, thawed[spent]);
        thawed[spent + 1] |= next & open;
        cleared[spent + 1] |= next & friends;
        cleared[spent + aside] |= next & others;
        let next = ahead(*side, cleared[spent]);
        cleared[spent + 1] |= next & open;
        cleared[spent + 2] |= next & friends;
        cleared[spent + 1 + aside] |= next & others;
    }
    false
}
