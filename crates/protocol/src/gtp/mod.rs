//! The Go Text Protocol 2 as Hex programs use it ("HTP"), for any game that a session plays.
//!
//! Commands are answered in the order in which they come; what interrupts a search (`# interrupt`,
//! `stop`, `quit`, the end of the input) does so at once. `docs/protocols.md` has every command
//! with an example.

mod analyze;
mod board;
mod command;
mod connections;
mod gfx;
mod inferior;
mod json;
mod parameters;
mod settings;
mod solver;
mod table;
mod think;
mod time;

pub use settings::Settings;

use std::io::{self, BufRead, Write};

use spinney_engine::{Report, Rng, Session, Setup};

use crate::lines::{LONGEST, Line, Lines};
use command::{Answer, Command, Failure, Response};
use solver::Solver;
use time::Clocks;

/// What a server is told by whoever starts it.
pub struct Options {
    /// The answer to `name`.
    pub name: String,
    /// The answer to `version`.
    pub version: String,
    /// How the engine thinks until it is told otherwise.
    pub settings: Settings,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            name: "Spinney".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: Settings::default(),
        }
    }
}

/// Answers the commands of `input` until `quit` or its end. An error is one of writing answers.
pub fn serve(
    session: &mut Session,
    options: &Options,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let setup = session.line.start().setup();
    let mut server = Server {
        session,
        output: Output { writer: &mut output, broken: None },
        lines: Lines::read(input, command::urgency),
        options,
        settings: options.settings.clone(),
        setup,
        clocks: Clocks::default(),
        known: None,
        resigned: None,
        solver: None,
        dice: Rng::by_clock(),
    };
    loop {
        server.ponder();
        let more = server.lines.next().is_some_and(|line| server.answer(&line));
        if let Some(error) = server.output.broken.take() {
            return Err(error);
        }
        if !more {
            return Ok(());
        }
    }
}

struct Server<'a> {
    session: &'a mut Session,
    output: Output<'a>,
    lines: Lines,
    options: &'a Options,
    settings: Settings,
    /// What the next new game is played by.
    setup: Setup,
    clocks: Clocks,
    /// What the last search found, and the position that it was about.
    known: Option<(String, Report)>,
    /// The side that has resigned.
    resigned: Option<&'static str>,
    /// What the proof search has found on this board, once it was asked for.
    solver: Option<Solver>,
    /// What `roll` rolls with.
    dice: Rng,
}

/// How a command was carried out.
enum Done {
    /// With this answer.
    Answered(String),
    /// It has written its answer bit by bit; only the end of it is missing.
    Streamed,
    /// It was the last one.
    Quit,
}

type Outcome = Result<Done, Failure>;

impl Server<'_> {
    /// Carries out a line. `false`: it was the last one.
    fn answer(&mut self, line: &Line) -> bool {
        let (id, outcome) = match &line.text {
            None => {
                let problem = format!("longer than {LONGEST} bytes");
                (None, Err(Failure::syntax(problem)))
            }
            Some(text) => match Command::parse(text) {
                None => return true,
                Some(command) => (command.id, table::run(self, &command)),
            },
        };
        let mut more = true;
        let answer = match outcome {
            Ok(Done::Answered(text)) => Ok(text),
            Ok(Done::Streamed) => {
                self.output.write("\n");
                return true;
            }
            Ok(Done::Quit) => {
                more = false;
                Ok(String::new())
            }
            Err(failure) => Err(failure),
        };
        self.output.write(&Response { id, line: line.number, answer: &answer }.to_string());
        more
    }

    /// The session's name for a colour: `b` and `BLACK` are `black`.
    fn side(&self, word: &str) -> Result<&'static str, Failure> {
        let sides = self.session.board().sides();
        let named = |name: &str| sides.iter().find(|side| side.eq_ignore_ascii_case(name));
        let initial = sides.iter().find(|side| {
            let mut chars = word.chars();
            chars.next().is_some_and(|c| side.starts_with(c.to_ascii_lowercase()))
                && chars.next().is_none()
        });
        // A game whose sides have other names has a first and a second player all the same.
        let colour = match word.to_ascii_lowercase().as_str() {
            "b" | "black" => sides.first(),
            "w" | "white" => sides.get(1),
            _ => None,
        };
        named(word).or(initial).or(colour).copied().ok_or_else(|| {
            Failure::word(word, format!("no such side; the sides are {}", sides.join(", ")))
        })
    }

    /// The side that a command names first, or else the side to move.
    fn side_or_to_move(&self, word: Option<&&str>) -> Result<&'static str, Failure> {
        match word {
            Some(word) => self.side(word),
            None => self.session.board().to_move().ok_or_else(|| {
                Failure::new("the game is over", "nobody is to move; name a colour")
            }),
        }
    }
}

/// Where answers go. The first failure to write is kept for later, so that those who write need
/// not care; after it nothing is written.
struct Output<'a> {
    writer: &'a mut dyn Write,
    broken: Option<io::Error>,
}

impl Output<'_> {
    fn write(&mut self, text: &str) {
        if self.broken.is_none() {
            let written = self.writer.write_all(text.as_bytes());
            self.broken = written.and_then(|()| self.writer.flush()).err();
        }
    }
}

/// An answer that is whole.
fn answered(answer: Answer) -> Outcome {
    answer.map(Done::Answered)
}
