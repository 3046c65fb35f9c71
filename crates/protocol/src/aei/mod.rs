//! The Arimaa Engine Interface, protocol version 1, with the extended commands of the thesis on
//! Akimot. A controller starts games, echoes moves and asks for them; nothing is played before it
//! is echoed by `makemove`.
//!
//! What a line may not be ends the conversation with a `log Error:`, as the protocol has it, and
//! changes nothing. `docs/arimaa.md` has every message with an example.

mod info;
mod options;

use std::io::{self, BufRead, Write};
use std::path::Path;

use spinney_engine::{
    EngineError, Limits, Session, Stop, TextError, TurnChoice, choose_turn, play_turn,
};

use crate::lines::{LONGEST, Lines, Until, Urgency};
use options::Game;

/// What a server is told by whoever starts it.
pub struct Options {
    /// The answer to `id name`.
    pub name: String,
    /// The answer to `id author`.
    pub author: String,
    /// The answer to `id version`.
    pub version: String,
    /// What bounds a turn, beside the time control.
    pub limits: Option<Limits>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            name: "Spinney".to_owned(),
            author: "the Spinney authors".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            limits: None,
        }
    }
}

/// No position file is longer, in bytes.
const LONGEST_FILE: u64 = 1 << 20;

/// Answers the messages of `input` until `quit`, its end, or a message that is not understood. An
/// error is one of writing.
pub fn serve(
    session: &mut Session,
    options: &Options,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let lines = Lines::read(input, urgency);
    let mut server = Server {
        session,
        options,
        lines: &lines,
        output: &mut output,
        game: Game::default(),
        last: None,
    };
    while let Some(line) = lines.next() {
        let done = match &line.text {
            Some(text) => server.carry_out(text.trim()),
            None => {
                Err(Failure::from(TextError::at("length", format!("more than {LONGEST} bytes"))))
            }
        };
        match done {
            Ok(Next::Line) => {}
            Ok(Next::Quit) => break,
            Err(Failure::Output(error)) => return Err(error),
            Err(Failure::Message(problem)) => {
                server.say(&format!("log Error: line {}: {problem}", line.number))?;
                break;
            }
        }
    }
    Ok(())
}

fn urgency(line: &str) -> Urgency {
    match line.split_whitespace().next() {
        Some("stop" | "makemove" | "newgame" | "setposition") => Urgency::Interrupts,
        Some("quit") => Urgency::Ends,
        _ => Urgency::Waits,
    }
}

struct Server<'a> {
    session: &'a mut Session,
    options: &'a Options,
    lines: &'a Lines,
    output: &'a mut dyn Write,
    game: Game,
    /// What the last search chose.
    last: Option<TurnChoice>,
}

/// How it goes on.
enum Next {
    Line,
    Quit,
}

enum Failure {
    /// The message cannot be carried out.
    Message(String),
    /// Nobody can be told.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        Failure::Message(error.to_string())
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure::Message(error.to_string())
    }
}

impl Server<'_> {
    fn carry_out(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            comment if comment.starts_with('#') => {}
            "aei" => self.introduce()?,
            "isready" => self.say("readyok")?,
            "newgame" => {
                self.session.set_position(self.session.board().game())?;
                self.game.start_again();
            }
            "setposition" => self.set_position(rest)?,
            "setpositionfile" => self.set_position(&read_file(Path::new(rest))?)?,
            "setoption" => {
                if let Some(warning) = self.game.set_option(rest)? {
                    self.say(&format!("log Warning: {warning}"))?;
                }
            }
            "makemove" => play_turn(&mut self.session.line, rest)?,
            "makemoverec" => {
                let last = self.last.as_ref().map(|choice| choice.text.clone());
                let last =
                    last.ok_or_else(|| TextError::at("makemoverec", "nothing was searched"))?;
                play_turn(&mut self.session.line, &last)?;
            }
            "go" => self.go(rest)?,
            "gonothread" => self.search(&self.limits(), &Stop::new(), true)?,
            // The search that it was meant for has ended.
            "stop" => {}
            "boarddump" => self.say(self.session.board().picture().to_text(false).trim_end())?,
            "treedump" => self.dump_tree()?,
            "eval" => self.evaluate()?,
            "goalcheck" => self.check_goal()?,
            "trapcheck" => self.check_traps()?,
            "quit" => return Ok(Next::Quit),
            other => {
                let problem = "not a message of this protocol";
                return Err(TextError::word(other, problem).into());
            }
        }
        Ok(Next::Line)
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    fn introduce(&mut self) -> io::Result<()> {
        let Options { name, author, version, .. } = self.options;
        self.say(&format!(
            "protocol-version 1\nid name {name}\nid author {author}\nid version {version}\naeiok"
        ))
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.last = None;
        self.session.set_position(&format!("{} {text}", self.session.board().game()))
    }

    /// `go`, `go ponder`, `go infinite`.
    fn go(&mut self, how: &str) -> Result<(), Failure> {
        let (limits, answers) = match how {
            "" => (self.limits(), true),
            "infinite" => (Limits::default(), true),
            // What comes of it is in the engine's memory; the answer comes when it is stopped.
            "ponder" => (Limits::default(), false),
            other => {
                return Err(TextError::word(other, "go alone, go ponder or go infinite").into());
            }
        };
        let stop = self.lines.begin_search(Until::Interrupted);
        let result = self.search(&limits, &stop, answers);
        self.lines.end_search();
        result
    }

    /// What bounds the turn: the engine's own limits, and the controller's time.
    fn limits(&self) -> Limits {
        let side = self
            .session
            .board()
            .sides()
            .iter()
            .position(|&side| Some(side) == self.session.board().to_move())
            .unwrap_or(0);
        match self.game.time_for_move(side) {
            Some(time) => {
                let limits = self.options.limits.unwrap_or_default().within(time);
                // Who has set a time for moves means it.
                let is_own = limits.move_time != Some(time);
                let extra_time = self.game.extra_time(side).filter(|_| !is_own);
                Limits { extra_time, ..limits }
            }
            None => self.options.limits.unwrap_or_else(|| self.session.player.default_limits()),
        }
    }

    fn search(&mut self, limits: &Limits, stop: &Stop, answers: bool) -> Result<(), Failure> {
        let mut broken = None;
        let output = &mut *self.output;
        let choice = choose_turn(self.session, limits, stop, &mut |report| {
            let told = write!(output, "{}", info::progress(report)).and_then(|()| output.flush());
            if let Err(error) = told {
                stop.stop();
                broken = Some(error);
            }
        })?;
        if let Some(error) = broken {
            return Err(error.into());
        }
        if answers {
            let statistics = info::statistics(&choice, self.session.player.preset());
            let known = info::progress(&choice.report);
            self.say(&format!("{statistics}{known}bestmove {}", choice.text))?;
        }
        self.last = Some(choice);
        Ok(())
    }

    /// What the last search has looked at.
    fn dump_tree(&mut self) -> Result<(), Failure> {
        let Some(choice) = &self.last else {
            return Err(TextError::at("treedump", "nothing was searched").into());
        };
        let tree = info::tree(&choice.report);
        Ok(self.say(tree.trim_end())?)
    }

    fn evaluate(&mut self) -> Result<(), Failure> {
        const PLAYOUTS: u64 = 2_000;
        let limits = Limits::playouts(PLAYOUTS);
        let report = self.session.think(&limits, &Stop::new(), &mut |_| {})?;
        Ok(self.say(&format!(
            "info winratio {:.4}\ninfo score {}",
            report.win_rate,
            info::score(&report)
        ))?)
    }

    fn check_goal(&mut self) -> Result<(), Failure> {
        let counts = spinney_engine::count_turns(self.session.board())?;
        let steps = counts.and_then(|counts| counts.min_goal_steps);
        let found = steps.map_or("none".to_owned(), |steps| format!("{steps} steps"));
        Ok(self.say(&format!("info goalcheck {found}"))?)
    }

    fn check_traps(&mut self) -> Result<(), Failure> {
        let counts = spinney_engine::count_turns(self.session.board())?;
        let captures = counts.map(|counts| counts.captures).unwrap_or_default();
        let found = if captures.is_empty() { "none".to_owned() } else { captures.join(" ") };
        Ok(self.say(&format!("info trapcheck {found}"))?)
    }
}

fn read_file(path: &Path) -> Result<String, Failure> {
    use std::io::Read;
    let read = std::fs::File::open(path).and_then(|file| {
        let mut text = String::new();
        file.take(LONGEST_FILE).read_to_string(&mut text).map(|_| text)
    });
    read.map_err(|error| TextError::at(path.display(), error).into())
}
