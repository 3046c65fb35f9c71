//! GTP 2 and what Hex programs have made of it.

mod cells;
mod dialect;

use self::dialect::{Dialect, ForeignBoard};
use super::{Answer, Fault, FaultKind, Language, NewGame, Talk, Turn, at_the_start};
use crate::entrant::External;
use spinney_engine::{EngineError, TextError};

/// What is said over GTP.
pub(super) struct Gtp {
    dialect: Dialect,
    init: Vec<String>,
    /// Of the game that has begun.
    board: Option<ForeignBoard>,
    /// The move that comes next was chosen by the program and played on its own board.
    answered: bool,
    /// Whether the program wants to know what is left on its clock.
    wants_clock: bool,
    version: Option<String>,
}

impl Gtp {
    pub(super) fn new(external: &External) -> Result<Gtp, TextError> {
        let dialect = Dialect::named(external.dialect.as_deref())?;
        let init = external.init.clone();
        Ok(Gtp { dialect, init, board: None, answered: false, wants_clock: true, version: None })
    }

    fn set_up(&mut self, talk: &mut Talk, game: &NewGame) -> Result<(), Fault> {
        let refused = |error: EngineError| Fault::new(FaultKind::Start, error.to_string());
        let board = ForeignBoard::new(self.dialect, &game.position).map_err(refused)?;
        (self.answered, self.wants_clock) = (false, true);
        self.version = self.ask_version(talk)?;
        for line in board.start_lines(&game.position) {
            command(talk, &line)?;
        }
        for line in board.option_lines(game) {
            // A program that cannot be told may be told by lines of its own, which come next.
            optional(talk, &line)?;
        }
        for line in &self.init {
            command(talk, line)?;
        }
        for line in board.stone_lines() {
            command(talk, &line)?;
        }
        if let Some(moves) = optional(talk, "all_legal_moves")? {
            board.compare(&game.position, &moves).map_err(refused)?;
        }
        self.board = Some(board);
        Ok(())
    }

    fn board(&mut self) -> Result<&mut ForeignBoard, Fault> {
        let nothing = || Fault::new(FaultKind::Start, "no game has begun");
        self.board.as_mut().ok_or_else(nothing)
    }

    fn ask_version(&self, talk: &mut Talk) -> Result<Option<String>, Fault> {
        let mut words = Vec::new();
        for question in ["name", "version"] {
            words.extend(optional(talk, question)?.filter(|word| !word.is_empty()));
        }
        let short = |text: String| text.chars().take(100).collect();
        Ok((!words.is_empty()).then(|| short(words.join(" ").replace('\n', " "))))
    }
}

impl Language for Gtp {
    fn new_game(&mut self, talk: &mut Talk, game: &NewGame) -> Result<(), Fault> {
        self.set_up(talk, game).map_err(at_the_start)
    }

    fn played(&mut self, talk: &mut Talk, side: &str, text: &str) -> Result<(), Fault> {
        // What the program answers with it has played already.
        let answered = std::mem::take(&mut self.answered);
        let board = self.board()?;
        if let Some(line) = board.play_line(side, text).filter(|_| !answered) {
            command(talk, &line)?;
        }
        board.note(text);
        Ok(())
    }

    fn choose(&mut self, talk: &mut Talk, turn: &Turn) -> Result<Answer, Fault> {
        let left = turn.remaining.get(turn.seat).copied().flatten();
        if let Some(left) = left.filter(|_| self.wants_clock) {
            let line = self.board()?.clock_line(&turn.side, left);
            self.wants_clock = optional(talk, &line)?.is_some();
        }
        let answer = command(talk, &self.board()?.question(&turn.side))?;
        let Some(word) = answer.split_whitespace().next() else {
            return Err(Fault::new(FaultKind::Garbled, "an empty answer to genmove"));
        };
        self.answered = true;
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Answer::resign());
        }
        Ok(Answer::play(self.board()?.move_of(word)))
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }

    fn version(&self) -> Option<String> {
        self.version.clone()
    }
}

/// The answer to a command; a refusal is a fault.
fn command(talk: &mut Talk, line: &str) -> Result<String, Fault> {
    answer(talk, line)?.map_err(|refusal| {
        Fault::new(FaultKind::Refused, format!("\"{line}\" was refused: {refusal}"))
    })
}

/// The answer to a command that need not be known.
fn optional(talk: &mut Talk, line: &str) -> Result<Option<String>, Fault> {
    Ok(answer(talk, line)?.ok())
}

/// The answer to a command, or the refusal's words. Whatever stands before it (graphics, logs) is
/// skipped. We send no number with a command, so none comes back.
fn answer(talk: &mut Talk, line: &str) -> Result<Result<String, String>, Fault> {
    talk.tell(line)?;
    let first = loop {
        let line = talk.hear()?;
        if line.starts_with(['=', '?']) {
            break line;
        }
    };
    let mut text = first[1..].trim().to_owned();
    loop {
        let line = talk.hear()?;
        if line.trim().is_empty() {
            break;
        }
        text.push('\n');
        text.push_str(&line);
    }
    Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
}
