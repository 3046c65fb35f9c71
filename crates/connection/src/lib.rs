//! Hex, Y and Poly-Y as one family: a topology, stones on it, and a winning condition.
//!
//! The crate knows the rules, how to play a position out and what is worth knowing about one. It
//! knows no search.
//!
//! ```
//! use spinney_connection::{Board, Topology};
//! let board = Topology::of(Board::polyy(5, 7)?);
//! assert_eq!(board.cells(), 106);
//! let centre = board.find_cell("43")?;
//! assert_eq!(board.neighbours(centre).len(), 5);
//! # Ok::<(), spinney_game::TextError>(())
//! ```

mod board;
mod cell;
mod goal;
mod lattice;
mod parallelogram;
mod rings;
mod topology;

pub use board::Board;
pub use cell::{Cell, CellSet, Cells, MAX_CELLS, Stone};
pub use goal::Goal;
pub use lattice::Symmetry;
pub use topology::{Around, Topology};
