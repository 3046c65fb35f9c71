//! Traps: who guards them, and what stands near those that one does not control.

use super::control::{RINGS, owner};
use super::{AT_STAKE, CONTROL, ELEPHANT_GUARDS, ON_TRAP, Sink, TRAP_GUARDS, View};
use crate::piece::Kind;
use crate::squares::{TRAPS, beside, each};

impl<S: Sink> View<'_, S> {
    /// The two traps at home, and own pieces on any.
    pub(super) fn traps(&mut self) {
        let board = self.board;
        let own = board.of(self.side);
        let other = board.of(self.side.opponent());
        for (number, trap) in each(TRAPS).enumerate() {
            let around = beside(trap.bit());
            let control = self.control[number];
            let owner = owner(control);
            if owner < 3 {
                let [on, near, second, _] = RINGS[number];
                for kind in 0..5 {
                    let pieces = own & board.kind(Kind::new(kind));
                    let close = (pieces & (on | near)).count_ones() as i32;
                    let far = (pieces & second).count_ones() as i32;
                    self.add(AT_STAKE, owner * 10 + kind, close);
                    self.add(AT_STAKE, owner * 10 + 5 + kind, far);
                }
            }
            let guards = (own & around).count_ones() as usize;
            let is_home = self.row(trap) == 2;
            if own & trap.bit() != 0 {
                self.add(ON_TRAP, 2 * usize::from(!is_home) + usize::from(guards > 1), 1);
            }
            let elephants = around & board.kind(Kind::Elephant);
            let who = 2 * usize::from(elephants & own != 0) + usize::from(elephants & other != 0);
            self.add(ELEPHANT_GUARDS, (usize::from(!is_home) * 5 + guards) * 4 + who, 1);
            if !is_home {
                continue;
            }
            self.add(CONTROL, ((control / 8).clamp(-8, 8) + 8) as usize, 1);
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
}
