//! What a player thinks with: a tree search, a search by depth, statistics of playouts, or nothing
//! at all.
//!
//! A brain is asked about positions. What it remembers of earlier ones is its own affair: a
//! session tells it of moves played, so that it can carry on where it was.

mod alpha_beta;
mod flat;
mod random;
mod solving;
mod tree;

use std::sync::Arc;

use spinney_game::Game;
use spinney_search::{Limits, Oracle, Stop, mcts};

pub(crate) use self::alpha_beta::AlphaBeta;
pub(crate) use self::random::Random;
pub(crate) use self::solving::Solving;
pub(crate) use self::tree::Tree;

/// Thinks about positions of one board.
pub(crate) trait Brain<G: Game>: Send {
    /// Thinks about a position where a player is to move, until a limit is reached or `stop` is
    /// thrown. The answer has a candidate.
    fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&mcts::Report<G::Move>),
    ) -> mcts::Report<G::Move>;

    /// `m` was played in turn at `before`.
    fn played(&mut self, _before: &G, _m: G::Move) {}

    /// From now on that oracle, or none, may be asked about positions.
    fn consult(&mut self, _oracle: Option<Arc<dyn Oracle<G>>>) {}

    /// Forgets everything learned.
    fn forget(&mut self) {}
}
