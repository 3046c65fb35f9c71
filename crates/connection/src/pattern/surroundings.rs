//! The twelve places around a cell.

use spinney_board::{Around, Cell, Stone, Topology};

/// Places around a cell: six beside it, six across from it.
pub const PLACES: usize = 12;
pub const BESIDE: usize = 6;

/// What a place around a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Cell(Cell),
    /// An edge, or no place at all: a few cells have five neighbours.
    Edge(Option<u8>),
}

/// What is at a place, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum State {
    Empty = 0,
    /// A stone or an edge of the side to move.
    Own = 1,
    /// A stone or an edge of the opponent.
    Other = 2,
    /// An edge that serves both.
    Edge = 3,
}

impl State {
    pub const ALL: [State; 4] = [State::Empty, State::Own, State::Other, State::Edge];

    pub fn letter(self) -> char {
        ['.', 'o', 'x', '-'][self as usize]
    }

    pub fn from_letter(letter: char) -> Option<State> {
        State::ALL.into_iter().find(|state| state.letter() == letter)
    }

    /// What a place is that never changes; `None` for a cell.
    pub fn fixed(place: Place, topology: &Topology, own: Stone) -> Option<State> {
        let Place::Edge(edge) = place else { return None };
        Some(match edge.and_then(|edge| topology.edge_owner(edge.into())) {
            None => State::Edge,
            Some(owner) if owner == own => State::Own,
            Some(_) => State::Other,
        })
    }
}

/// The places around a cell: first those beside it, clockwise, then those across: the place
/// numbered `6 + k` is next to those numbered `k` and `k + 1`.
pub type Surroundings = [Place; PLACES];

pub fn surroundings(topology: &Topology, cell: Cell) -> Surroundings {
    let beside = places_beside(topology, cell);
    std::array::from_fn(|i| match i.checked_sub(BESIDE) {
        None => beside[i],
        Some(k) => place_across(topology, cell, beside[k], beside[(k + 1) % BESIDE]),
    })
}

/// An edge fills the gap that it leaves, so that all cells of a side see it in the same places.
fn places_beside(topology: &Topology, cell: Cell) -> [Place; BESIDE] {
    let around = topology.around(cell);
    let mut missing = BESIDE.saturating_sub(around.len());
    let mut places = Vec::with_capacity(BESIDE);
    for &next in around {
        match next {
            Around::Cell(cell) => places.push(Place::Cell(cell)),
            Around::Edge(edge) => {
                places.push(Place::Edge(Some(edge)));
                if missing > 0 {
                    missing -= 1;
                    places.push(Place::Edge(Some(edge)));
                }
            }
        }
    }
    let last = match places.last() {
        Some(&Place::Edge(edge)) => Place::Edge(edge),
        _ => Place::Edge(None),
    };
    std::array::from_fn(|i| places.get(i).copied().unwrap_or(last))
}

fn place_across(topology: &Topology, cell: Cell, left: Place, right: Place) -> Place {
    match (left, right) {
        (Place::Cell(a), Place::Cell(b)) => {
            let shared = topology.edge_mask(a) & topology.edge_mask(b);
            match topology.across(cell, [a, b]).iter().next() {
                Some(far) => Place::Cell(far),
                None if shared != 0 => Place::Edge(Some(shared.trailing_zeros() as u8)),
                None => Place::Edge(None),
            }
        }
        (Place::Edge(edge), _) | (_, Place::Edge(edge)) => Place::Edge(edge),
    }
}

/// The ways to turn and mirror the places around a cell: place `i` of the image is place
/// `image[i]` of the original. The identity comes first.
pub const IMAGES: [[u8; PLACES]; 12] = images();

const fn images() -> [[u8; PLACES]; 12] {
    let mut images = [[0; PLACES]; 12];
    let mut turn = 0;
    while turn < 6 {
        let mut k = 0;
        while k < 6 {
            images[turn][k] = ((turn + k) % 6) as u8;
            images[turn][6 + k] = 6 + ((turn + k) % 6) as u8;
            images[6 + turn][k] = ((turn + 6 - k) % 6) as u8;
            images[6 + turn][6 + k] = 6 + ((turn + 5 - k) % 6) as u8;
            k += 1;
        }
        turn += 1;
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use spinney_game::Game;

    fn topology(text: &str) -> std::sync::Arc<Topology> {
        Position::from_text(text).unwrap().topology().clone()
    }

    #[test]
    fn a_place_across_is_next_to_the_two_that_it_lies_between() {
        for text in ["hex 5x7", "y 8", "y bent-93", "polyy 5,4"] {
            let topology = topology(text);
            for cell in topology.all_cells().iter() {
                let places = surroundings(&topology, cell);
                for k in 0..BESIDE {
                    let (Place::Cell(left), Place::Cell(right), Place::Cell(far)) =
                        (places[k], places[(k + 1) % BESIDE], places[BESIDE + k])
                    else {
                        continue;
                    };
                    assert!(topology.adjacency(left).contains(far), "{text}");
                    assert!(topology.adjacency(right).contains(far), "{text}");
                    assert!(!topology.adjacency(cell).contains(far), "{text}");
                }
            }
        }
    }

    #[test]
    fn edges_are_seen_where_they_are() {
        let topology = topology("hex 5x5");
        let kinds = |name: &str| {
            let places = surroundings(&topology, topology.find_cell(name).unwrap());
            places.map(|place| State::fixed(place, &topology, Stone::Black))
        };
        let count = |name, state| kinds(name).into_iter().filter(|&s| s == Some(state)).count();
        assert_eq!((count("c1", State::Own), count("c1", State::Other)), (5, 0), "on Black's edge");
        assert_eq!((count("a3", State::Own), count("a3", State::Other)), (0, 5), "on White's edge");
        assert_eq!((count("c2", State::Own), count("c2", State::Other)), (1, 0), "a bridge away");
        assert_eq!(kinds("c3"), [None; PLACES]);
    }

    #[test]
    fn images_keep_what_lies_between_what() {
        for image in IMAGES {
            for k in 0..BESIDE {
                let ends = [image[k], image[(k + 1) % BESIDE]].map(usize::from);
                let between = usize::from(image[BESIDE + k]) - BESIDE;
                let expected = [between, (between + 1) % BESIDE];
                assert!(ends == expected || ends == [expected[1], expected[0]]);
            }
        }
    }
}
