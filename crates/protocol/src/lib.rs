//! The languages that other programs speak to an engine.
//!
//! A server here reads lines, asks a [`Session`](spinney_engine::Session), and writes answers. It
//! knows sessions, their text and their reports; it knows no game and no search, and it does not
//! care whether its lines come from a pipe, a socket or a test.
//!
//! - [`gtp`]: the Go Text Protocol 2 as Hex programs use it, for HexGui, GoGui and tournament
//!   scripts.
//! - [`aei`] and [`getmove`]: what Arimaa's programs speak.
//! - [`analysis`]: queries in JSON, many at a time, for scripts.
//! - [`codecup`]: the bare protocol of the CodeCup contests, for Poly-Y.
//!
//! ```
//! let mut session = spinney_engine::mock::session("mock 3x3").unwrap();
//! let mut answers = Vec::new();
//! let input = &b"play black b2\n7 genmove white\n"[..];
//! spinney_protocol::gtp::serve(&mut session, &Default::default(), input, &mut answers).unwrap();
//! assert_eq!(String::from_utf8(answers).unwrap(), "= \n\n=7 a1\n\n");
//! ```

pub mod aei;
pub mod analysis;
pub mod codecup;
pub mod getmove;
pub mod gtp;
mod lines;
