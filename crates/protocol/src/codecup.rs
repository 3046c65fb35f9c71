//! The protocol of the CodeCup contests, as the Poly-Y contest speaks it: one word a line.
//!
//! The starter reads `Start` and answers with a move; every other line is the opponent's move and
//! is answered with ours. Cells are numbers, `-1` is the second player's swap, `Quit` ends. There
//! is one clock for the whole game. A line that makes no sense is reported to `errors` and changes
//! nothing.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use spinney_engine::{Clock, EngineError, Limits, Session, TextError};

use crate::lines::{LONGEST, Line, Lines, Until, Urgency};

/// What a player is told by whoever starts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Time for all of our moves together.
    pub game_time: Duration,
    /// Never planned with: it is for starting up and for whatever else the referee may count.
    pub margin: Duration,
}

impl Default for Options {
    /// The contest's thirty seconds, less one.
    fn default() -> Options {
        Options { game_time: Duration::from_secs(30), margin: Duration::from_secs(1) }
    }
}

/// The swap, as the contest writes it.
const SWAP: &str = "-1";

/// Plays one game in the position that the session stands at, until `Quit` or the end of the
/// input. An error is one of writing.
pub fn serve(
    session: &mut Session,
    options: &Options,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    mut errors: impl Write,
) -> io::Result<()> {
    let lines = Lines::read(input, urgency);
    let mut player =
        Player { session, lines: &lines, left: options.game_time.saturating_sub(options.margin) };
    while let Some(line) = lines.next() {
        match player.reply(&line) {
            Ok(Reply::Move(text)) => {
                writeln!(output, "{text}")?;
                output.flush()?;
            }
            Ok(Reply::Nothing) => {}
            Ok(Reply::Quit) => return Ok(()),
            Err(error) => writeln!(errors, "line {}: {error}", line.number)?,
        }
    }
    Ok(())
}

fn urgency(line: &str) -> Urgency {
    if line.trim() == "Quit" { Urgency::Ends } else { Urgency::Waits }
}

struct Player<'a> {
    session: &'a mut Session,
    lines: &'a Lines,
    /// What is left of our time.
    left: Duration,
}

enum Reply {
    Move(String),
    Nothing,
    Quit,
}

impl Player<'_> {
    fn reply(&mut self, line: &Line) -> Result<Reply, EngineError> {
        let Some(text) = &line.text else {
            return Err(TextError::at("length", format!("more than {LONGEST} bytes")).into());
        };
        match text.trim() {
            "" => return Ok(Reply::Nothing),
            "Quit" => return Ok(Reply::Quit),
            "Start" if self.session.line.last().is_none() => {}
            "Start" => return Err(TextError::word("Start", "the game has begun already").into()),
            SWAP => {
                let swap = self.swap().ok_or_else(|| {
                    TextError::word(SWAP, "only the first reply of a game can be a swap")
                })?;
                self.session.line.play(None, &swap)?;
            }
            cell if cell.bytes().all(|b| b.is_ascii_digit()) => {
                self.session.line.play(None, cell)?
            }
            other => {
                let problem = "neither Start, a cell's number, -1 for a swap nor Quit";
                return Err(TextError::word(other, problem).into());
            }
        }
        // The opponent's move may have been the last one.
        if self.session.board().outcome().is_some() {
            return Ok(Reply::Nothing);
        }
        let reply = self.choose()?;
        self.session.line.play(None, &reply)?;
        self.left = self.left.saturating_sub(line.read.elapsed());
        Ok(Reply::Move(if reply.starts_with("swap") { SWAP.to_owned() } else { reply }))
    }

    fn choose(&mut self) -> Result<String, EngineError> {
        let clock = Clock { remaining: self.left, increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let stop = self.lines.begin_search(Until::Interrupted);
        let report = self.session.think(&limits, &stop, &mut |_| {});
        self.lines.end_search();
        // There is no resigning here: a lost game is played to its end.
        let best = report?.best().map(|candidate| candidate.text.clone());
        best.or_else(|| self.session.board().legal_moves().into_iter().next())
            .ok_or(EngineError::GameOver)
    }

    fn swap(&self) -> Option<String> {
        self.session.board().legal_moves().into_iter().find(|text| text.starts_with("swap"))
    }
}
