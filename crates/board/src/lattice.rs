//! A board before it is a topology: points in the plane and the links between them.
//!
//! Around the cells lies a ring of *ghosts*, points just off the board. With them every cell has
//! neighbours all around, so that the cyclic order of its neighbours, its outline and its place
//! on the edges need no special cases.

use crate::{Cell, Stone};

/// A point of a drawing, y downwards, in units of about one cell.
pub(crate) type Point = (f64, f64);

/// What a board's shape says of itself.
pub(crate) struct Lattice {
    /// Names of the cells in index order.
    pub names: Vec<String>,
    /// Names of the edges.
    pub edge_names: Vec<String>,
    /// The row that each cell is read in, from the top.
    pub rows: Vec<usize>,
    /// Rows and columns of the cells in a drawing made of characters.
    pub grid: Vec<(i32, i32)>,
    /// Rows and columns of the cells in a plane of numbers, see [`crate::Layout`].
    pub plane: Vec<(i32, i32)>,
    /// Where the cells and then the ghosts lie.
    pub points: Vec<Point>,
    /// For every ghost, the edges it stands for, clockwise; two at a corner, otherwise twice one.
    pub ghosts: Vec<[u8; 2]>,
    /// For every cell, the points (cells and ghosts) around it, in any order.
    pub links: Vec<Vec<usize>>,
    /// Whose the edges are.
    pub edge_owners: Vec<Option<Stone>>,
    /// The cells where edges of nobody's meet.
    pub corners: Vec<Cell>,
    /// Images of all cells under each symmetry, the identity first.
    pub symmetries: Vec<BoardSymmetry>,
}

/// A way to turn or mirror a board onto itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardSymmetry {
    /// The image of every cell.
    pub images: Vec<u16>,
    /// Whether it takes the edges of each colour to those of the other ; stones must then change
    /// their colour with it. Edges that are nobody's go along with either colour.
    pub exchanges_colours: bool,
}

impl BoardSymmetry {
    /// Where the symmetry takes a cell.
    #[inline]
    pub fn image(&self, cell: Cell) -> Cell {
        Cell(self.images[cell.index()])
    }
}

/// The name of a column: a, b, … z, aa, ab, …
pub(crate) fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", column_name(more - 1)),
    }
}
