//! The waist of the house: the only place where a game and a search meet.

pub mod mock;
mod session;

pub use session::{Candidate, EngineError, Outcome, Parameter, Report, Session};
pub use spinney_game::{CellMark, Colour, Picture, Played, TextError};
pub use spinney_search::{Clock, Limits, Stop};
