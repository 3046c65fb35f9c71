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
use super::fill::follow;
use super::{Inferior, Reason};
use crate::{Cell, Stone};

/// Leaves out inferior moves of the colour to move.
pub(super) fn prune(field: &mut Field, to_move: Stone, found: &mut Inferior) {
    let empties = *field.empties();
    let opponent = to_move.opponent();
    for killer in &empties {
        let chain = field.chain_with(opponent, killer);
        for cell in &field.vicinity(killer) {
            if cell != killer && field.dies(cell, opponent, killer, &chain) {
                found.leave_out(cell, Reason::Vulnerable { killer });
            }
        }
    }
    for by in &empties {
        let watched = field.vicinity(by);
        let taken = field.try_out(|field| follow(field, opponent, by, &watched));
        for cell in &taken.and(&found.candidates) {
            if is_reversible(field, to_move, cell, by) {
                found.leave_out(cell, Reason::Reversible { by });
            }
        }
    }
    for by in &empties {
        let watched = field.vicinity(by);
        for stone in Stone::BOTH {
            let chain = field.chain_with(stone, by);
            for cell in &watched {
                if field.covers(cell, stone, by, &chain) {
                    found.dominate(cell, by);
                }
            }
        }
        let taken = field.try_out(|field| follow(field, to_move, by, &watched));
        for cell in &taken {
            found.dominate(cell, by);
        }
    }
}

/// Whether the opponent's reply makes a stone on the cell dead, together with what it captures.
fn is_reversible(field: &mut Field, stone: Stone, cell: Cell, reply: Cell) -> bool {
    let mut watched = field.vicinity(reply);
    watched.remove(cell);
    field.try_out(|field| {
        field.place_watching(stone, cell, &watched);
        watched.insert(cell);
        follow(field, stone.opponent(), reply, &watched);
        field.is_dead(cell)
    })
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
