//! All moves as first: a move made at any later time of a playout counts for the same move made
//! now by the same player.
//!
//! What a leaf's playouts brought is added up per player and move code in its [`Outcome`]. On the way
//! back up each node then needs one look-up and one addition per move. Going up, the outcome also
//! learns the moves of the path itself, so that a node sees exactly the moves made from it on.

use std::sync::atomic::Ordering::Relaxed;

use pulp::{Arch, Simd, WithSimd};
use spinney_game::{Outcome, Player};

use super::node::{Edge, Node};
use super::stat::add;

/// Lets a node learn from a simulation through it. `code` is the move that it took there. Returns
/// the bits of all sums, for [`super::stat::TALL`].
pub fn update(outcome: &mut Outcome, node: Node<'_>, player: Player, code: u32) -> u64 {
    outcome.made_before(player, code);
    let made = outcome.made(player);
    let mut bits = 0;
    for (edge, amaf) in node.edges().iter().zip(node.amafs()) {
        // Two threads may overwrite each other's sum: then one result is lost, which matters
        // less than the time an atomic addition takes.
        bits |= add(amaf, made[Edge(edge.load(Relaxed)).code() as usize], false);
    }
    bits
}

/// Adds to sums by move code what a node would learn.
#[inline]
pub fn collect(outcome: &mut Outcome, player: Player, code: u32, arch: Arch, sums: &mut Vec<u64>) {
    outcome.made_before(player, code);
    let made = outcome.made(player);
    sums.resize(made.len(), 0);
    arch.dispatch(Sum { sums, made });
}

/// Adds numbers to sums.
struct Sum<'a> {
    sums: &'a mut [u64],
    made: &'a [u64],
}

impl WithSimd for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.sums.iter_mut().zip(self.made).for_each(|(sum, more)| *sum += more);
    }
}
