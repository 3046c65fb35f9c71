//! Our own engine at a seat.

use std::collections::BTreeMap;

use spinney_engine::{Clock, EngineError, Limits, Preset, Resources, Session, Stop};

use crate::player::{Answer, Choice, Evaluation, Fault, FaultKind, NewGame, Player, Turn};

/// A preset that plays.
pub struct Own {
    preset: Preset,
    /// What was set otherwise, which counts more than the game's dice.
    set: Vec<(String, String)>,
    session: Option<Session>,
}

impl Own {
    /// The player of a preset: `text` is its file, or it is one that comes with the program.
    pub fn new(
        name: &str,
        text: Option<&str>,
        set: &BTreeMap<String, String>,
    ) -> Result<Own, EngineError> {
        let preset = preset(name, text, set)?;
        Ok(Own { preset, set: set.clone().into_iter().collect(), session: None })
    }

    fn seated(&mut self) -> Result<&mut Session, Fault> {
        match &mut self.session {
            Some(session) => Ok(&mut *session),
            None => Err(Fault::new(FaultKind::Start, "no game has begun")),
        }
    }
}

/// The preset of that name or text with some parameters set otherwise.
pub(crate) fn preset(
    name: &str,
    text: Option<&str>,
    set: &BTreeMap<String, String>,
) -> Result<Preset, EngineError> {
    let set: Vec<_> = set.clone().into_iter().collect();
    match text {
        Some(text) => Preset::from_toml_with(name, text, &set),
        None => Preset::load_with(name, &set),
    }
}

impl Player for Own {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        let refused = |error: EngineError| Fault::new(FaultKind::Start, error.to_string());
        // The old tree goes before the new one comes.
        self.session = None;
        let (threads, seed) = (Some(game.threads), Some(game.seed));
        let resources = Resources { threads, seed, memory: None };
        let preset = self.preset.prepared(&self.set, &resources).map_err(refused)?;
        let session = spinney_engine::open_preset(preset, Some(&game.position));
        self.session = Some(session.map_err(refused)?);
        Ok(())
    }

    fn played(&mut self, side: &str, text: &str) -> Result<(), Fault> {
        let session = self.seated()?;
        // Chance is nobody's side: whoever is to act does.
        let side = session.board().to_move().and(Some(side));
        let refused = |error: EngineError| Fault::new(FaultKind::Refused, error.to_string());
        session.line.play(side, text).map_err(refused)
    }

    fn choose(&mut self, turn: &Turn) -> Result<Answer, Fault> {
        let session = self.seated()?;
        let limits = limits(turn).unwrap_or_else(|| session.player.default_limits());
        let limits = session.move_limits(&limits);
        let report = session
            .think(&limits, &Stop::new(), &mut |_| {})
            .map_err(|error| Fault::new(FaultKind::Refused, error.to_string()))?;
        let choice = match report.best() {
            Some(best) if !report.resign => Choice::Move(best.text.clone()),
            Some(_) => Choice::Resign,
            None => return Err(Fault::new(FaultKind::Garbled, "the search found no move")),
        };
        Ok(Answer { choice, evaluation: Evaluation::from(&report) })
    }

    fn end_game(&mut self) {
        self.session = None;
    }

    fn version(&self) -> String {
        format!("{} {}", self.preset.name(), env!("CARGO_PKG_VERSION"))
    }
}

/// What bounds this decision; `None` if nobody has set a bound.
fn limits(turn: &Turn) -> Option<Limits> {
    let control = &turn.control;
    let clock =
        control.per_game.and(turn.remaining.get(turn.seat).copied().flatten()).map(|remaining| {
            Clock { remaining, increment: control.increment.unwrap_or_default(), moves_to_go: None }
        });
    let limits = Limits {
        playouts: control.playouts,
        move_time: control.per_move,
        clock,
        ..Limits::default()
    };
    (!limits.is_unbounded()).then_some(limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entrant::{Entrant, Program};

    #[test]
    fn settings_of_an_entrant_are_checked_together() {
        let akimot = |words: &[(&str, &str)]| {
            let set = words.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
            Own::new("arimaa/akimot-2009", None, &set.collect()).map(drop)
        };
        let islands = ("search.parallelism", "island");
        assert_eq!(akimot(&[islands, ("search.transpositions", "false")]), Ok(()));
        let error = akimot(&[islands]).unwrap_err().to_string();
        assert_eq!(error, "search.transpositions: must be false with islands");
        // So is a file with what is set beside it.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml").display().to_string();
        let text = "extends = \"arimaa/akimot-2009\"\n[search]\nparallelism = \"island\"\n";
        std::fs::write(&file, text).unwrap();
        let arimaa = spinney_engine::game("arimaa").unwrap();
        let mine = |value: &str| {
            let set = [("search.transpositions".to_owned(), value.to_owned())];
            Entrant::of_preset(arimaa, &file, set.into())
        };
        assert!(mine("true").is_err());
        let Program::Preset { name, text, set } = mine("false").unwrap().program else {
            panic!("a preset is no foreign program")
        };
        assert!(Own::new(&name, text.as_deref(), &set).is_ok());
    }
}
