//! Where the cells of a board lie in a plane of numbers.
//!
//! The cells around a cell lie beside it in the same six directions on every board: in its row to
//! the left and right, above it and to the right of that, below it and to the left of that. So
//! what a convolution sees around a place are neighbours.
//!
//! What is cut out of the hex lattice is such a plane by itself. Rings cannot be laid flat without
//! being cut: then cells along a cut lie apart from some of their neighbours. But cells that lie
//! beside each other are always neighbours.

use crate::lattice::Lattice;
use crate::{Cell, Stone};

/// The six directions, counter-clockwise from the right: row, column.
pub(crate) const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];

/// The cells of a board by rows and columns.
#[derive(Debug)]
pub struct Layout {
    /// How many rows there are.
    pub height: usize,
    /// How many columns there are.
    pub width: usize,
    /// What each colour sees when it is to move.
    views: [View; 2],
}

/// Which cell is where.
#[derive(Clone, Debug)]
pub struct View {
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
    pub fn place(&self, cell: Cell) -> usize {
        self.places[cell.index()].into()
    }

    /// The cell at a place; `None` beside the board.
    pub fn cell(&self, place: usize) -> Option<Cell> {
        self.cells.get(place).copied().flatten()
    }
}

impl Layout {
    pub(crate) fn of(lattice: &Lattice) -> Layout {
        let places = &lattice.plane;
        let rows = || places.iter().map(|place| place.0);
        let columns = || places.iter().map(|place| place.1);
        let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
        let height = (rows().max().unwrap_or(0) - top + 1) as usize;
        let width = (columns().max().unwrap_or(0) - left + 1) as usize;
        let place = |&(row, column): &(i32, i32)| {
            ((row - top) as usize * width + (column - left) as usize) as u16
        };
        let places: Vec<u16> = places.iter().map(place).collect();
        // Where a reflection takes each colour's edges to the other's, White sees the board
        // reflected, with its own edges where Black sees Black's.
        let diagonal = lattice.symmetries.iter().find(|symmetry| symmetry.exchanges_colours);
        let mirrored = diagonal.map_or_else(
            || places.clone(),
            |diagonal| diagonal.images.iter().map(|&cell| places[usize::from(cell)]).collect(),
        );
        let views = [places, mirrored].map(|places| View::new(places, height * width));
        Layout { height, width, views }
    }

    /// What a colour sees when it is to move.
    #[inline]
    pub fn view(&self, to_move: Stone) -> &View {
        &self.views[to_move.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, Topology};
    use std::collections::HashMap;

    /// The links of a board that its layout shows, and all that there are.
    fn links(shape: Option<Shape>) -> (usize, usize) {
        let text = format!("{shape:?}");
        let topology = Topology::of(shape.unwrap());
        let layout = topology.layout();
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
        let parallelograms = [(1, 1), (5, 5), (9, 14), (3, 1)];
        let parallelograms = parallelograms.map(|(w, h)| Shape::parallelogram(w, h));
        let triangles = [1, 2, 10, 25].map(Shape::triangle);
        let hexagons = [2, 3, 5, 11].map(Shape::hexagon);
        for flat in [parallelograms, triangles, hexagons].concat() {
            let (shown, all) = links(flat);
            assert_eq!(shown, all, "{flat:?}");
        }
        // Along a cut, every ring loses a link to itself and each but the innermost one to the ring
        // within.
        for (sides, most) in [(3, 16), (5, 12)] {
            for side in 2..=most {
                let (shown, all) = links(Shape::polygon(sides, side));
                assert_eq!(all - shown, 2 * (side - 1) - 1, "{sides},{side}");
            }
        }
        for m in 1..=3 {
            let (shown, all) = links(Shape::bent_triangle(m));
            // Three cuts through 2m rings each.
            assert_eq!(all - shown, 3 * (2 * (2 * m) - 1), "{m}");
        }
        for (sides, side) in [(7, 3), (7, 10), (9, 9), (11, 8), (15, 7)] {
            let (shown, all) = links(Shape::polygon(sides, side));
            assert!(shown < all && 5 * shown > 4 * all, "{sides},{side}: {shown} of {all}");
        }
    }
}
