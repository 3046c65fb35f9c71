//! Search that knows no game.

mod limits;

pub use limits::{Clock, Limits, Stop};
