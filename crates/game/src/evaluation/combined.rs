//! Two evaluators as one.

use super::{Evaluator, Leaf};
use crate::{Game, MAX_PLAYERS, Rng};

/// The values of one evaluator and the policy of another.
#[derive(Clone, Debug)]
pub struct WithPolicy<V, P> {
    pub(super) value: V,
    pub(super) policy: P,
    /// Which leaves want a policy, and how many playouts each asks for.
    asked: Vec<(bool, u64)>,
}

impl<V, P> WithPolicy<V, P> {
    pub(super) fn new(value: V, policy: P) -> WithPolicy<V, P> {
        WithPolicy { value, policy, asked: Vec::new() }
    }
}

impl<G: Game, V: Evaluator<G>, P: Evaluator<G>> Evaluator<G> for WithPolicy<V, P> {
    #[inline]
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut Rng) {
        if !leaves.iter().any(|leaf| leaf.wants_policy) {
            return self.value.evaluate(leaves, rng);
        }
        self.asked.clear();
        for leaf in &mut *leaves {
            self.asked.push((leaf.wants_policy, leaf.playouts));
            leaf.wants_policy = false;
        }
        self.value.evaluate(leaves, rng);
        for (leaf, asked) in leaves.iter_mut().zip(&self.asked) {
            (leaf.wants_policy, leaf.playouts) = (asked.0, 0);
        }
        self.policy.evaluate(leaves, rng);
        for (leaf, asked) in leaves.iter_mut().zip(&self.asked) {
            leaf.playouts = asked.1;
        }
    }

    fn grown(&mut self, position: &G) {
        self.value.grown(position);
        self.policy.grown(position);
    }
}

/// A mixture of the values of two evaluators. The policy is the first one's; of moves made in
/// playouts, what either has seen counts in full.
#[derive(Clone, Debug)]
pub struct Mixture<A, B> {
    first: A,
    pub(super) second: B,
    /// Of the first one.
    weight: f64,
    /// Which leaves want a policy, and what the first one says about their values.
    firsts: Vec<(bool, [f64; MAX_PLAYERS])>,
}

impl<A, B> Mixture<A, B> {
    pub(super) fn new(first: A, second: B, weight: f64) -> Mixture<A, B> {
        Mixture { first, second, weight: weight.clamp(0.0, 1.0), firsts: Vec::new() }
    }
}

impl<G: Game, A: Evaluator<G>, B: Evaluator<G>> Evaluator<G> for Mixture<A, B> {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut Rng) {
        self.first.evaluate(leaves, rng);
        self.firsts.clear();
        for leaf in &mut *leaves {
            self.firsts.push((leaf.wants_policy, leaf.outcome.take_sums()));
            leaf.wants_policy = false;
        }
        self.second.evaluate(leaves, rng);
        for (leaf, (wants_policy, sums)) in leaves.iter_mut().zip(&self.firsts) {
            leaf.wants_policy = *wants_policy;
            leaf.outcome.mix_sums(sums, self.weight);
        }
    }

    fn grown(&mut self, position: &G) {
        self.first.grown(position);
        self.second.grown(position);
    }
}
