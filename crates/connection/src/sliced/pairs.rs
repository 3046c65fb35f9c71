//! Bridges as coupled pairs: of the two cells that keep two stones connected, a fill gives one to
//! each side, as two players who answer each other would.

use spinney_game::Rng;

use crate::{Monotone, PositionOf};
use spinney_board::{Cell, CellSet, Stone, Topology};

/// Two neighbouring cells and what they have in common.
struct Pair {
    cells: [u16; 2],
    /// The cells next to both.
    ends: Vec<Cell>,
    /// The edges, one bit each, that both lie on.
    edges: u16,
}

/// The pairs of neighbouring cells of a board.
pub(super) struct Pairs {
    pairs: Vec<Pair>,
    /// The edges that each colour may use, one bit each.
    usable: [u16; 2],
}

impl Pairs {
    pub(super) fn new(topology: &Topology) -> Pairs {
        let later = |a: Cell| topology.neighbours(a).iter().filter(move |&&b| a < b);
        let pair = |a: Cell, b: Cell| Pair {
            cells: [a.0, b.0],
            ends: topology.adjacency(a).and(topology.adjacency(b)).iter().collect(),
            edges: topology.edge_mask(a) & topology.edge_mask(b),
        };
        let open = |e: usize, own| topology.edge_owner(e).is_none_or(|owner| owner == own);
        Pairs {
            pairs: topology
                .all_cells()
                .iter()
                .flat_map(|a| later(a).map(move |&b| pair(a, b)))
                .collect(),
            usable: Stone::BOTH.map(|own| {
                (0..topology.edges()).filter(|&e| open(e, own)).fold(0, |mask, e| mask | 1 << e)
            }),
        }
    }

    /// The pairs of empty cells that keep two groups of one colour connected, or a group and an
    /// edge that it does not touch yet.
    pub(super) fn bridges<G: Monotone>(&self, position: &PositionOf<G>, out: &mut Vec<[u16; 2]>) {
        let empties = position.empties();
        let is_bridge = |pair: &&Pair| {
            pair.cells.iter().all(|&cell| empties.contains(Cell(cell)))
                && Stone::BOTH.iter().any(|&own| self.joins(pair, position, own))
        };
        out.clear();
        out.extend(self.pairs.iter().filter(is_bridge).map(|pair| pair.cells));
    }

    fn joins<G: Monotone>(&self, pair: &Pair, position: &PositionOf<G>, own: Stone) -> bool {
        let groups = || {
            let owned = |cell: &&Cell| position.stones(own).contains(**cell);
            pair.ends.iter().filter(owned).filter_map(|&cell| position.group(cell))
        };
        let Some((first, touched)) = groups().next() else { return false };
        groups().any(|(other, _)| other != first)
            || pair.edges & self.usable[own.index()] & !touched != 0
    }
}

/// Draws as many of the pairs as have no cell in common, in random order, to the front. Returns
/// how many they are.
pub(super) fn draw_disjoint(pairs: &mut [[u16; 2]], rng: &mut Rng) -> usize {
    let mut taken = CellSet::EMPTY;
    let mut drawn = 0;
    for next in 0..pairs.len() {
        let pick = next + rng.below((pairs.len() - next) as u32) as usize;
        pairs.swap(next, pick);
        let cells = pairs[next].map(Cell);
        if cells.iter().all(|&cell| !taken.contains(cell)) {
            cells.into_iter().for_each(|cell| taken.insert(cell));
            pairs.swap(drawn, next);
            drawn += 1;
        }
    }
    drawn
}
