//! Flat playout analysis: statistics of playouts from one position, without a tree.

mod first_order;

pub use first_order::{FirstOrder, Tally};
