//! The waist of the house: the only place where a game and a search meet.
//!
//! A [`Board`] is a position with its rules; a [`Line`] is a game as it was played; a [`Player`]
//! thinks about one. A [`Preset`] says who plays: a game, how to search, what to know. [`open`]
//! brings the two together as a [`Session`]. This crate knows every game and every search by its
//! types, and lets none of them through; it may not know who asks (protocols, pages, programs),
//! and it prints nothing.
//!
//! ```
//! use spinney_engine::{Limits, Stop, open};
//! let mut session = open("hex/best", Some("hex 5x5"), &[])?;
//! session.line.play(Some("black"), "a1")?;
//! let report = session.think(&Limits::playouts(500), &Stop::new(), &mut |_| {})?;
//! assert_eq!(report.side, "white");
//! session.line.play(None, &report.best().unwrap().text)?;
//! assert_eq!(session.line.played().len(), 2);
//! # Ok::<(), spinney_engine::EngineError>(())
//! ```

mod advice;
pub mod analysis;
pub mod bench;
mod board;
pub mod book;
pub mod capabilities;
pub mod connections;
mod erased;
pub mod explanation;
pub mod forecast;
mod game_player;
mod games;
mod level;
mod line;
pub mod mock;
mod nearest;
mod player;
mod plugin;
mod pool;
mod preset;
pub mod proof;
mod records;
mod registry;
mod report;
mod resources;
mod session;
mod settings;
mod state;
mod thought;
mod turns;

pub use board::Board;
pub use book::{BookRate, Canonical};
pub use level::Level;
pub use line::Line;
pub use nearest::nearest;
pub use player::Player;
pub use pool::PlayerPool;
pub use preset::Preset;
pub use preset::personal::{personal_presets, set_preset_folder, shadowed_presets};
pub use records::{
    boards, is_position_file, read_record, read_record_within, read_records, replay,
    write_position_file, write_record, write_records,
};
pub use registry::{
    BoardChoice, BoardKind, Display, EmbeddedPreset, GameEntry, Numbering, game, game_of_position,
    games, open, open_preset, open_within, perft, presets,
};
pub use report::{Candidate, EngineError, Outcome, Parameter, Report};
pub use resources::Resources;
pub use session::Session;
pub use spinney_arimaa::TurnCounts;
pub use spinney_game::conformance::PerftLevel;
pub use spinney_game::host;
pub use spinney_game::record;
pub use spinney_game::{
    CellMark, Colour, Encoding, Fact, Picture, Played, Rearrangement, Rng, Setup, Shape, Swap,
    TextError,
};
pub use spinney_search::{Clock, Limits, Stop};
pub use state::{PlaneBuffer, State, StateBatch, StateError, Turn};
pub use thought::Thought;
pub use turns::{
    TurnChoice, choose_turn, count_turns, move_limits, play_moves, play_turn, turn_moves, turn_text,
};
