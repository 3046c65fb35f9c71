//! Players that are foreign programs: child processes and the languages they speak.
//!
//! A program is started afresh for every game, in a process group of its own, and that group is
//! ended with the game, so that no game depends on another and nothing stays behind. Nothing that
//! a program does can block or bloat the arena: it is read on a thread of its own, lines and what
//! waits of them are bounded, every wait has an end, and its words are kept only in part. Whatever
//! it does wrong is a [`Fault`], which costs it the game.
//!
//! Programs run on Unix; their group is killed by signal, and on Linux whatever they have started
//! outside of it, too.

mod aei;
mod arimaa;
mod codecup;
mod family;
mod getmove;
mod gtp;
mod output;
mod program;
mod setup;
mod transcript;

use std::time::{Duration, Instant};

use spinney_game::TextError;

pub use self::family::end_programs;
use self::program::{Launch, Program};
use crate::entrant::{External, Protocol};
use crate::player::{Answer, Fault, FaultKind, NewGame, Player, Turn};

/// A player that is a foreign program. It is started with each game; what is wrong in its
/// description is told now.
pub fn open(external: &External) -> Result<Box<dyn Player>, TextError> {
    open_with(external, Patience::default())
}

fn open_with(external: &External, patience: Patience) -> Result<Box<dyn Player>, TextError> {
    let launch = Launch::new(external)?;
    if external.protocol != Protocol::Gtp
        && let Some(dialect) = &external.dialect
    {
        let language = external.protocol.name();
        return Err(TextError::word(dialect, format!("{language} has no dialects")));
    }
    let language: Box<dyn Language> = match external.protocol {
        Protocol::Gtp => Box::new(gtp::Gtp::new(external)?),
        Protocol::CodeCup => Box::new(codecup::CodeCup::default()),
        Protocol::Aei => Box::new(aei::Aei::new(external)),
        Protocol::GetMove => return Ok(Box::new(getmove::GetMove::new(launch))),
    };
    let transcript = String::new();
    Ok(Box::new(Foreign { launch, language, patience, program: None, transcript }))
}

/// How long we wait for what is not thinking.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// For a program to be loaded and set up.
    start: Duration,
    /// For a move to be noted.
    reply: Duration,
    /// For a program to leave.
    farewell: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(60),
            reply: Duration::from_secs(10),
            farewell: Duration::from_millis(500),
        }
    }
}

/// What is said to a program, and what its words mean.
trait Language: Send {
    /// A new game for a program that was just started.
    fn new_game(&mut self, talk: &mut Talk, game: &NewGame) -> Result<(), Fault>;

    /// A move was played, perhaps the program's own.
    fn played(&mut self, talk: &mut Talk, side: &str, text: &str) -> Result<(), Fault>;

    /// Asks for a decision.
    fn choose(&mut self, talk: &mut Talk, turn: &Turn) -> Result<Answer, Fault>;

    /// What asks a program to leave.
    fn farewell(&self) -> &'static str;

    /// What the program calls itself, if it has said so.
    fn version(&self) -> Option<String>;
}

/// A conversation with a program, with the time by which the present answer must be there.
struct Talk<'a> {
    launch: &'a Launch,
    program: &'a mut Program,
    until: Instant,
}

impl Talk<'_> {
    fn tell(&mut self, line: &str) -> Result<(), Fault> {
        self.program.tell(line, self.until)
    }

    fn hear(&mut self) -> Result<String, Fault> {
        self.program.hear(self.until)
    }

    /// Ends the program and starts it again with a further setting of its environment.
    fn start_again(&mut self, setting: (&str, &str)) -> Result<(), Fault> {
        *self.program = self.launch.start(&[], Some(setting))?;
        Ok(())
    }
}

/// A program that stays for a whole game.
struct Foreign {
    launch: Launch,
    language: Box<dyn Language>,
    patience: Patience,
    program: Option<Program>,
    /// What is left of the conversation when the program has gone.
    transcript: String,
}

impl Foreign {
    fn talk<T>(
        &mut self,
        patience: Duration,
        say: impl FnOnce(&mut dyn Language, &mut Talk) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let until = Instant::now() + patience;
        let Some(program) = &mut self.program else {
            return Err(Fault::new(FaultKind::Crash, "the program has ended"));
        };
        let mut talk = Talk { launch: &self.launch, program, until };
        let said = say(&mut *self.language, &mut talk);
        if said.is_err() {
            // Whatever it did, it is not trusted again.
            self.transcript = program.transcript();
            self.program = None;
        }
        said
    }
}

impl Player for Foreign {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.end_game();
        self.transcript = String::new();
        self.program = Some(self.launch.start(&[], None)?);
        self.talk(self.patience.start, |language, talk| language.new_game(talk, game))
    }

    fn played(&mut self, side: &str, text: &str) -> Result<(), Fault> {
        self.talk(self.patience.reply, |language, talk| language.played(talk, side, text))
    }

    fn choose(&mut self, turn: &Turn) -> Result<Answer, Fault> {
        self.talk(turn.deadline, |language, talk| language.choose(talk, turn))
    }

    fn end_game(&mut self) {
        if let Some(program) = self.program.take() {
            self.transcript = program.transcript();
            program.end(self.language.farewell(), self.patience.farewell);
        }
    }

    fn version(&self) -> String {
        self.language.version().unwrap_or_else(|| self.launch.name().to_owned())
    }

    fn transcript(&self) -> String {
        self.program.as_ref().map_or_else(|| self.transcript.clone(), Program::transcript)
    }
}

/// What a refusal during set-up is.
fn at_the_start(fault: Fault) -> Fault {
    match fault.kind {
        FaultKind::Refused => Fault { kind: FaultKind::Start, ..fault },
        _ => fault,
    }
}

/// Seconds as programs write them.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests;
