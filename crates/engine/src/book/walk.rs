//! A book as positions of a game: a walk from where it starts.

use std::collections::{HashSet, VecDeque};

use spinney_book::Book;

use super::{BookRate, moves};
use crate::board::Board;
use crate::report::EngineError;

/// A position that a book knows, with a line that leads there.
#[derive(Clone, Debug)]
pub struct Visited {
    /// The moves from where the walk began.
    pub line: Vec<String>,
    /// The position.
    pub board: Board,
    /// What the book knows of its moves, the best first. Of those that are images of each other only
    /// the first is told.
    pub moves: Vec<(String, BookRate)>,
}

/// Every position of a book that moves lead to which it knows, nearest first, each once.
pub fn walk(book: &Book, start: &Board) -> Result<Vec<Visited>, EngineError> {
    let mut visited = Vec::new();
    let mut seen = HashSet::from([start.canonical_key()?]);
    let mut waiting = VecDeque::from([(Vec::new(), start.clone())]);
    while let Some((line, board)) = waiting.pop_front() {
        let codes = board.canonical()?.codes;
        let code = |text: &str| codes.iter().find(|(m, _)| m == text).map(|(_, code)| *code);
        let mut told = HashSet::new();
        let mut known = moves(book, &board)?;
        known.retain(|(text, _)| told.insert(code(text)));
        if known.is_empty() {
            continue;
        }
        for (text, _) in &known {
            let (_, after) = board.play(None, text)?;
            if after.outcome().is_none() && seen.insert(after.canonical_key()?) {
                let line = line.iter().chain([text]).cloned().collect();
                waiting.push_back((line, after));
            }
        }
        visited.push(Visited { line, board, moves: known });
    }
    Ok(visited)
}
