//! Who has won a full board of any kind, for many games at once, by flooding.

use super::counter::Counter;
use super::word::Word;
use crate::{Board, Monotone};
use spinney_board::{Cell, Stone, Topology};

/// What flooding needs to know of the board.
pub(super) struct Flood {
    neighbours: Vec<Vec<u16>>,
    edges: Vec<Vec<u16>>,
    prizes: Vec<Prize>,
    /// How many prizes win.
    needed: u32,
}

/// What a group must be connected with to hold a prize.
struct Prize {
    /// The edges of every way to hold it.
    common: Vec<usize>,
    /// What each way takes besides.
    besides: Vec<Vec<usize>>,
    /// Every group that holds it has one of these cells.
    anchors: Vec<u16>,
}

impl Prize {
    fn new(topology: &Topology, ways: &[u16]) -> Prize {
        let edges = |mask: u16| (0..topology.edges()).filter(|e| mask >> e & 1 != 0).collect();
        let shared = ways.iter().fold(u16::MAX, |shared, way| shared & way);
        let common: Vec<usize> = edges(shared);
        let anchors = common.first().map_or(topology.all_cells(), |&e| *topology.edge_cells(e));
        Prize {
            besides: ways.iter().map(|way| edges(way & !shared)).collect(),
            anchors: anchors.iter().map(|cell| cell.0).collect(),
            common,
        }
    }
}

impl Flood {
    pub(super) fn new<G: Monotone>(board: &Board<G>) -> Flood {
        let (topology, goal) = (board.topology(), board.goal());
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
            prizes: goal.ways(Stone::Black).iter().map(|ways| Prize::new(topology, ways)).collect(),
            needed: goal.needed(),
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
        let cells = self.neighbours.len();
        for (edge, reached) in self.edges.iter().zip(scratch.chunks_exact_mut(cells)) {
            self.reach(edge, board, reached);
        }
        let mut held = Counter::new(-(self.needed as isize), self.prizes.len());
        for prize in &self.prizes {
            let holds = |&cell: &u16| {
                let reached = |&edge: &usize| scratch[edge * cells + usize::from(cell)];
                let all = |edges: &Vec<usize>| {
                    edges.iter().map(reached).fold(Word::ONES, |all, edge| all & edge)
                };
                let besides = prize.besides.iter().map(all).fold(Word::ZERO, |any, way| any | way);
                all(&prize.common) & besides
            };
            held.add(prize.anchors.iter().map(holds).fold(Word::ZERO, |any, holds| any | holds));
        }
        !held.negative()
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
