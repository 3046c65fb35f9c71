//! When a cell matters, read from the ring of places around it.
//!
//! A stone on a cell is of use only where it joins things around it that are not joined anyway:
//! stones, cells that may become stones, edges. Going around the ring, the cell matters only if
//! one colour may join two places *and* the other colour may join two places, and the two joins
//! cross: of two joins that do not cross, one has nothing but its own colour between its ends on
//! one side. So a cell is dead if no unjoined pair of places that Black can use crosses one that
//! White can use. An edge that belongs to nobody is a place that both can use; an edge with an
//! owner is a stone.
//!
//! Sets of places are bits 0–5, sets of pairs of places are bits 0–14.

use crate::{Board, Monotone};
use spinney_board::{Around, Cell, CellSet, Stone};

/// Places in a ring. Only the centre of a Poly-Y board with seven or more sides has more; such a
/// ring is not read.
pub(crate) const PLACES: usize = 6;

const PAIRS: usize = PLACES * (PLACES - 1) / 2;

/// A set of places, a bit each.
pub(crate) type Places = u8;

/// A set of unordered pairs of places, a bit each.
pub(crate) type Pairs = u16;

/// The number of a pair of places, the smaller one first.
const fn pair(i: usize, k: usize) -> usize {
    i * (2 * PLACES - i - 1) / 2 + k - i - 1
}

/// The pairs within a set of places.
static WITHIN: [Pairs; 1 << PLACES] = {
    let mut table = [0; 1 << PLACES];
    let mut places = 0;
    while places < table.len() {
        let mut i = 0;
        while i < PLACES {
            let mut k = i + 1;
            while k < PLACES {
                if places >> i & places >> k & 1 == 1 {
                    table[places] |= 1 << pair(i, k);
                }
                k += 1;
            }
            i += 1;
        }
        places += 1;
    }
    table
};

/// The pairs that cross a given pair.
const CROSSING: [Pairs; PAIRS] = {
    let mut table = [0; PAIRS];
    let mut i = 0;
    while i < PLACES {
        let mut j = i + 1;
        while j < PLACES {
            let mut k = j + 1;
            while k < PLACES {
                let mut l = k + 1;
                while l < PLACES {
                    table[pair(i, k)] |= 1 << pair(j, l);
                    table[pair(j, l)] |= 1 << pair(i, k);
                    l += 1;
                }
                k += 1;
            }
            j += 1;
        }
        i += 1;
    }
    table
};

/// The pairs that cross any pair of a set, by the lower eight bits of the set and by the others.
static CROSSING_ANY: [[Pairs; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut half = 0;
    while half < 2 {
        let mut set = 0;
        while set < 256 {
            let mut bit = 0;
            while bit < 8 && 8 * half + bit < PAIRS {
                if set >> bit & 1 == 1 {
                    table[half][set] |= CROSSING[8 * half + bit];
                }
                bit += 1;
            }
            set += 1;
        }
        half += 1;
    }
    table
};

/// The pairs within a set of places.
#[inline]
pub(crate) fn within(places: Places) -> Pairs {
    WITHIN[usize::from(places) % WITHIN.len()]
}

/// Whether a pair of one set crosses a pair of the other.
#[inline]
pub(crate) fn cross(a: Pairs, b: Pairs) -> bool {
    let crossing = CROSSING_ANY[0][usize::from(a & 0xff)] | CROSSING_ANY[1][usize::from(a >> 8)];
    crossing & b != 0
}

/// What lies around a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    /// How many places there are; 0 if the ring is not to be read.
    len: u8,
    /// Which of them are edges.
    edges: Places,
    /// Indices of cells, or numbers of edges.
    places: [u16; PLACES],
    /// For a place that is a cell: which place in its ring this ring's cell has, as a bit.
    back: [Places; PLACES],
}

impl Ring {
    /// The rings of all cells.
    pub(crate) fn all<G: Monotone>(board: &Board<G>) -> Vec<Ring> {
        let cells = board.topology().all_cells();
        let bare: Vec<Ring> = cells.iter().map(|cell| Ring::new(board, cell)).collect();
        let mut rings = bare.clone();
        for (cell, ring) in rings.iter_mut().enumerate() {
            for k in 0..usize::from(ring.len) {
                if ring.edges >> k & 1 == 0 {
                    let other = &bare[usize::from(ring.places[k])];
                    ring.back[k] = other.place_of(Cell(cell as u16));
                }
            }
        }
        rings
    }

    fn new<G: Monotone>(board: &Board<G>, cell: Cell) -> Ring {
        let topology = board.topology();
        let mut ring = Ring { len: 0, edges: 0, places: [0; PLACES], back: [0; PLACES] };
        let around = topology.around(cell);
        // On the smallest board of Y a stone wins without joining anything.
        let prizes = board.goal().prizes(Stone::Black, topology.edge_mask(cell));
        let wins_alone = !topology.edges_are_owned() && board.goal().enough(prizes);
        if around.len() > PLACES || wins_alone {
            return ring;
        }
        ring.len = around.len() as u8;
        for (k, around) in around.iter().enumerate() {
            ring.places[k] = match *around {
                Around::Cell(cell) => cell.0,
                Around::Edge(edge) => {
                    ring.edges |= 1 << k;
                    edge.into()
                }
            };
        }
        ring
    }

    /// The place of a cell in this ring, as a bit; none if it is not there.
    #[inline]
    pub(crate) fn place_of(&self, cell: Cell) -> Places {
        let is_there = |&k: &usize| self.edges >> k & 1 == 0 && self.places[k] == cell.0;
        (0..usize::from(self.len)).find(is_there).map_or(0, |k| 1 << k)
    }

    /// Whether the ring says nothing about the cell.
    #[inline]
    pub(crate) fn is_unread(&self) -> bool {
        self.len == 0
    }

    /// All places.
    #[inline]
    pub(crate) fn all_places(&self) -> Places {
        ((1u16 << self.len) - 1) as Places
    }

    /// The cells of the ring, each with its place and the one that this ring's cell has in theirs.
    #[inline]
    pub(crate) fn cells(&self) -> impl Iterator<Item = (Cell, Places, Places)> + '_ {
        let is_cell = |&k: &usize| self.edges >> k & 1 == 0;
        let cells = (0..usize::from(self.len)).filter(is_cell);
        cells.map(|k| (Cell(self.places[k]), 1 << k, self.back[k]))
    }

    /// The places that are cells of a set or edges of a mask.
    #[inline]
    pub(crate) fn places_in(&self, cells: &CellSet, edges: u16) -> Places {
        let mut places = 0;
        if self.edges == 0 {
            for k in 0..usize::from(self.len) {
                places |= Places::from(cells.contains(Cell(self.places[k]))) << k;
            }
            return places;
        }
        for k in 0..usize::from(self.len) {
            let inside = if self.edges >> k & 1 == 1 {
                edges >> self.places[k] & 1 == 1
            } else {
                cells.contains(Cell(self.places[k]))
            };
            places |= Places::from(inside) << k;
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_cross_if_their_ends_alternate() {
        let set = |i, k| 1 << pair(i, k);
        assert!(cross(set(0, 2), set(1, 3)) && cross(set(1, 5), set(0, 4)));
        assert!(!cross(set(0, 2), set(2, 4)), "they share a place");
        assert!(!cross(set(0, 1), within(0b11_1111)), "nothing lies between neighbours");
        assert_eq!(within(0b10_0101), set(0, 2) | set(0, 5) | set(2, 5));
        assert_eq!(within(0b11_1111).count_ones(), 15);
    }
}
