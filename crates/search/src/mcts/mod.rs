//! Monte Carlo tree search for any number of players, with or without chance.
//!
//! A simulation *descends* from the root by the move of the highest score at every node
//! ([`Settings`] says what scores) and leaves the tree at a move that has no node yet; the position
//! there, its leaf, is *evaluated*; and the result is *backed up* to every move it took. A move
//! visited often enough gets a node of its own.
//!
//! # The tree in memory
//!
//! A node is one decision with all its moves, in one block of a preallocated arena:
//!
//! ```text
//!  anchor          root                                          child
//! ┌──────┐   ┌──────┬───────┬───────┬───────┬────────┐    ┌──────┬───────┬───────┬───────┬────────┐
//! │ edge ┼──►│ head │ edges │ stats │ amafs │ priors │    │ head │ edges │ stats │ amafs │ priors │
//! └──────┘   │      │  └────┼───────┼───────┼────────┼───►│      │       │       │       │        │
//!            └──────┴───────┴───────┴───────┴────────┘    └──────┴───────┴───────┴───────┴────────┘
//! ```
//!
//! * `edges`: per move its code, its prior in a few bits, the link to its node and what is proven
//!   about it;
//! * `stats`: per move the visits and the rewards of the player who chooses it, in one word;
//! * `amafs`: the same for the move being made at any later time;
//! * `priors`: what a policy says about the move, in more bits. The last two are there only if they
//!   are used.
//!
//! Every word is changed by itself, by atomic operations and without locks, so any number of
//! threads can search at once. When the arena is full they pause for one of them to drop the least
//! visited nodes and slide the others together; the cap is never exceeded.
//!
//! Statistics are those of the player who moves, so nothing below depends on there being two of
//! them: each player maximises their own reward.

mod amaf;
mod arena;
mod batch;
mod compact;
mod descend;
mod expand;
mod flight;
mod helpers;
mod history;
mod island;
#[cfg(all(test, feature = "shuttle"))]
mod model;
mod node;
mod path;
mod prior;
mod proof;
mod reduced;
mod search;
mod select;
mod settings;
mod stat;
mod static_proofs;
mod summary;
mod threads;
mod transposition;
mod tree;
mod updates;
mod watch;
mod worker;

pub use search::Search;
pub use settings::{Amaf, Expansion, FinalMove, Parallelism, RelativeUpdates, Selection, Settings};
