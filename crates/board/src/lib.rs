//! Boards of cells for games of stones: lattices and their topology, names of cells, groups of
//! stones, drawings, hash keys, and what records and positions say of stones on cells.
//!
//! The crate knows no winning condition and so no game, no proof and no search. A game takes a
//! [`Shape`], asks its [`Topology`] who is next to whom, and says itself what the players want.
//!
//! ```
//! use spinney_board::{CellSet, Shape, Topology};
//! let board = Topology::of(Shape::hexagon(4).unwrap());
//! assert_eq!((board.cells(), board.edges(), board.corners().len()), (37, 6, 6));
//! let [a, b, c] = ["d4", "d5", "b4"].map(|name| board.find_cell(name).unwrap());
//! let stones: CellSet = [a, b, c].into_iter().collect();
//! assert_eq!(board.chains(&stones).len(), 2);
//! ```

mod cell;
mod drawing;
mod flat;
mod groups;
mod in_use;
mod lattice;
mod layout;
pub mod link;
mod picture;
mod placement;
mod rings;
pub mod sgf;
mod shape;
mod topology;
pub mod zobrist;

pub use cell::{Cell, CellSet, Cells, MAX_CELLS, Stone};
pub use groups::{Groups, Joined};
pub use in_use::InUse;
pub use lattice::BoardSymmetry;
pub use layout::{Layout, View};
pub use placement::{Placement, is_swap};
pub use rings::{Numbering, Rings};
pub use shape::{MAX_EDGES, Shape};
pub use topology::{Around, Topology};
