//! Boards as parts of a large flat triangle, so that one win test serves them all.
//!
//! Each cell of the board becomes a connected patch of cells of the triangle, all with the stone
//! of that cell. Patches touch where cells do, and reach the triangle's three sides where cells
//! lie on the edges, so whoever wins the triangle has won the board.
//!
//! * **Hex** W×H lies in a corner of the triangle of side W+H−1. What is left are two smaller
//!   triangles: the one behind White's far edge is white, the one behind Black's is black.
//! * **Rings around a flat core** (the bent boards of Y, but also Poly-Y with three sides): a core
//!   with its three bands of rings lies flat if one cuts along the three lines from the core's
//!   corners to the board's. Each cut then gapes by a sixth of a turn. The gap is filled with
//!   arcs: at each distance from the core's corner, the patch of the ring's corner cell.
//! * **Poly-Y with five sides** is five games of Y, one for each corner: join the two edges that
//!   meet there and the other three taken as one. Cut along the line to that corner the rings lie
//!   flat, with one gap to be filled in the same way, which makes a hexagon; three of its sides
//!   lie on the triangle's, the cells of two others are drawn out in strips to the triangle's
//!   third side.
//!
//! Boards of seven and more sides have too much of everything to lie flat.

use spinney_board::{Cell, Rings, Shape};

/// A flat triangle, row by row from the top: for each of its cells where its stone comes from.
/// One past the board's cells is a black stone, two past is a white one.
pub struct Triangle {
    pub(crate) side: usize,
    pub(crate) sources: Vec<u16>,
}

impl Triangle {
    /// `source` is asked for every cell by its distances from the bottom, the right and the left
    /// side, which add up to `side - 1`.
    pub fn new(side: usize, source: impl Fn(usize, usize, usize) -> u16) -> Triangle {
        let places = (0..side)
            .flat_map(|row| (0..=row).map(move |column| (side - 1 - row, row - column, column)));
        Triangle {
            side,
            sources: places.map(|(top, left, right)| source(top, left, right)).collect(),
        }
    }
}

/// The triangles in which a colour must win most to win on the board; `None` if there are none.
pub(crate) fn triangles(shape: Shape) -> Option<Vec<Triangle>> {
    if let Some((width, height)) = shape.as_parallelogram() {
        return Some(vec![hex(width as u16, height as u16)]);
    }
    let rings = shape.as_rings()?;
    match rings.sides() {
        3 => Some(vec![three_sides(rings)]),
        5 => Some((0..5).map(|corner| five_sides(rings, corner)).collect()),
        _ => None,
    }
}

fn hex(width: u16, height: u16) -> Triangle {
    let (black, white) = (width * height, width * height + 1);
    // Columns count from the white side on the left, rows from the black side at the top.
    Triangle::new(usize::from(width + height) - 1, |_, column, row| {
        match (column as u16, row as u16) {
            (column, _) if column >= width => white,
            (_, row) if row >= height => black,
            (column, row) => row * width + column,
        }
    })
}

/// Where a place of the triangle is, seen from the core: how far inside of the sides of the core
/// that face corners 0, 1 and 2. Beyond one side lies a band of rings, beyond two the gap.
fn three_sides(rings: Rings) -> Triangle {
    let (core, outer) = (rings.core(), rings.outer());
    let numbering = rings.numbering();
    let around = |ring: usize, step: usize| numbering.on_ring(ring, step).0;
    let bands = outer - core;
    Triangle::new(core + 3 * bands + 1, |a, b, c| {
        let inside = [a, b, c].map(|distance| distance as isize - bands as isize);
        let beyond = |i: usize| (-inside[i]).max(0) as usize;
        let ring = core + beyond(0) + beyond(1) + beyond(2);
        match inside.map(|distance| distance < 0) {
            [false, false, false] => {
                numbering.in_core(core - inside[0] as usize, inside[2] as usize).0
            }
            // A band lies between two corners, and one counts from the first of them.
            [false, false, true] => around(ring, inside[1] as usize),
            [true, false, false] => around(ring, ring + inside[2] as usize),
            [false, true, false] => around(ring, 2 * ring + inside[0] as usize),
            // The gap at the corner that both of the sides meet at, and what lies outside of it.
            beyond => {
                let corner = beyond.iter().position(|&beyond| !beyond).expect("two at the most");
                let ring = ring.min(outer);
                around(ring, corner * ring)
            }
        }
    })
}

/// Where a place of the triangle is, seen from the board's centre: x + y + z = 0, and the ring is
/// the largest of the three.
fn five_sides(rings: Rings, corner: usize) -> Triangle {
    let numbering = rings.numbering();
    let outer = rings.outer() as isize;
    Triangle::new(3 * rings.outer() + 1, |x, y, z| {
        let [x, y, z] = [x, y, z].map(|distance| distance as isize - outer);
        // Out of the hexagon: back along the strip, or to the corner itself.
        let [x, y, z] = match (x > outer, y > outer, z > outer) {
            (true, ..) => [outer, y, -outer - y],
            (_, true, _) => [x, outer, -outer - x],
            (.., true) => [0, -outer, outer],
            _ => [x, y, z],
        };
        let ring = x.abs().max(y.abs()).max(z.abs());
        // Steps around the ring's five real sides, counted from the corner.
        let step = if ring == 0 || z == ring {
            0
        } else if y == -ring {
            x
        } else if x == ring {
            ring + y + ring
        } else if z == -ring {
            2 * ring + y
        } else if y == ring {
            3 * ring - x
        } else {
            4 * ring + ring - y
        };
        let Cell(cell) = numbering.on_ring(ring as usize, corner * ring as usize + step as usize);
        cell
    })
}
