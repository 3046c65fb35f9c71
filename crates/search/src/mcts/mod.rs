//! Monte Carlo tree search.

mod report;
mod search;
mod settings;

pub use report::{Candidate, Proof, Report};
pub use search::Search;
pub use settings::{Amaf, FinalMove, Parallelism, Settings};
