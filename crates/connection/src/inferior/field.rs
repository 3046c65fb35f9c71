//! The board as the analysis sees it: stones, their chains, and for every cell which places
//! around it each colour can use and which of them it has joined already.

use std::sync::Arc;

use super::ring::{self, Pairs, Places, Ring};
use crate::{Board, Monotone};
use spinney_board::{Cell, CellSet, MAX_CELLS, Stone, Topology};

/// Edges come after the cells where both are numbered.
pub(super) const MAX_EDGES: usize = 16;

/// No chain.
const NONE: u16 = u16::MAX;

/// Stones of one colour that hang together, with the edges that are theirs.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    /// Its stones and all cells next to them.
    pub zone: CellSet,
    /// The edges that it touches, if they are its colour's or nobody's.
    pub edges: u16,
}

impl Chain {
    fn join(&mut self, other: &Chain) {
        self.zone = self.zone.or(&other.zone);
        self.edges |= other.edges;
    }
}

/// What a stone changes for other cells.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// The cells for which something has changed.
    pub changed: CellSet,
    /// The cells that could join nothing which the stone does not join: its own cell was the
    /// better one, for both colours.
    pub covered: CellSet,
}

/// A board with stones.
#[derive(Clone)]
pub(super) struct Field<G> {
    pub topology: Arc<Topology>,
    pub goal: G,
    rings: Arc<[Ring]>,
    /// For every cell, the cells at most two steps away.
    vicinities: Arc<[CellSet]>,
    /// The edges that each colour may use.
    usable_edges: [u16; 2],
    /// Those of them that are its own.
    own_edges: [u16; 2],
    /// All chains there have been. A stone makes a new one, with all that it joins.
    chains: Vec<Chain>,
    state: State,
}

/// All that a stone changes, but for the chains.
#[derive(Clone, Copy)]
struct State {
    stones: [CellSet; 2],
    empties: CellSet,
    /// Prizes that each colour holds, see [`crate::Goal::prizes`].
    prizes: [u16; 2],
    /// The chain of every stone, and of every edge with an owner.
    chain_of: [u16; MAX_CELLS + MAX_EDGES],
    /// For each colour and cell, the places around the cell that the colour has or may get.
    usable: [[Places; MAX_CELLS]; 2],
    /// For each colour and cell, the pairs of places that the colour has joined already, or will
    /// have as soon as it has stones there. Of a cell with a stone: when the stone was laid.
    joined: [[Pairs; MAX_CELLS]; 2],
}

impl<G: Monotone> Field<G> {
    pub(super) fn new(board: &Board<G>) -> Self {
        let topology = board.topology();
        let edges = |wanted: &dyn Fn(Option<Stone>) -> bool| {
            let wanted = (0..topology.edges()).filter(|&e| wanted(topology.edge_owner(e)));
            wanted.fold(0, |mask, e| mask | 1 << e)
        };
        let beside = |cells: &CellSet| {
            cells.iter().fold(*cells, |all, cell| all.or(topology.adjacency(cell)))
        };
        let vicinity = |cell: Cell| beside(&beside(&[cell].into_iter().collect()));
        let mut field = Field {
            topology: Arc::clone(topology),
            goal: board.goal(),
            rings: Ring::all(board).into(),
            vicinities: topology.all_cells().iter().map(vicinity).collect(),
            usable_edges: Stone::BOTH
                .map(|stone| edges(&|owner| owner.is_none_or(|owner| owner == stone))),
            own_edges: Stone::BOTH.map(|stone| edges(&|owner| owner == Some(stone))),
            chains: Vec::with_capacity(2 * topology.cells() + topology.edges()),
            state: State {
                stones: [CellSet::EMPTY; 2],
                empties: CellSet::EMPTY,
                prizes: [0; 2],
                chain_of: [NONE; MAX_CELLS + MAX_EDGES],
                usable: [[0; MAX_CELLS]; 2],
                joined: [[0; MAX_CELLS]; 2],
            },
        };
        field.set_up(&[CellSet::EMPTY; 2]);
        field
    }

    /// A colour's stones.
    #[inline]
    pub(super) fn stones(&self, stone: Stone) -> &CellSet {
        &self.state.stones[stone.index()]
    }

    /// The cells without a stone.
    #[inline]
    pub(super) fn empties(&self) -> &CellSet {
        &self.state.empties
    }

    /// The edges that a colour may use, a bit each.
    #[inline]
    pub(super) fn usable_edges(&self, stone: Stone) -> u16 {
        self.usable_edges[stone.index()]
    }

    /// Tries something out: whatever `trial` does to the field is undone.
    #[inline]
    pub(super) fn try_out<T>(&mut self, trial: impl FnOnce(&mut Self) -> T) -> T {
        let (state, chains) = (self.state, self.chains.len());
        let result = trial(self);
        self.state = state;
        self.chains.truncate(chains);
        result
    }

    /// Lays these stones and no others.
    pub(super) fn set_up(&mut self, stones: &[CellSet; 2]) {
        let topology = Arc::clone(&self.topology);
        self.state.stones = *stones;
        self.state.empties = topology.all_cells().andnot(&stones[0].or(&stones[1]));
        self.state.prizes = [0; 2];
        self.chains.clear();
        self.state.chain_of = [NONE; MAX_CELLS + MAX_EDGES];
        self.state.joined = [[0; MAX_CELLS]; 2];
        for (cell, ring) in self.rings.iter().enumerate() {
            for stone in Stone::BOTH {
                let own_edges = self.usable_edges[stone.index()];
                let taken = ring.places_in(&stones[stone.opponent().index()], !own_edges);
                self.state.usable[stone.index()][cell] = ring.all_places() & !taken;
            }
        }
        for stone in Stone::BOTH {
            let first = self.chains.len();
            let mut left = stones[stone.index()];
            for edge in 0..topology.edges() {
                if topology.edge_owner(edge) == Some(stone) {
                    let from = topology.edge_cells(edge);
                    self.collect_chain(stone, *from, 1 << edge, &mut left);
                }
            }
            while let Some(cell) = left.iter().next() {
                self.collect_chain(stone, [cell].into_iter().collect(), 0, &mut left);
            }
            let empties = self.state.empties;
            for number in first..self.chains.len() {
                let chain = self.chains[number];
                self.join_around(stone, &chain, &empties);
            }
        }
    }

    /// Makes a chain of an edge or of the first stone found, with all that hangs on to it.
    fn collect_chain(&mut self, stone: Stone, from: CellSet, edges: u16, left: &mut CellSet) {
        // Both edges of a colour hang together only where the game is won; then the second finds
        // its stones taken, which does not matter any more.
        let mut chain = Chain { zone: from, edges };
        let number = self.chains.len() as u16;
        if edges != 0 {
            self.state.chain_of[MAX_CELLS + edges.trailing_zeros() as usize] = number;
        }
        loop {
            let rim = chain.zone.and(left);
            if rim.is_empty() {
                break;
            }
            *left = left.andnot(&rim);
            for cell in &rim {
                chain.zone = chain.zone.or(self.topology.adjacency(cell));
                chain.zone.insert(cell);
                chain.edges |= self.topology.edge_mask(cell) & self.usable_edges[stone.index()];
                self.state.chain_of[cell.index()] = number;
            }
        }
        self.take_prizes(stone, chain.edges);
        self.chains.push(chain);
    }

    fn take_prizes(&mut self, stone: Stone, edges: u16) {
        self.state.prizes[stone.index()] |= self.goal.prizes(stone, edges);
    }

    /// Notes for each of some cells which places around it a chain joins. Returns the cells that
    /// learn something from it, and those for which it joins all that the colour can use.
    fn join_around(&mut self, stone: Stone, chain: &Chain, cells: &CellSet) -> [CellSet; 2] {
        let [mut changed, mut covered] = [CellSet::EMPTY; 2];
        let joined = &mut self.state.joined[stone.index()];
        for cell in cells {
            let ring = &self.rings[cell.index()];
            let places = ring.places_in(&chain.zone, chain.edges);
            let pairs = ring::within(places);
            if pairs & !joined[cell.index()] != 0 {
                joined[cell.index()] |= pairs;
                changed.insert(cell);
            }
            if self.state.usable[stone.index()][cell.index()] & !places == 0 && !ring.is_unread() {
                covered.insert(cell);
            }
        }
        [changed, covered]
    }

    /// The colour that has won.
    pub(super) fn winner(&self) -> Option<Stone> {
        Stone::BOTH.into_iter().find(|&stone| self.goal.enough(self.state.prizes[stone.index()]))
    }

    /// The chain that a stone on an empty cell would belong to.
    #[inline]
    pub(super) fn chain_with(&self, stone: Stone, cell: Cell) -> Chain {
        let mut chain = Chain {
            zone: *self.topology.adjacency(cell),
            edges: self.topology.edge_mask(cell) & self.usable_edges[stone.index()],
        };
        chain.zone.insert(cell);
        let mut last = NONE;
        for number in self.chains_beside(stone, cell) {
            if number != last {
                chain.join(&self.chains[usize::from(number)]);
                last = number;
            }
        }
        chain
    }

    /// The chains of a colour next to a cell; some may be named more than once.
    #[inline]
    pub(super) fn chains_beside(&self, stone: Stone, cell: Cell) -> impl Iterator<Item = u16> + '_ {
        let own = self.topology.adjacency(cell).and(self.stones(stone));
        let beside = own.iter().map(|cell| self.chain_of(cell));
        let edges = self.topology.edge_mask(cell) & self.own_edges[stone.index()];
        beside.chain(bits(edges).map(|edge| self.edge_chain(edge)))
    }

    /// Lays a stone on an empty cell. Returns the empty cells for which something has changed.
    pub(super) fn place(&mut self, stone: Stone, cell: Cell) -> CellSet {
        let mut watched = self.state.empties;
        watched.remove(cell);
        self.place_watching(stone, cell, &watched).changed
    }

    /// Lays a stone on an empty cell where only some other cells matter.
    pub(super) fn place_watching(&mut self, stone: Stone, cell: Cell, watched: &CellSet) -> Change {
        let chain = self.chain_with(stone, cell);
        let number = self.chains.len() as u16;
        self.state.stones[stone.index()].insert(cell);
        self.state.empties.remove(cell);
        // All stones of the colour in the zone are the chain's: there are no others beside it.
        for own in &chain.zone.and(&self.state.stones[stone.index()]) {
            self.state.chain_of[own.index()] = number;
        }
        for edge in bits(chain.edges & self.own_edges[stone.index()]) {
            self.state.chain_of[MAX_CELLS + edge] = number;
        }
        self.take_prizes(stone, chain.edges);
        self.chains.push(chain);
        let lost = &mut self.state.usable[stone.opponent().index()];
        if self.rings[cell.index()].is_unread() {
            for &other in self.topology.neighbours(cell) {
                lost[other.index()] &= !self.rings[other.index()].place_of(cell);
            }
        } else {
            for (other, _, back) in self.rings[cell.index()].cells() {
                lost[other.index()] &= !back;
            }
        }
        let [changed, covered] = self.join_around(stone, &chain, watched);
        Change { changed: changed.or(&chain.zone.and(watched)), covered }
    }

    /// What lies around a cell.
    #[inline]
    pub(super) fn ring(&self, cell: Cell) -> &Ring {
        &self.rings[cell.index()]
    }

    /// The empty cells at most two steps from a cell.
    #[inline]
    pub(super) fn vicinity(&self, cell: Cell) -> CellSet {
        self.vicinities[cell.index()].and(&self.state.empties)
    }

    /// Whether the colour of a cell matters to nobody, whatever comes.
    #[inline]
    pub(super) fn is_dead(&self, cell: Cell) -> bool {
        let [black, white] = Stone::BOTH.map(|stone| {
            ring::within(self.state.usable[stone.index()][cell.index()])
                & !self.state.joined[stone.index()][cell.index()]
        });
        !ring::cross(black, white) && !self.rings[cell.index()].is_unread()
    }

    /// Whether a stone makes an empty cell dead: one on this place of the cell's ring, which would
    /// then belong to this chain.
    #[inline]
    pub(super) fn dies(&self, cell: Cell, stone: Stone, place: Places, chain: &Chain) -> bool {
        let (own, other) = (stone.index(), stone.opponent().index());
        let ring = &self.rings[cell.index()];
        let near = ring.places_in(&chain.zone, chain.edges);
        let joined = self.state.joined[own][cell.index()] | ring::within(near);
        let ours = ring::within(self.state.usable[own][cell.index()]) & !joined;
        let left = self.state.usable[other][cell.index()] & !place;
        let theirs = ring::within(left) & !self.state.joined[other][cell.index()];
        !ring::cross(ours, theirs) && !ring.is_unread()
    }

    /// The chain of a stone or of an edge with an owner, by its number.
    #[inline]
    pub(super) fn chain(&self, number: u16) -> &Chain {
        &self.chains[usize::from(number)]
    }

    /// How many numbers of chains are in use; some are of chains that have grown into others.
    pub(super) fn chain_numbers(&self) -> usize {
        self.chains.len()
    }

    /// The chain of an edge that has an owner.
    #[inline]
    pub(super) fn edge_chain(&self, edge: usize) -> u16 {
        self.state.chain_of[MAX_CELLS + edge]
    }

    /// The chain of a stone.
    #[inline]
    pub(super) fn chain_of(&self, cell: Cell) -> u16 {
        self.state.chain_of[cell.index()]
    }

    /// The numbers of a colour's chains, those of its edges first.
    pub(super) fn chains(&self, stone: Stone) -> impl Iterator<Item = u16> + '_ {
        let mut edges = bits(self.own_edges[stone.index()]);
        let mut left = self.state.stones[stone.index()];
        std::iter::from_fn(move || {
            let of_edge = edges.next().map(|edge| self.edge_chain(edge));
            let number = of_edge.or_else(|| left.iter().next().map(|cell| self.chain_of(cell)))?;
            // All stones of the colour in the zone are the chain's: there are no others beside it.
            left = left.andnot(&self.chain(number).zone);
            Some(number)
        })
    }
}

/// The numbers of the bits that are set.
pub(super) fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < 16).then_some(bit)
    })
}
