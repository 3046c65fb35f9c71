//! Islands: each thread grows a tree of its own, and from time to time an expedition carries what
//! it has learned to the shared statistics and brings home what the others have (Kozelek's thesis).
//!
//! Only nodes that have seen many simulations take part; the others would cost more than they tell. A
//! thread remembers what its words were at its last exchange, so that everything counts once.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::node::Node;
use super::stat::{Stat, load};
use super::tree::Tree;

/// Nodes with fewer visits stay at home.
const LEAST_VISITS: u64 = 64;

/// A node's way from the root, as a hash of move codes.
type Way = u64;

/// What all islands together know.
#[derive(Default)]
pub struct SharedStatistics(Mutex<FxHashMap<Way, FxHashMap<u32, u64>>>);

/// What one island's words were at its last exchange.
#[derive(Default)]
pub struct Baseline(FxHashMap<Way, Vec<u64>>);

impl SharedStatistics {
    /// Shared statistics that start with what one tree knows, at the beginning of a search.
    pub fn of(tree: &Tree) -> SharedStatistics {
        let shared = SharedStatistics::default();
        shared.exchange(tree, &mut Baseline::default());
        shared
    }

    /// Carries over what a tree has learned since the last exchange, and brings it up to date.
    /// Nobody else may change the tree meanwhile.
    pub fn exchange(&self, tree: &Tree, baseline: &mut Baseline) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        visit(tree, |way, node| {
            let start = |i| tree.prior_visits.direct(node.head, node.prior(i)).0;
            let before = baseline
                .0
                .entry(way)
                .or_insert_with(|| (0..node.head.moves()).map(start).collect());
            let moves = known.entry(way).or_default();
            for (i, (word, before)) in node.stats().iter().zip(before).enumerate() {
                let sum = moves.entry(node.edge(i).code()).or_insert_with(|| start(i));
                let now = load(word);
                // Tall words may have been halved since; then they start anew.
                if now.visits() >= Stat(*before).visits() {
                    *sum = sum.wrapping_add(now.0.wrapping_sub(*before));
                }
                word.store(*sum, Relaxed);
                *before = *sum;
            }
        });
    }
}

impl Baseline {
    /// Takes what a tree knows as known to all, at the beginning of a search.
    pub fn open(&mut self, tree: &Tree) {
        self.0.clear();
        visit(tree, |way, node| {
            let words = node.stats().iter().map(|word| word.load(Relaxed));
            self.0.insert(way, words.collect());
        });
    }
}

/// Goes through the nodes that take part.
fn visit(tree: &Tree, mut at: impl FnMut(Way, Node<'_>)) {
    let mut left: Vec<(Way, Node<'_>)> = tree.root().map(|root| (0, root)).into_iter().collect();
    while let Some((way, node)) = left.pop() {
        at(way, node);
        for i in 0..node.head.moves() {
            let edge = node.edge(i);
            if let Some(child) = edge.link()
                && load(&node.stats()[i]).visits() >= LEAST_VISITS
            {
                let next = (way ^ u64::from(edge.code() + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                left.push((next.rotate_left(29), tree.node(child)));
            }
        }
    }
}
