//! Stones as playouts and threats see them: what lies around every cell as bits, and groups.
//!
//! The six places around a cell have numbers, clockwise; off the board there is never a stone. So
//! arcs, filled hexagons and bridges are looked up by the bits of the cells around, and a stone costs
//! six bits and as many steps to roots of groups as it has arcs.

use std::sync::Arc;

use super::{CORNERS, EDGES, Havannah, Position};
use crate::{Board, Goal};
use spinney_board::{Cell, CellSet, Stone, Topology};

/// A power of two, so that a masked index needs no bounds check.
const PLACES: usize = 512;
/// What lies off the board: a cell that nobody looks at.
const NOWHERE: u32 = PLACES as u32 - 1;

/// Marks the root of a group; the other bits are what the group touches.
const ROOT: u16 = 0x8000;

/// The bits of one colour around a cell.
const AROUND: u16 = 0b11_1111;

/// What never changes on a board.
pub(super) struct Links {
    topology: Arc<Topology>,
    /// For every cell and each of its places: the cell there, and in the upper half the bit that
    /// this cell has among those around it.
    around: Vec<[u32; 6]>,
    touched: Vec<u16>,
    /// The places of a cell that are on the board, one bit each.
    on_board: Vec<u16>,
}

impl Links {
    pub(super) fn new(board: &Board<Havannah>) -> Links {
        let topology = board.topology();
        let place_of = |of: Cell, cell: Cell| {
            topology.neighbours(of).iter().position(|&next| next == cell).unwrap_or(0)
        };
        let around = |cell: Cell| {
            std::array::from_fn(|place| match topology.neighbours(cell).get(place) {
                Some(&next) => u32::from(next.0) | 1 << (16 + place_of(next, cell)),
                None => NOWHERE,
            })
        };
        let cells = || (0..topology.cells() as u16).map(Cell);
        Links {
            around: cells().map(around).collect(),
            touched: cells().map(|cell| Havannah.touched(topology, cell)).collect(),
            on_board: cells().map(|c| (1 << topology.neighbours(c).len()) - 1).collect(),
            topology: Arc::clone(topology),
        }
    }

    pub(super) fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The cell at one of the places around a cell.
    #[inline]
    pub(super) fn at(&self, cell: u16, place: u32) -> u16 {
        self.around[usize::from(cell)][place as usize % 6] as u16
    }

    /// The places around a cell that are on the board.
    #[inline]
    pub(super) fn on_board(&self, cell: u16) -> u16 {
        self.on_board[usize::from(cell)]
    }

    /// Whether a cell is on an edge or a corner.
    #[inline]
    pub(super) fn at_rim(&self, cell: u16) -> bool {
        self.touched[usize::from(cell)] != 0
    }
}

/// The number of a colour whose type says it.
pub(super) const BLACK: usize = Stone::Black as usize;
pub(super) const WHITE: usize = Stone::White as usize;

/// Stones of both colours.
#[derive(Clone)]
pub(super) struct Stones {
    /// For every cell, the places around it with black stones and, six bits further, white ones; the
    /// highest bit says that there is a stone on the cell itself.
    near: [u16; PLACES],
    /// The forest of groups: a root has what its group touches, others name one nearer to it.
    groups: [u16; PLACES],
}

const TAKEN: u16 = 0x8000;

impl Default for Stones {
    fn default() -> Self {
        Stones { near: [0; PLACES], groups: [0; PLACES] }
    }
}

impl Stones {
    /// Lays the position's stones and no others.
    pub(super) fn set_up(&mut self, links: &Links, position: &Position) {
        self.near[..links.around.len()].fill(0);
        for cell in position.stones(Stone::Black) {
            self.place::<BLACK>(links, cell.0);
        }
        for cell in position.stones(Stone::White) {
            self.place::<WHITE>(links, cell.0);
        }
    }

    /// Has on the board's cells what those stones are.
    #[inline]
    pub(super) fn copy(&mut self, other: &Stones, links: &Links) {
        let cells = links.around.len();
        self.near[..cells].copy_from_slice(&other.near[..cells]);
        self.groups[..cells].copy_from_slice(&other.groups[..cells]);
    }

    #[inline]
    pub(super) fn is_empty(&self, cell: u16) -> bool {
        self.near[usize::from(cell) % PLACES] & TAKEN == 0
    }

    /// The places around a cell with stones of a colour.
    #[inline]
    pub(super) fn around<const COLOUR: usize>(&self, cell: u16) -> u16 {
        self.near[usize::from(cell) % PLACES] >> (6 * COLOUR) & AROUND
    }

    /// Lays a stone on an empty cell. Says whether that wins, if nobody has won before.
    #[inline(always)]
    pub(super) fn place<const COLOUR: usize>(&mut self, links: &Links, cell: u16) -> bool {
        let around = &links.around[usize::from(cell)];
        let own = self.around::<COLOUR>(cell);
        self.near[usize::from(cell) % PLACES] |= TAKEN;
        for &link in around {
            let bit = (link >> 16) as u16;
            self.near[link as usize % PLACES] |= bit << (6 * COLOUR);
        }
        let mut touched = links.touched[usize::from(cell)];
        if own == 0 {
            self.groups[usize::from(cell) % PLACES] = ROOT | touched;
            return false;
        }
        let shape = &SHAPES[usize::from(own)];
        let mut root = self.root(around[usize::from(shape.arcs[0]) % 6] as usize % PLACES);
        touched |= self.groups[root];
        let mut is_ring = false;
        for &arc in &shape.arcs[1..usize::from(shape.count)] {
            let other = self.root(around[usize::from(arc) % 6] as usize % PLACES);
            is_ring |= other == root;
            if other != root {
                touched |= self.groups[other];
                self.groups[root] = other as u16;
                root = other;
            }
        }
        self.groups[usize::from(cell) % PLACES] = root as u16;
        self.groups[root] = ROOT | touched;
        is_ring || is_enough(touched) || self.fills::<COLOUR>(around, shape)
    }

    /// Whether a stone of a colour on an empty cell would win, if nobody has won yet.
    #[inline]
    pub(super) fn wins<const COLOUR: usize>(&self, links: &Links, cell: u16) -> bool {
        let own = self.around::<COLOUR>(cell);
        let shape = &SHAPES[usize::from(own)];
        let mut touched = links.touched[usize::from(cell)];
        // A stone that joins nothing to anything changes no group but for its size.
        if shape.count == 0 || shape.count == 1 && touched == 0 && shape.middles == 0 {
            return false;
        }
        let around = &links.around[usize::from(cell)];
        let mut roots = [usize::MAX; 3];
        for (i, &arc) in shape.arcs[..usize::from(shape.count)].iter().enumerate() {
            let root = self.find(around[usize::from(arc) % 6] as usize % PLACES);
            if roots[..i].contains(&root) {
                return true;
            }
            roots[i] = root;
            touched |= self.groups[root];
        }
        // The stone is not there yet: of the hexagon around a neighbour, only its own place lacks.
        let lacks_this = |link: u32| {
            let own = self.around::<COLOUR>(link as u16);
            own | (link >> 16) as u16 == AROUND
        };
        is_enough(touched) || places(shape.middles).any(|i| lacks_this(around[i as usize % 6]))
    }

    /// How many edges and corners a stone of a colour on an empty cell would be joined with.
    pub(super) fn touched_with<const COLOUR: usize>(&self, links: &Links, cell: u16) -> u32 {
        let shape = &SHAPES[usize::from(self.around::<COLOUR>(cell))];
        let around = &links.around[usize::from(cell)];
        let arcs = &shape.arcs[..usize::from(shape.count)];
        let joined = arcs.iter().map(|&arc| {
            let stone = around[usize::from(arc) % 6] as usize % PLACES;
            self.groups[self.find(stone)] & (CORNERS | EDGES)
        });
        joined.fold(links.touched[usize::from(cell)], |all, touched| all | touched).count_ones()
    }

    /// What a stone of a colour on an empty cell could make win with the next one, if nothing does yet.
    pub(super) fn reach<const COLOUR: usize>(&self, links: &Links, cell: u16) -> Reach {
        let shape = &SHAPES[usize::from(self.around::<COLOUR>(cell))];
        let touched = links.touched[usize::from(cell)];
        match shape.count {
            // A single stone in the middle of nothing brings nothing along.
            0 if touched == 0 => Reach::Nothing,
            0 => Reach::Beside,
            // The group has no more than before but this cell to go on from. A hexagon that lacks one
            // more stone lacks it beside this one, or this one is in the middle of three.
            1 if shape.middles == 0 => {
                let around = &links.around[usize::from(cell)];
                let root = self.find(around[usize::from(shape.arcs[0]) % 6] as usize % PLACES);
                if touched & !self.groups[root] == 0 { Reach::Beside } else { Reach::Anything }
            }
            _ => Reach::Anything,
        }
    }

    /// Whether the stone in the middle of three around a new one is in the middle of a filled hexagon.
    #[inline]
    fn fills<const COLOUR: usize>(&self, around: &[u32; 6], shape: &Shape) -> bool {
        let is_filled = |i: u32| self.around::<COLOUR>(around[i as usize % 6] as u16) == AROUND;
        shape.middles != 0 && places(shape.middles).any(is_filled)
    }

    #[inline]
    fn root(&mut self, mut cell: usize) -> usize {
        loop {
            let parent = self.groups[cell % PLACES];
            if parent & ROOT != 0 {
                return cell;
            }
            let parent = usize::from(parent) % PLACES;
            let grandparent = self.groups[parent];
            if grandparent & ROOT != 0 {
                return parent;
            }
            self.groups[cell % PLACES] = grandparent;
            cell = usize::from(grandparent);
        }
    }

    #[inline]
    fn find(&self, mut cell: usize) -> usize {
        while self.groups[cell % PLACES] & ROOT == 0 {
            cell = usize::from(self.groups[cell % PLACES]);
        }
        cell
    }

    /// The empty cells on which a stone of the colour would win.
    pub(super) fn winning(&self, links: &Links, stone: Stone, empties: &CellSet) -> CellSet {
        let wins = |cell: &Cell| match stone {
            Stone::Black => self.wins::<BLACK>(links, cell.0),
            Stone::White => self.wins::<WHITE>(links, cell.0),
        };
        empties.iter().filter(wins).collect()
    }
}

/// Where a colour might win after a stone, if it could not before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// On no cell.
    Nothing,
    /// On cells beside that stone only.
    Beside,
    /// On any cell.
    Anything,
}

/// Whether a group that touches all this has a bridge or a fork.
#[inline]
fn is_enough(touched: u16) -> bool {
    // Taking the lowest bit away leaves something if there was another.
    let less = |set: u16| set & set.wrapping_sub(1);
    less(touched & CORNERS) != 0 || less(less(touched & EDGES)) != 0
}

/// The numbers of the bits that are set.
#[inline]
pub(super) fn places(bits: u16) -> impl Iterator<Item = u32> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros();
        (left != 0).then(|| {
            left &= left - 1;
            place
        })
    })
}

/// What own stones around a cell form.
#[derive(Clone, Copy)]
struct Shape {
    /// A place of each arc.
    arcs: [u8; 3],
    count: u8,
    /// Places between two others, see [`super::ring`].
    middles: u16,
}

static SHAPES: [Shape; 64] = shapes();

const fn shapes() -> [Shape; 64] {
    let mut shapes = [Shape { arcs: [0; 3], count: 0, middles: 0 }; 64];
    let mut own = 1;
    while own < 64 {
        let shape = &mut shapes[own];
        let mut place = 0;
        while place < 6 {
            let is_own = own >> place & 1 != 0;
            let before = own >> ((place + 5) % 6) & 1 != 0;
            let after = own >> ((place + 1) % 6) & 1 != 0;
            if is_own && !before {
                shape.arcs[shape.count as usize] = place as u8;
                shape.count += 1;
            }
            if is_own && before && after {
                shape.middles |= 1 << place;
            }
            place += 1;
        }
        if shape.count == 0 {
            // All around.
            shape.count = 1;
        }
        own += 1;
    }
    shapes
}
