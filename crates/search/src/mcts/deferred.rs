//! Results that a thread keeps back for a while.
//!
//! All threads pass through the root and its best moves. If each wrote its result there after
//! every walk, the processors would do little but pass cache lines to and fro. At moves with very
//! many visits a few more or less change nothing, so a thread adds up its results for such nodes
//! in memory of its own and hands them in from time to time.

use std::sync::atomic::Ordering::Relaxed;

use super::amaf::Tally;
use super::arena::Block;
use super::node::{Edge, Node};
use super::stat::add;
use super::tree::Tree;

/// Results are kept back where a walk takes a move with this many visits.
pub const MANY_VISITS: u64 = 1024;
/// Results of this many walks are kept back at most.
const WALKS: u32 = 16;
/// Nodes for which results are kept back at a time.
const NODES: usize = 32;

#[derive(Default)]
pub struct Deferred {
    nodes: [Sums; NODES],
}

/// What is kept back for one node.
#[derive(Default)]
struct Sums {
    block: Option<Block>,
    walks: u32,
    stats: Vec<u64>,
    amafs: Vec<u64>,
}

impl Deferred {
    /// Keeps back what a walk has learned about a node where it took the move of that number.
    /// Returns the bits of the sums that were handed in.
    pub fn add(&mut self, tree: &Tree, node: Node<'_>, index: usize, tally: &mut Tally) -> u64 {
        let mut bits = 0;
        let sums = &mut self.nodes[node.block.0 as usize % NODES];
        if sums.block != Some(node.block) {
            bits |= sums.hand_in(tree);
            sums.open(node);
        }
        sums.stats[index] += tally.result(node.head.view()).0;
        if let (true, Some(player)) = (node.head.has_amaf(), node.head.player()) {
            let made = tally.made_by(player, Edge(node.edges()[index].load(Relaxed)).code());
            for (edge, sum) in node.edges().iter().zip(&mut sums.amafs) {
                *sum += made[Edge(edge.load(Relaxed)).code() as usize];
            }
        }
        sums.walks += 1;
        if sums.walks == WALKS {
            bits |= sums.hand_in(tree);
        }
        bits
    }

    /// Hands everything in. To be called before nodes move and when a search ends.
    pub fn hand_in(&mut self, tree: &Tree) {
        for sums in &mut self.nodes {
            sums.hand_in(tree);
            sums.block = None;
        }
    }
}

impl Sums {
    fn open(&mut self, node: Node<'_>) {
        self.block = Some(node.block);
        self.stats.clear();
        self.stats.resize(node.stats().len(), 0);
        self.amafs.clear();
        self.amafs.resize(node.amafs().len(), 0);
    }

    fn hand_in(&mut self, tree: &Tree) -> u64 {
        let Some(block) = self.block.filter(|_| self.walks > 0) else { return 0 };
        let node = tree.node(block);
        let mut bits = 0;
        for (word, sum) in node.stats().iter().zip(&mut self.stats) {
            if *sum != 0 {
                bits |= add(word, *sum, true);
                *sum = 0;
            }
        }
        for (word, sum) in node.amafs().iter().zip(&mut self.amafs) {
            bits |= add(word, *sum, false);
            *sum = 0;
        }
        self.walks = 0;
        bits
    }
}
