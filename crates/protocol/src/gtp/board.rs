//! Commands that set up, play and show a game.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;

use spinney_engine::record::Record;
use spinney_engine::{Board, EngineError, Line, Setup, Swap, TextError, read_record};

use super::Server;
use super::command::{Answer, Command, Failure};

/// No record file is longer, in bytes.
const LONGEST_RECORD: u64 = 16 << 20;

impl Server<'_> {
    /// `boardsize 11`, `boardsize 11 11`, `boardsize bent-93`: a new game on that board.
    pub(super) fn boardsize(&mut self, command: &Command) -> Answer {
        let words = command.words();
        if words.is_empty() {
            return Err(Failure::syntax("boardsize wants a size: boardsize 11 11"));
        }
        let unacceptable = |error| Failure::new("unacceptable size", error);
        self.start(&Setup { size: words.join(" "), ..self.setup.clone() }).map_err(unacceptable)?;
        self.game_is_new();
        Ok(String::new())
    }

    /// `clear_board`: a new game by the same rules.
    pub(super) fn clear_board(&mut self, _: &Command) -> Answer {
        self.start(&self.setup.clone())?;
        self.game_is_new();
        Ok(String::new())
    }

    /// Starts a game that is set up like this, and others from now on.
    pub(super) fn start(&mut self, setup: &Setup) -> Result<(), EngineError> {
        let board = self.session.board().start_of(setup)?;
        self.setup = board.setup();
        self.session.go_on_from(Line::new(board));
        Ok(())
    }

    fn game_is_new(&mut self) {
        self.clocks.restart();
        self.resigned = None;
    }

    /// `play black c5`, `play white swap-pieces`, `play white resign`, `play chance 33`.
    pub(super) fn play(&mut self, command: &Command) -> Answer {
        let words = command.words();
        let [colour, text] = words[..] else {
            return Err(Failure::syntax("play wants a colour and a move: play black c5"));
        };
        if colour.eq_ignore_ascii_case("chance") {
            self.session
                .line
                .play(Some("chance"), text)
                .map_err(|e| Failure::new("illegal move", e))?;
            return Ok(String::new());
        }
        let side = self.side(colour)?;
        if text.eq_ignore_ascii_case("resign") {
            self.resigned = Some(side);
        } else {
            self.play_move(Some(side), text).map_err(|e| Failure::new("illegal move", e))?;
            self.resigned = None;
        }
        Ok(String::new())
    }

    /// `roll`: rolls the dice, or draws the tile, that is to be rolled or drawn now, and says which.
    pub(super) fn roll(&mut self, _: &Command) -> Answer {
        Ok(self.session.line.roll(&mut self.dice)?.text.clone())
    }

    /// Plays a move; a bare `swap` is whichever swap the rules have.
    fn play_move(&mut self, side: Option<&str>, text: &str) -> Result<(), EngineError> {
        if text.eq_ignore_ascii_case("swap")
            && let Some(swap) =
                self.session.board().legal_moves().iter().find(|m| m.starts_with("swap"))
        {
            return self.session.line.play(side, swap);
        }
        self.session.line.play(side, text)
    }

    /// `play-game a1 b2 c3`: moves of whoever's turn it is, all of them or none.
    pub(super) fn play_game(&mut self, command: &Command) -> Answer {
        let before = self.session.line.played().len();
        for (i, text) in command.words().into_iter().enumerate() {
            if let Err(error) = self.play_move(None, text) {
                self.session.line.truncate(before);
                return Err(Failure::new("illegal move", format!("move {}: {error}", i + 1)));
            }
        }
        self.resigned = None;
        Ok(String::new())
    }

    /// `undo`: takes back the last move, or a resignation.
    pub(super) fn undo(&mut self, _: &Command) -> Answer {
        if self.resigned.take().is_none() {
            self.session.line.undo()?;
        }
        Ok(String::new())
    }

    /// `facts`, `facts hand`: what is so in the position, a line each; all of it, or what the word
    /// says.
    pub(super) fn facts(&mut self, command: &Command) -> Answer {
        let facts = self.session.board().facts();
        let asked = command.arguments.as_str();
        let is_asked =
            |name: &str| asked.is_empty() || name == asked || name.split(' ').next() == Some(asked);
        let lines: Vec<_> =
            facts.iter().filter(|fact| is_asked(&fact.name)).map(ToString::to_string).collect();
        if lines.is_empty() && !asked.is_empty() {
            let known: Vec<_> = facts.iter().map(|fact| fact.name.as_str()).collect();
            let problem = format!("no such fact; there are {}", known.join(", "));
            return Err(Failure::word(asked, problem));
        }
        Ok(lines.join("\n"))
    }

    /// `final_score`: `B+`, `W+`, `0` for a draw, or `cannot score`.
    pub(super) fn final_score(&mut self, _: &Command) -> Answer {
        let plus = |winner: &str| format!("{}+", initial(winner));
        let resigned_to = self
            .resigned
            .and_then(|loser| self.session.board().sides().into_iter().find(|side| *side != loser));
        Ok(match (self.session.board().outcome(), resigned_to) {
            (Some(outcome), _) => outcome.winner.map_or_else(|| "0".to_owned(), plus),
            (None, Some(winner)) => plus(winner),
            (None, None) => "cannot score".to_owned(),
        })
    }

    /// `showboard`.
    pub(super) fn showboard(&mut self, _: &Command) -> Answer {
        Ok(format!("\n{}", self.session.board().picture().to_text(false)))
    }

    /// `position`, `position hex 11x11 …`: shows the position as text, or starts from another one.
    pub(super) fn position(&mut self, command: &Command) -> Answer {
        if command.arguments.is_empty() {
            return Ok(self.session.board().text());
        }
        self.session.set_position(&command.arguments)?;
        self.setup = self.session.board().setup();
        self.game_is_new();
        Ok(String::new())
    }

    /// `loadsgf FILE [N]`: the game of a record, or its first N moves.
    pub(super) fn load_record(&mut self, command: &Command) -> Answer {
        let (path, count) = file_and_count(&command.arguments)?;
        let cannot =
            |error: &dyn Display| Failure::new("cannot load file", TextError::word(path, error));
        let text = read_file(path).map_err(|error| cannot(&error))?;
        let mut record =
            read_record(&text, Some(self.session.board().game())).map_err(|e| cannot(&e))?;
        if self.setup.swap == Swap::Off {
            record.start = start_without_swap(&record).map_err(|error| cannot(&error))?;
        }
        let line = Line::of_record(&record, count).map_err(|error| cannot(&error))?;
        self.session.go_on_from(line);
        // Most records do not say whether there was a swap rule: new games keep the one they had.
        self.setup = Setup { swap: self.setup.swap, ..self.session.line.start().setup() };
        self.game_is_new();
        Ok(String::new())
    }
}

/// The letter that stands for a side: `B`.
pub(super) fn initial(side: &str) -> String {
    side.chars().take(1).flat_map(char::to_uppercase).collect()
}

/// Where a record starts, without the swap rule that readers assume where it names none. A game in
/// which somebody has swapped keeps its rule.
fn start_without_swap(record: &Record) -> Result<String, EngineError> {
    let played = record.tree.main_line().filter_map(|id| record.tree[id].played.as_ref());
    let has_swapped = played.map(|played| played.text.as_str()).any(|m| Swap::named(m).is_some());
    if has_swapped {
        return Ok(record.start.clone());
    }
    let start = Board::from_text(&record.start)?;
    Ok(start.start_of(&Setup { swap: Swap::Off, ..start.setup() })?.text())
}

/// `FILE`, `FILE 12`, `"FILE WITH BLANKS" 12`.
fn file_and_count(arguments: &str) -> Result<(&str, Option<usize>), Failure> {
    let quoted = arguments.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let (path, count) = quoted.unwrap_or_else(|| match arguments.rsplit_once(' ') {
        Some((path, count)) if count.parse::<usize>().is_ok() => (path, count),
        _ => (arguments, ""),
    });
    let (path, count) = (path.trim(), count.trim());
    if path.is_empty() {
        return Err(Failure::syntax("loadsgf wants a file: loadsgf game.sgf"));
    }
    match count {
        "" => Ok((path, None)),
        _ => match count.parse() {
            Ok(number) => Ok((path, Some(number))),
            Err(_) => Err(Failure::word(count, "not a number of moves")),
        },
    }
}

fn read_file(path: &str) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_RECORD + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_RECORD {
        return Err(std::io::Error::other(format!("it is longer than {LONGEST_RECORD} bytes")));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_blanks_in_its_name() {
        assert_eq!(file_and_count("a.sgf"), Ok(("a.sgf", None)));
        assert_eq!(file_and_count("a.sgf 12"), Ok(("a.sgf", Some(12))));
        assert_eq!(file_and_count("my game.sgf 12"), Ok(("my game.sgf", Some(12))));
        assert_eq!(file_and_count("\"my game 7\" 12"), Ok(("my game 7", Some(12))));
        assert_eq!(file_and_count("\"my game 7\""), Ok(("my game 7", None)));
        assert!(file_and_count("").is_err());
        assert!(file_and_count("\"\"").is_err());
        assert!(file_and_count("\"a\" x").is_err());
    }
}
