//! Back up from a leaf: its result goes into the statistics of every move that led there.

use spinney_game::Outcome;

use super::amaf;
use super::batch::Batches;
use super::history::History;
use super::node::Edge;
use super::path::Path;
use super::settings::{Parallelism, RelativeUpdates, Settings};
use super::stat::{Stat, VISIT, add, replace};
use super::transposition::Key;
use super::tree::Tree;
use crate::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How one thread's results get into the tree.
pub struct Updates {
    pub batches: Batches,
    relative: RelativeUpdates,
    /// Whether several simulations may be backed up together.
    pub may_batch: bool,
    /// Other threads change the same tree.
    pub is_shared: bool,
    /// What a simulation counts as until its result is known, in packed visits; 0 where no other one
    /// is under way meanwhile.
    pub virtual_loss: u64,
}

impl Updates {
    /// For a thread that has so many leaves under way at a time.
    pub fn new(settings: &Settings, leaves: usize) -> Updates {
        let is_shared =
            settings.resources.threads > 1 && settings.parallel.parallelism == Parallelism::Tree;
        let is_alone = leaves == 1 && !is_shared;
        let virtual_loss =
            if is_alone { 0 } else { u64::from(settings.parallel.virtual_loss) * VISIT };
        Updates {
            batches: Batches::new(settings.updates.simulations_per_update.into(), virtual_loss),
            relative: settings.updates.relative_updates,
            // Not where a result changes more than sums, nor where leaves are to be kept apart.
            may_batch: settings.updates.simulations_per_update > 1
                && leaves == 1
                && !settings.growth.transpositions
                && settings.updates.relative_updates == RelativeUpdates::Off,
            is_shared,
            virtual_loss,
        }
    }

    /// Adds the results of a leaf to all moves of its path. Returns the bits of all sums.
    pub fn back_up(
        &mut self,
        tree: &Tree,
        path: &Path,
        outcome: &mut Outcome,
        history: &mut History,
    ) -> u64 {
        let mut bits = 0;
        for (depth, step) in path.steps.iter().enumerate().rev() {
            let node = tree.node(step.block);
            let index = step.index as usize;
            if let Some(player) = node.head.player() {
                let code = Edge(node.edges()[index].load(Relaxed)).code();
                history.add(player, code, outcome.result(player));
            }
            if step.batched {
                bits |= self.batches.add(tree, (node, depth), index, outcome);
                continue;
            }
            let result = outcome.result(node.head.view());
            bits |= self.add_result(tree, &node.stats()[index], step.key, result);
            if let (true, Some(player)) = (node.head.has_amaf(), node.head.player()) {
                let code = Edge(node.edges()[index].load(Relaxed)).code();
                bits |= amaf::update(outcome, node, player, code);
            }
        }
        bits
    }

    /// Takes back what a simulation counts as that has not come to a result.
    pub fn take_back(&self, tree: &Tree, path: &Path) {
        for step in path.steps.iter().filter(|step| !step.batched) {
            let word = &tree.node(step.block).stats()[step.index as usize];
            add(word, 0_u64.wrapping_sub(self.virtual_loss), self.is_shared);
        }
    }

    /// Adds the result of a simulation to a move's statistics. Returns the bits of the sum.
    fn add_result(&self, tree: &Tree, word: &AtomicU64, key: Option<Key>, result: Stat) -> u64 {
        let Updates { is_shared, virtual_loss, .. } = *self;
        let table = tree.transpositions.as_ref();
        let joint = key.zip(table).and_then(|(key, table)| table.add(key, result, is_shared));
        if let Some(joint) = joint {
            let mean = joint.mean_units();
            return replace(word, is_shared, |stat| {
                let visits = Stat(stat.0.wrapping_sub(virtual_loss)).visits() + result.visits();
                Stat::of_mean_units(visits, mean)
            });
        }
        let weight = |visits: u64| match self.relative {
            RelativeUpdates::Off => None,
            RelativeUpdates::Log => Some(libm::log(visits.max(1) as f64).max(1.0)),
            RelativeUpdates::Sqrt => Some((visits as f64).sqrt().max(1.0)),
        };
        if weight(0).is_some() {
            return replace(word, is_shared, |stat| {
                let before = Stat(stat.0.wrapping_sub(virtual_loss));
                before.moved_by(result, weight(before.visits()).unwrap_or(1.0))
            });
        }
        add(word, result.0.wrapping_sub(virtual_loss), is_shared)
    }
}
