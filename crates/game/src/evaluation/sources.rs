//! What evaluates positions, each with the way in which it is asked otherwise.

use super::{Evaluator, Leaf, StaticEvaluation};
use crate::{
    BatchPlayout, Game, Guide, LANES, Player, Playout, PlayoutBatch, Prior, Rewards, Rng,
    first_lanes,
};

/// Positions are played out.
#[derive(Clone, Debug, Default)]
pub struct Playouts<P>(pub P);

impl<G: Game, P: Playout<G>> Evaluator<G> for Playouts<P> {
    #[inline]
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut Rng) {
        for Leaf { position, playouts, trace, outcome, .. } in asked_for_values(leaves) {
            self.0.run_many(position, *playouts, rng, trace, |rewards, trace| {
                outcome.add_playout(rewards, trace);
            });
        }
    }

    fn grown(&mut self, position: &G) {
        self.0.grown(position);
    }
}

/// Positions are played out by the batch. Of the last one only as many playouts count as are wanted,
/// so it is well to ask for a multiple of [`LANES`].
#[derive(Clone, Debug)]
pub struct BatchPlayouts<V> {
    playout: V,
    batch: Option<PlayoutBatch>,
}

impl<V> BatchPlayouts<V> {
    /// The batches of those playouts.
    pub fn new(playout: V) -> BatchPlayouts<V> {
        BatchPlayouts { playout, batch: None }
    }
}

impl<G: Game, V: BatchPlayout<G>> Evaluator<G> for BatchPlayouts<V> {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut Rng) {
        for Leaf { position, playouts, outcome, .. } in asked_for_values(leaves) {
            let batch = self.batch.get_or_insert_with(|| {
                PlayoutBatch::new(position.players(), position.move_codes())
            });
            let mut left = *playouts;
            while left > 0 {
                self.playout.run(position, rng, batch);
                let count = left.min(LANES as u64);
                outcome.add_batch(batch, &first_lanes(count as usize));
                left -= count;
            }
        }
    }
}

/// Positions are judged as they stand. A value counts as all the playouts that are wanted.
#[derive(Clone, Debug, Default)]
pub struct StaticValue<E>(pub E);

impl<G: Game, E: StaticEvaluation<G>> Evaluator<G> for StaticValue<E> {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], _: &mut Rng) {
        for Leaf { position, playouts, outcome, .. } in asked_for_values(leaves) {
            let values = self.0.values(position);
            let mut rewards = Rewards::default();
            for player in (0..position.players() as u8).map(Player) {
                rewards[player] = self.0.chance(values[player.index()]);
            }
            outcome.add_value(&rewards, *playouts);
        }
    }
}

/// Positions are judged as for an alpha-beta search, what is seen at a glance included. For games of
/// two players without chance.
#[derive(Clone, Debug, Default)]
pub struct GuideValue<E>(pub E);

impl<G: Game, E: Guide<G>> Evaluator<G> for GuideValue<E> {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], _: &mut Rng) {
        for Leaf { position, playouts, outcome, .. } in asked_for_values(leaves) {
            let Some(player) = position.actor().player() else { continue };
            let chance = if self.0.sees_win(position) {
                1.0
            } else if self.0.sees_loss(position) {
                0.0
            } else {
                let value = self.0.evaluate(position, player);
                self.0.chance(value)
            };
            let mut rewards = Rewards::default();
            rewards[player] = chance;
            rewards[player.opponent()] = 1.0 - chance;
            outcome.add_value(&rewards, *playouts);
        }
    }
}

/// Moves are judged at first sight; it has no values.
#[derive(Clone, Debug, Default)]
pub struct Priors<P>(pub P);

impl<G: Game, P: Prior<G>> Evaluator<G> for Priors<P> {
    #[inline]
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], _: &mut Rng) {
        for leaf in leaves.iter_mut().filter(|leaf| leaf.wants_policy) {
            self.0.judge(&leaf.position, &leaf.moves, &mut leaf.policy);
        }
    }
}

fn asked_for_values<G: Game>(leaves: &mut [Leaf<G>]) -> impl Iterator<Item = &mut Leaf<G>> {
    leaves.iter_mut().filter(|leaf| leaf.playouts > 0)
}
