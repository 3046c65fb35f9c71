//! A session without a game engine, so that front doors can be tested on their own.
//!
//! [`MockSession`] plays *majority*: Black and White in turn take a free cell, and whoever holds
//! more than half of the cells has won; a full board without a majority is a draw. It "thinks" in
//! steps of a hundred playouts and always prefers the first free cell, so what it answers is
//! known beforehand. Its clock is its own, one millisecond a step, and after a few steps it has
//! nothing more to learn: a test that gives it an hour for a move need not wait, unless it asks
//! for a [slow](MockSession::slow) one.
//!
//! Its text is written like that of the connection games, `mock 3x3 swap-pieces; black a1 b1;
//! white b2; white to move`: the board `3x3` has cells `a1`, `b1`, …, the board `106` has cells
//! `1`, `2`, …, and the second player may swap if the rules say `swap-pieces` or `swap-sides`.

use std::time::Duration;

use spinney_game::{Cell, Colour, Picture, Played, Player, Rng, TextError};
use spinney_search::{Limits, Stop};

use crate::session::{Candidate, EngineError, Outcome, Parameter, Report, Session};

const SIDES: [&str; 2] = ["black", "white"];
/// No board has more cells.
const MOST_CELLS: usize = 400;
/// Steps after which a session that is not slow has nothing more to learn.
const MOST_STEPS: u64 = 20;
/// Candidates in a report.
const CANDIDATES: usize = 5;

/// A session whose answers are known beforehand.
#[derive(Clone, Debug)]
pub struct MockSession {
    start: Board,
    board: Board,
    past: Vec<(Board, Played)>,
    pace: Duration,
    exploration: String,
    reuse: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Board {
    size: Size,
    swap: Option<Swap>,
    stones: Vec<Option<usize>>,
    turn: usize,
    /// The cell that may be swapped now.
    opening: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Size {
    Rectangle { width: usize, height: usize },
    Numbered(usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Swap {
    Pieces,
    Sides,
}

impl Swap {
    fn text(self) -> &'static str {
        match self {
            Swap::Pieces => "swap-pieces",
            Swap::Sides => "swap-sides",
        }
    }
}

impl MockSession {
    /// A session at the position of that text.
    pub fn new(text: &str) -> Result<MockSession, TextError> {
        let board = Board::from_text(text)?;
        Ok(MockSession {
            start: board.clone(),
            board,
            past: Vec::new(),
            pace: Duration::ZERO,
            exploration: "0.7".to_owned(),
            reuse: true,
        })
    }

    /// The same, but every step of its thinking takes that much real time.
    pub fn slow(self, pace: Duration) -> MockSession {
        MockSession { pace, ..self }
    }

    fn report(&self, side: usize, steps: u64) -> Report {
        let moves: Vec<String> = self.board.free().map(|cell| self.board.name(cell)).collect();
        let playouts = 100 * steps;
        let candidate = |(rank, text): (usize, &String)| {
            let share = 0.6 - 0.05 * rank as f32;
            Candidate {
                text: text.clone(),
                visits: playouts >> (rank + 1),
                win_rate: share,
                amaf: Some(share - 0.01),
                prior: None,
                proven: (moves.len() == 1).then_some(true),
                line: moves[rank..].iter().take(3).cloned().collect(),
            }
        };
        Report {
            side: SIDES[side],
            candidates: moves.iter().take(CANDIDATES).enumerate().map(candidate).collect(),
            resign: false,
            win_rate: 0.6,
            proven_winner: (moves.len() == 1).then_some(SIDES[side]),
            playouts,
            simulations: playouts,
            nodes: playouts,
            memory: 64 * playouts,
            memory_cap: 1 << 20,
            elapsed: Duration::from_millis(steps),
        }
    }

    fn search(
        &self,
        side: usize,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        if self.board.is_over() {
            return Err(EngineError::GameOver);
        }
        let ends = |report: &Report| {
            limits.playouts.is_some_and(|most| report.playouts >= most)
                || limits.nodes.is_some_and(|most| report.nodes >= most)
                || limits.move_time.is_some_and(|most| report.elapsed >= most)
                || limits.clock.is_some_and(|clock| report.elapsed >= clock.remaining / 20)
        };
        let pace =
            if limits.is_unbounded() { self.pace.max(Duration::from_millis(1)) } else { self.pace };
        let mut steps = 0;
        loop {
            steps += 1;
            let report = self.report(side, steps);
            listener(&report);
            let knows_all = pace.is_zero() && steps == MOST_STEPS;
            if stop.is_stopped() || knows_all || ends(&report) {
                return Ok(report);
            }
            if !pace.is_zero() {
                std::thread::sleep(pace);
            }
        }
    }
}

impl Session for MockSession {
    fn game(&self) -> &'static str {
        "mock"
    }

    fn preset(&self) -> &str {
        "mock/first-cell"
    }

    fn sides(&self) -> Vec<&'static str> {
        SIDES.to_vec()
    }

    fn position(&self) -> String {
        self.board.text()
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.board = Board::from_text(text)?;
        self.start = self.board.clone();
        self.past.clear();
        Ok(())
    }

    fn to_move(&self) -> Option<&'static str> {
        (!self.board.is_over()).then(|| SIDES[self.board.turn])
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.board.is_over() {
            return Vec::new();
        }
        let cells = self.board.free().map(|cell| self.board.name(cell));
        let swap = self.board.opening.and(self.board.swap).map(|swap| swap.text().to_owned());
        cells.chain(swap).collect()
    }

    fn play(&mut self, side: Option<&str>, text: &str) -> Result<(), EngineError> {
        let mut next = self.board.clone();
        if let Some(side) = side {
            next.hand_turn_to(side_named(side)?);
        }
        let side = next.turn;
        let text = next.play(text)?;
        let before = std::mem::replace(&mut self.board, next);
        let played = Played { player: Some(Player(side as u8)), side: SIDES[side], text };
        self.past.push((before, played));
        Ok(())
    }

    fn roll(&mut self, _: &mut Rng) -> Result<String, EngineError> {
        Err(TextError::at("position", "chance is not to act").into())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        let (before, _) = self.past.pop().ok_or(EngineError::NothingToUndo)?;
        self.board = before;
        Ok(())
    }

    fn start(&self) -> String {
        self.start.text()
    }

    fn played(&self) -> Vec<Played> {
        self.past.iter().map(|(_, played)| played.clone()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.board.winner();
        self.board.is_over().then(|| Outcome {
            winner: winner.map(|side| SIDES[side]),
            rewards: (0..2)
                .map(|side| winner.map_or(0.5, |winner| f32::from(winner == side)))
                .collect(),
        })
    }

    fn picture(&self) -> Picture {
        self.board.picture()
    }

    fn think(
        &mut self,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        self.search(self.board.turn, limits, stop, listener)
    }

    fn think_as(
        &mut self,
        side: &str,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        self.search(side_named(side)?, limits, stop, listener)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name: &str, value: &str, meaning: &str| Parameter {
            name: name.to_owned(),
            value: value.to_owned(),
            meaning: meaning.to_owned(),
        };
        let reuse = if self.reuse { "true" } else { "false" };
        vec![
            parameter("play.move-time", "2.0", "Seconds for a move where nobody sets a limit."),
            parameter("search.exploration", &self.exploration, "Weight of the unknown."),
            parameter("search.reuse", reuse, "Keep the tree from move to move."),
        ]
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match (name, value) {
            ("search.exploration", _) if value.parse::<f32>().is_ok() => {
                self.exploration = value.to_owned();
            }
            ("search.exploration", _) => Err(TextError::word(value, "not a number"))?,
            ("search.reuse", "true" | "1") => self.reuse = true,
            ("search.reuse", "false" | "0") => self.reuse = false,
            ("search.reuse", _) => Err(TextError::word(value, "neither true nor false"))?,
            _ => {
                return Err(EngineError::Unknown {
                    what: "parameter",
                    name: name.chars().take(60).collect(),
                    hint: "there are search.exploration and search.reuse".to_owned(),
                });
            }
        }
        Ok(())
    }

    fn clear_memory(&mut self) {}
}

impl Board {
    fn from_text(text: &str) -> Result<Board, TextError> {
        let mut clauses =
            text.split(';').map(|clause| clause.split_whitespace().collect::<Vec<_>>());
        let rules = clauses.next().unwrap_or_default();
        let (size, swap) = match rules[..] {
            ["mock", size] => (size, None),
            ["mock", size, "swap-pieces"] => (size, Some(Swap::Pieces)),
            ["mock", size, "swap-sides"] => (size, Some(Swap::Sides)),
            _ => {
                return Err(TextError::at("rules", "not rules such as mock 3x3 swap-pieces"));
            }
        };
        let size = Size::from_text(size)?;
        let stones = vec![None; size.cells()];
        let mut board = Board { size, swap, stones, turn: 0, opening: None };
        for clause in clauses {
            let Some((side, rest)) = clause.split_first() else {
                continue;
            };
            let side = side_named(side)?;
            if *rest == ["to", "move"] {
                board.turn = side;
                continue;
            }
            for name in rest {
                let cell = board.free_cell(name)?;
                board.stones[cell] = Some(side);
            }
        }
        Ok(board)
    }

    fn text(&self) -> String {
        let mut text = format!("mock {}", self.size.text());
        if let Some(swap) = self.swap {
            text += &format!(" {}", swap.text());
        }
        for (side, name) in SIDES.into_iter().enumerate() {
            let held = (0..self.stones.len()).filter(|&cell| self.stones[cell] == Some(side));
            let held: Vec<String> = held.map(|cell| self.name(cell)).collect();
            if !held.is_empty() {
                text += &format!("; {name} {}", held.join(" "));
            }
        }
        text + "; " + SIDES[self.turn] + " to move"
    }

    fn name(&self, cell: usize) -> String {
        match self.size {
            Size::Rectangle { width, .. } => {
                format!("{}{}", char::from(b'a' + (cell % width) as u8), cell / width + 1)
            }
            Size::Numbered(_) => (cell + 1).to_string(),
        }
    }

    fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.stones.len()).filter(|&cell| self.stones[cell].is_none())
    }

    fn free_cell(&self, name: &str) -> Result<usize, TextError> {
        let cell = (0..self.stones.len())
            .find(|&cell| self.name(cell).eq_ignore_ascii_case(name))
            .ok_or_else(|| TextError::word(name, "no such cell"))?;
        match self.stones[cell] {
            None => Ok(cell),
            Some(_) => Err(TextError::word(name, "this cell is taken")),
        }
    }

    fn hand_turn_to(&mut self, side: usize) {
        if self.turn != side {
            self.turn = side;
            self.opening = None;
        }
    }

    /// Plays a legal move and returns it as it should be written. After an error the board is of
    /// no use any more.
    fn play(&mut self, text: &str) -> Result<String, TextError> {
        if self.is_over() {
            return Err(TextError::word(text, "the game is over"));
        }
        let opening = self.opening.take().zip(self.swap);
        if text.starts_with("swap") {
            let Some((cell, swap)) = opening.filter(|(_, swap)| swap.text() == text) else {
                return Err(TextError::word(text, "cannot be played now"));
            };
            // Exchanging the players leaves the stone and the colour that is to move.
            if swap == Swap::Pieces {
                self.stones[cell] = Some(self.turn);
                self.turn ^= 1;
            }
            return Ok(swap.text().to_owned());
        }
        let cell = self.free_cell(text)?;
        self.stones[cell] = Some(self.turn);
        let first = self.stones.iter().flatten().count() == 1 && self.turn == 0;
        self.opening = (first && self.swap.is_some()).then_some(cell);
        self.turn ^= 1;
        Ok(self.name(cell))
    }

    fn winner(&self) -> Option<usize> {
        let held = |side| self.stones.iter().filter(|stone| **stone == Some(side)).count();
        (0..2).find(|&side| 2 * held(side) > self.stones.len())
    }

    fn is_over(&self) -> bool {
        self.winner().is_some() || self.stones.iter().all(Option::is_some)
    }

    fn picture(&self) -> Picture {
        let width = match self.size {
            Size::Rectangle { width, .. } => width,
            Size::Numbered(_) => 10,
        };
        let cell = |(cell, stone): (usize, &Option<usize>)| {
            let (x, y) = ((cell % width) as f32, (cell / width) as f32);
            Cell {
                name: self.name(cell),
                outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
                centre: (x + 0.5, y + 0.5),
                grid: ((cell / width) as i32, 2 * (cell % width) as i32),
                stone: stone.map(|side| [Colour::Black, Colour::White][side]),
                mark: None,
                glyph: None,
                note: None,
            }
        };
        Picture {
            cells: self.stones.iter().enumerate().map(cell).collect(),
            caption: self.text(),
            ..Picture::default()
        }
    }
}

impl Size {
    fn from_text(text: &str) -> Result<Size, TextError> {
        let size = match text.split_once('x') {
            Some((width, height)) => width
                .parse()
                .ok()
                .zip(height.parse().ok())
                .filter(|(width, height)| (1..=20).contains(width) && (1..=20).contains(height))
                .map(|(width, height)| Size::Rectangle { width, height }),
            None => text.parse().ok().filter(|n| (1..=MOST_CELLS).contains(n)).map(Size::Numbered),
        };
        size.ok_or_else(|| TextError::word(text, "not a size such as 3x3 or 106"))
    }

    fn text(self) -> String {
        match self {
            Size::Rectangle { width, height } => format!("{width}x{height}"),
            Size::Numbered(cells) => cells.to_string(),
        }
    }

    fn cells(self) -> usize {
        match self {
            Size::Rectangle { width, height } => width * height,
            Size::Numbered(cells) => cells,
        }
    }
}

fn side_named(text: &str) -> Result<usize, TextError> {
    SIDES
        .iter()
        .position(|side| side.eq_ignore_ascii_case(text))
        .ok_or_else(|| TextError::word(text, "no such side; the sides are black, white"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_text_reads_back_and_undo_returns() {
        let mut session = MockSession::new("mock 3x3 swap-pieces").unwrap();
        session.play(None, "b2").unwrap();
        session.play(Some("white"), "swap-pieces").unwrap();
        assert_eq!(session.position(), "mock 3x3 swap-pieces; white b2; black to move");
        assert_eq!(MockSession::new(&session.position()).unwrap().position(), session.position());
        session.undo().unwrap();
        assert_eq!(session.position(), "mock 3x3 swap-pieces; black b2; white to move");
        session.undo().unwrap();
        assert_eq!(session.undo(), Err(EngineError::NothingToUndo));
    }

    #[test]
    fn a_majority_wins_and_a_full_board_without_one_is_a_draw() {
        let mut session = MockSession::new("mock 2x1").unwrap();
        session.play(None, "a1").unwrap();
        assert_eq!(session.outcome(), None);
        session.play(None, "b1").unwrap();
        assert_eq!(session.outcome().unwrap().winner, None);
        let mut session = MockSession::new("mock 3x1; black a1").unwrap();
        session.play(None, "c1").unwrap();
        assert_eq!(session.outcome().unwrap().winner, Some("black"));
        assert!(session.play(None, "b1").is_err());
    }

    #[test]
    fn it_thinks_until_a_limit_or_the_switch() {
        let mut session = MockSession::new("mock 3x3").unwrap();
        let mut reports = 0;
        let report =
            session.think(&Limits::playouts(1000), &Stop::new(), &mut |_| reports += 1).unwrap();
        assert_eq!((report.playouts, reports), (1000, 10));
        assert_eq!(report.best().unwrap().text, "a1");
        let stop = Stop::new();
        let report = session
            .think(&Limits::default(), &stop, &mut |report| {
                if report.playouts == 300 {
                    stop.stop();
                }
            })
            .unwrap();
        assert_eq!(report.playouts, 300);
    }
}
