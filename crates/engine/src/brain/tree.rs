//! Monte Carlo tree search as a brain.

use std::sync::Arc;

use spinney_game::{Evaluator, Game, Insight};
use spinney_search::{Limits, Oracle, Stop, mcts};

use super::Brain;

pub(crate) struct Tree<G: Game, E, I> {
    search: mcts::Search<G, E, I>,
}

impl<G: Game, E: Evaluator<G>, I: Insight<G>> Tree<G, E, I> {
    pub(crate) fn new(search: mcts::Search<G, E, I>) -> Self {
        Tree { search }
    }
}

impl<G: Game, E: Evaluator<G>, I: Insight<G>> Brain<G> for Tree<G, E, I> {
    fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&mcts::Report<G::Move>),
    ) -> mcts::Report<G::Move> {
        self.search.set_position(position.clone());
        self.search.think(limits, stop, listener)
    }

    fn played(&mut self, before: &G, m: G::Move) {
        let here = self.search.position();
        // A search may look at a game in which other things come next than in the one played.
        if here.hash() == before.hash() && here.is_legal(m) {
            self.search.advance(m);
        }
    }

    fn consult(&mut self, oracle: Option<Arc<dyn Oracle<G>>>) {
        self.search.consult(oracle);
    }

    fn forget(&mut self) {
        self.search.clear();
    }
}
