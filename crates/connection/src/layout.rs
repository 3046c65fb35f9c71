//! Where the cells of a board lie in a plane of numbers.
//!
//! The cells around a cell lie beside it in the same six directions on every board: in its row to
//! the left and right, above it and to the right of that, below it and to the left of that. So
//! what a convolution sees around a place are neighbours.
//!
//! A Hex board is such a plane by itself, and a straight Y board is the half of one. The other
//! boards cannot be laid flat without being cut, see [`on_rings`]: then cells along a cut lie apart
//! from some of their neighbours. But cells that lie beside each other are always neighbours.

use crate::board::{Board, Shape};
use crate::lattice::Symmetry;
use crate::rings::Rings;
use crate::{Cell, Stone};

/// The six directions, counter-clockwise from the right: row, column.
pub(crate) const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];

/// The cells of a board by rows and columns.
#[derive(Debug)]
pub(crate) struct Layout {
    pub height: usize,
    pub width: usize,
    /// What each colour sees when it is to move.
    views: [View; 2],
}

/// Which cell is where.
#[derive(Clone, Debug)]
pub(crate) struct View {
    places: Vec<u16>,
    cells: Vec<Option<Cell>>,
}

impl View {
    fn new(places: Vec<u16>, all: usize) -> View {
        let mut cells = vec![None; all];
        for (cell, &place) in places.iter().enumerate() {
            cells[usize::from(place)] = Some(Cell(cell as u16));
        }
        View { places, cells }
    }

    /// Where a cell lies.
    #[inline]
    pub(crate) fn place(&self, cell: Cell) -> usize {
        self.places[cell.index()].into()
    }

    /// The cell at a place; `None` beside the board.
    pub(crate) fn cell(&self, place: usize) -> Option<Cell> {
        self.cells.get(place).copied().flatten()
    }
}

impl Layout {
    pub(crate) fn of(board: Board, symmetries: &[Symmetry]) -> Layout {
        let places = match board.0 {
            Shape::Hex { width, height } => (0..height)
                .flat_map(|row| (0..width).map(move |column| (row.into(), column.into())))
                .collect(),
            Shape::StraightY { .. } | Shape::BentY { .. } | Shape::PolyY { .. } => {
                board.0.rings().map_or_else(Vec::new, on_rings)
            }
        };
        let rows = || places.iter().map(|place| place.0);
        let columns = || places.iter().map(|place| place.1);
        let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
        let height = (rows().max().unwrap_or(0) - top + 1) as usize;
        let width = (columns().max().unwrap_or(0) - left + 1) as usize;
        let place = |&(row, column): &(i32, i32)| {
            ((row - top) as usize * width + (column - left) as usize) as u16
        };
        let places: Vec<u16> = places.iter().map(place).collect();
        // On a square Hex board, White sees the board mirrored so that it joins top and bottom.
        let diagonal = symmetries.iter().find(|symmetry| symmetry.exchanges_colours);
        let mirrored = diagonal.map_or_else(
            || places.clone(),
            |diagonal| diagonal.images.iter().map(|&cell| places[usize::from(cell)]).collect(),
        );
        let views = [places, mirrored].map(|places| View::new(places, height * width));
        Layout { height, width, views }
    }

    /// What a colour sees when it is to move.
    #[inline]
    pub(crate) fn view(&self, to_move: Stone) -> &View {
        &self.views[to_move.index()]
    }
}

/// Rows and columns of the cells of rings around a core.
///
/// The core lies flat as it is. The rings around it are cut along a line from each of its corners
/// and folded out, side by side. Around a core of a single cell there is room for five sides with
/// one cut between the last and the first of them; boards with more sides take as many sheets as
/// they need, one to the right of the other.
fn on_rings(rings: Rings) -> Vec<(i32, i32)> {
    const SIDES_OF_A_SHEET: usize = 5;
    let numbering = rings.numbering();
    let core = rings.core as i32;
    let mut places = Vec::new();
    let mut put = |cell: Cell, place: (i32, i32)| {
        if places.len() <= cell.index() {
            places.resize(cell.index() + 1, (0, 0));
        }
        places[cell.index()] = place;
    };
    for row in 0..=rings.core {
        for column in 0..=row {
            let place = (row as i32, column as i32 + core - row as i32);
            put(numbering.in_core(row, column), place);
        }
    }
    for side in 0..rings.sides {
        let (corner, sheet, turn) = if core == 0 {
            ((0, 0), side / SIDES_OF_A_SHEET, side % SIDES_OF_A_SHEET)
        } else {
            ([(0, core), (core, 0), (core, core)][side % 3], 0, 2 * side)
        };
        // From the corner of one ring to that of the next, and along the rings.
        let out = DIRECTIONS[(turn + 2) % 6];
        let along = DIRECTIONS[(turn + 4) % 6];
        let shift = (sheet * (2 * rings.outer + 2)) as i32;
        for ring in rings.core + 1..=rings.outer {
            let depth = (ring - rings.core) as i32;
            for step in 0..ring {
                let place =
                    |corner: i32, out: i32, along: i32| corner + depth * out + step as i32 * along;
                let row = place(corner.0, out.0, along.0);
                let column = place(corner.1, out.1, along.1) + shift;
                put(numbering.on_ring(ring, side * ring + step), (row, column));
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Topology;
    use std::collections::HashMap;

    /// The links of a board that its layout shows, and all that there are.
    fn links(text: &str) -> (usize, usize) {
        let (game, size) = text.split_once(' ').unwrap();
        let topology = Topology::of(Board::parse(game, size).unwrap());
        let layout = &topology.layout;
        let mut shown = 0;
        for stone in Stone::BOTH {
            let view = layout.view(stone);
            let place = |cell: Cell| {
                let place = view.place(cell);
                ((place / layout.width) as i32, (place % layout.width) as i32)
            };
            let cells = || (0..topology.cells() as u16).map(Cell);
            let at: HashMap<(i32, i32), Cell> = cells().map(|cell| (place(cell), cell)).collect();
            assert_eq!(at.len(), topology.cells(), "{text}: every cell has a place of its own");
            shown = 0;
            for cell in cells() {
                assert_eq!(view.cell(view.place(cell)), Some(cell), "{text}");
                let (row, column) = place(cell);
                let beside = DIRECTIONS.map(|(down, right)| (row + down, column + right));
                for near in beside.iter().filter_map(|place| at.get(place)) {
                    assert!(topology.adjacency(cell).contains(*near), "{text}: {cell:?} {near:?}");
                    shown += 1;
                }
            }
        }
        let all = topology.all_cells().iter().map(|cell| topology.neighbours(cell).len());
        (shown / 2, all.sum::<usize>() / 2)
    }

    #[test]
    fn what_lies_beside_each_other_are_neighbours() {
        for flat in ["hex 1x1", "hex 5x5", "hex 9x14", "hex 3x1", "y 1", "y 2", "y 10", "y 25"] {
            let (shown, all) = links(flat);
            assert_eq!(shown, all, "{flat}");
        }
        // Along a cut, every ring loses a link to itself and each but the innermost one to the ring
        // within.
        for (sides, most) in [(3, 16), (5, 12)] {
            for side in 2..=most {
                let (shown, all) = links(&format!("polyy {sides},{side}"));
                assert_eq!(all - shown, 2 * (side - 1) - 1, "{sides},{side}");
            }
        }
        for (m, cells) in [(1, 27), (2, 93), (3, 199)] {
            let (shown, all) = links(&format!("y bent-{cells}"));
            // Three cuts through 2m rings each.
            assert_eq!(all - shown, 3 * (2 * (2 * m) - 1), "bent-{cells}");
        }
        for board in ["polyy 7,3", "polyy 7,10", "polyy 9,9", "polyy 11,8", "polyy 15,7"] {
            let (shown, all) = links(board);
            assert!(shown < all && 5 * shown > 4 * all, "{board}: {shown} of {all}");
        }
    }
}
