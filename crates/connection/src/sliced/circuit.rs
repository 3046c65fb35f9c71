//! Who has won a full board, for many games at once.

use super::flood::Flood;
use super::unfold::Triangle;
use super::word::{Word, majority};
use crate::{Board, Monotone};

/// A win test without branches: for each prize of the game a triangle is reduced to one cell.
///
/// *Micro-reduction* (van Rijswijck): on a filled triangle let every three cells that touch each
/// other, one above two, elect one cell of a triangle that is smaller by one. A chain between all
/// three sides survives that, so the last cell has the winner's colour.
pub(super) enum Circuit {
    /// The colour that wins most of these wins the game.
    Triangles(Vec<Triangle>),
    /// For boards that cannot be flattened.
    Flood(Flood),
}

impl Circuit {
    pub(super) fn new<G: Monotone>(board: &Board<G>) -> Circuit {
        match board.goal().triangles(board.topology().shape()) {
            Some(triangles) => Circuit::Triangles(triangles),
            None => Circuit::Flood(Flood::new(board)),
        }
    }

    /// How many words of scratch space [`Circuit::black_wins`] needs.
    pub(super) fn room(&self) -> usize {
        match self {
            Circuit::Triangles(triangles) => {
                triangles.iter().map(|triangle| triangle.sources.len()).max().unwrap_or(0)
            }
            Circuit::Flood(flood) => flood.room(),
        }
    }

    /// The games that black has won. The words of `board` are black's stones, cell by cell; then
    /// follow a word of ones and one of zeros.
    #[inline(always)]
    pub(super) fn black_wins<const N: usize>(
        &self,
        board: &[Word<N>],
        scratch: &mut [Word<N>],
    ) -> Word<N> {
        match self {
            Circuit::Triangles(triangles) => match &triangles[..] {
                [only] => reduce(only, board, scratch),
                five => {
                    let mut count =
                        super::counter::Counter::new(-((five.len() as isize + 1) / 2), five.len());
                    for triangle in five {
                        count.add(reduce(triangle, board, scratch));
                    }
                    !count.negative()
                }
            },
            Circuit::Flood(flood) => flood.black_wins(board, scratch),
        }
    }
}

/// The colour of the last cell.
#[inline(always)]
fn reduce<const N: usize>(
    triangle: &Triangle,
    board: &[Word<N>],
    scratch: &mut [Word<N>],
) -> Word<N> {
    let side = triangle.side;
    let source = |i: usize| board[usize::from(triangle.sources[i])];
    if side == 1 {
        return source(0);
    }
    // The first reduction reads from the board.
    let mut start = 0;
    for row in 0..side - 1 {
        let below = start + row + 1;
        let mut left = source(below);
        for column in 0..=row {
            let right = source(below + column + 1);
            scratch[start + column] = majority(source(start + column), left, right);
            left = right;
        }
        start = below;
    }
    for size in (1..side - 1).rev() {
        let mut start = 0;
        for row in 0..size {
            let (above, below) = scratch[start..].split_at_mut(row + 1);
            let (&mut mut left, below) = below.split_first_mut().expect("a row is below");
            for (cell, &mut right) in above.iter_mut().zip(below) {
                *cell = majority(*cell, left, right);
                left = right;
            }
            start += row + 1;
        }
    }
    scratch[0]
}
