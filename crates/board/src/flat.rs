//! Boards cut out of the hex lattice, the plane that is tiled with hexagons: each row lies half a
//! cell further to the right than the one above.

use crate::lattice::{BoardSymmetry, Lattice, column_name};
use crate::{Cell, Stone};

/// Column and row of a place in the plane, on the board or off it.
type Place = (i32, i32);

/// Steps to the six places around a place.
const STEPS: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A part of the plane.
struct Cut {
    /// The cells in reading order.
    places: Vec<Place>,
    /// The places around them, each with the edges it stands for, clockwise.
    rim: Vec<(Place, [u8; 2])>,
}

impl Cut {
    /// The index of the cell at a place, or that of the ghost, which follow the cells.
    fn index(&self, place: Place) -> usize {
        // By row, then by column: the order of reading.
        let found = self.places.binary_search_by_key(&(place.1, place.0), |&(c, r)| (r, c));
        found.unwrap_or_else(|_| {
            let ghost = self.rim.iter().position(|(ghost, _)| *ghost == place);
            self.places.len() + ghost.expect("ghosts surround the board")
        })
    }

    fn symmetry(&self, exchanges_colours: bool, to: impl Fn(i32, i32) -> Place) -> BoardSymmetry {
        let image = |&(c, r): &Place| self.index(to(c, r)) as u16;
        BoardSymmetry { images: self.places.iter().map(image).collect(), exchanges_colours }
    }

    /// The lattice of it, with edges of nobody's and no corners or symmetries.
    fn lattice(&self) -> Lattice {
        let places = || self.places.iter();
        let all = places().chain(self.rim.iter().map(|(place, _)| place));
        let links = places().map(|&(c, r)| STEPS.map(|(dc, dr)| self.index((c + dc, r + dr))));
        let edges = self.rim.iter().flat_map(|(_, edges)| edges).max().map_or(0, |last| last + 1);
        Lattice {
            names: places().map(|&(c, r)| column_name(c as usize) + &(r + 1).to_string()).collect(),
            edge_names: (1..=edges).map(|number| format!("edge{number}")).collect(),
            rows: places().map(|&(_, r)| r as usize).collect(),
            grid: places().map(|&(c, r)| (r, 2 * c + r)).collect(),
            plane: places().map(|&(c, r)| (r, c)).collect(),
            points: all
                .map(|&(c, r)| (f64::from(c) + f64::from(r) / 2.0, f64::from(r) * 0.75f64.sqrt()))
                .collect(),
            ghosts: self.rim.iter().map(|(_, edges)| *edges).collect(),
            links: links.map(Vec::from).collect(),
            edge_owners: vec![None; edges.into()],
            corners: Vec::new(),
            symmetries: Vec::new(),
        }
    }
}

/// A parallelogram with acute corners at a1 and opposite. Its edges are numbered clockwise from
/// the top; the opposite ones belong to the same colour.
pub(crate) fn parallelogram(columns: usize, rows: usize) -> Lattice {
    const TOP: u8 = 0;
    const RIGHT: u8 = 1;
    const BOTTOM: u8 = 2;
    const LEFT: u8 = 3;
    let (w, h) = (columns as i32, rows as i32);
    let around = (-1..=h).flat_map(|r| (-1..=w).map(move |c| (c, r)));
    let rim = around.filter_map(|(c, r)| {
        let edges = match (c == -1, c == w, r == -1, r == h) {
            (false, true, true, false) => [TOP, RIGHT],
            (true, false, false, true) => [BOTTOM, LEFT],
            (_, _, true, _) => [TOP; 2],
            (_, _, _, true) => [BOTTOM; 2],
            (true, ..) => [LEFT; 2],
            (_, true, ..) => [RIGHT; 2],
            _ => return None,
        };
        Some(((c, r), edges))
    });
    let cut = Cut {
        places: (0..h).flat_map(|r| (0..w).map(move |c| (c, r))).collect(),
        rim: rim.collect(),
    };
    let is_single = cut.places.len() == 1;
    let mut symmetries = vec![cut.symmetry(false, |c, r| (c, r))];
    if !is_single {
        symmetries.push(cut.symmetry(false, |c, r| (w - 1 - c, h - 1 - r)));
    }
    if w == h {
        // The long diagonal runs between the two acute corners, a1 and its opposite.
        symmetries.push(cut.symmetry(true, |c, r| (r, c)));
    }
    if w == h && !is_single {
        symmetries.push(cut.symmetry(true, |c, r| (w - 1 - r, h - 1 - c)));
    }
    Lattice {
        edge_names: ["north", "east", "south", "west"].map(str::to_owned).to_vec(),
        edge_owners: [Stone::Black, Stone::White, Stone::Black, Stone::White].map(Some).to_vec(),
        symmetries,
        ..cut.lattice()
    }
}

/// A regular hexagon with flat edges at the top and bottom. Edges are numbered clockwise from the
/// top, corners clockwise from the top left: corner k lies between edges k − 1 and k.
///
/// The letter of a cell's name stands for a column that runs down to the left, the number for its
/// row: the top row of a board with three cells on a side is a1 to c1, the row below a2 to d2, the
/// last c5 to e5. That is how programs for games on such boards name cells.
pub(crate) fn hexagon(side: usize) -> Lattice {
    let n = side as i32;
    // How far beyond the middle a place is towards each edge; at most n - 1 on the board.
    let towards = |(c, r): Place| {
        let (x, y) = (c - (n - 1), r - (n - 1));
        [-y, x, x + y, y, -x, -x - y]
    };
    let farthest = |place: Place| towards(place).into_iter().max().unwrap_or(0);
    let edges = |place: Place| {
        let at = |edge: usize| towards(place)[edge % 6] == n;
        let first = (0..6).find(|&edge| at(edge) && !at(edge + 5)).unwrap_or(0);
        [first as u8, if at(first + 1) { (first as u8 + 1) % 6 } else { first as u8 }]
    };
    let all = (-1..2 * n).flat_map(|r| (-1..2 * n).map(move |c| (c, r)));
    let (places, around): (Vec<Place>, Vec<Place>) =
        all.filter(|&place| farthest(place) <= n).partition(|&place| farthest(place) < n);
    let cut = Cut { places, rim: around.into_iter().map(|place| (place, edges(place))).collect() };

    let mut symmetries: Vec<BoardSymmetry> = Vec::new();
    for mirror in [false, true] {
        for turns in 0..6 {
            let symmetry = cut.symmetry(false, |c, r| {
                let (mut x, mut y) = (c - (n - 1), r - (n - 1));
                if mirror {
                    (x, y) = (y, x);
                }
                for _ in 0..turns {
                    (x, y) = (-y, x + y);
                }
                (x + n - 1, y + n - 1)
            });
            symmetries.push(symmetry);
        }
    }
    let (middle, last) = (n - 1, 2 * (n - 1));
    let corners = [(middle, 0), (last, 0), (last, middle), (middle, last), (0, last), (0, middle)];
    let name = |&(c, r): &Place| column_name((c + r - middle) as usize) + &(r + 1).to_string();
    Lattice {
        names: cut.places.iter().map(name).collect(),
        corners: corners.map(|place| Cell(cut.index(place) as u16)).to_vec(),
        symmetries,
        ..cut.lattice()
    }
}
