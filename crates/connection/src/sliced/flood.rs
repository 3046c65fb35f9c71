//! Who has won a full board of Poly-Y of any number of sides, for many games at once, by flooding.

use super::counter::Counter;
use super::word::Word;
use crate::{Cell, Topology};

/// What flooding needs to know of the board.
pub(super) struct Flood {
    neighbours: Vec<Vec<u16>>,
    edges: Vec<Vec<u16>>,
}

impl Flood {
    pub(super) fn new(topology: &Topology) -> Flood {
        let index = |cell: Cell| cell.0;
        let cells = topology.all_cells();
        Flood {
            neighbours: cells
                .iter()
                .map(|cell| topology.neighbours(cell).iter().copied().map(index).collect())
                .collect(),
            edges: (0..topology.edges())
                .map(|edge| topology.edge_cells(edge).iter().map(index).collect())
                .collect(),
        }
    }

    pub(super) fn room(&self) -> usize {
        self.edges.len() * self.neighbours.len()
    }

    /// See [`super::circuit::Circuit::black_wins`].
    #[inline(always)]
    pub(super) fn black_wins<const N: usize>(
        &self,
        board: &[Word<N>],
        scratch: &mut [Word<N>],
    ) -> Word<N> {
        let (cells, sides) = (self.neighbours.len(), self.edges.len());
        for (edge, reached) in self.edges.iter().zip(scratch.chunks_exact_mut(cells)) {
            self.reach(edge, board, reached);
        }
        // A group that holds a corner has a stone on the edge after it.
        let reached = |edge: usize, cell: u16| scratch[edge * cells + usize::from(cell)];
        let mut corners = Counter::new(-(sides as isize / 2 + 1), sides);
        for (after, edge) in self.edges.iter().enumerate() {
            let before = (after + sides - 1) % sides;
            let holds = |&cell: &u16| {
                let third = (0..sides)
                    .filter(|&e| e != before && e != after)
                    .fold(Word::ZERO, |any, e| any | reached(e, cell));
                reached(before, cell) & reached(after, cell) & third
            };
            corners.add(edge.iter().map(holds).fold(Word::ZERO, |any, holds| any | holds));
        }
        !corners.negative()
    }

    /// The stones that are connected with an edge.
    #[inline(always)]
    fn reach<const N: usize>(&self, edge: &[u16], board: &[Word<N>], reached: &mut [Word<N>]) {
        reached.fill(Word::ZERO);
        for &cell in edge {
            reached[usize::from(cell)] = board[usize::from(cell)];
        }
        // Up and down the board in turns, so that a chain is followed far in one sweep.
        let cells = self.neighbours.len();
        loop {
            let down = self.sweep(0..cells, board, reached);
            let up = self.sweep((0..cells).rev(), board, reached);
            if (down | up).is_zero() {
                return;
            }
        }
    }

    /// Lets every cell see whether a neighbour is reached. Returns the games where that was new.
    #[inline(always)]
    fn sweep<const N: usize>(
        &self,
        cells: impl Iterator<Item = usize>,
        board: &[Word<N>],
        reached: &mut [Word<N>],
    ) -> Word<N> {
        let mut news = Word::ZERO;
        for cell in cells {
            let near = self.neighbours[cell]
                .iter()
                .fold(Word::ZERO, |any, &near| any | reached[usize::from(near)]);
            let fresh = near & board[cell] & !reached[cell];
            reached[cell] |= fresh;
            news |= fresh;
        }
        news
    }
}
