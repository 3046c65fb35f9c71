//! Whether a side wins by the turn that it has: by a goal, or because the last rabbits of the other
//! side are captured.

use crate::capture::may_capture;
use crate::goal::{Steps, goal_in_turn};
use crate::piece::Kind;
use crate::turn::{Pending, Turn};

/// The steps by which the side to move wins within this turn, where there are such steps: with a
/// rabbit on its goal row or with no rabbit of the opponent's left. The turn may end after them.
///
/// That the opponent cannot move any more, which wins as well, is not looked for.
pub fn win_in_turn(turn: &Turn) -> Option<Steps> {
    goal_in_turn(turn).or_else(|| elimination_in_turn(turn))
}

/// The steps by which the side to move captures every rabbit of the opponent's within this turn.
fn elimination_in_turn(turn: &Turn) -> Option<Steps> {
    let rabbits = turn.board.pieces(turn.side.opponent(), Kind::Rabbit);
    // A capture takes a push or a pull, of which the first half may have been made.
    let half = u32::from(matches!(turn.pending, Pending::Pull(..)));
    let pushed = u32::from(turn.is_pushing());
    if 2 * rabbits.count_ones() > u32::from(turn.left()) + half + pushed {
        return None;
    }
    if rabbits == 0 && !turn.is_pushing() {
        return Some(Steps::NONE);
    }
    if rabbits != 0 && !may_capture(turn, rabbits) {
        return None;
    }
    turn.steps().iter().find_map(|step| {
        let mut next = *turn;
        next.play(step);
        let mut steps = elimination_in_turn(&next)?;
        steps.push_front(step);
        Some(steps)
    })
}
