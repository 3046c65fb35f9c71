//! Search that knows no game.
//!
//! What it needs to know of a game it asks through traits of `spinney-game`: the rules
//! ([`Game`](spinney_game::Game)), what positions and moves are worth
//! ([`Evaluator`](spinney_game::Evaluator)), and what is provable
//! ([`StaticProver`](spinney_game::StaticProver)). It may not know boards, stones, presets or protocols.
//!
//! ```
//! use spinney_game::{Game, Playouts, RandomPlayout, demo::{Countdown, Take}};
//! use spinney_search::{Limits, Stop, mcts::{Search, Settings}};
//!
//! let nine_left = Countdown::from_text("countdown 9")?;
//! let playouts = Playouts(RandomPlayout::default());
//! let mut search = Search::new(nine_left, playouts, Settings::default())?;
//! let report = search.think(&Limits::playouts(2_000), &Stop::new(), &mut |_| {});
//! assert_eq!(report.best().unwrap().played, Take(1)); // leaves a multiple of four
//! # Ok::<(), spinney_game::TextError>(())
//! ```

pub mod alphabeta;
pub mod dfpn;
pub mod expectimax;
pub mod flat;
mod limits;
pub mod mcts;
mod memory;
mod oracle;
mod product;
mod random;
mod report;
mod searcher;
mod sync;
mod time;
mod with_solver;

use spinney_game::host;

pub use limits::{Clock, Limits, Stop};
pub use oracle::Oracle;
pub use product::Product;
pub use random::Random;
pub use report::{Candidate, Proof, Report};
pub use searcher::{Kind, Searcher};
pub use time::{Allotment, Budget, TimeSettings, Timer};
pub use with_solver::WithSolver;
