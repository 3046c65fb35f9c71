//! What is asked of a move.

use spinney_engine::{Board, Colour, EngineError, Picture, TextError};

use super::turn::{can_win_at_once, winner, wins_next_turn};

/// What a move must do, and how much it is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Criteria {
    /// Win at once: `score goal`.
    ScoreGoal,
    /// Leave the opponent no way to win at once: `prevent goal`.
    PreventGoal,
    /// Win at once, or with the next turn whatever the opponent does: `force goal`.
    ForceGoal,
    /// Lead to one of these arrangements: `piece_position`.
    PiecePosition(Vec<Block<Atom>>),
    /// Be one of these moves, or contain all moves of one of these blocks: `move`.
    Move(Vec<Block<String>>),
}

/// Things that must all be so, and what that is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<T> {
    /// What must be so.
    pub atoms: Vec<T>,
    /// The score if it is.
    pub weight: f64,
}

/// One thing that must be so after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A piece stands on a cell: `Eb3`. Where pieces have no letters, they have their colour's:
    /// `bd4` is a black stone on d4.
    Stands(char, String),
    /// It does not: `!ce2`.
    StandsNot(char, String),
    /// A piece is captured by the move: `Hf6x`.
    Captured(String),
}

impl Criteria {
    /// What a file calls it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Criteria::ScoreGoal => "score goal",
            Criteria::PreventGoal => "prevent goal",
            Criteria::ForceGoal => "force goal",
            Criteria::PiecePosition(_) => "piece_position",
            Criteria::Move(_) => "move",
        }
    }

    /// What a turn of `side` is worth that has just been played.
    pub(super) fn score(&self, board: &Board, side: &str, turn: &str) -> Result<f64, EngineError> {
        let worth = |fulfilled: bool| if fulfilled { 1.0 } else { 0.0 };
        let is_won = winner(board) == Some(side);
        Ok(match self {
            Criteria::ScoreGoal => worth(is_won),
            Criteria::PreventGoal => worth(is_won || !can_win_at_once(board)?),
            Criteria::ForceGoal => worth(is_won || forces_goal(board, side)?),
            Criteria::PiecePosition(blocks) => {
                let picture = board.picture();
                best(blocks, |atom| atom.holds(&picture, turn))
            }
            Criteria::Move(blocks) => {
                best(blocks, |wanted| turn.split_whitespace().any(|word| word == wanted))
            }
        })
    }
}

/// Whether a side that has just moved wins with its next turn whatever the opponent does.
fn forces_goal(board: &Board, side: &str) -> Result<bool, EngineError> {
    Ok(board.to_move().is_some_and(|mover| mover != side) && wins_next_turn(board, side)?)
}

/// The largest weight of the blocks that hold.
fn best<T>(blocks: &[Block<T>], holds: impl Fn(&T) -> bool) -> f64 {
    let held = blocks.iter().filter(|block| block.atoms.iter().all(&holds));
    held.map(|block| block.weight).fold(0.0, f64::max)
}

impl Atom {
    /// Reads an atom about a board.
    pub(super) fn parse(word: &str, board: &Picture) -> Result<Atom, TextError> {
        let (negated, rest) = word.strip_prefix('!').map_or((false, word), |rest| (true, rest));
        let wrong = |problem: &str| Err(TextError::word(word, problem));
        let mut letters = rest.chars();
        let Some(piece) = letters.next().filter(|letter| letter.is_alphabetic()) else {
            return wrong("an atom is a piece and its cell, such as Eb3, !ce2 or Hf6x");
        };
        let cell = letters.as_str();
        if let Some(cell) = cell.strip_suffix('x')
            && !negated
            && has_cell(board, cell)
        {
            return Ok(Atom::Captured(rest.to_owned()));
        }
        if !has_cell(board, cell) {
            return wrong("is about no cell of the board");
        }
        let cell = cell.to_owned();
        Ok(if negated { Atom::StandsNot(piece, cell) } else { Atom::Stands(piece, cell) })
    }

    fn holds(&self, board: &Picture, turn: &str) -> bool {
        match self {
            Atom::Stands(piece, cell) => piece_on(board, cell) == Some(*piece),
            Atom::StandsNot(piece, cell) => piece_on(board, cell) != Some(*piece),
            Atom::Captured(word) => turn.split_whitespace().any(|said| said == word),
        }
    }
}

fn has_cell(board: &Picture, name: &str) -> bool {
    board.cells.iter().any(|cell| cell.name == name)
}

/// What stands on a cell, as a letter.
fn piece_on(board: &Picture, name: &str) -> Option<char> {
    let cell = board.cells.iter().find(|cell| cell.name == name)?;
    let letter = match cell.stone? {
        Colour::Black => 'b',
        Colour::White => 'w',
        _ => '?',
    };
    Some(cell.glyph.unwrap_or(letter))
}
