//! Which boards there are, and how large.

use crate::MAX_CELLS;
use crate::flat::{hexagon, parallelogram};
use crate::lattice::Lattice;
use crate::rings::{Naming, Rings};

/// The most edges a board can have: a group of stones keeps a bit for each in 15 of its 16 bits.
pub const MAX_EDGES: usize = 15;

/// The shape and size of a board. Its constructors refuse what has no cells or too many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Parallelogram { columns: u16, rows: u16 },
    Hexagon { side: u16 },
    Rings { rings: Rings, naming: Naming },
}

impl Shape {
    /// Columns and rows, each row half a cell further to the right than the one above. Top and
    /// bottom belong to Black, left and right to White.
    pub fn parallelogram(columns: usize, rows: usize) -> Option<Shape> {
        let fits = columns > 0 && rows > 0 && columns.saturating_mul(rows) <= MAX_CELLS;
        let kind = || Kind::Parallelogram { columns: columns as u16, rows: rows as u16 };
        fits.then(kind).map(Shape)
    }

    /// A regular hexagon with that many cells on a side, at least two.
    pub fn hexagon(side: usize) -> Option<Shape> {
        let fits = (2..=MAX_CELLS).contains(&side) && 3 * side * (side - 1) < MAX_CELLS;
        fits.then_some(Shape(Kind::Hexagon { side: side as u16 }))
    }

    /// A flat triangle with that many cells on a side, named by columns and rows.
    pub fn triangle(side: usize) -> Option<Shape> {
        let core = side.checked_sub(1)?;
        Shape::rings(Rings { sides: 3, core, outer: core }, Naming::Algebraic)
    }

    /// A curved triangle: around a flat one of `2·m + 1` cells on a side lie `2·m` rings, so that
    /// there are `4·m + 1` cells on a side. Three of its points have five neighbours.
    pub fn bent_triangle(m: usize) -> Option<Shape> {
        let outer = m.checked_mul(4).filter(|&outer| outer > 0)?;
        Shape::rings(Rings { sides: 3, core: outer / 2, outer }, Naming::Numbers)
    }

    /// A polygon of rings around a single cell, with that many sides and cells on each of them.
    pub fn polygon(sides: usize, per_side: usize) -> Option<Shape> {
        let outer = per_side.checked_sub(1).filter(|&outer| outer > 0)?;
        Shape::rings(Rings { sides, core: 0, outer }, Naming::Numbers)
    }

    fn rings(rings: Rings, naming: Naming) -> Option<Shape> {
        let small = rings.outer < MAX_CELLS && (3..=MAX_EDGES).contains(&rings.sides);
        let fits = small && rings.cells() <= MAX_CELLS;
        fits.then_some(Shape(Kind::Rings { rings, naming }))
    }

    /// Columns and rows of a parallelogram.
    pub fn as_parallelogram(self) -> Option<(usize, usize)> {
        match self.0 {
            Kind::Parallelogram { columns, rows } => Some((columns.into(), rows.into())),
            Kind::Hexagon { .. } | Kind::Rings { .. } => None,
        }
    }

    /// The cells on a side of a hexagon.
    pub fn as_hexagon(self) -> Option<usize> {
        match self.0 {
            Kind::Hexagon { side } => Some(side.into()),
            Kind::Parallelogram { .. } | Kind::Rings { .. } => None,
        }
    }

    /// The rings that a triangle or polygon is made of.
    pub fn as_rings(self) -> Option<Rings> {
        match self.0 {
            Kind::Rings { rings, .. } => Some(rings),
            Kind::Parallelogram { .. } | Kind::Hexagon { .. } => None,
        }
    }

    pub(crate) fn lattice(self) -> Lattice {
        match self.0 {
            Kind::Parallelogram { columns, rows } => parallelogram(columns.into(), rows.into()),
            Kind::Hexagon { side } => hexagon(side.into()),
            Kind::Rings { rings, naming } => rings.lattice(naming),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_as_many_cells_as_it_says_and_never_too_many() {
        let all = 0..MAX_CELLS + 2;
        let shapes = all.clone().flat_map(|n| {
            let rows = [0, 1, n, usize::MAX].map(|rows| Shape::parallelogram(n, rows));
            let sides = (0..20).map(move |sides| Shape::polygon(sides, n));
            let others = [Shape::hexagon(n), Shape::triangle(n), Shape::bent_triangle(n)];
            rows.into_iter().chain(sides).chain(others)
        });
        let mut count = 0;
        for shape in shapes.flatten() {
            let cells = shape.lattice().names.len();
            assert!((1..=MAX_CELLS).contains(&cells), "{shape:?}: {cells}");
            assert!(shape.as_rings().is_none_or(|rings| rings.cells() == cells), "{shape:?}");
            count += 1;
        }
        assert!(count > 500, "{count}");
        for huge in [usize::MAX, usize::MAX / 2, usize::MAX / 4, 1 << 33] {
            assert_eq!(Shape::hexagon(huge), None);
            assert_eq!(Shape::triangle(huge), None);
            assert_eq!(Shape::bent_triangle(huge), None);
            assert_eq!(Shape::polygon(5, huge), None);
            assert_eq!(Shape::parallelogram(huge, huge), None);
        }
    }
}
