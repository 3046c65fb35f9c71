//! `getMove`: a program that is started for each turn, as the bots of arimaa.com are.
//!
//! It is given three files (the position, the record so far, the state of the clocks) as further
//! arguments, says its turn on a line, and ends. Where the game did not start from the empty board
//! there is no record, and it gets the position only.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::io;
use std::time::Instant;

use super::aei::{begun, control_options};
use super::arimaa::Arimaa;
use super::program::Launch;
use super::{Answer, Fault, FaultKind, NewGame, Player, Turn, seconds};

pub(super) struct GetMove {
    launch: Launch,
    game: Option<Arimaa>,
    seat: usize,
    /// What is left of the turn that the program has found.
    found: VecDeque<String>,
    transcript: String,
}

impl GetMove {
    pub(super) fn new(launch: Launch) -> GetMove {
        let (found, transcript) = (VecDeque::new(), String::new());
        GetMove { launch, game: None, seat: 0, found, transcript }
    }

    /// Starts the program and waits for its turn.
    fn search(&mut self, turn: &Turn) -> Result<String, Fault> {
        let until = Instant::now() + turn.deadline;
        let unwritten = |error: io::Error| {
            Fault::new(FaultKind::Start, format!("cannot write the bot's files: {error}"))
        };
        let files = tempfile::tempdir().map_err(unwritten)?;
        let path = |name: &str| files.path().join(name);
        let (position, record, state) = (path("position"), path("record"), path("state"));
        fs::write(&state, self.state_file(turn)).map_err(unwritten)?;
        let game = begun(&mut self.game)?;
        fs::write(&position, game.position_file()).map_err(unwritten)?;
        fs::write(&record, game.record_file()).map_err(unwritten)?;
        let mut arguments: Vec<&OsStr> = vec![position.as_os_str()];
        if game.start().is_none() {
            arguments.extend([record.as_os_str(), state.as_os_str()]);
        }
        let mut program = self.launch.start(&arguments, None)?;
        program.close_input();
        let mut last = String::new();
        let heard = loop {
            match program.hear_or_end(until) {
                Ok(Some(line)) if line.trim().is_empty() => {}
                Ok(Some(line)) => last = line,
                Ok(None) => break Ok(last),
                Err(fault) => break Err(fault),
            }
        };
        self.transcript = program.transcript();
        heard
    }

    fn state_file(&self, turn: &Turn) -> String {
        let mut text = format!("side={}\n", if self.seat == 0 { 'w' } else { 'b' });
        for (name, value) in control_options(&turn.control) {
            let _ = writeln!(text, "{name}={value}");
        }
        for (side, left) in ['w', 'b'].into_iter().zip(&turn.remaining) {
            if let Some(left) = left {
                let _ = writeln!(text, "{side}reserve={}", seconds(*left));
            }
        }
        text
    }
}

impl Player for GetMove {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.game = Some(Arimaa::new(&game.position)?);
        self.seat = game.seat;
        self.found.clear();
        self.transcript.clear();
        Ok(())
    }

    fn played(&mut self, _side: &str, text: &str) -> Result<(), Fault> {
        if begun(&mut self.game)?.play(text)?.is_some() {
            self.found.clear();
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Answer, Fault> {
        if self.found.is_empty() {
            let found = self.search(turn)?;
            if found.trim().eq_ignore_ascii_case("resign") {
                return Ok(Answer::resign());
            }
            if found.trim().is_empty() {
                return Err(Fault::new(FaultKind::Crash, "ended without a turn"));
            }
            self.found = begun(&mut self.game)?.moves(&found)?.into();
        }
        let Some(text) = self.found.pop_front() else {
            return Err(Fault::new(FaultKind::Garbled, "an empty turn"));
        };
        Ok(Answer::play(text))
    }

    fn end_game(&mut self) {
        self.found.clear();
    }

    fn version(&self) -> String {
        self.launch.name().to_owned()
    }

    fn transcript(&self) -> String {
        self.transcript.clone()
    }
}
