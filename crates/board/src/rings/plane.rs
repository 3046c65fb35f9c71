//! Where the cells of rings lie in a plane of numbers.

use super::Rings;
use crate::Cell;
use crate::layout::DIRECTIONS;

/// So many sides have room around a single cell if one cut is left between the last and the first.
const SIDES_OF_A_SHEET: usize = 5;

impl Rings {
    /// Rows and columns of the cells.
    ///
    /// The core lies flat as it is. The rings around it are cut along a line from each of its
    /// corners and folded out, side by side. Around a core of a single cell there is room for five
    /// sides with one cut between the last and the first of them; boards with more sides take as
    /// many sheets as they need, one to the right of the other.
    pub(super) fn plane(self) -> Vec<(i32, i32)> {
        let numbering = self.numbering();
        let core = self.core as i32;
        let mut places = vec![(0, 0); self.cells()];
        let mut put = |cell: Cell, place: (i32, i32)| places[cell.index()] = place;
        for row in 0..=self.core {
            for column in 0..=row {
                let place = (row as i32, column as i32 + core - row as i32);
                put(numbering.in_core(row, column), place);
            }
        }
        for side in 0..self.sides {
            let (corner, sheet, turn) = if core == 0 {
                ((0, 0), side / SIDES_OF_A_SHEET, side % SIDES_OF_A_SHEET)
            } else {
                ([(0, core), (core, 0), (core, core)][side % 3], 0, 2 * side)
            };
            // From the corner of one ring to that of the next, and along the rings.
            let out = DIRECTIONS[(turn + 2) % 6];
            let along = DIRECTIONS[(turn + 4) % 6];
            let shift = (sheet * (2 * self.outer + 2)) as i32;
            for ring in self.core + 1..=self.outer {
                let depth = (ring - self.core) as i32;
                for step in 0..ring {
                    let place = |corner: i32, out: i32, along: i32| {
                        corner + depth * out + step as i32 * along
                    };
                    let row = place(corner.0, out.0, along.0);
                    let column = place(corner.1, out.1, along.1) + shift;
                    put(numbering.on_ring(ring, side * ring + step), (row, column));
                }
            }
        }
        places
    }
}
