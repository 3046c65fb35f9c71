//! The waist of the house: the only place where a game and a search meet.
//!
//! A player is a [`Preset`]: a game, how to search, what to know. [`open`] seats it at a
//! [`Session`], which front doors speak to in text and reports. This crate knows every game and
//! every search by its types, and lets none of them through; it may not know who asks (protocols,
//! pages, programs), and it prints nothing.
//!
//! ```
//! use spinney_engine::{Limits, Stop, open};
//! let mut session = open("hex/best", Some("hex 5x5"), &[])?;
//! session.play(Some("black"), "a1")?;
//! let report = session.think(&Limits::playouts(500), &Stop::new(), &mut |_| {})?;
//! assert_eq!(report.side, "white");
//! session.play(None, &report.best().unwrap().text)?;
//! assert_eq!(session.played().len(), 2);
//! # Ok::<(), spinney_engine::EngineError>(())
//! ```

pub mod analysis;
pub mod bench;
mod brain;
pub mod connections;
pub mod explanation;
pub mod forecast;
mod game_session;
mod games;
mod knowledge;
mod level;
pub mod mock;
mod preset;
pub mod proof;
mod records;
mod registry;
mod room;
mod session;
mod settings;
mod turns;

pub use level::Level;
pub use preset::Preset;
pub use records::{load_record, read_record, replay, write_record};
pub use registry::{
    EmbeddedPreset, GameEntry, count_turns, game, game_of_position, games, open, open_preset,
    perft, presets, with_turn,
};
pub use session::{Candidate, EngineError, Outcome, Parameter, Report, Session};
pub use spinney_game::conformance::{PerftLevel, TurnCounts};
pub use spinney_game::record;
pub use spinney_game::{CellMark, Colour, Fact, Picture, Played, Rng, TextError};
pub use spinney_search::{Clock, Limits, Stop};
pub use turns::{
    TurnChoice, choose_turn, move_limits, play_moves, play_turn, turn_moves, turn_text,
};
