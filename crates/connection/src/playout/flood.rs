//! Who has won a full board: black's groups are flooded from the edges, and whatever black has
//! not got is white's.

use super::board::{BLACK, LocalBoard};
use crate::{Board, Monotone};
use spinney_board::{Cell, CellSet, MAX_CELLS, Stone};

const WORDS: usize = MAX_CELLS / 64;

/// The win test for full boards of one topology, in as few machine words as the board needs.
pub(crate) enum Flood<G> {
    Small(Tables<G, 2>),
    Medium(Tables<G, 4>),
    Large(Tables<G, WORDS>),
}

impl<G: Monotone> Flood<G> {
    pub(crate) fn new(board: &Board<G>) -> Self {
        match board.topology().cells() {
            0..=128 => Flood::Small(Tables::new(board)),
            129..=256 => Flood::Medium(Tables::new(board)),
            _ => Flood::Large(Tables::new(board)),
        }
    }

    /// The black cells of the board as bits.
    pub(super) fn black_cells(&self, board: &LocalBoard) -> [u64; WORDS] {
        let cells = match self {
            Flood::Small(t) => t.cells,
            Flood::Medium(t) => t.cells,
            Flood::Large(t) => t.cells,
        };
        let mut words = [0u64; WORDS];
        for (i, bytes) in board.eights(cells).enumerate() {
            // Gathers the lowest bit of each byte into one byte.
            let bits = (bytes & (0x0101_0101_0101_0101 * u64::from(BLACK)))
                .wrapping_mul(0x0102_0408_1020_4080)
                >> 56;
            words[i / 8] |= bits << (8 * (i % 8));
        }
        // Bytes past the last cell may belong to pseudo-cells.
        for (word, used) in words.iter_mut().zip(CellSet::first(cells).words()) {
            *word &= used;
        }
        words
    }

    /// Who has won, black having these cells and white all others.
    // Once a playout, and by itself: within a playout it would take registers from the fill.
    #[inline(never)]
    pub(crate) fn winner(&self, black: &[u64; WORDS]) -> Stone {
        let black_wins = match self {
            Flood::Small(t) => t.black_wins(black),
            Flood::Medium(t) => t.black_wins(black),
            Flood::Large(t) => t.black_wins(black),
        };
        if black_wins { Stone::Black } else { Stone::White }
    }
}

pub(crate) struct Tables<G, const W: usize> {
    cells: usize,
    adjacent: Vec<[u64; W]>,
    edges: Vec<[u64; W]>,
    /// Groups that have none of these cells decide nothing.
    start: [u64; W],
    goal: G,
}

impl<G: Monotone, const W: usize> Tables<G, W> {
    fn new(board: &Board<G>) -> Self {
        let (topology, goal) = (board.topology(), board.goal());
        let narrow = |set: &CellSet| -> [u64; W] {
            set.words()[..W].try_into().expect("the board fits into W words")
        };
        let edges: Vec<_> = (0..topology.edges()).map(|e| narrow(topology.edge_cells(e))).collect();
        // Where nothing can be won without touching some one edge (all but Poly-Y), it is enough
        // to flood from that edge.
        let all_edges = (1u16 << edges.len()) - 1;
        let needed =
            (0..edges.len()).find(|&e| goal.prizes(Stone::Black, all_edges & !(1 << e)) == 0);
        let start = match needed {
            Some(e) => edges[e],
            None => edges.iter().fold([0; W], |all, cells| or(&all, cells)),
        };
        Tables {
            cells: topology.cells(),
            adjacent: (0..topology.cells() as u16)
                .map(|c| narrow(topology.adjacency(Cell(c))))
                .collect(),
            edges,
            start,
            goal,
        }
    }

    fn black_wins(&self, black: &[u64; WORDS]) -> bool {
        let black: &[u64; W] = black[..W].try_into().expect("the board fits into W words");
        let mut seeds = and(&self.start, black);
        let mut prizes = 0;
        while let Some(seed) = lowest(&seeds) {
            let group = self.group(seed, black);
            seeds = and_not(&seeds, &group);
            let mut touched = 0u16;
            for (e, cells) in self.edges.iter().enumerate() {
                touched |= u16::from(and(&group, cells) != [0; W]) << e;
            }
            prizes |= self.goal.prizes(Stone::Black, touched);
            if self.goal.enough(prizes) {
                return true;
            }
        }
        false
    }

    /// The cells connected to `seed` among `stones`.
    #[inline]
    fn group(&self, seed: usize, stones: &[u64; W]) -> [u64; W] {
        let mut group = [0; W];
        group[seed / 64] = 1 << (seed % 64);
        let mut frontier = group;
        while let Some(cell) = lowest(&frontier) {
            frontier[cell / 64] &= frontier[cell / 64] - 1;
            let fresh = and_not(&and(&self.adjacent[cell], stones), &group);
            group = or(&group, &fresh);
            frontier = or(&frontier, &fresh);
        }
        group
    }
}

#[inline]
fn lowest<const W: usize>(set: &[u64; W]) -> Option<usize> {
    set.iter().position(|&word| word != 0).map(|i| 64 * i + set[i].trailing_zeros() as usize)
}

#[inline]
fn and<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline]
fn or<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|i| a[i] | b[i])
}

#[inline]
fn and_not<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|i| a[i] & !b[i])
}
