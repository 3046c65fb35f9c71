//! The way of one simulation down the tree, and what is at its end.

use super::arena::Block;
use super::node::{Head, Node};
use super::proof::{conclusion, set_proof};
use super::transposition::Key;
use super::tree::Tree;

/// The moves by which a simulation came to its leaf, from the root on.
#[derive(Default)]
pub struct Path {
    pub steps: Vec<Step>,
    /// The position, or one above it, has been replaced by a simpler one.
    pub is_simplified: bool,
    /// The last move is to get a node when the leaf is evaluated: this one, with the leaf's moves.
    pub growth: Option<Head>,
}

/// One move of a simulation.
#[derive(Clone, Copy)]
pub struct Step {
    pub block: Block,
    pub index: u32,
    /// The simulation is one of a batch there.
    pub batched: bool,
    /// Of the position that the move leads to, where ways may join.
    pub key: Option<Key>,
}

/// How a simulation came to a node.
pub struct Above<'t> {
    pub node: Node<'t>,
    pub index: usize,
    /// Of the move, before this simulation.
    pub visits: u64,
}

/// What a simulation finds where it leaves the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A position that has to be evaluated.
    Open,
    /// A finished game or a proven position: the leaf has its result already.
    Known,
    /// A position whose evaluation is under way, and that will have a node then.
    Collision,
}

impl Path {
    /// Back to the root.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.is_simplified = false;
        self.growth = None;
    }

    /// The moves made so far.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the last move is to get a node and is that of another path, too.
    pub fn grows_where(&self, other: &Path) -> bool {
        let place = |path: &Path| path.steps.last().map(|step| (step.block, step.index));
        self.growth.is_some() && place(self) == place(other)
    }

    /// Notes what the last move's proof proves about the moves above it on this path, which need not
    /// be the ways that nodes remember.
    pub fn propagate_proof(&self, tree: &Tree) {
        if tree.transpositions.is_none() {
            return;
        }
        for pair in self.steps.windows(2).rev() {
            let Some(proof) = conclusion(tree.node(pair[1].block)) else { return };
            set_proof(tree, tree.node(pair[0].block), pair[0].index as usize, proof);
        }
    }
}
