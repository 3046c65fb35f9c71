//! The board at each node of a game.

use std::cell::RefCell;
use std::collections::HashMap;

use spinney_engine::{Board, EngineError, Line, Played};

use crate::refusal::Refusal;
use crate::tree::{NodeId, ROOT, Tree};

/// Bytes of boards that are kept, besides those of one line, so that a large tree does not take a
/// multiple of what its moves take. What was left out is played again when it is asked for.
const MOST_BYTES: usize = 4 << 20;

/// The moves of a game's nodes as the rules tell of them, each with the board after it.
///
/// A node never changes its move, so a board that was found once stays true for as long as the node
/// is there. Boards are found when they are asked for: a game that was kept opens at once however
/// many variations it has, and a variation that the rules no longer allow harms only itself.
pub(super) struct Boards {
    start: Board,
    known: RefCell<HashMap<NodeId, (Played, Board)>>,
}

impl Boards {
    /// The boards of a game that starts here.
    pub(super) fn new(start: Board) -> Boards {
        Boards { start, known: RefCell::default() }
    }

    /// Keeps what the move of a new node came to, whose parent's board was asked for just now.
    pub(super) fn keep(&self, node: NodeId, played: Played, board: Board) {
        let mut known = self.known.borrow_mut();
        if known.len() < self.most_kept() {
            known.insert(node, (played, board));
        }
    }

    /// The board at a node of the tree.
    pub(super) fn at(&self, tree: &Tree, node: NodeId) -> Result<Board, Refusal> {
        if !tree.contains(node) {
            return Err(Refusal::NoSuchNode);
        }
        self.find(tree, node)?;
        let known = self.known.borrow();
        Ok(known.get(&node).map_or(&self.start, |(_, board)| board).clone())
    }

    /// The game as it was played up to a node.
    pub(super) fn line(&self, tree: &Tree, node: NodeId) -> Result<Line, Refusal> {
        if !tree.contains(node) {
            return Err(Refusal::NoSuchNode);
        }
        self.find(tree, node)?;
        let known = self.known.borrow();
        let mut line = Line::new(self.start.clone());
        for (played, board) in tree.line_to(node).iter().filter_map(|id| known.get(id)) {
            line.go_on(played.clone(), board.clone());
        }
        Ok(line)
    }

    /// What is kept, in bytes, more or less.
    pub(super) fn bytes(&self) -> usize {
        self.known.borrow().len() * self.start.bytes()
    }

    /// How many are kept.
    fn most_kept(&self) -> usize {
        MOST_BYTES / self.start.bytes().max(1)
    }

    /// Sees to it that the boards of a node and of all before it are known.
    fn find(&self, tree: &Tree, node: NodeId) -> Result<(), EngineError> {
        let mut known = self.known.borrow_mut();
        if node == ROOT || known.contains_key(&node) {
            return Ok(());
        }
        let path = &tree.line_to(node)[1..];
        if known.len() + path.len() > self.most_kept() {
            known.clear();
        }
        // Where a board is known, those before it are.
        let unknown = path.partition_point(|id| known.contains_key(id));
        let last_known = unknown.checked_sub(1).and_then(|at| known.get(&path[at]));
        let mut board = last_known.map_or(&self.start, |(_, board)| board).clone();
        let mut found = Vec::with_capacity(path.len() - unknown);
        for &id in &path[unknown..] {
            let node = tree.node(id);
            // Chance is nobody's side: whoever is to act does.
            let side = board.to_move().and(Some(node.side.as_str()));
            let (played, next) = board.play(side, &node.text)?;
            board = next.clone();
            found.push((id, (played, next)));
        }
        known.extend(found);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use spinney_engine::Rng;

    use super::*;

    /// A tree of random lines that share their beginnings, and a few moves that are none.
    fn tangled(start: &Board, rng: &mut Rng) -> Tree {
        let mut tree = Tree::new();
        for _ in 0..30 {
            let (mut at, mut board) = (ROOT, start.clone());
            for _ in 0..rng.below(20) {
                let legal = board.legal_moves();
                let Some(text) = rng.choose(&legal[..legal.len().min(3)]) else { break };
                let (played, next) = board.play(None, text).unwrap();
                at = tree.play(at, played.side, &played.text).unwrap();
                board = next;
            }
            if rng.below(5) == 0 {
                tree.play(at, "black", "nowhere").unwrap();
            }
        }
        tree
    }

    /// The game at a node, played from its start.
    fn played_out(start: &Board, tree: &Tree, node: NodeId) -> Option<Line> {
        let mut line = Line::new(start.clone());
        for id in tree.line_to(node).into_iter().skip(1) {
            let side = line.board().to_move().and(Some(tree.node(id).side.as_str()));
            line.play(side, &tree.node(id).text).ok()?;
        }
        Some(line)
    }

    #[test]
    fn boards_and_lines_are_those_of_the_game_played_out_whatever_was_asked_before() {
        let mut rng = Rng::new(5, 0);
        for start in ["hex 4x4 swap-pieces", "y 4 swap-sides", "tantrix red blue", "arimaa"] {
            let start = Board::from_text(start).unwrap();
            let tree = tangled(&start, &mut rng);
            let boards = Boards::new(start.clone());
            let nodes: Vec<_> = tree.placed().into_iter().map(|placed| placed.id).collect();
            for _ in 0..300 {
                let node = *rng.choose(&nodes).unwrap();
                let line = played_out(&start, &tree, node);
                assert_eq!(boards.at(&tree, node).ok(), line.as_ref().map(|l| l.board().clone()));
                assert_eq!(boards.line(&tree, node).ok(), line);
            }
            assert!(matches!(boards.at(&tree, 9_999), Err(Refusal::NoSuchNode)));
        }
    }

    #[test]
    fn no_more_boards_are_kept_than_there_is_room_for() {
        let start = Board::from_text("hex 11x11").unwrap();
        let mut tree = Tree::new();
        let boards = Boards::new(start.clone());
        let legal = start.legal_moves();
        for first in &legal {
            let at = tree.play(ROOT, "black", first).unwrap();
            for second in legal.iter().filter(|second| *second != first).take(60) {
                let node = tree.play(at, "white", second).unwrap();
                let (played, board) = boards.at(&tree, at).unwrap().play(None, second).unwrap();
                boards.keep(node, played, board.clone());
                assert_eq!(boards.at(&tree, node).unwrap(), board);
                assert!(boards.bytes() <= MOST_BYTES);
            }
        }
        assert!(tree.len() > boards.most_kept());
    }
}
