//! The moves of a game with everything that was tried beside them: a tree that grows, is pruned
//! and reordered.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::evaluation::Evaluation;
use crate::limits::{LARGEST_GAME, LONGEST_LINE, MOST_NODES};

/// A node's number. Numbers are never used twice in a game.
pub(crate) type NodeId = u32;

/// The start of the game.
pub(crate) const ROOT: NodeId = 0;

/// One step of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Node {
    /// Who moved, as the game calls that player then; empty at the root.
    #[schema(required)]
    pub(crate) side: String,
    /// The move; empty at the root.
    #[serde(rename = "move")]
    #[schema(required)]
    pub(crate) text: String,
    /// What somebody said about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
    /// What is left on each player's clock after the move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) clocks: Option<Vec<u64>>,
    /// What the engine thinks of the position after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) evaluation: Option<Evaluation>,
    /// What the record that was brought says beside that, in its own words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) properties: Vec<(String, Vec<String>)>,
}

impl Node {
    /// Bytes of what is said in it, and of what is kept for it beside that, more or less.
    fn bytes(&self) -> usize {
        const EMPTY: usize = 32;
        let properties: usize = self.properties.iter().map(property_bytes).sum();
        let evaluation = self.evaluation.as_ref().map_or(0, Evaluation::bytes);
        EMPTY + self.side.len() + self.text.len() + self.comment.len() + properties + evaluation
    }
}

fn property_bytes((name, values): &(String, Vec<String>)) -> usize {
    name.len() + values.iter().map(|value| value.len() + 4).sum::<usize>()
}

/// A node with its place in the tree, as it is kept and sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PlacedNode {
    /// The node's number.
    pub(crate) id: NodeId,
    /// The node before; none at the root.
    #[schema(required)]
    pub(crate) parent: Option<NodeId>,
    /// What it is.
    #[serde(flatten)]
    pub(crate) node: Node,
}

#[derive(Clone, Debug)]
struct Entry {
    node: Node,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    depth: usize,
}

/// Why a tree takes no further node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a game here has at most {} moves and variations, {} moves in a line, and {} MiB of all that is \
     said about them",
    MOST_NODES,
    LONGEST_LINE,
    LARGEST_GAME >> 20
)]
pub(crate) struct Full;

/// The moves of a game. The first child of a node continues its line, the others are variations.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    entries: BTreeMap<NodeId, Entry>,
    next: NodeId,
    /// What all nodes take together.
    bytes: usize,
}

impl Tree {
    /// A game of which nothing was played yet.
    pub(crate) fn new() -> Tree {
        let root = Entry { node: Node::default(), parent: None, children: Vec::new(), depth: 0 };
        let bytes = root.node.bytes();
        Tree { entries: BTreeMap::from([(ROOT, root)]), next: ROOT + 1, bytes }
    }

    /// The tree with these nodes, each after its parent, the root first. `None`: they are not
    /// such a list.
    pub(crate) fn of_nodes(nodes: Vec<PlacedNode>) -> Option<Tree> {
        let mut nodes = nodes.into_iter();
        let root = nodes.next().filter(|root| root.id == ROOT && root.parent.is_none())?;
        let mut tree = Tree::new();
        tree.bytes = root.node.bytes();
        tree.entries.get_mut(&ROOT)?.node = root.node;
        for PlacedNode { id, parent, node } in nodes {
            if tree.contains(id) || id == NodeId::MAX {
                return None;
            }
            // A game that was kept may go on, even if it would be too much to bring now.
            tree.bytes += node.bytes();
            tree.insert(id, parent?, node).ok()?;
            tree.next = tree.next.max(id + 1);
        }
        Some(tree)
    }

    /// Every node after its parent, the main continuation before its variations.
    pub(crate) fn placed(&self) -> Vec<PlacedNode> {
        let mut open = vec![ROOT];
        let mut placed = Vec::with_capacity(self.entries.len());
        while let Some(id) = open.pop() {
            placed.push(self.place(id));
            open.extend(self.children(id).iter().rev());
        }
        placed
    }

    /// One node with its place.
    pub(crate) fn place(&self, id: NodeId) -> PlacedNode {
        let entry = &self.entries[&id];
        PlacedNode { id, parent: entry.parent, node: entry.node.clone() }
    }

    pub(crate) fn contains(&self, id: NodeId) -> bool {
        self.entries.contains_key(&id)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What all nodes take together.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.entries[&id].node
    }

    /// What is left on the clocks after a node.
    pub(crate) fn set_clocks(&mut self, id: NodeId, clocks: Option<Vec<u64>>) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.node.clocks = clocks;
        }
    }

    /// Puts a comment in place of what was said about a node before.
    pub(crate) fn set_comment(&mut self, id: NodeId, comment: String) -> Result<(), Full> {
        self.make_room(self.node(id).comment.len(), comment.len())?;
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.node.comment = comment;
        }
        Ok(())
    }

    /// Keeps an opinion of a node in place of the one before.
    pub(crate) fn set_evaluation(
        &mut self,
        id: NodeId,
        evaluation: Evaluation,
    ) -> Result<(), Full> {
        let before = self.node(id).evaluation.as_ref().map_or(0, Evaluation::bytes);
        self.make_room(before, evaluation.bytes())?;
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.node.evaluation = Some(evaluation);
        }
        Ok(())
    }

    /// Adds to what is said about a node.
    pub(crate) fn say_more(
        &mut self,
        id: NodeId,
        comment: &str,
        properties: Vec<(String, Vec<String>)>,
    ) -> Result<(), Full> {
        let is_further = !comment.is_empty() && !self.node(id).comment.is_empty();
        let gap = if is_further { "\n" } else { "" };
        let properties_bytes: usize = properties.iter().map(property_bytes).sum();
        self.make_room(0, gap.len() + comment.len() + properties_bytes)?;
        if let Some(Entry { node, .. }) = self.entries.get_mut(&id) {
            node.comment.push_str(gap);
            node.comment.push_str(comment);
            node.properties.extend(properties);
        }
        Ok(())
    }

    /// Counts what is said anew. A tree that is too large already may still shrink.
    fn make_room(&mut self, before: usize, after: usize) -> Result<(), Full> {
        let bytes = (self.bytes + after).saturating_sub(before);
        if after > before && bytes > LARGEST_GAME {
            return Err(Full);
        }
        self.bytes = bytes;
        Ok(())
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.entries[&id].parent
    }

    pub(crate) fn children(&self, id: NodeId) -> &[NodeId] {
        &self.entries[&id].children
    }

    /// The nodes from the root to a node, both included.
    pub(crate) fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        line.reverse();
        line
    }

    /// That line, followed on to its end.
    pub(crate) fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.line_to(id);
        let on = std::iter::successors(Some(id), |&id| self.children(id).first().copied());
        line.extend(on.skip(1));
        line
    }

    /// The node that a move leads to: an old one if the move is already there, or else a new last
    /// variation.
    pub(crate) fn play(&mut self, at: NodeId, side: &str, text: &str) -> Result<NodeId, Full> {
        let same = |id: &&NodeId| self.node(**id).side == side && self.node(**id).text == text;
        match self.children(at).iter().find(same) {
            Some(&id) => Ok(id),
            None => {
                let node = Node { side: side.to_owned(), text: text.to_owned(), ..Node::default() };
                self.add(at, node)
            }
        }
    }

    /// A new last variation.
    pub(crate) fn add(&mut self, at: NodeId, node: Node) -> Result<NodeId, Full> {
        let id = self.next;
        let bytes = node.bytes();
        if self.bytes + bytes > LARGEST_GAME {
            return Err(Full);
        }
        self.insert(id, at, node)?;
        self.bytes += bytes;
        self.next += 1;
        Ok(id)
    }

    fn insert(&mut self, id: NodeId, at: NodeId, node: Node) -> Result<(), Full> {
        let full = self.entries.len() >= MOST_NODES || id == NodeId::MAX;
        let parent = self.entries.get_mut(&at).filter(|parent| parent.depth < LONGEST_LINE);
        let Some(parent) = parent.filter(|_| !full) else { return Err(Full) };
        parent.children.push(id);
        let depth = parent.depth + 1;
        self.entries.insert(id, Entry { node, parent: Some(at), children: Vec::new(), depth });
        Ok(())
    }

    /// Takes a node and all that follows out of the tree. The root stays.
    pub(crate) fn remove(&mut self, id: NodeId) -> Vec<NodeId> {
        let Some(parent) = self.entries.get(&id).and_then(|entry| entry.parent) else {
            return Vec::new();
        };
        if let Some(parent) = self.entries.get_mut(&parent) {
            parent.children.retain(|&child| child != id);
        }
        let mut removed = vec![id];
        let mut next = 0;
        while let Some(entry) = removed.get(next).and_then(|id| self.entries.remove(id)) {
            self.bytes = self.bytes.saturating_sub(entry.node.bytes());
            removed.extend(entry.children);
            next += 1;
        }
        removed
    }

    /// Makes every move that leads to a node the main continuation.
    pub(crate) fn promote(&mut self, id: NodeId) {
        for child in self.line_to(id) {
            let parent = self.parent(child).and_then(|parent| self.entries.get_mut(&parent));
            if let Some(parent) = parent
                && let Some(at) = parent.children.iter().position(|&c| c == child)
            {
                parent.children[..=at].rotate_right(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a2 ─ f6 ─ e7
    ///   └─ swap ─ c3
    fn small() -> (Tree, [NodeId; 5]) {
        let mut tree = Tree::new();
        let a2 = tree.play(ROOT, "black", "a2").unwrap();
        let f6 = tree.play(a2, "white", "f6").unwrap();
        let e7 = tree.play(f6, "black", "e7").unwrap();
        let swap = tree.play(a2, "white", "swap").unwrap();
        let c3 = tree.play(swap, "black", "c3").unwrap();
        (tree, [a2, f6, e7, swap, c3])
    }

    #[test]
    fn a_known_move_is_not_added_twice() {
        let (mut tree, [a2, f6, ..]) = small();
        assert_eq!(tree.play(a2, "white", "f6"), Ok(f6));
        assert_eq!(tree.len(), 6);
    }

    #[test]
    fn lines_follow_the_main_continuation() {
        let (mut tree, [a2, f6, e7, swap, c3]) = small();
        assert_eq!(tree.line_through(a2), [ROOT, a2, f6, e7]);
        tree.promote(c3);
        assert_eq!(tree.line_through(a2), [ROOT, a2, swap, c3]);
        assert_eq!(tree.line_through(e7), [ROOT, a2, f6, e7]);
    }

    #[test]
    fn what_follows_a_removed_move_goes_with_it_and_numbers_are_not_reused() {
        let (mut tree, [a2, f6, e7, ..]) = small();
        assert_eq!(tree.remove(f6), [f6, e7]);
        assert!(tree.remove(ROOT).is_empty() && tree.remove(99).is_empty());
        assert_eq!(tree.len(), 4);
        let again = tree.play(a2, "white", "f6").unwrap();
        assert!(again > e7);
    }

    #[test]
    fn a_tree_survives_its_list() {
        let (tree, _) = small();
        let again = Tree::of_nodes(tree.placed()).unwrap();
        assert_eq!(again.placed(), tree.placed());
        assert_eq!((again.next, again.bytes), (tree.next, tree.bytes));
    }

    #[test]
    fn lists_that_are_no_trees_are_refused() {
        let (tree, _) = small();
        let placed = tree.placed();
        assert!(Tree::of_nodes(Vec::new()).is_none());
        assert!(Tree::of_nodes(placed[1..].to_vec()).is_none());
        let mut orphan = placed.clone();
        orphan[3].parent = Some(77);
        assert!(Tree::of_nodes(orphan).is_none());
        let mut twice = placed.clone();
        twice[3].id = twice[2].id;
        assert!(Tree::of_nodes(twice).is_none());
    }

    #[test]
    fn growth_ends_with_an_error() {
        let mut tree = Tree::new();
        let mut at = ROOT;
        for i in 0..LONGEST_LINE {
            at = tree.play(at, "black", &i.to_string()).unwrap();
        }
        assert_eq!(tree.play(at, "white", "further"), Err(Full));
        while tree.len() < MOST_NODES {
            tree.add(ROOT, Node::default()).unwrap();
        }
        assert_eq!(tree.play(ROOT, "white", "more"), Err(Full));
    }

    #[test]
    fn the_size_of_a_game_was_unbounded_as_long_as_it_was_all_talk() {
        let (mut tree, [a2, f6, ..]) = small();
        let empty = tree.bytes;
        let half = "x".repeat(LARGEST_GAME / 2);
        tree.set_comment(a2, half.clone()).unwrap();
        tree.set_comment(a2, half.clone()).unwrap();
        assert_eq!(tree.say_more(a2, &half, Vec::new()), Err(Full));
        let said = vec![("XX".to_owned(), vec![half.clone()])];
        assert_eq!(tree.say_more(f6, "", said), Err(Full));
        assert_eq!(tree.set_comment(f6, half.clone()), Err(Full));
        assert_eq!((tree.node(a2).comment.len(), tree.node(f6).comment.len()), (half.len(), 0));
        // What was kept before there was a limit can be read, made smaller, and not larger.
        let mut large = tree.placed();
        large[1].node.comment = half.repeat(3);
        let mut large = Tree::of_nodes(large).unwrap();
        assert_eq!(large.play(f6, "white", "d4"), Err(Full));
        large.set_comment(a2, half.repeat(2)).unwrap();
        large.set_comment(a2, String::new()).unwrap();
        assert_eq!(large.bytes, empty);
        large.remove(a2);
        assert_eq!(large.bytes, Tree::new().bytes);
    }
}
