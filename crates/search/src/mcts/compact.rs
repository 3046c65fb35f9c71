//! Making room: the least visited nodes are dropped, the others slide together.
//!
//! Since parents lie below their children, one pass from the bottom up suffices: when it comes to
//! a node, the node's parent has been dealt with. A node that is kept slides down to the first
//! free line, and the link above it and the parent words below it are corrected. A node that is
//! dropped leaves its statistics in its parent's words, and its children orphans. After every
//! node the tree is whole, so a pass can be interrupted at any node and taken up later.
//!
//! All this happens while the threads of the search pause.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use super::arena::Block;
use super::node::{Node, Parent};
use super::stat::{Stat, TALL};
use super::tree::{ANCHOR, Tree};

/// A compaction under way.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// The next node to look at.
    next: u32,
    /// Where it goes if it is kept.
    free: u32,
    /// The fewest visits of a node that is kept.
    threshold: u64,
    kept: u64,
}

impl Tree {
    /// Makes room and keeps statistics from overflowing, unless `interrupted` says that there is
    /// no time for it; then it must be called again before the search can go on.
    pub fn tidy(&self, interrupted: &dyn Fn() -> bool) {
        let mut state = self.sweep.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_none() {
            let Some(room) = self.survey(interrupted) else {
                return;
            };
            *state = Some(Sweep {
                next: self.first(),
                free: self.first(),
                threshold: room.threshold(self.arena.capacity() / 2),
                kept: 0,
            });
        }
        if let Some(sweep) = state.as_mut()
            && self.compact(sweep, interrupted)
        {
            self.arena.set_top(sweep.free);
            self.set_nodes(sweep.kept);
            self.set_floor(sweep.threshold);
            if sweep.free > self.arena.capacity() / 4 * 3 {
                self.set_full();
            }
            self.set_tidy();
            *state = None;
        }
    }

    /// The lowest block above the anchor.
    fn first(&self) -> u32 {
        self.node(ANCHOR).head.lines()
    }

    /// Finds out how much memory the nodes of each number of visits take, makes orphans of what
    /// nothing leads to, and halves statistics that have become large. `None`: interrupted.
    fn survey(&self, interrupted: &dyn Fn() -> bool) -> Option<Room> {
        let mut room = Room::default();
        let mut next = self.first();
        while next < self.arena.top() {
            if interrupted() {
                return None;
            }
            let node = self.node(Block(next));
            next += node.head.lines();
            let orphan = node.parent().is_none();
            if !orphan {
                halve_if_tall(node);
            }
            for (index, child) in self.children(node) {
                if orphan {
                    child.set_parent(None);
                } else {
                    room.add(Stat::load(&node.stats()[index]).visits(), child.head.lines());
                }
            }
        }
        Some(room)
    }

    /// Goes on with a sweep. Whether it is done.
    fn compact(&self, sweep: &mut Sweep, interrupted: &dyn Fn() -> bool) -> bool {
        while sweep.next < self.arena.top() {
            if interrupted() {
                return false;
            }
            let node = self.node(Block(sweep.next));
            let lines = node.head.lines();
            if let Some(above) = node.parent() {
                let parent = self.node(above.block);
                let visits = Stat::load(&parent.stats()[above.index]).visits();
                if above.block == ANCHOR || visits >= sweep.threshold {
                    self.slide(node, parent, above.index, Block(sweep.free));
                    sweep.free += lines;
                    sweep.kept += 1;
                } else {
                    parent.relink(above.index, None);
                    self.disown_children(node);
                }
            } else {
                self.disown_children(node);
            }
            sweep.next += lines;
        }
        true
    }

    fn slide(&self, node: Node<'_>, parent: Node<'_>, index: usize, to: Block) {
        if to == node.block {
            return;
        }
        for (index, child) in self.children(node) {
            child.set_parent(Some(Parent { block: to, index }));
        }
        parent.relink(index, Some(to));
        self.arena.slide(node.block, to, node.head.lines());
    }

    fn disown_children(&self, node: Node<'_>) {
        for (_, child) in self.children(node) {
            child.set_parent(None);
        }
    }

    /// The children that have nodes, with the numbers of their moves.
    fn children<'t>(&'t self, node: Node<'t>) -> impl Iterator<Item = (usize, Node<'t>)> {
        (0..node.head.moves())
            .filter_map(move |i| node.edge(i).link().map(|block| (i, self.node(block))))
    }
}

fn halve_if_tall(node: Node<'_>) {
    let words = || node.stats().iter().chain(node.amafs());
    if words().any(|word| word.load(Relaxed) & TALL != 0) {
        for word in words() {
            word.store(Stat::load(word).halved().0, Relaxed);
        }
    }
}

/// Lines taken by nodes, by the nodes' visits: one class per number of visits at first, then
/// classes that grow with the number (a thirty-second each).
#[derive(Default)]
struct Room(Vec<u64>);

const STEPS: u64 = 32;

impl Room {
    fn class(visits: u64) -> usize {
        if visits < 2 * STEPS {
            return visits as usize;
        }
        let octave = u64::from(visits.ilog2() - STEPS.ilog2());
        (octave * STEPS + (visits >> octave)) as usize
    }

    /// The fewest visits of a class.
    fn least_visits(class: usize) -> u64 {
        let class = class as u64;
        if class < 2 * STEPS {
            return class;
        }
        let octave = class / STEPS - 1;
        (class - octave * STEPS) << octave
    }

    fn add(&mut self, visits: u64, lines: u32) {
        let class = Self::class(visits);
        if self.0.len() <= class {
            self.0.resize(class + 1, 0);
        }
        self.0[class] += u64::from(lines);
    }

    /// The fewest visits so that nodes with as many take at most that many lines.
    fn threshold(&self, lines: u32) -> u64 {
        let mut left = u64::from(lines);
        for (class, &taken) in self.0.iter().enumerate().rev() {
            if taken > left {
                return Self::least_visits(class + 1);
            }
            left -= taken;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_visits_are_in_order_and_start_where_they_say() {
        let mut last = 0;
        for visits in (0..5000).chain((1 << 20)..(1 << 20) + 100_000) {
            let class = Room::class(visits);
            assert!(class >= last);
            assert!(Room::least_visits(class) <= visits);
            assert!(Room::least_visits(class + 1) > visits);
            last = class;
        }
    }

    #[test]
    fn the_threshold_keeps_what_fits() {
        let mut room = Room::default();
        for visits in 0..100 {
            room.add(visits, 2);
        }
        assert_eq!(room.threshold(200), 0);
        assert_eq!(room.threshold(199), 1);
        assert_eq!(room.threshold(100), 50);
        assert_eq!(room.threshold(0), 100);
    }
}
