//! What the stones around a cell say about a move there, learned from self-play.
//!
//! A move has a few [features](feature::Feature): the pattern of the twelve places around its cell
//! and parts of it, how far the edges are, where the opponent's last stone is. Each has a weight,
//! and a move is likelier to be the right one by `e` to the sum of its weights.
//!
//! The weights of a game are a text (`pattern/hex.txt` and its siblings). They are fitted by the
//! example `learn_patterns` of the engine crate, which also plays the games to learn from. For use
//! they are compiled to one table of whole patterns, so that a cell takes one look-up.

mod feature;
mod judge;
mod near_last;
mod surroundings;
mod table;
mod weights;

pub use feature::{Feature, features};
pub use judge::PatternJudge;
pub use weights::Weights;
