//! The tree: nodes in an arena, below an anchor.
//!
//! Block 0 is the anchor: a node with a single move that leads to the root. The root therefore
//! has a parent, a link and a proof like any other node, and nothing needs to treat it apart.

use spinney_game::{Actor, Player};

use super::arena::{Apart, Arena, Block, LINE_BYTES};
use super::compact::Sweep;
use super::node::{Edge, Head, Kept, Node, Parent, PriorVisits};
use super::prior::Prior;
use super::stat::load;
use super::transposition::{Key, Transpositions};
use crate::Proof;
use crate::sync::Mutex;
use crate::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

pub const ANCHOR: Block = Block(0);
/// What leads to the root.
const ABOVE_ROOT: Parent = Parent { block: ANCHOR, index: 0 };

pub struct Tree {
    pub arena: Arena,
    /// What moves start with.
    pub prior_visits: PriorVisits,
    /// Where ways join, if that is wanted.
    pub transpositions: Option<Transpositions>,
    /// How many moves were played since the first root.
    depth: u64,
    /// Nodes in the arena, those included that nothing leads to.
    nodes: Apart<AtomicU64>,
    /// The memory is full, or statistics are about to overflow: let the threads pause.
    wants_compaction: AtomicBool,
    /// Tidying did not help: the tree stays as it is.
    full: AtomicBool,
    /// Visits that a move needs for a node of its own, by what the last compaction has dropped.
    floor: AtomicU64,
    /// A compaction that was interrupted. Whoever holds this may move nodes, or read them while
    /// others search.
    pub sweep: Mutex<Option<Sweep>>,
}

impl Tree {
    /// An empty tree within that many bytes; `None` if there is no such memory.
    pub fn new(bytes: u64, prior_visits: PriorVisits) -> Option<Tree> {
        // One line is lost to alignment.
        let lines = (bytes / LINE_BYTES).saturating_sub(1);
        let mut tree = Tree {
            arena: Arena::new(lines as u32)?,
            prior_visits,
            transpositions: None,
            depth: 0,
            nodes: Apart::default(),
            wants_compaction: AtomicBool::new(false),
            full: AtomicBool::new(false),
            floor: AtomicU64::new(0),
            sweep: Mutex::new(None),
        };
        tree.clear();
        Some(tree)
    }

    /// The same tree with a table of transpositions of that many bytes.
    pub fn with_transpositions(mut self, bytes: u64) -> Tree {
        self.transpositions = Some(Transpositions::new(bytes));
        self
    }

    /// What identifies a position that a simulation comes to by its `moves`th move, which is `mover`'s.
    pub fn key(&self, hash: u64, moves: usize, mover: Player) -> Key {
        Key::new(hash, self.depth + moves as u64, mover)
    }

    /// Leads a move to the node that its position has already, if it has one: returns it, or the one
    /// that another thread gave the move meanwhile.
    pub fn join(&self, parent: Node<'_>, index: usize, key: Key) -> Option<Node<'_>> {
        // Joined nodes are made a tree again before memory is compacted.
        if self.wants_compaction() {
            return None;
        }
        let block = self.transpositions.as_ref()?.node(key)?;
        Some(self.node(parent.link(index, block).err().unwrap_or(block)))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let head = Head::new(1, Actor::Chance, Player::FIRST, Kept::default());
        self.arena.set_top(head.lines());
        let moves = std::iter::once((0, Prior::EVEN));
        Node::write(&self.arena, ANCHOR, head, ABOVE_ROOT, moves, self.prior_visits);
        if let Some(transpositions) = &mut self.transpositions {
            transpositions.renew();
        }
        self.depth = 0;
        self.nodes = Apart::default();
        self.wants_compaction = AtomicBool::new(false);
        self.full = AtomicBool::new(false);
        self.floor = AtomicU64::new(0);
        self.sweep = Mutex::new(None);
    }

    #[inline]
    pub fn node(&self, block: Block) -> Node<'_> {
        Node::at(&self.arena, block)
    }

    fn anchor(&self) -> Node<'_> {
        self.node(ANCHOR)
    }

    /// The root, once it is planted.
    #[inline]
    pub fn root(&self) -> Option<Node<'_>> {
        self.anchor().edge(0).link().map(|block| self.node(block))
    }

    /// What is proven about the root.
    pub fn root_proof(&self) -> Option<Proof> {
        self.anchor().edge(0).proof()
    }

    /// Makes the root of an empty tree. A root that does not fit in the memory cap gets just the
    /// memory that it needs.
    pub fn plant(&mut self, head: Head, moves: impl Iterator<Item = (u32, Prior)>) {
        let needed = self.arena.top() + head.lines();
        if needed > self.arena.capacity()
            && let Some(arena) = Arena::new(needed)
        {
            self.arena = arena;
            self.clear();
        }
        self.grow(self.anchor(), 0, head, moves);
    }

    /// Gives a move a node of its own and returns it, or the one that another thread gave it
    /// meanwhile; `None` when the memory is full.
    pub fn grow(
        &self,
        parent: Node<'_>,
        index: usize,
        head: Head,
        moves: impl Iterator<Item = (u32, Prior)>,
    ) -> Option<Node<'_>> {
        let Some(block) = self.arena.take(head.lines()) else {
            if !self.is_full() {
                self.ask_for_compaction();
            }
            return None;
        };
        let above = Parent { block: parent.block, index };
        let node = Node::write(&self.arena, block, head, above, moves, self.prior_visits);
        self.nodes.0.fetch_add(1, Relaxed);
        match parent.link(index, block) {
            Ok(()) => Some(node),
            Err(winner) => {
                node.set_parent(None);
                Some(self.node(winner))
            }
        }
    }

    /// Makes the child that a move leads to the root. `false` if it has no node: then nothing of
    /// the tree is worth keeping.
    pub fn descend(&mut self, code: u32) -> bool {
        let Some(root) = self.root() else {
            return false;
        };
        let step = (0..root.head.moves()).find_map(|i| {
            let edge = root.edge(i);
            (edge.code() == code).then_some((edge, i))
        });
        let Some((edge, index)) = step else {
            return false;
        };
        let Some(child) = edge.link() else {
            return false;
        };
        let stat = load(&root.stats()[index]);
        root.set_parent(None);
        root.relink(index, None);
        self.node(child).set_parent(Some(ABOVE_ROOT));

        let mut above = Edge::new(0, Prior::EVEN).with_link(Some(child));
        if let Some(proof) = edge.proof() {
            above = above.with_proof(proof);
        }
        self.anchor().edges()[0].store(above.0, Release);
        self.anchor().stats()[0].store(stat.0, Relaxed);
        self.depth += 1;
        self.full = AtomicBool::new(false);
        self.floor = AtomicU64::new(0);
        true
    }

    /// Nodes in memory.
    pub fn nodes(&self) -> u64 {
        self.nodes.0.load(Relaxed)
    }

    pub fn set_nodes(&self, nodes: u64) {
        self.nodes.0.store(nodes, Relaxed);
    }

    /// Bytes in use.
    pub fn memory_used(&self) -> u64 {
        u64::from(self.arena.top()) * LINE_BYTES
    }

    /// Bytes that may be used.
    pub fn memory_cap(&self) -> u64 {
        u64::from(self.arena.capacity()) * LINE_BYTES
    }

    /// The fewest visits with which a move may have a node of its own.
    #[inline]
    pub fn floor(&self) -> u64 {
        self.floor.load(Relaxed)
    }

    pub fn set_floor(&self, visits: u64) {
        self.floor.store(visits, Relaxed);
    }

    /// From now on the memory is taken as full for good.
    pub fn set_full(&self) {
        self.full.store(true, Relaxed);
    }

    /// Whether the tree can grow no more.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    pub fn ask_for_compaction(&self) {
        self.wants_compaction.store(true, Release);
    }

    /// Whether the threads should pause so that one of them can make room.
    #[inline]
    pub fn wants_compaction(&self) -> bool {
        self.wants_compaction.load(Acquire)
    }

    pub fn set_tidy(&self) {
        self.wants_compaction.store(false, Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(moves: usize) -> Head {
        let kept = Kept { amafs: true, priors: false };
        Head::new(moves, Actor::Player(Player::FIRST), Player::FIRST, kept)
    }

    fn edges(moves: usize) -> impl Iterator<Item = (u32, Prior)> {
        (0..moves).map(|code| (code as u32, Prior::EVEN))
    }

    #[test]
    fn of_many_threads_that_grow_the_same_move_one_succeeds() {
        const MOVES: usize = 40;
        let mut tree = Tree::new(1 << 20, PriorVisits::default()).unwrap();
        tree.plant(head(MOVES), edges(MOVES));
        let tree = &tree;
        let start = std::sync::Barrier::new(4);
        let grown: Vec<Vec<Block>> = std::thread::scope(|scope| {
            let grow_all = || {
                start.wait();
                let root = tree.root().unwrap();
                (0..MOVES).map(|i| tree.grow(root, i, head(3), edges(3)).unwrap().block).collect()
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(grow_all)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let root = tree.root().unwrap();
        for i in 0..MOVES {
            let linked = root.edge(i).link().unwrap();
            assert!(grown.iter().all(|blocks| blocks[i] == linked), "all go on at the same node");
            assert_eq!(tree.node(linked).parent(), Some(Parent { block: root.block, index: i }));
        }
    }

    #[test]
    fn descending_keeps_the_child_and_orphans_the_old_root() {
        let mut tree = Tree::new(1 << 16, PriorVisits::default()).unwrap();
        tree.plant(head(5), edges(5));
        let old = tree.root().unwrap().block;
        let child = tree.grow(tree.root().unwrap(), 3, head(4), edges(4)).unwrap().block;
        tree.root().unwrap().prove(3, Proof::Won(Player::SECOND));
        assert!(!tree.descend(2), "no node there");
        assert!(tree.descend(3));
        assert_eq!(tree.root().unwrap().block, child);
        assert_eq!(tree.root_proof(), Some(Proof::Won(Player::SECOND)));
        assert_eq!(tree.node(old).parent(), None);
    }

    #[test]
    fn a_root_larger_than_the_cap_gets_what_it_needs_and_nothing_more() {
        let mut tree = Tree::new(1 << 10, PriorVisits::default()).unwrap();
        tree.plant(head(1000), edges(1000));
        let root = tree.root().unwrap();
        assert_eq!(root.head.moves(), 1000);
        assert!(tree.grow(root, 0, head(1000), edges(1000)).is_none());
        assert!(tree.wants_compaction());
        tree.make_room(&|| false);
        assert!(!tree.wants_compaction());
        assert!(tree.grow(tree.root().unwrap(), 0, head(1000), edges(1000)).is_none());
        assert!(!tree.wants_compaction(), "compaction again would not help");
    }
}
