//! Rabbits on their way to the goal.

use super::control::owner;
use super::{AHEAD, RABBIT_TRAP, Sink, View, WAY};
use crate::piece::{Kind, Side};
use crate::squares::{FILE_A, FILE_H, beside, each};

impl<S: Sink> View<'_, S> {
    /// Rabbits on their way.
    pub(super) fn rabbits(&mut self) {
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
                let way = match self.side {
                    Side::Gold => ahead | ahead << 8 | ahead << 16 | ahead << 24,
                    Side::Silver => ahead | ahead >> 8 | ahead >> 16 | ahead >> 24,
                };
                let blockers = (way & other).count_ones().min(4) as usize;
                let has_friend = beside(square.bit()) & self.board.of(self.side) != 0;
                self.add(WAY, ((row - 3) * 5 + blockers) * 2 + usize::from(has_friend), 1);
                let far = match self.side {
                    Side::Gold => 2,
                    Side::Silver => 0,
                };
                let owner = owner(self.control[far + usize::from(square.file() > 3)]);
                self.add(RABBIT_TRAP, (row - 3) * 5 + owner, 1);
            }
        }
    }
}
