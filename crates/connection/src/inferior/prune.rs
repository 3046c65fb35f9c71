//! Moves that need not be considered, after fill-in.
//!
//! Two arguments, which must not run in a circle:
//!
//! * A *vulnerable* move wins only if some move that is not vulnerable wins, too. (If it wins, the
//!   position still wins after the killing reply, with the move itself as good as never played;
//!   so a move wins there, and it wins here, where the opponent has fewer stones. If that move is
//!   vulnerable as well, go on: the opponent's stones grow in number until it is not.)
//! * A *dominated* move wins only if the move that dominates it wins.
//!
//! So all vulnerable moves go, and then dominated ones as long as what dominates them, or what
//! dominates that, and so on, stays.

use super::field::Field;
use super::{Inferior, Reason};
use crate::{Cell, Stone};

/// Leaves out inferior moves of the colour to move.
pub(super) fn prune(field: &Field, to_move: Stone, found: &mut Inferior) {
    let opponent = to_move.opponent();
    for killer in &field.empties {
        let chain = field.chain_with(opponent, killer);
        for cell in &field.vicinity(killer) {
            if cell != killer && field.dies(cell, opponent, killer, &chain) {
                found.leave_out(cell, Reason::Vulnerable { killer });
            }
        }
    }
    for by in &field.empties {
        let chain = field.chain_with(to_move, by);
        for cell in &field.vicinity(by) {
            if cell != by && field.dies(cell, to_move, by, &chain) {
                found.dominate(cell, by);
            }
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
