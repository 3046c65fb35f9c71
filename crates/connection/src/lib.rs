//! Hex, Y and Poly-Y as one family: a topology, stones on it, and a winning condition.
//!
//! The crate knows the rules, how to play a position out and what is worth knowing about one. It
//! knows no search.
//!
//! ```
//! use spinney_board::Stone;
//! use spinney_connection::Position;
//! use spinney_game::Game;
//! let mut position = Position::from_text("hex 3x3 swap-pieces")?;
//! for text in ["a2", "swap", "b2", "a1", "c1", "c2", "b3"] {
//!     let m = position.parse_move(text)?;
//!     position.play(m);
//! }
//! assert_eq!(position.winner(), Some(Stone::Black));
//! # Ok::<(), spinney_game::TextError>(())
//! ```

mod board;
mod chain;
mod deduction;
mod edge_goal;
mod encode;
mod goal;
mod guide;
pub mod havannah;
mod hsearch;
mod inferior;
mod network;
mod notation;
pub mod pattern;
mod picture;
mod playout;
mod position;
mod prior;
pub mod record;
mod reduction;
mod sliced;

pub use board::Board;
pub use deduction::Deduction;
pub use edge_goal::EdgeGoal;
pub use goal::{Goal, Monotone};
pub use guide::ResistanceGuide;
pub use hsearch::{ConnectionSettings, Connections, Endpoint, Enough, SemiConnection};
pub use inferior::{Inferior, InferiorCells, Reason};
pub use network::Network;
pub use playout::{Fill, PlayoutSettings};
pub use position::{Action, Position, PositionOf};
pub use prior::{LocalPrior, PriorSettings};
pub use reduction::Reduction;
pub use sliced::unfold::Triangle;
pub use sliced::{SlicedFill, SlicedSettings, VectorUnit};
pub use spinney_game::Swap;
