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
use super::stat::{TALL, load};
use super::tree::{ANCHOR, Tree};

/// A compaction under way.
#[derive(Debug)]
pub enum Sweep {
    /// Finding out how much memory the nodes of each number of visits take.
    Survey { next: u32, room: Room },
    /// Dropping and sliding.
    Compact(Compaction),
}

#[derive(Clone, Copy, Debug)]
pub struct Compaction {
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
    /// no time for it; then it goes on where it was when it is called again.
    pub fn make_room(&self, interrupted: &dyn Fn() -> bool) {
        let mut state = self.sweep.lock().unwrap_or_else(PoisonError::into_inner);
        let sweep = state
            .get_or_insert_with(|| Sweep::Survey { next: self.first(), room: Room::default() });
        if let Sweep::Survey { next, room } = sweep {
            if !self.survey(next, room, interrupted) {
                return;
            }
            *sweep = Sweep::Compact(Compaction {
                next: self.first(),
                free: self.first(),
                threshold: room.threshold(self.arena.capacity() / 2),
                kept: 0,
            });
        }
        if let Sweep::Compact(compaction) = sweep
            && self.compact(compaction, interrupted)
        {
            self.arena.set_top(compaction.free);
            // Nodes have moved, those too that were made while the sweep was interrupted.
            if let Some(transpositions) = &self.transpositions {
                transpositions.clear();
            }
            self.set_nodes(compaction.kept);
            self.set_floor(compaction.threshold);
            if compaction.free > self.arena.capacity() / 4 * 3 {
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

    /// Goes on with a survey; on the way, makes orphans of what nothing leads to and halves
    /// statistics that have become large. Whether it is done.
    fn survey(&self, next: &mut u32, room: &mut Room, interrupted: &dyn Fn() -> bool) -> bool {
        while *next < self.arena.top() {
            if interrupted() {
                return false;
            }
            let node = self.node(Block(*next));
            *next += node.head.lines();
            self.part_ways(node);
            if node.parent().is_none() {
                self.disown_children(node);
                continue;
            }
            halve_if_tall(node);
            for (index, child) in self.children(node) {
                room.add(load(&node.stats()[index]).visits(), child.head.lines());
            }
        }
        true
    }

    /// Goes on with a compaction. Whether it is done.
    fn compact(&self, sweep: &mut Compaction, interrupted: &dyn Fn() -> bool) -> bool {
        while sweep.next < self.arena.top() {
            if interrupted() {
                return false;
            }
            let node = self.node(Block(sweep.next));
            let lines = node.head.lines();
            sweep.next += lines;
            let Some(above) = node.parent() else {
                self.disown_children(node);
                continue;
            };
            let parent = self.node(above.block);
            let visits = load(&parent.stats()[above.index]).visits();
            if above.block == ANCHOR || visits >= sweep.threshold {
                self.slide(node, parent, above.index, Block(sweep.free));
                sweep.free += lines;
                sweep.kept += 1;
            } else {
                parent.relink(above.index, None);
                self.disown_children(node);
            }
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

    /// Drops the links to nodes that have their place elsewhere in the tree.
    fn part_ways(&self, node: Node<'_>) {
        if self.transpositions.is_none() {
            return;
        }
        for index in 0..node.head.moves() {
            let here = Some(Parent { block: node.block, index });
            if node.edge(index).link().is_some_and(|child| self.node(child).parent() != here) {
                node.relink(index, None);
            }
        }
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
            word.store(load(word).halved().0, Relaxed);
        }
    }
}

/// Lines taken by nodes, by the nodes' visits: one class per number of visits at first, then
/// classes that grow with the number (a thirty-second each).
#[derive(Debug, Default)]
pub struct Room(Vec<u64>);

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
    use std::cell::Cell;

    use spinney_game::{Actor, Player, Rng};

    use super::*;
    use crate::mcts::node::{Head, Kept, PriorVisits};
    use crate::mcts::prior::Prior;
    use crate::mcts::stat::Stat;

    #[test]
    #[cfg_attr(miri, ignore = "it takes too long")]
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

    /// The tree as a shape that does not depend on addresses: per node, in depth-first order, the
    /// path to it and its statistics.
    fn shape(tree: &Tree) -> Vec<(Vec<usize>, Vec<u64>)> {
        fn visit(
            tree: &Tree,
            node: Node<'_>,
            path: &[usize],
            out: &mut Vec<(Vec<usize>, Vec<u64>)>,
        ) {
            let words = node.stats().iter().chain(node.amafs()).map(|word| word.load(Relaxed));
            out.push((path.to_vec(), words.collect()));
            let is_kept = |i| node.prior(i) == Prior::new(i as f32 / 20.0);
            assert!((0..node.head.moves()).all(is_kept), "priors move with their moves");
            for (index, child) in tree.children(node) {
                assert_eq!(child.parent(), Some(Parent { block: node.block, index }));
                assert!(child.block.0 > node.block.0, "parents lie below children");
                visit(tree, child, &[path, &[index]].concat(), out);
            }
        }
        let mut out = Vec::new();
        visit(tree, tree.root().unwrap(), &[], &mut out);
        out
    }

    /// A tree of random shape in which visits shrink with depth, and garbage from re-rooting.
    fn random_tree(seed: u64) -> Tree {
        let mut rng = Rng::new(seed, 0);
        let mut tree = Tree::new(1 << 18, PriorVisits::default()).unwrap();
        let kept = Kept { amafs: true, priors: true };
        let head = |moves| Head::new(moves, Actor::Player(Player::FIRST), Player::FIRST, kept);
        let prior = |code| Prior::new(code as f32 / 20.0);
        let edges = |moves: usize| (0..moves).map(move |code| (code as u32, prior(code)));
        tree.plant(head(20), edges(20));
        let mut blocks = vec![(tree.root().unwrap().block, 1 << 20)];
        while !tree.wants_compaction() {
            let (block, visits) = blocks[rng.below(blocks.len() as u32) as usize];
            let node = tree.node(block);
            let index = rng.below(node.head.moves() as u32) as usize;
            let moves = 1 + rng.below(20) as usize;
            if node.edge(index).link().is_none()
                && let Some(child) = tree.grow(node, index, head(moves), edges(moves))
            {
                let visits = 1 + u64::from(rng.below(visits as u32));
                node.stats()[index].store(Stat::new(visits, visits * 100).0, Relaxed);
                blocks.push((child.block, visits));
            }
        }
        let root = tree.root().unwrap();
        if seed % 2 == 1 {
            let (index, _) =
                tree.children(root).max_by_key(|(i, _)| load(&root.stats()[*i]).visits()).unwrap();
            tree.descend(index as u32);
        }
        tree
    }

    #[test]
    #[cfg_attr(miri, ignore = "it takes too long")]
    fn compaction_keeps_the_most_visited_part_of_the_tree_as_it_was() {
        for seed in 0..20 {
            let tree = random_tree(seed);
            let before = shape(&tree);
            tree.make_room(&|| false);
            let after = shape(&tree);
            let threshold = tree.floor();
            let kept: Vec<_> = before
                .iter()
                .filter(|(path, _)| is_kept(&before, path, threshold))
                .cloned()
                .collect();
            assert_eq!(after, kept);
            assert_eq!(tree.nodes() as usize, after.len());
            assert!(tree.arena.top() <= tree.arena.capacity() / 2 + 20);
            assert!(!tree.wants_compaction());
        }
    }

    /// Whether every node on the way there has the visits.
    fn is_kept(nodes: &[(Vec<usize>, Vec<u64>)], path: &[usize], threshold: u64) -> bool {
        (0..path.len()).all(|depth| {
            let (_, words) = nodes.iter().find(|(p, _)| *p == path[..depth]).unwrap();
            Stat(words[path[depth]]).visits() >= threshold
        })
    }

    #[test]
    #[cfg_attr(miri, ignore = "it takes too long")]
    fn an_interrupted_compaction_leaves_a_whole_tree_and_is_finished_later() {
        for seed in 0..6 {
            let (tree, twin) = (random_tree(seed), random_tree(seed));
            twin.make_room(&|| false);
            let looks = Cell::new(0_u64);
            let mut rng = Rng::new(seed, 1);
            while tree.wants_compaction() {
                let patience = looks.get() + u64::from(rng.below(2000));
                tree.make_room(&|| {
                    looks.set(looks.get() + 1);
                    looks.get() > patience
                });
                shape(&tree);
            }
            assert_eq!(shape(&tree), shape(&twin));
            assert_eq!(tree.arena.top(), twin.arena.top());
        }
    }

    /// A node that was made while a sweep was interrupted moves when the sweep goes on.
    #[test]
    #[cfg_attr(miri, ignore = "it takes too long")]
    fn no_transposition_outlives_a_sweep() {
        let tree = random_tree(1).with_transpositions(1 << 12);
        let key = tree.key(7, 3, Player::FIRST);
        let looks = Cell::new(0);
        tree.make_room(&|| looks.replace(looks.get() + 1) > 5);
        assert!(tree.wants_compaction(), "the sweep was interrupted");
        let table = tree.transpositions.as_ref().unwrap();
        table.set_node(key, tree.root().unwrap().block);
        assert!(tree.join(tree.root().unwrap(), 0, key).is_none(), "not before it is over");
        tree.make_room(&|| false);
        assert_eq!(table.node(key), None);
    }

    #[test]
    #[cfg_attr(miri, ignore = "it takes too long")]
    fn tall_statistics_are_halved_with_their_whole_node() {
        let tree = random_tree(0);
        let root = tree.root().unwrap();
        root.amafs()[0].store(Stat::new(1 << 27, 1 << 30).0, Relaxed);
        root.stats()[1].store(Stat::new(1000, 256 * 500).0, Relaxed);
        tree.make_room(&|| false);
        let root = tree.root().unwrap();
        assert_eq!(load(&root.amafs()[0]), Stat::new(1 << 26, 1 << 29));
        assert_eq!(load(&root.stats()[1]), Stat::new(500, 256 * 250));
    }
}
