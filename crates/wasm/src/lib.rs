//! The engine for hosts that run WebAssembly: text in, reports out.
//!
//! This is a front door. It knows the engine's boards, players and reports and the page's table, and no
//! game. A host writes a [`Request`](request::Request) as JSON into the module's memory, calls it, and
//! reads an answer: `{"ok": …}` or `{"error": "…"}`. Every call returns: a search is begun and then
//! polled, a slice of time at each call. A module searches on one thread, with one player at a time;
//! whoever has more processors runs several modules. What a host must provide is in `abi`: a clock,
//! and somewhere to log.
//!
//! ```
//! let mut engine = spinney_wasm::Engine::default();
//! let begun = engine.answer(r#"{"ask": "search", "position": "hex 5x5", "moves": ["a1"], "playouts": 200}"#);
//! assert_eq!(begun, r#"{"ok":{"over":false}}"#);
//! let report = engine.answer(r#"{"ask": "poll", "seconds": 5}"#);
//! assert!(report.contains(r#""side":"white""#));
//! ```

mod abi;
mod engine;
pub mod request;

pub use engine::Engine;
