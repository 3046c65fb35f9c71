//! A match or tournament as people ask for it, from a file or a command line.

mod file;

use std::path::PathBuf;

use spinney_engine::{Board, EngineError, TextError};

use crate::entrant::Entrant;
use crate::event::{Event, Format};
use crate::job::Bounds;
use crate::machine::{self, Origin};
use crate::opening::{Opening, Openings};
use crate::player::TimeControl;
use crate::statistics::Sprt;
use crate::tournament::{Length, Tournament, TournamentError};

/// How many games a pairing plays where nobody says so.
const USUAL_GAMES: u32 = 100;

/// A match or tournament as people ask for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// What it is called.
    pub name: String,
    /// The text of the position that games start from.
    pub position: String,
    /// Who takes part, each with its time.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// How many games each pairing plays. Where nobody says: each opening from every side, if the
    /// openings have a number of their own.
    pub games: Option<u32>,
    /// How games begin.
    pub openings: Openings,
    /// What ends a game if its players do not.
    pub bounds: Bounds,
    /// Where all dice come from.
    pub seed: u64,
    /// Ends a match of two as soon as its result is clear.
    pub sprt: Option<Sprt>,
    /// How many cores the players may use; all that there are if nobody says.
    pub cores: Option<u32>,
    /// At most so many games at a time; 0 for as many as the cores allow.
    pub concurrency: u32,
    /// Where results are kept, if the file says so.
    pub store: Option<PathBuf>,
}

impl Spec {
    /// A round robin of nobody yet, with everything else as usual.
    pub fn new(name: impl Into<String>, position: impl Into<String>) -> Spec {
        Spec {
            name: name.into(),
            position: position.into(),
            entrants: Vec::new(),
            format: Format::default(),
            games: None,
            openings: Openings::default(),
            bounds: Bounds::default(),
            seed: 1,
            sprt: None,
            cores: None,
            concurrency: 0,
            store: None,
        }
    }

    /// The tournament that this describes, if it can be run.
    pub fn tournament(&self) -> Result<Tournament, TournamentError> {
        self.tournament_with(&mut |_, _| {})
    }

    /// The same, told while openings are being found how many there are of how many: that takes a
    /// while where our own engine judges them.
    pub fn tournament_with(
        &self,
        found: &mut dyn FnMut(usize, usize),
    ) -> Result<Tournament, TournamentError> {
        // However it is spaced, it is the same position.
        let position = self.position.split_whitespace().collect::<Vec<_>>().join(" ");
        let seats = Board::from_text(&position)?.sides().len() as u32;
        check_bounds(&self.bounds).map_err(EngineError::from)?;
        for entrant in &self.entrants {
            check_control(&entrant.control)
                .map_err(|error| EngineError::from(error.within(&entrant.name)))?;
        }
        // A test that nobody has given a number of games goes on until it is decided, and finds
        // its openings as it needs them.
        let is_endless = self.sprt.is_some() && self.games.is_none();
        let usual = if is_endless { seats } else { USUAL_GAMES };
        let mut tournament = Tournament {
            event: Event {
                name: self.name.clone(),
                position,
                entrants: self.entrants.clone(),
                format: self.format,
                games: self.games.unwrap_or(usual),
                openings: vec![Opening::new()],
                bounds: self.bounds,
                seed: self.seed,
            },
            length: match is_endless {
                true => Length::UntilDecided(self.openings.clone()),
                false => Length::Games,
            },
            sprt: self.sprt,
            cores: self.cores.unwrap_or_else(machine::cores),
            concurrency: self.concurrency,
            origin: Origin::here(),
        };
        // What cannot be run is told before openings are looked for.
        tournament.check()?;
        let event = &mut tournament.event;
        let pairs = event.games.div_ceil(seats) as usize;
        event.openings = self.openings.find_with(&event.position, pairs, self.seed, found)?;
        if self.games.is_none() && self.openings.has_own_number() {
            event.games = event.openings.len() as u32 * seats;
        }
        Ok(tournament)
    }

    /// Gives names to entrants who share one, by numbering them.
    pub fn tell_apart(&mut self) {
        for index in 1..self.entrants.len() {
            let (before, rest) = self.entrants.split_at_mut(index);
            let name = rest[0].name.clone();
            let mut number = 2;
            while before.iter().any(|other| other.name == rest[0].name) {
                rest[0].name = format!("{name} #{number}");
                number += 1;
            }
        }
    }
}

/// Whether a player can be held to this.
fn check_control(control: &TimeControl) -> Result<(), TextError> {
    let times = [
        ("per-move", control.per_move),
        ("per-game", control.per_game),
        ("increment", control.increment),
    ];
    for (name, time) in times {
        if time.is_some_and(|time| time.is_zero()) {
            return Err(TextError::at(name, "must be more than 0 seconds"));
        }
    }
    if control.increment.is_some() && control.per_game.is_none() {
        return Err(TextError::at("increment", "needs a time per game to be added to"));
    }
    if control.playouts == Some(0) {
        return Err(TextError::at("playouts", "must be 1 or more"));
    }
    Ok(())
}

fn check_bounds(bounds: &Bounds) -> Result<(), TextError> {
    const MOST: f64 = 1e6;
    if !(0.0..=MOST).contains(&bounds.grace) {
        return Err(TextError::at("grace", "is not 0 to 1000000 seconds"));
    }
    if !(0.01..=MOST).contains(&bounds.patience) {
        return Err(TextError::at("patience", "is not 0.01 to 1000000 seconds"));
    }
    let rate = bounds.adjudicate.rate;
    if !(rate > 0.5 && rate <= 1.0) {
        return Err(TextError::at("adjudicate", "the rate is not over 0.5 and up to 1"));
    }
    Ok(())
}
