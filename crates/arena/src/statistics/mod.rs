//! What games say about strength: rates, intervals, ratings, and when a match has said enough.
//!
//! Everything here is arithmetic on counts; nothing knows a game, a player or a store. Formulas,
//! a worked example and the figures they were checked against are in `docs/statistics.md`. Every
//! interval and every error is at 95%.
//!
//! ```
//! use spinney_arena::statistics::{Draws, Score};
//! // The Poly-Y paper: 1,024 games of the player with half the time.
//! let score = Score { wins: 389, draws: 0, losses: 635 };
//! assert_eq!(format!("{:.1}%", 100.0 * score.rate(Draws::Half).unwrap()), "38.0%");
//! assert_eq!(format!("{:.1}%", 100.0 * score.wilson_corrected(Draws::Half).margin()), "3.1%");
//! assert_eq!(format!("{}", score.elo()), "-85 ± 22");
//! ```

mod elo;
mod information;
mod interval;
mod pairs;
mod rating;
mod score;
mod spread;
mod sprt;
mod tally;

pub use elo::{Elo, elo_of_rate, rate_of_elo};
pub use interval::Interval;
pub use pairs::Pairs;
pub use rating::{Fit, Rating, Ratings};
pub use score::{Draws, Outcome, Score};
pub use sprt::{Sprt, Verdict};
pub use tally::Tally;

/// The normal distribution's 97.5% point: 95% of it lie within so many deviations of its middle.
const Z: f64 = 1.959_963_984_540_054;

/// The normal distribution function.
fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}
