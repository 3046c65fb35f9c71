//! What could be captured within a turn, about.

use super::{CAPTURES, Sink, View};
use crate::piece::Kind;
use crate::squares::{Square, Squares, TRAPS, beside, each, first};

impl<S: Sink> View<'_, S> {
    /// What this side's `mobile` pieces could capture in a turn, about. The strongest is what a
    /// turn that `is_now` goes for.
    pub(super) fn captures(&mut self, mobile: Squares, left: u32, is_now: bool) {
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
