//! A game as it is played: where it started, the moves so far, and the board after each.

use spinney_game::{Played, Rng};

use crate::board::Board;
use crate::report::EngineError;

/// A starting position and the moves played from it. Undo returns to the very board before.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Where the game stands.
    board: Board,
    /// The moves, each with the board before it.
    past: Vec<(Board, Played)>,
}

impl Line {
    /// A game that starts from `board`.
    pub fn new(board: Board) -> Line {
        Line { board, past: Vec::new() }
    }

    /// Where the game started.
    pub fn start(&self) -> &Board {
        self.past.first().map_or(&self.board, |(before, _)| before)
    }

    /// Where the game stands.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves so far, each with the board before it.
    pub fn steps(&self) -> &[(Board, Played)] {
        &self.past
    }

    /// The moves so far.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = &Played> + ExactSizeIterator {
        self.past.iter().map(|(_, played)| played)
    }

    /// The last move.
    pub fn last(&self) -> Option<&Played> {
        self.past.last().map(|(_, played)| played)
    }

    /// Plays a move for a side, or for whoever's turn it is. An error changes nothing.
    pub fn play(&mut self, side: Option<&str>, text: &str) -> Result<(), EngineError> {
        let (played, next) = self.board.play(side, text)?;
        self.go_on(played, next);
        Ok(())
    }

    /// Where chance acts: draws one of its moves by their odds and plays it.
    pub fn roll(&mut self, rng: &mut Rng) -> Result<&Played, EngineError> {
        let (played, next) = self.board.roll(rng)?;
        self.go_on(played, next);
        Ok(&self.past[self.past.len() - 1].1)
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Result<Played, EngineError> {
        let (before, played) = self.past.pop().ok_or(EngineError::NothingToUndo)?;
        self.board = before;
        Ok(played)
    }

    /// Takes moves back until so many are left.
    pub fn truncate(&mut self, moves: usize) {
        if let Some((before, _)) = self.past.get(moves) {
            self.board = before.clone();
            self.past.truncate(moves);
        }
    }

    /// The same game as it would be if it were that side's turn now.
    pub fn handed_to(&self, side: &str) -> Result<Line, EngineError> {
        let board = self.board.handed_to(side)?;
        Ok(Line { board, past: self.past.clone() })
    }

    /// Goes on by a move and to the board after it, as the present board has told of both.
    pub fn go_on(&mut self, played: Played, next: Board) {
        let before = std::mem::replace(&mut self.board, next);
        self.past.push((before, played));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_taken_back_one_by_one_or_many_at_once() {
        let mut line = Line::new(Board::from_text("y 5").unwrap());
        for text in ["a1", "b2", "c3"] {
            line.play(None, text).unwrap();
        }
        assert!(line.play(None, "a1").is_err());
        assert_eq!(line.played().map(|m| m.text.as_str()).collect::<Vec<_>>(), ["a1", "b2", "c3"]);
        assert_eq!(line.undo().unwrap().text, "c3");
        let two = line.clone();
        line.truncate(9);
        assert_eq!(line, two);
        line.truncate(0);
        assert_eq!(line.board(), line.start());
        assert_eq!(line.undo(), Err(EngineError::NothingToUndo));
    }
}
