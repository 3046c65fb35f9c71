//! Matches and tournaments between players of any kind, with honest statistics.
//!
//! A [`player::Player`] is one seat of one game, whoever sits there: our own engine or a foreign
//! program. An [`entrant::Entrant`] says who that is, a [`job::Job`] is one game to be played, and
//! a [`result::GameResult`] is all that is kept of it. The arena trusts no player: our own rules
//! decide what is legal, who has won and whose time is up. This crate speaks to engines through
//! their sessions, in text; it may not know a game's own types or a search, and it prints nothing.

// Statistics decide no move.
#![allow(clippy::disallowed_methods)]

pub mod book;
mod clock;
pub mod entrant;
pub mod event;
pub mod export;
#[cfg_attr(not(unix), path = "external/elsewhere.rs")]
pub mod external;
pub mod job;
pub mod machine;
pub mod opening;
pub mod own;
pub mod player;
pub mod queue;
pub mod referee;
pub mod report;
pub mod result;
pub mod spec;
pub mod standing;
pub mod statistics;
pub mod store;
pub mod suite;
pub mod tournament;
