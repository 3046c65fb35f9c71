//! Pieces one by one: where they stand, and what stronger ones do to them.

use super::control::{RINGS, quarter};
use super::{
    ALONE, FROZEN, HELD, HOLDER, HOSTAGES, PLACES, RABBITS, RANKS, Sink, TOUCHED, UNBEATEN, View,
};
use crate::piece::{Kind, Side};
use crate::squares::{Square, Squares, TRAPS, beside, each};

impl<S: Sink> View<'_, S> {
    /// Every piece, the strongest first.
    pub(super) fn pieces(&mut self, frozen: Squares) {
        let (board, other) = (self.board, self.side.opponent());
        let own = board.of(self.side);
        // Traps that a frozen piece may be dragged to.
        let open_traps = TRAPS & !beside(own) & !own;
        let near_traps = beside(open_traps) | beside(beside(open_traps));
        let lonely = !beside(own);
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
            if kind != Kind::Elephant {
                let others = beside(stronger & !board.kind(Kind::Elephant));
                for square in each(touched) {
                    self.held(square, number, frozen);
                    self.add(HOLDER, number * 2 + usize::from(others & square.bit() != 0), 1);
                }
                for square in each(pieces & lonely & self.ahead_of_third_row()) {
                    let row = self.row(square).min(5) - 3;
                    self.add(ALONE, number * 3 + row, 1);
                }
            }
            if kind != Kind::Rabbit {
                let rank = stronger.count_ones().min(6) as usize;
                self.add(RANKS, rank, pieces.count_ones() as i32);
            }
            let is_officer = kind != Kind::Rabbit && kind != Kind::Elephant;
            if is_officer && stronger & !board.kind(Kind::Elephant) == 0 {
                self.add(UNBEATEN, number - 1, pieces.count_ones() as i32);
            }
            stronger |= board.of(other) & board.kind(kind);
        }
        let rabbits = board.pieces(self.side, Kind::Rabbit).count_ones();
        self.add(RABBITS, rabbits.min(8) as usize, 1);
    }

    /// A piece beside a stronger one.
    fn held(&mut self, square: Square, kind: usize, frozen: Squares) {
        let [trap, near, second, _] = RINGS[quarter(square)];
        let distance = if square.bit() & (trap | near) != 0 {
            0
        } else if square.bit() & second != 0 {
            1
        } else {
            2
        };
        let guards = (near & self.board.of(self.side) & !square.bit()).count_ones().min(2) as usize;
        let is_frozen = usize::from(frozen & square.bit() != 0);
        self.add(HELD, ((kind * 2 + is_frozen) * 3 + distance) * 3 + guards, 1);
    }

    /// The squares from this side's fourth row on.
    #[inline]
    fn ahead_of_third_row(&self) -> Squares {
        match self.side {
            Side::Gold => !0 << 24,
            Side::Silver => !0 >> 24,
        }
    }
}
