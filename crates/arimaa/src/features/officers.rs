//! Where the strong pieces stand to each other, and how freely they move.

use super::{DISTANCES, MOBILITY, REACH, Sink, View, WAYS, WINGS};
use crate::piece::Kind;
use crate::squares::{Direction, Square, Squares, beside, each, first};

impl<S: Sink> View<'_, S> {
    /// Where the strong pieces stand to each other.
    pub(super) fn officers(&mut self) {
        let (board, side, other) = (self.board, self.side, self.side.opponent());
        let elephant = board.pieces(side, Kind::Elephant);
        if elephant != 0 {
            let ways = (beside(elephant) & !board.occupied()).count_ones();
            self.add(WAYS, ways as usize, 1);
            let empty = !board.occupied();
            let near = beside(elephant) & empty;
            let reach = (near | beside(near) & empty) & !elephant;
            self.add(REACH, reach.count_ones() as usize / 2, 1);
        }
        let pairs = [
            (Kind::Camel, Kind::Elephant),
            (Kind::Horse, Kind::Elephant),
            (Kind::Horse, Kind::Camel),
        ];
        for (i, (weak, strong)) in pairs.into_iter().enumerate() {
            let strong = board.pieces(other, strong);
            if strong == 0 {
                continue;
            }
            for square in each(board.pieces(side, weak)) {
                let at = distance(square, first(strong)).clamp(1, 8) - 1;
                self.add(DISTANCES, i * 8 + at, 1);
            }
        }
    }

    /// Who has the strongest piece on either wing.
    pub(super) fn wings(&mut self) {
        const WEST: Squares = 0x0f0f_0f0f_0f0f_0f0f;
        let own = self.board.of(self.side);
        for wing in [WEST, !WEST] {
            for (at, kinds) in [&Kind::ALL[..5], &Kind::ALL[..]].into_iter().enumerate() {
                let best = kinds.iter().rev().map(|&kind| self.board.kind(kind) & wing);
                let best = best.into_iter().find(|&pieces| pieces != 0).unwrap_or(0);
                if best != 0 && best & !own == 0 {
                    self.add(WINGS, at, 1);
                }
            }
        }
    }

    /// Where `mobile` pieces could go.
    pub(super) fn mobility(&mut self, mobile: Squares) {
        let empty = !self.board.occupied();
        let steps = Direction::ALL.map(|direction| {
            let backwards = direction == self.side.forwards().opposite();
            let rabbits = if backwards { self.board.kind(Kind::Rabbit) } else { 0 };
            (direction.shift(mobile & !rabbits) & empty).count_ones() as i32
        });
        self.add(MOBILITY, 0, steps.iter().sum());
    }
}

fn distance(a: Square, b: Square) -> usize {
    a.row().abs_diff(b.row()) + a.file().abs_diff(b.file())
}
