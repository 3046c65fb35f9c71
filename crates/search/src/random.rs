//! Any legal move, each as likely: the opponent that every other one must beat.

use std::time::Duration;

use spinney_game::{Game, Player, RandomPlayout, Rng};

use crate::{Budget, Candidate, Report, Searcher, Stop};

/// Makes any legal move, each as likely. The same seed makes the same moves.
pub struct Random<G: Game> {
    seed: u64,
    rng: Rng,
    pick: RandomPlayout<G>,
}

impl<G: Game> Random<G> {
    /// One that has made no move yet.
    pub fn new(seed: u64) -> Random<G> {
        Random { seed, rng: Rng::new(seed, 0), pick: RandomPlayout::default() }
    }
}

impl<G: Game> Searcher<G> for Random<G> {
    fn think(
        &mut self,
        position: &G,
        _: &Budget,
        _: &Stop,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let candidate = self.pick.pick(position, &mut self.rng).map(Candidate::untried);
        Report {
            actor: position.actor(),
            view: position.actor().player().unwrap_or(Player::FIRST),
            candidates: candidate.into_iter().collect(),
            win_rate: 0.5,
            proof: None,
            playouts: 0,
            simulations: 0,
            nodes: 0,
            memory: 0,
            memory_cap: 0,
            depth: None,
            elapsed: Duration::ZERO,
        }
    }

    fn forget(&mut self) {
        self.rng = Rng::new(self.seed, 0);
    }
}
