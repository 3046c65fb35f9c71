//! Searches as whoever plays sees them, and the register of their names.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spinney_game::Game;

use crate::{Budget, Oracle, Report, Stop};

/// Thinks about positions of one board. What it remembers of earlier positions is its own affair: it
/// is told of moves played, so that it can carry on where it was.
pub trait Searcher<G: Game>: Send {
    /// Thinks about a position where a player is to move, until its budget is spent or `stop` is
    /// thrown, telling `listener` from time to time what is known so far. The answer has a
    /// candidate. Asked again about the same position, it carries on where it was.
    fn think(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;

    /// Whether a turn of several moves is thought through at its first one, so that the others take
    /// next to no time.
    fn plans_turns(&self) -> bool {
        false
    }

    /// `m` was played in turn at `before`.
    fn played(&mut self, _before: &G, _m: G::Move) {}

    /// From now on that oracle, or none, may be asked about positions.
    fn consult(&mut self, _oracle: Option<Arc<dyn Oracle<G>>>) {}

    /// Forgets everything learned.
    fn forget(&mut self) {}
}

/// Every search there is, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// [Monte Carlo tree search](crate::mcts).
    Mcts,
    /// [Alpha-beta](crate::alphabeta) by iterative deepening.
    AlphaBeta,
    /// [Expectimax](crate::expectimax) with sampled draws.
    Expectimax,
    /// [Flat](crate::flat) playout analysis, without a tree.
    Flat,
    /// [Product propagation](crate::Product).
    Product,
    /// [Any legal move](crate::Random).
    Random,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 6] =
        [Kind::Mcts, Kind::AlphaBeta, Kind::Expectimax, Kind::Flat, Kind::Product, Kind::Random];

    /// What settings call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Mcts => "mcts",
            Kind::AlphaBeta => "alpha-beta",
            Kind::Expectimax => "expectimax",
            Kind::Flat => "flat",
            Kind::Product => "product",
            Kind::Random => "random",
        }
    }

    /// What it is.
    pub const fn about(self) -> &'static str {
        match self {
            Kind::Mcts => "Monte Carlo tree search",
            Kind::AlphaBeta => "alpha-beta by iterative deepening",
            Kind::Expectimax => "some turns ahead, with draws sampled",
            Kind::Flat => "statistics of playouts, without a tree",
            Kind::Product => "best-first search with probabilities",
            Kind::Random => "any legal move",
        }
    }

    /// Whether it can use several threads.
    pub const fn uses_threads(self) -> bool {
        matches!(self, Kind::Mcts)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_called_the_same_in_files_and_in_print() {
        for kind in Kind::ALL {
            let value = toml::Value::try_from(kind).unwrap();
            assert_eq!(value.as_str(), Some(kind.name()));
        }
    }
}
