//! Moves that need not be considered, after fill-in.
//!
//! Two arguments, which must not run in a circle:
//!
//! * A *reversible* move wins only if some move that is not reversible wins, too. (If it wins, the
//!   position still wins after the reply, with the move itself and all around it as good as the
//!   opponent's; so a move wins there, and it wins here, where the opponent has fewer stones. If
//!   that move is reversible as well, go on: the opponent's stones grow in number until it is
//!   not.) A *vulnerable* move is the simplest case of it.
//! * A *dominated* move wins only if the move that dominates it wins.
//!
//! So all reversible moves go, and then dominated ones as long as what dominates them, or what
//! dominates that, and so on, stays.

use super::field::Field;
use super::trials::Trials;
use super::{Inferior, Reason};
use crate::Monotone;
use spinney_board::{Cell, Stone};

/// Leaves out inferior moves of the colour to move.
pub(super) fn prune<G: Monotone>(
    field: &Field<G>,
    trials: &Trials,
    to_move: Stone,
    found: &mut Inferior,
) {
    let opponent = to_move.opponent();
    for killer in trials.tried() {
        for cell in trials.killed(opponent, killer) {
            found.leave_out(cell, Reason::Vulnerable { killer });
        }
    }
    for cell in field.empties() {
        if let Some((by, carrier)) = trials.reverser(to_move, cell) {
            found.leave_out(cell, Reason::Reversible { by, carrier });
        }
    }
    for by in trials.tried() {
        for cell in trials.taken(to_move, by) {
            found.dominate(cell, by);
        }
        for cell in &trials.covered(by) {
            found.dominate(cell, by);
        }
    }
}

impl Inferior {
    /// Leaves a candidate out. A move that has gone keeps its first reason.
    fn leave_out(&mut self, cell: Cell, reason: Reason) {
        if self.candidates.contains(cell) {
            self.candidates.remove(cell);
            self.reasons[cell.index()] = Some(reason);
        }
    }

    /// Leaves a dominated move out, if the chain of better moves ends at a candidate.
    fn dominate(&mut self, cell: Cell, by: Cell) {
        let mut best = by;
        while let Some(Reason::Dominated { by }) = self.reasons[best.index()] {
            best = by;
        }
        if best != cell && self.candidates.contains(best) {
            self.leave_out(cell, Reason::Dominated { by });
        }
    }
}
