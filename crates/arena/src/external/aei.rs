//! The Arimaa Engine Interface, version 1.
//!
//! A program answers with whole turns; here a decision is one step. So a turn is asked for once
//! and handed out step by step, and what others play is told when their turn is complete. A turn
//! that a program finds is played on its board only when it is told so.

use std::collections::VecDeque;
use std::time::Duration;

use super::arimaa::Arimaa;
use super::{Answer, Fault, FaultKind, Language, NewGame, Talk, Turn, seconds};
use crate::entrant::External;
use crate::player::{Choice, Evaluation, TimeControl};

pub(super) struct Aei {
    init: Vec<String>,
    game: Option<Arimaa>,
    /// What is left of the turn that the program has found.
    found: VecDeque<String>,
    evaluation: Evaluation,
    name: Option<String>,
    release: Option<String>,
}

impl Aei {
    pub(super) fn new(external: &External) -> Aei {
        Aei {
            init: external.init.clone(),
            game: None,
            found: VecDeque::new(),
            evaluation: Evaluation::default(),
            name: None,
            release: None,
        }
    }

    fn greet(&mut self, talk: &mut Talk) -> Result<(), Fault> {
        talk.tell("aei")?;
        loop {
            let line = talk.hear()?;
            let mut words = line.splitn(3, ' ');
            match (words.next(), words.next(), words.next()) {
                (Some("aeiok"), ..) => return ready(talk),
                (Some("id"), Some("name"), Some(name)) => self.name = Some(short(name)),
                (Some("id"), Some("version"), Some(release)) => self.release = Some(short(release)),
                _ => {}
            }
        }
    }

    /// Waits for the turn that the program finds.
    fn search(&mut self, talk: &mut Talk) -> Result<String, Fault> {
        self.evaluation = Evaluation::default();
        talk.tell("go")?;
        loop {
            let line = talk.hear()?;
            if let Some(turn) = line.strip_prefix("bestmove") {
                return Ok(turn.trim().to_owned());
            }
            if line.starts_with("info ") || line.starts_with("log ") {
                talk.program.understand();
            }
            if let Some(rate) = line.strip_prefix("info winratio ") {
                self.evaluation.win_rate =
                    rate.trim().parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
            }
        }
    }
}

impl Language for Aei {
    fn new_game(&mut self, talk: &mut Talk, game: &NewGame) -> Result<(), Fault> {
        let arimaa = self.game.insert(Arimaa::new(&game.position)?);
        if !arimaa.at_turn_start() {
            let problem = "this language knows no start in the middle of a turn";
            return Err(Fault::new(FaultKind::Start, problem));
        }
        let start = arimaa.start().map(|(side, board)| format!("setposition {side} {board}"));
        let turns: Vec<_> = arimaa.turns().map(|turn| format!("makemove {turn}")).collect();
        self.found.clear();
        self.greet(talk)?;
        for (name, value) in control_options(&game.control) {
            talk.tell(&format!("setoption name {name} value {value}"))?;
        }
        for line in &self.init {
            talk.tell(line)?;
        }
        talk.tell("newgame")?;
        for line in start.iter().chain(&turns) {
            talk.tell(line)?;
        }
        ready(talk)
    }

    fn played(&mut self, talk: &mut Talk, _side: &str, text: &str) -> Result<(), Fault> {
        match begun(&mut self.game)?.play(text)? {
            None => Ok(()),
            Some(turn) => {
                self.found.clear();
                talk.tell(&format!("makemove {turn}"))
            }
        }
    }

    fn choose(&mut self, talk: &mut Talk, turn: &Turn) -> Result<Answer, Fault> {
        if self.found.is_empty() {
            for (option, left) in ["greserve", "sreserve"].into_iter().zip(&turn.remaining) {
                if let Some(left) = left {
                    let reserve = seconds(left.saturating_sub(per_turn(&turn.control)));
                    talk.tell(&format!("setoption name {option} value {reserve}"))?;
                }
            }
            let found = self.search(talk)?;
            if found.eq_ignore_ascii_case("resign") {
                return Ok(Answer::resign());
            }
            self.found = begun(&mut self.game)?.moves(&found)?.into();
        }
        let Some(text) = self.found.pop_front() else {
            return Err(Fault::new(FaultKind::Garbled, "an empty bestmove"));
        };
        Ok(Answer { choice: Choice::Move(text), evaluation: self.evaluation })
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }

    fn version(&self) -> Option<String> {
        let words = [self.name.as_deref(), self.release.as_deref()];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// The game that is being played.
pub(super) fn begun(game: &mut Option<Arimaa>) -> Result<&mut Arimaa, Fault> {
    game.as_mut().ok_or_else(|| Fault::new(FaultKind::Start, "no game has begun"))
}

/// Waits until the program has understood all that it was told.
fn ready(talk: &mut Talk) -> Result<(), Fault> {
    talk.tell("isready")?;
    while talk.hear()?.trim() != "readyok" {}
    Ok(())
}

/// Time as Arimaa has it: so much for each turn, and a reserve. The clock of a whole game is a
/// reserve, of which one second counts as a turn's (none at all would mean "no limit").
pub(super) fn control_options(control: &TimeControl) -> Vec<(&'static str, String)> {
    let mut options = Vec::new();
    if let Some(time) = control.per_game {
        let turn = per_turn(control);
        options.push(("tcmove", seconds(turn)));
        options.push(("tcreserve", seconds(time.saturating_sub(turn))));
    } else if let Some(time) = control.per_move {
        options.push(("tcmove", seconds(time)));
        options.push(("tcreserve", "0".to_owned()));
    }
    options
}

/// What a turn may take without the reserve, where there is one.
fn per_turn(control: &TimeControl) -> Duration {
    control.increment.filter(|time| !time.is_zero()).unwrap_or(Duration::from_secs(1))
}

fn short(text: &str) -> String {
    text.trim().chars().take(60).collect()
}
