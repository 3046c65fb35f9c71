//! Positions that are reached in several ways.
//!
//! Where a move leads to a position that has a node at the same depth already, the move is linked
//! to that node instead of getting one of its own, and the mean value of the move is that of all
//! simulations to the position, whichever way they came. The moves' visits remain their own: shared ones
//! would mislead the exploration (UCT2 of Childs, Brodeur and Kocsis). Since depths agree, no simulation
//! comes to the same node twice.
//!
//! A node remembers one parent only, the first. When memory is compacted, all other links to it are
//! dropped, and found again by later simulations; while there is something to be compacted, none are made.

use spinney_game::Player;

use super::arena::Block;
use super::stat::{Stat, add};
use crate::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use crate::sync::zeroed_slice_box;

/// What leads to which node, and what its position is worth.
pub struct Transpositions {
    entries: Box<[Entry]>,
}

#[derive(Default)]
#[cfg_attr(not(all(test, feature = "shuttle")), derive(bytemuck::Zeroable))]
struct Entry {
    /// The upper half of the key, and the node's block or 0. In one word, so that a link never
    /// belongs to another position.
    link: AtomicU64,
    /// Of all simulations to the position.
    stat: AtomicU64,
}

/// What identifies a position for those who come to it by a move of `mover` at some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(u64);

impl Key {
    pub fn new(hash: u64, depth: u64, mover: Player) -> Key {
        let salt = (depth * 4 + u64::from(mover.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (hash ^ salt).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Key(mixed ^ mixed >> 32)
    }

    fn tag(self) -> u64 {
        self.0 >> 32 << 32
    }
}

impl Transpositions {
    /// As many entries as that many bytes hold.
    pub fn new(bytes: u64) -> Transpositions {
        let entries = (bytes / size_of::<Entry>() as u64).max(1);
        Transpositions { entries: zeroed_slice_box(entries as usize) }
    }

    fn entry(&self, key: Key) -> &Entry {
        // The lower half of the key, which the tag does not contain.
        let place = ((key.0 & 0xffff_ffff) * self.entries.len() as u64) >> 32;
        &self.entries[place as usize]
    }

    /// The node of a position.
    pub fn node(&self, key: Key) -> Option<Block> {
        let link = self.entry(key).link.load(Acquire);
        let block = link as u32;
        (link & !0xffff_ffff == key.tag() && block != 0).then_some(Block(block))
    }

    /// A position has got a node.
    pub fn set_node(&self, key: Key, block: Block) {
        let entry = self.entry(key);
        let old = entry.link.swap(key.tag() | u64::from(block.0), Release);
        if old & !0xffff_ffff != key.tag() {
            entry.stat.store(0, Relaxed);
        }
    }

    /// Adds the result of simulations to a position and returns what is known of it in all; `None` if
    /// the place is taken by a position that has a node.
    pub fn add(&self, key: Key, result: Stat, shared: bool) -> Option<Stat> {
        let entry = self.entry(key);
        let link = entry.link.load(Acquire);
        if link & !0xffff_ffff != key.tag() {
            if link as u32 != 0 {
                return None;
            }
            entry.link.store(key.tag(), Release);
            entry.stat.store(0, Relaxed);
        }
        Some(Stat(add(&entry.stat, result.0, shared)))
    }

    /// Forgets all, while threads look on.
    pub fn clear(&self) {
        for entry in &self.entries {
            entry.link.store(0, Relaxed);
            entry.stat.store(0, Relaxed);
        }
    }

    /// Forgets all by taking new memory, which costs only what was written and will be. Short searches
    /// in a large table, as for each of the sixteen pieces of a setup in Arimaa, need little of it.
    pub fn renew(&mut self) {
        let entries = self.entries.len();
        // Never two tables at a time.
        self.entries = Box::default();
        self.entries = zeroed_slice_box(entries);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_the_same_position_share_its_value_and_node() {
        let mut table = Transpositions::new(1 << 16);
        let key = |hash| Key::new(hash, 3, Player::FIRST);
        assert_eq!(table.add(key(7), Stat::new(1, 256), false), Some(Stat::new(1, 256)));
        assert_eq!(table.add(key(7), Stat::new(1, 0), false), Some(Stat::new(2, 256)));
        assert_eq!(table.node(key(7)), None);
        table.set_node(key(7), Block(5));
        assert_eq!(table.node(key(7)), Some(Block(5)));
        assert_eq!(table.add(key(7), Stat::new(1, 0), true), Some(Stat::new(3, 256)));
        assert_eq!(table.node(Key::new(7, 4, Player::FIRST)), None, "another depth");
        assert_eq!(table.node(Key::new(7, 3, Player::SECOND)), None, "another's move");
        table.clear();
        assert_eq!(table.node(key(7)), None);
        table.set_node(key(7), Block(5));
        table.renew();
        assert_eq!(table.node(key(7)), None);
    }

    #[test]
    fn a_small_table_forgets_but_does_not_confuse() {
        let table = Transpositions::new(64);
        for hash in 0..1000 {
            let key = Key::new(hash, 0, Player::FIRST);
            table.set_node(key, Block(hash as u32 + 1));
            assert_eq!(table.node(key), Some(Block(hash as u32 + 1)));
            assert_eq!(table.node(Key::new(hash + 1000, 0, Player::FIRST)), None);
        }
    }
}
