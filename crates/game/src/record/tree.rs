//! A tree of anything, kept flat: no depth of nesting can exhaust the stack when it is built,
//! walked or dropped.

use std::ops::{Index, IndexMut};

/// No tree has more nodes.
pub const MAX_NODES: usize = 500_000;
/// No node is further from its root: ten times the longest game there is.
pub const MAX_DEPTH: usize = 10_000;

/// A node of a [`Tree`]. Good for the tree that gave it, and for one made from it by
/// [`Tree::map`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// The node's number: nodes are numbered from 0 in the order in which they were added.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a tree takes no further node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooLarge {
    /// It has [`MAX_NODES`] nodes.
    #[error("a record has at most {MAX_NODES} nodes")]
    Nodes,
    /// The node would be deeper than [`MAX_DEPTH`].
    #[error("a line of a record has at most {MAX_DEPTH} nodes")]
    Depth,
}

/// A tree with a value at every node. The first child continues the line, the others are
/// variations of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree<T> {
    entries: Vec<Entry<T>>,
}

#[derive(Clone, PartialEq, Debug)]
struct Entry<T> {
    value: T,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    depth: u32,
}

impl<T> Tree<T> {
    /// A tree of one node.
    pub fn new(root: T) -> Tree<T> {
        Tree { entries: vec![Entry { value: root, parent: None, children: Vec::new(), depth: 0 }] }
    }

    /// Adds a node after all other children of `parent`.
    pub fn add(&mut self, parent: NodeId, value: T) -> Result<NodeId, TooLarge> {
        let depth = self.entries[parent.index()].depth + 1;
        if self.entries.len() >= MAX_NODES {
            return Err(TooLarge::Nodes);
        }
        if depth as usize > MAX_DEPTH {
            return Err(TooLarge::Depth);
        }
        let id = NodeId(self.entries.len() as u32);
        self.entries.push(Entry { value, parent: Some(parent), children: Vec::new(), depth });
        self.entries[parent.index()].children.push(id);
        Ok(id)
    }

    /// How many nodes there are; never 0.
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root")]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.entries[id.index()].parent
    }

    /// The nodes after, the main continuation first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.entries[id.index()].children
    }

    /// How many steps the node is from the root.
    pub fn depth(&self, id: NodeId) -> usize {
        self.entries[id.index()].depth as usize
    }

    /// The root, its first child, the first child of that, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |&id| self.children(id).first().copied())
    }

    /// The way from the root to a node, both included.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        line.reverse();
        line
    }

    /// Every node once, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<T> {
        (0..self.entries.len() as u32).map(NodeId)
    }

    /// Every node once, each before its children, the main continuation before its variations.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut open = vec![NodeId::ROOT];
        std::iter::from_fn(move || {
            let id = open.pop()?;
            open.extend(self.children(id).iter().rev());
            Some(id)
        })
    }

    /// The same tree with other values.
    pub fn map<U>(&self, mut value: impl FnMut(NodeId, &T) -> U) -> Tree<U> {
        let entries = self.entries.iter().enumerate().map(|(i, entry)| Entry {
            value: value(NodeId(i as u32), &entry.value),
            parent: entry.parent,
            children: entry.children.clone(),
            depth: entry.depth,
        });
        Tree { entries: entries.collect() }
    }
}

impl<T> Index<NodeId> for Tree<T> {
    type Output = T;
    fn index(&self, id: NodeId) -> &T {
        &self.entries[id.index()].value
    }
}

impl<T> IndexMut<NodeId> for Tree<T> {
    fn index_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.entries[id.index()].value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a ─ b ─ c
    ///     └── d ─ e
    fn small() -> Tree<char> {
        let mut tree = Tree::new('a');
        let b = tree.add(NodeId::ROOT, 'b').unwrap();
        tree.add(b, 'c').unwrap();
        let d = tree.add(b, 'd').unwrap();
        tree.add(d, 'e').unwrap();
        tree
    }

    fn letters(tree: &Tree<char>, ids: impl Iterator<Item = NodeId>) -> String {
        ids.map(|id| tree[id]).collect()
    }

    #[test]
    fn the_main_line_takes_first_children_and_preorder_takes_all() {
        let tree = small();
        assert_eq!(letters(&tree, tree.main_line()), "abc");
        assert_eq!(letters(&tree, tree.preorder()), "abcde");
        let e = tree.preorder().last().unwrap();
        assert_eq!(letters(&tree, tree.line_to(e).into_iter()), "abde");
        assert_eq!(tree.depth(e), 3);
    }

    #[test]
    fn growth_ends_with_an_error() {
        let mut deep = Tree::new(());
        let mut at = NodeId::ROOT;
        for _ in 0..MAX_DEPTH {
            at = deep.add(at, ()).unwrap();
        }
        assert_eq!(deep.add(at, ()), Err(TooLarge::Depth));

        let mut wide = Tree::new(());
        while wide.len() < MAX_NODES {
            wide.add(NodeId::ROOT, ()).unwrap();
        }
        assert_eq!(wide.add(NodeId::ROOT, ()), Err(TooLarge::Nodes));
    }
}
