//! Simulations in batches through nodes that have seen many.
//!
//! At a move with hundreds of visits one more result changes little, yet scoring all moves of the
//! node and adding to all their AMAF statistics costs as much as anywhere, and worse with several
//! threads, which would pass the same cache lines to and fro. So a thread that takes such
//! a move takes it for a whole batch of simulations, adds up their results in memory of its own, and
//! hands them in together before it chooses anew.

use std::sync::atomic::Ordering::Relaxed;

use pulp::Arch;
use spinney_game::Outcome;

use super::amaf;
use super::arena::Block;
use super::node::{Edge, Node};
use super::stat::{add, load};
use super::tree::Tree;

/// Simulations are batched where they take a move with this many visits.
const MANY_VISITS: u64 = 32;
/// A batch is one part in this many of the visits.
const PARTS: u64 = 16;
/// Only above this depth, below which few nodes see many simulations.
const DEPTHS: usize = 32;
/// Batches that are open at a time at nodes of one depth, a power of two.
const WAYS: usize = 8;

/// The open batches of a thread.
///
/// Each depth has places of its own. If two nodes of one path had to share a place, each simulation
/// would close the upper node's batch for the lower one's and open it anew on its way up: it would never
/// end, and its move would be taken for ever.
pub struct Batches {
    slots: Vec<Batch>,
    /// What vectors the processor has.
    arch: Arch,
    /// The most simulations of a batch.
    largest: u64,
    /// What a simulation to come counts as for other threads: lost visits.
    virtual_loss: u64,
}

#[derive(Clone, Default)]
struct Batch {
    /// The node, while the batch is open.
    block: Option<Block>,
    /// The move that is taken there.
    index: usize,
    simulations_left: u64,
    /// The sum of the results, less the virtual loss that was handed in for them.
    stat: u64,
    /// Per move code, the sum of what the node's player has made in the playouts.
    made: Vec<u64>,
}

/// Whether a move with so many visits at that depth is worth a batch.
#[inline]
pub fn is_due(visits: u64, depth: usize) -> bool {
    visits >= MANY_VISITS && depth < DEPTHS
}

/// The simulations of a batch that takes a move with so many visits, if it may have so many.
pub fn simulations(visits: u64, largest: u64) -> u64 {
    (visits / PARTS).clamp(1, largest)
}

impl Batches {
    /// Of at most so many simulations. `virtual_loss` is a packed number of visits, 0 in a tree that is
    /// not shared.
    pub fn new(largest: u64, virtual_loss: u64) -> Batches {
        let slots = vec![Batch::default(); DEPTHS * WAYS];
        Batches { slots, arch: Arch::new(), largest, virtual_loss }
    }

    fn slot(&mut self, block: Block, depth: usize) -> Option<&mut Batch> {
        let hash = block.0.wrapping_mul(0x9e37_79b9) >> (32 - WAYS.ilog2());
        self.slots.get_mut(depth * WAYS + hash as usize)
    }

    /// The move of the batch that is open at a node of that depth, unless it has been proven or
    /// taken out of play meanwhile.
    pub fn choice(&mut self, tree: &Tree, node: Node<'_>, depth: usize) -> Option<usize> {
        let batch = self.slot(node.block, depth)?;
        if batch.block != Some(node.block) {
            return None;
        }
        let edge = node.edge(batch.index);
        if edge.proof().is_some() || edge.is_pruned() {
            batch.flush(tree);
            return None;
        }
        Some(batch.index)
    }

    /// Adds the result of a simulation that took a move of a player's node where a batch was open or due.
    /// Returns the bits of the sums that were handed in.
    pub fn add(
        &mut self,
        tree: &Tree,
        (node, depth): (Node<'_>, usize),
        index: usize,
        outcome: &mut Outcome,
    ) -> u64 {
        let Batches { virtual_loss, largest, arch, .. } = *self;
        let batch = self.slot(node.block, depth).expect("a batch is due at this depth");
        let mut bits = 0;
        if batch.block != Some(node.block) || batch.index != index {
            bits |= batch.flush(tree);
            batch.open(node, index, largest, virtual_loss);
        }
        batch.stat = batch.stat.wrapping_add(outcome.result(node.head.view()).0);
        if let (true, Some(player)) = (node.head.has_amaf(), node.head.player()) {
            amaf::collect(outcome, player, node.edge(index).code(), arch, &mut batch.made);
        }
        batch.simulations_left -= 1;
        if batch.simulations_left == 0 {
            bits |= batch.flush(tree);
        }
        bits
    }

    /// Hands everything in. To be called before nodes move and when a search ends.
    pub fn flush(&mut self, tree: &Tree) {
        for batch in &mut self.slots {
            batch.flush(tree);
        }
    }
}

impl Batch {
    fn open(&mut self, node: Node<'_>, index: usize, largest: u64, virtual_loss: u64) {
        let visits = load(&node.stats()[index]).visits();
        self.block = Some(node.block);
        self.index = index;
        self.simulations_left = simulations(visits, largest);
        // The whole batch is announced, lest other threads follow it to the same nodes below.
        let loss = self.simulations_left * virtual_loss;
        if loss > 0 {
            add(&node.stats()[index], loss, true);
        }
        self.stat = 0_u64.wrapping_sub(loss);
        self.made.fill(0);
    }

    /// Closes the batch, if it is open.
    fn flush(&mut self, tree: &Tree) -> u64 {
        let Some(block) = self.block.take() else { return 0 };
        let node = tree.node(block);
        let mut bits = add(&node.stats()[self.index], self.stat, true);
        for (edge, amaf) in node.edges().iter().zip(node.amafs()) {
            bits |= add(amaf, self.made[Edge(edge.load(Relaxed)).code() as usize], false);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::node::{Head, Kept, PriorVisits};
    use crate::mcts::prior::Prior;
    use crate::mcts::stat::Stat;
    use spinney_game::{Actor, Player, Rewards};

    #[test]
    #[cfg_attr(miri, ignore = "it takes too long")]
    fn a_batch_ends_wherever_the_nodes_below_it_lie() {
        const MOVES: usize = 1000;
        const LARGEST: u64 = 16;
        let actor = Actor::Player(Player::FIRST);
        let head = |moves| Head::new(moves, actor, Player::FIRST, Kept::default());
        let edges = |moves| (0..moves).map(|code| (code as u32, Prior::EVEN));
        let mut tree = Tree::new(1 << 22, PriorVisits::default()).unwrap();
        tree.plant(head(MOVES), edges(MOVES));
        let root = tree.root().unwrap();
        let mut outcome = Outcome::new(2, 0, false);
        outcome.add_value(&Rewards::draw(2), 1);
        let mut batches = Batches::new(LARGEST, 0);
        for index in 0..MOVES {
            let below = tree.grow(root, index, head(1), edges(1)).unwrap();
            for (node, index) in [(root, index), (below, 0)] {
                add(&node.stats()[index], Stat::new(1000, 0).0, false);
            }
            let mut made = 0;
            while made == 0 || batches.choice(&tree, root, 0).is_some() {
                batches.add(&tree, (below, 1), 0, &mut outcome);
                batches.add(&tree, (root, 0), index, &mut outcome);
                made += 1;
                assert!(made <= LARGEST, "move {index} is taken for ever");
            }
            assert_eq!(made, LARGEST);
            assert_eq!(load(&root.stats()[index]).visits(), 1000 + LARGEST);
        }
    }
}
