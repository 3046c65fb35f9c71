//! Alpha-beta search by iterative deepening, for two players without chance.
//!
//! A node is one decision. The same player may decide several times in a row; only where the other
//! one follows does the sign of a value change. What a position is worth, what wins at a glance and
//! which moves come first, a [`Guide`](spinney_game::Guide) says.
//!
//! ```
//! use spinney_game::{Game, Guide, Player, demo::{Countdown, Take}};
//! use spinney_search::{Limits, Stop, alphabeta::{Search, Settings}};
//!
//! #[derive(Clone)]
//! struct Blind;
//! impl Guide<Countdown> for Blind {
//!     fn evaluate(&mut self, _: &Countdown, _: Player) -> i32 { 0 }
//!     fn chance(&self, value: i32) -> f32 { if value > 0 { 1.0 } else { 0.0 } }
//! }
//!
//! let ten_left = Countdown::from_text("countdown 10")?;
//! let mut search = Search::new(Blind, Settings::default())?;
//! let report = search.think(&ten_left, &Limits::playouts(10_000), &Stop::new(), &mut |_| {});
//! assert_eq!(report.best().unwrap().played, Take(2)); // leaves a multiple of four
//! # Ok::<(), spinney_game::TextError>(())
//! ```

mod plan;
mod search;
mod settings;
mod table;
#[cfg(test)]
mod tests;
mod watch;

pub use plan::Planner;
pub use search::Search;
pub use settings::Settings;
