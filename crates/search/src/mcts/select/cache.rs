//! The best few moves of nodes that are visited often.
//!
//! With some fifty visits to a node, the move of the highest score is nearly always one of those
//! that scored highest a little while ago. So these are kept, and only these are scored until the
//! square root of the node's visits has passed the next whole number; then all are scored again.

use super::score::Terms;
use crate::mcts::arena::Block;

/// Nodes whose best moves are known at a time, a power of two.
const SLOTS: usize = 1 << 10;
/// The most moves that can be kept of a node.
pub const MOST_CACHED: usize = 16;

/// One thread's nodes with their best moves.
pub(super) struct Cache {
    slots: Vec<Slot>,
    size: usize,
    least_visits: f32,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    block: Option<Block>,
    moves: [u32; MOST_CACHED],
    count: usize,
    uses_left: u32,
    terms: Option<Terms>,
}

impl Cache {
    /// Keeps `size` moves of nodes with at least so many visits; none at all if `size` is 0.
    pub(super) fn new(size: u32, least_visits: u32) -> Cache {
        let slots = if size > 0 { SLOTS } else { 0 };
        Cache {
            slots: vec![Slot::default(); slots],
            size: (size as usize).min(MOST_CACHED),
            least_visits: least_visits as f32,
        }
    }

    pub(super) fn is_on(&self) -> bool {
        self.size > 0
    }

    fn slot(&mut self, block: Block) -> Option<&mut Slot> {
        let hash = block.0.wrapping_mul(0x9e37_79b9) >> (32 - SLOTS.ilog2());
        self.slots.get_mut(hash as usize)
    }

    /// The best moves of a node, to be used once, with what was the same for all of them.
    pub(super) fn take(&mut self, block: Block) -> Option<(&[u32], Terms)> {
        let slot = self.slot(block)?;
        if slot.block != Some(block) {
            return None;
        }
        slot.uses_left = slot.uses_left.checked_sub(1)?;
        Some((&slot.moves[..slot.count], slot.terms?))
    }

    /// Notes which moves of a node have the highest scores.
    pub(super) fn fill(&mut self, block: Block, scores: &[f32], visits: f32, terms: &Terms) {
        let size = self.size;
        if visits < self.least_visits || scores.len() <= size {
            return;
        }
        let Some(slot) = self.slot(block) else { return };
        slot.block = Some(block);
        slot.terms = Some(*terms);
        slot.count = 0;
        for (index, &score) in scores.iter().enumerate() {
            // Few are better than the best so far, so that this is one comparison a move.
            if slot.count == size && score <= scores[slot.moves[size - 1] as usize] {
                continue;
            }
            slot.count = (slot.count + 1).min(size);
            slot.moves[slot.count - 1] = index as u32;
            for at in (1..slot.count).rev() {
                if scores[slot.moves[at] as usize] <= scores[slot.moves[at - 1] as usize] {
                    break;
                }
                slot.moves.swap(at, at - 1);
            }
        }
        let next = visits.sqrt().floor() + 1.0;
        slot.uses_left = (next * next - visits) as u32;
    }

    /// Forgets all. To be called before nodes move.
    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.block = None);
    }
}
