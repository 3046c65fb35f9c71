//! Arimaa: rules, fast positions, and what is worth knowing about them.
//!
//! A decision is one step, so one player acts up to four times in a row. Boards are sets of
//! squares in machine words; a [`Turn`] is a board in the middle of a turn, and a [`Position`]
//! adds what only the history of a game can tell. This crate knows no search and no protocol.
//!
//! ```
//! use spinney_arimaa::Position;
//! use spinney_game::Game;
//!
//! let mut position = Position::from_text(
//!     "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
//! )?;
//! for action in position.parse_turn("Ee2n Ee3n Ee4n")? {
//!     position.play(action);
//! }
//! assert_eq!(position.side().name(), "silver");
//! # Ok::<(), spinney_game::TextError>(())
//! ```

mod action;
mod advisor;
mod area;
mod board;
mod capture;
mod count;
mod defence;
mod encode;
mod evaluation;
mod features;
mod goal;
mod goal_prover;
mod guide;
mod knowledge;
mod notation;
mod past;
mod picture;
mod piece;
mod playout;
mod position;
pub mod record;
mod setup;
pub mod squares;
mod turn;
mod weights;
mod win;
mod zobrist;

pub use action::Action;
pub use board::Board;
pub use capture::capture_in_turn;
pub use count::{TurnCounts, count_turns};
pub use defence::{Defender, Threat};
pub use evaluation::{Evaluation, EvaluationSettings};
pub use features::{FEATURES, GROUPS, Group, Sink, count_features};
pub use goal::{Steps, goal_in_turn, has_goal_in_turn};
pub use goal_prover::GoalProver;
pub use guide::StepGuide;
pub use knowledge::{StepPrior, StepSettings};
pub use notation::is_capture;
pub use piece::{Kind, Piece, Side};
pub use playout::{PlayoutSettings, ShortPlayout};
pub use position::Position;
pub use setup::SetupSettings;
pub use turn::{Pending, STEPS, Step, StepSet, Turn};
pub use weights::Weights;
pub use win::win_in_turn;
