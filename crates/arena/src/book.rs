//! Growing opening books: which positions are worth an evaluation, and what follows from all of them.
//!
//! A book grows in rounds. In each, a [method](spec::Method) says from what is known which positions
//! are to be evaluated, workers evaluate them, every judgement is kept the moment it exists, and when
//! the round is complete, all of them are taken in, in the order in which they were asked for. So the
//! book depends on its spec alone, not on how many workers there were, who was quickest, or how often
//! it was broken off.

mod bandit;
mod best_first;
mod evaluation;
mod graph;
mod grow;
mod levels;
pub mod spec;
mod store;
#[cfg(test)]
mod tests;

pub use evaluation::{Evaluation, Judge, Judgement, evaluate};
pub use graph::{Graph, Value};
pub use grow::{Ended, GrowError, JudgementQueue, Progress, grow, grow_on};
pub use spec::Spec;
pub use store::JudgementStore;

/// A position that a method wants to know more of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// Its key.
    pub(crate) key: u64,
    /// How many evaluations of it there were or will be before this one.
    pub(crate) number: u32,
}
