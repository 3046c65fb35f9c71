//! Positions and moves as text; [`Position`] documents the grammar.

use spinney_game::{Game, TextError};

use crate::action::Action;
use crate::board::Board;
use crate::piece::{Piece, Side};
use crate::position::Position;
use crate::squares::{Direction, Square, TRAPS, each};
use crate::turn::{Step, Turn};

/// The squares in the order in which boards are written: from a8 to h8, then from a7.
fn reading_order() -> impl Iterator<Item = Square> {
    (0..8).rev().flat_map(|row| (0..8).map(move |file| Square::new(row * 8 + file)))
}

/// The 64 squares, with a dot for nothing.
pub(crate) fn board_text(board: &Board) -> String {
    reading_order().map(|square| board.piece_at(square).map_or('.', Piece::letter)).collect()
}

fn parse_board(squares: impl Iterator<Item = char>) -> Result<Board, TextError> {
    let mut board = Board::EMPTY;
    let mut order = reading_order();
    for letter in squares {
        let Some(square) = order.next() else {
            return Err(TextError::at("board", "has more than 64 squares"));
        };
        match letter {
            ' ' | '.' | '*' => {}
            'x' | 'X' if TRAPS & square.bit() != 0 => {}
            _ => match Piece::of_letter(letter) {
                Some(piece) => board.put(piece, square),
                None => {
                    let problem = "not a piece: they are R, C, D, H, M, E and r, c, d, h, m, e";
                    return Err(TextError::word(&letter.to_string(), problem)
                        .within(format_args!("board: {}", square.name())));
                }
            },
        }
    }
    match order.count() {
        0 => Ok(board),
        missing => Err(TextError::at("board", format!("{missing} of 64 squares are missing"))),
    }
}

pub(crate) fn text(position: &Position) -> String {
    let mut turns: Vec<_> = position.past().map_or(Vec::new(), |past| past.turns().collect());
    turns.reverse();
    let (board, side, number) = match turns.first() {
        Some(first) => (&first.board, first.side, first.number),
        None if position.is_setup() => (position.board(), position.side(), 1),
        None => (position.turn_start(), position.side(), position.number()),
    };
    let mut text = format!("arimaa {number}{} [{}]", side.letter(), board_text(board));
    for past in &turns {
        text += "; ";
        text += &steps_text(&past.board, past.side, past.steps()).join(" ");
        if past.steps().len() < 4 {
            text += " end";
        }
    }
    if !position.steps().is_empty() {
        text += "; ";
        text += &steps_text(position.turn_start(), position.side(), position.steps()).join(" ");
    }
    text
}

/// Steps from the start of a turn, as text.
fn steps_text(board: &Board, side: Side, steps: &[Step]) -> Vec<String> {
    let mut turn = Turn::new(*board, side);
    let mut texts = Vec::new();
    for &step in steps {
        texts.push(step_text(&turn.board, step));
        turn.play(step);
    }
    texts
}

fn step_text(board: &Board, step: Step) -> String {
    let piece = board.piece_at(step.from()).map_or('?', Piece::letter);
    format!("{piece}{}{}", step.from().name(), step.direction().letter())
}

pub(crate) fn from_text(text: &str) -> Result<Position, TextError> {
    let text = text.trim();
    let Some(rest) = text.strip_prefix("arimaa") else {
        return Err(TextError::at("start", "the text of this game starts with \"arimaa\""));
    };
    if rest.is_empty() {
        return Ok(Position::start());
    }
    if !rest.starts_with([' ', '\n', '\r', '\t', '[']) {
        return Err(TextError::at("start", "the text of this game starts with \"arimaa\""));
    }
    position(rest)
}

/// Reads a position without the name of the game before it: `8s [...]`, or a diagram.
pub(crate) fn position(text: &str) -> Result<Position, TextError> {
    let (head, board, steps) = if let Some((head, rest)) = text.split_once('[') {
        let Some((squares, steps)) = rest.split_once(']') else {
            return Err(TextError::at("board", "the bracket is not closed"));
        };
        (head, parse_board(squares.chars())?, steps)
    } else if let Some((head, rest)) = text.split_once('+') {
        (head, diagram(rest)?, "")
    } else {
        let problem = "give the side and the 64 squares in brackets: g [rrrrrrrr…]";
        return Err(TextError::at("board", problem));
    };
    let (side, number) = side_to_move(head)?;
    let mut position = Position::new(board, side, number)?;
    for word in steps.split([';', ' ', '\n', '\r', '\t']).filter(|word| !word.is_empty()) {
        if !is_capture(word) {
            position.play(parse_action(&position, word).map_err(|error| error.within("steps"))?);
        }
    }
    Ok(position)
}

/// `8s`, or the side alone.
fn side_to_move(text: &str) -> Result<(Side, Option<u32>), TextError> {
    let word = text.trim();
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    let side = match word[digits.len()..].trim().to_ascii_lowercase().as_str() {
        "gold" => Some(Side::Gold),
        "silver" => Some(Side::Silver),
        letter if letter.chars().count() == 1 => letter.chars().next().and_then(Side::of_letter),
        _ => None,
    };
    let number = if digits.is_empty() { Ok(None) } else { digits.parse().map(Some) };
    match (side, number) {
        // The number grows with the game.
        (Some(side), Ok(number)) if number.is_none_or(|n| (1..=1_000_000).contains(&n)) => {
            Ok((side, number))
        }
        _ => Err(TextError::word(word, "is no side to move, such as g, s, 12g")),
    }
}

/// The board of a diagram, from its rows between bars.
fn diagram(text: &str) -> Result<Board, TextError> {
    let rows = text.lines().filter_map(|line| {
        let (_, row) = line.split_once('|')?;
        Some(row.split_once('|').map_or(row, |(row, _)| row))
    });
    // A square and a space in turns; what is cut off at the end of a row is empty.
    parse_board(rows.flat_map(|row| {
        let squares = row.chars().skip(1).step_by(2);
        squares.chain(std::iter::repeat(' ')).take(8)
    }))
}

impl Position {
    /// The position as a file, which has no place for the steps of a turn that has begun.
    pub fn position_file(&self) -> Result<String, TextError> {
        if !self.is_setup() && !self.steps().is_empty() {
            let problem = "a position file is of the start of a turn; this one has begun";
            return Err(TextError::at("the position", problem));
        }
        Ok(self.diagram())
    }

    /// The position as position files have it: the number of the move and the side, then a
    /// diagram.
    pub fn diagram(&self) -> String {
        let mut text = format!("{}{}\n +-----------------+\n", self.number(), self.side().letter());
        for row in (0..8).rev() {
            text += &format!("{}|", row + 1);
            for file in 0..8 {
                let square = Square::new(row * 8 + file);
                let empty = if TRAPS & square.bit() != 0 { 'x' } else { '.' };
                text.push(' ');
                text.push(self.board().piece_at(square).map_or(empty, Piece::letter));
            }
            text += " |\n";
        }
        text + " +-----------------+\n   a b c d e f g h\n"
    }

    /// The position in the compact form of the engine protocol: `g [...]`, with spaces.
    pub fn compact(&self) -> String {
        let board = board_text(self.board()).replace('.', " ");
        format!("{} [{board}]", self.side().letter())
    }

    /// Reads a position in the forms of position files and protocols, without the name of the
    /// game before it.
    pub fn from_diagram(text: &str) -> Result<Position, TextError> {
        position(text)
    }

    /// Reads a whole turn, or the rest of one, and what may stand between its steps: captures.
    /// A turn of fewer than four steps ends with [`Action::Pass`], whether it is written or not.
    pub fn parse_turn(&self, text: &str) -> Result<Vec<Action>, TextError> {
        let mut actions = self.parse_steps(text)?;
        let mut position = self.clone();
        actions.iter().for_each(|&action| position.play(action));
        let goes_on = position.side() == self.side() && position.winner().is_none();
        if goes_on {
            if !position.is_legal(Action::Pass) {
                return Err(TextError::word(text, why_no_pass(&position)));
            }
            actions.push(Action::Pass);
        }
        Ok(actions)
    }

    /// The same for a turn that may go on after them.
    pub(crate) fn parse_steps(&self, text: &str) -> Result<Vec<Action>, TextError> {
        let mut position = self.clone();
        let mut actions = Vec::new();
        for word in text.split_whitespace().filter(|word| !is_capture(word)) {
            if position.side() != self.side() || position.winner().is_some() {
                return Err(TextError::word(word, "the turn is over before it"));
            }
            let action = parse_action(&position, word)?;
            position.play(action);
            actions.push(action);
        }
        if actions.is_empty() {
            return Err(TextError::word(text, "is no turn"));
        }
        Ok(actions)
    }

    /// Moves from here on as records write them, with captures. A pass is not written.
    pub fn turn_text(&self, actions: &[Action]) -> String {
        let mut position = self.clone();
        let mut words = Vec::new();
        for &action in actions {
            if action != Action::Pass {
                words.push(action_text(&position, action));
            }
            position.play(action);
        }
        words.join(" ")
    }
}

/// The action, and the captures that a step causes.
pub(crate) fn action_text(position: &Position, action: Action) -> String {
    match action {
        Action::Pass => "end".to_owned(),
        Action::Place(kind, square) => {
            let piece = Piece { side: position.side(), kind };
            format!("{}{}", piece.letter(), square.name())
        }
        Action::Step(step) => {
            let board = position.board();
            let mut text = step_text(board, step);
            let target = step.from().towards(step.direction());
            if let Some(target) = target.filter(|&target| board.piece_at(target).is_none()) {
                let mover = board.piece_at(step.from());
                let mut after = *board;
                for square in mover
                    .map(|_| after.step(step.from(), step.direction()))
                    .map(each)
                    .into_iter()
                    .flatten()
                {
                    let lost = if square == target { mover } else { board.piece_at(square) };
                    text += &format!(" {}{}x", lost.map_or('?', Piece::letter), square.name());
                }
            }
            text
        }
    }
}

/// Whether a word says that a piece is lost on a trap: `rc3x`.
pub fn is_capture(word: &str) -> bool {
    match *word.as_bytes() {
        [piece, file, row, b'x'] => {
            let square = Square::named(file, row);
            Piece::of_letter(piece.into()).is_some()
                && square.is_some_and(|square| TRAPS & square.bit() != 0)
        }
        _ => false,
    }
}

pub(crate) fn parse_action(position: &Position, text: &str) -> Result<Action, TextError> {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or("");
    if let Some(other) = words.find(|word| !is_capture(word)) {
        return Err(TextError::word(other, "one step at a time"));
    }
    let action = match *word.as_bytes() {
        _ if ["end", "pass"].iter().any(|end| word.eq_ignore_ascii_case(end)) => Action::Pass,
        [piece, file, row] => {
            let (piece, square) = piece_and_square(word, piece, file, row)?;
            if piece.side != position.side() {
                return Err(TextError::word(word, "is not a piece of the side to move"));
            }
            Action::Place(piece.kind, square)
        }
        [piece, file, row, direction] => {
            let (piece, square) = piece_and_square(word, piece, file, row)?;
            let letter = char::from(direction).to_ascii_lowercase();
            let direction = Direction::ALL.into_iter().find(|d| d.letter() == letter);
            let Some(direction) = direction else {
                return Err(TextError::word(word, "the last letter is n, e, s or w"));
            };
            if !position.is_setup() && position.board().piece_at(square) != Some(piece) {
                return Err(TextError::word(word, "that piece is not there"));
            }
            Action::Step(Step::new(square, direction))
        }
        _ => return Err(TextError::word(word, "is no step, such as Ra2n, nor end")),
    };
    if position.is_legal(action) {
        return Ok(action);
    }
    let problem = match action {
        _ if position.winner().is_some() => "the game is over",
        Action::Pass => why_no_pass(position),
        Action::Place(..) if !position.is_setup() => "all pieces are set up",
        Action::Place(..) => "no such piece is left, or it cannot stand there",
        Action::Step(_) if position.is_setup() => "pieces are being set up, as in Ra1",
        Action::Step(step) if position.turn().steps().contains(step) => {
            "no legal turn goes on like that: it would repeat a position"
        }
        Action::Step(_) if position.turn().is_pushing() => "the push must be completed",
        Action::Step(_) => "the piece cannot go there",
    };
    Err(TextError::word(word, problem))
}

fn why_no_pass(position: &Position) -> &'static str {
    if position.is_setup() {
        "all 16 pieces must be set up"
    } else if position.turn().used == 0 {
        "a turn has at least one step"
    } else if position.turn().is_pushing() {
        "the push must be completed"
    } else {
        "the turn would repeat a position"
    }
}

fn piece_and_square(
    word: &str,
    piece: u8,
    file: u8,
    row: u8,
) -> Result<(Piece, Square), TextError> {
    let Some(piece) = Piece::of_letter(piece.into()) else {
        return Err(TextError::word(word, "starts with no piece: R, C, D, H, M, E or small"));
    };
    let Some(square) = Square::named(file, row) else {
        return Err(TextError::word(word, "names no square: they are a1 to h8"));
    };
    Ok((piece, square))
}
