//! A game and a player whose answers are known beforehand, so that front doors can be tested on
//! their own.
//!
//! The game is *majority*: Black and White in turn take a free cell, and whoever holds more than
//! half of the cells has won; a full board without a majority is a draw. The player "thinks" in
//! steps of a hundred playouts and always prefers the first free cell. Its clock is its own, one
//! millisecond a step, and after a few steps it has nothing more to learn: a test that gives it an
//! hour for a move need not wait, unless it asks for a [slow](slow_session) one.
//!
//! Its text is written like that of the connection games, `mock 3x3 swap-pieces; black a1 b1;
//! white b2; white to move`: the board `3x3` has cells `a1`, `b1`, …, the board `cells-106`
//! has cells `1`, `2`, …, and the second player may swap if the rules say `swap-pieces` or `swap-sides`.

mod majority;

use std::time::Duration;

use spinney_game::{Game, TextError};
use spinney_search::{Limits, Stop};

use self::majority::{Majority, SIDES};
use crate::board::Board;
use crate::line::Line;
use crate::player::Player;
use crate::report::{Candidate, EngineError, Parameter, Report};
use crate::session::Session;

/// Steps after which a player that is not slow has nothing more to learn.
const MOST_STEPS: u64 = 20;
/// Candidates in a report.
const CANDIDATES: usize = 5;

/// A session of the mock player at the position of that text.
pub fn session(text: &str) -> Result<Session, TextError> {
    slow_session(text, Duration::ZERO)
}

/// The same, but every step of its thinking takes that much real time.
pub fn slow_session(text: &str, pace: Duration) -> Result<Session, TextError> {
    let player = MockPlayer { pace, exploration: "0.7".to_owned(), reuse: true };
    Ok(Session::new(Board::new(Majority::from_text(text)?), Box::new(player)))
}

struct MockPlayer {
    pace: Duration,
    exploration: String,
    reuse: bool,
}

impl MockPlayer {
    fn report(board: &Majority, steps: u64) -> Report {
        let side = SIDES[board.turn()];
        let moves: Vec<String> = board.free().map(|cell| board.cell_name(cell)).collect();
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
                book: None,
                line: moves[rank..].iter().take(3).cloned().collect(),
            }
        };
        Report {
            side,
            candidates: moves.iter().take(CANDIDATES).enumerate().map(candidate).collect(),
            resign: false,
            win_rate: 0.6,
            proven_winner: (moves.len() == 1).then_some(side),
            playouts,
            simulations: playouts,
            nodes: playouts,
            memory: 64 * playouts,
            memory_cap: 1 << 20,
            depth: None,
            elapsed: Duration::from_millis(steps),
            from_book: false,
        }
    }
}

impl Player for MockPlayer {
    fn preset(&self) -> &str {
        "mock/first-cell"
    }

    fn think(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        let board: &Majority = line.board().position().expect("a mock plays majority");
        if board.is_over() {
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
            let report = MockPlayer::report(board, steps);
            listener(&report);
            let knows_all = pace.is_zero() && steps == MOST_STEPS;
            if stop.is_stopped() || knows_all || ends(&report) {
                return Ok(report);
            }
            if !pace.is_zero() {
                spinney_game::host::sleep(pace);
            }
        }
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

    fn clear(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_text_reads_back_and_undo_returns() {
        let mut game = session("mock 3x3 swap-pieces").unwrap();
        game.line.play(None, "b2").unwrap();
        game.line.play(Some("white"), "swap-pieces").unwrap();
        assert_eq!(game.board().text(), "mock 3x3 swap-pieces; white b2; black to move");
        assert_eq!(session(&game.board().text()).unwrap().board().text(), game.board().text());
        game.line.undo().unwrap();
        assert_eq!(game.board().text(), "mock 3x3 swap-pieces; black b2; white to move");
        game.line.undo().unwrap();
        assert_eq!(game.line.undo(), Err(EngineError::NothingToUndo));
    }

    #[test]
    fn a_majority_wins_and_a_full_board_without_one_is_a_draw() {
        let mut game = session("mock 2x1").unwrap();
        game.line.play(None, "a1").unwrap();
        assert_eq!(game.board().outcome(), None);
        game.line.play(None, "b1").unwrap();
        assert_eq!(game.board().outcome().unwrap().winner, None);
        let mut game = session("mock 3x1; black a1").unwrap();
        game.line.play(None, "c1").unwrap();
        assert_eq!(game.board().outcome().unwrap().winner, Some("black"));
        assert!(game.line.play(None, "b1").is_err());
    }

    #[test]
    fn it_thinks_until_a_limit_or_the_switch() {
        let mut game = session("mock 3x3").unwrap();
        let mut reports = 0;
        let report =
            game.think(&Limits::playouts(1000), &Stop::new(), &mut |_| reports += 1).unwrap();
        assert_eq!((report.playouts, reports), (1000, 10));
        assert_eq!(report.best().unwrap().text, "a1");
        let stop = Stop::new();
        let report = game
            .think(&Limits::default(), &stop, &mut |report| {
                if report.playouts == 300 {
                    stop.stop();
                }
            })
            .unwrap();
        assert_eq!(report.playouts, 300);
    }
}
