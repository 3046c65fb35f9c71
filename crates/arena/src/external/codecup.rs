//! CodeCup's language: one word a line, one process a game.
//!
//! The starter reads `Start`; every other line is the opponent's move, and each is answered with a
//! move. `-1` is a swap. There is no word for "you have played this", so an opening can give a
//! starter its first move only: a program that is to take part in such games must play the cell
//! named by the environment variable `FORCE_OPENING` when it reads `Start`.

use spinney_engine::EngineError;

use super::setup;
use super::{Answer, Fault, FaultKind, Language, NewGame, Talk, Turn};

const SWAP: &str = "-1";

#[derive(Default)]
pub(super) struct CodeCup {
    /// The next line for the program: what its next answer is an answer to.
    pending: Option<String>,
    /// Whether this player begins.
    begins: bool,
    moves: usize,
    answered: bool,
}

impl Language for CodeCup {
    fn new_game(&mut self, _talk: &mut Talk, game: &NewGame) -> Result<(), Fault> {
        let begins = game.seat == 0;
        let pending = begins.then(|| "Start".to_owned());
        *self = CodeCup { pending, begins, ..CodeCup::default() };
        let refused = |error: EngineError| Fault::new(FaultKind::Start, error.to_string());
        if !setup::start(&game.position).map_err(refused)?.1.is_empty() {
            let problem = "this language knows no other start than the empty board";
            return Err(Fault::new(FaultKind::Start, problem));
        }
        Ok(())
    }

    fn played(&mut self, talk: &mut Talk, _side: &str, text: &str) -> Result<(), Fault> {
        let first_move = self.moves == 0;
        self.moves += 1;
        if std::mem::take(&mut self.answered) {
            return Ok(());
        }
        let word = if text.starts_with("swap") { SWAP } else { text };
        if first_move && self.begins {
            return self.open_with(talk, word);
        }
        // A move of the opponent's waits until we are asked for the answer to it.
        match self.pending.replace(word.to_owned()) {
            None => Ok(()),
            Some(_) => Err(Fault::new(
                FaultKind::Refused,
                "this language cannot tell a program its own moves: the opening is too long",
            )),
        }
    }

    fn choose(&mut self, talk: &mut Talk, _turn: &Turn) -> Result<Answer, Fault> {
        let line = self.pending.take().unwrap_or_else(|| "Start".to_owned());
        talk.tell(&line)?;
        let answer = talk.hear()?;
        self.answered = true;
        let word = answer.trim();
        Ok(Answer::play(if word == SWAP { "swap" } else { word }))
    }

    fn farewell(&self) -> &'static str {
        "Quit"
    }

    fn version(&self) -> Option<String> {
        None
    }
}

impl CodeCup {
    /// Has the program open with a move that was chosen for it.
    fn open_with(&mut self, talk: &mut Talk, cell: &str) -> Result<(), Fault> {
        talk.start_again(("FORCE_OPENING", cell))?;
        self.pending = None;
        talk.tell("Start")?;
        let answer = talk.hear()?;
        if answer.trim() == cell {
            return Ok(());
        }
        let problem = format!("opened with \"{}\" where FORCE_OPENING={cell}", answer.trim());
        Err(Fault::new(FaultKind::Refused, problem))
    }
}
