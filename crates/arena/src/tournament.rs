//! Runs an event: workers play its games, results are kept the moment they exist.

mod cores;
mod run;
#[cfg(test)]
mod tests;
mod trial;
mod worker;

use spinney_engine::{Board, EngineError, Stop, TextError};

use self::run::Run;
use crate::entrant::{Entrant, Program};
use crate::event::{Event, Format};
use crate::external;
use crate::job::Job;
use crate::machine::Origin;
use crate::opening::Openings;
use crate::own::Own;
use crate::player::Player;
use crate::queue::{Failure, LocalQueue, OwnedQueue, QueueError};
use crate::result::GameResult;
use crate::standing::{Sequential, Standing};
use crate::statistics::Sprt;
use crate::store::{Store, StoreError};

/// An event and how to run it.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What is to be played.
    pub event: Event,
    /// Whether its games are all that there will be.
    pub length: Length,
    /// Ends a match of two as soon as its result is clear.
    pub sprt: Option<Sprt>,
    /// How many cores the players may use at the same time. A game takes as many as the one of its
    /// players who has most threads: only one of them thinks at a time.
    pub cores: u32,
    /// At most so many games at a time; 0 for as many as the cores allow.
    pub concurrency: u32,
    /// Where it is run, as results name it.
    pub origin: Origin,
}

/// How long an event goes on.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Length {
    /// For as many games as it says.
    #[default]
    Games,
    /// Until its sequential test is decided: pair after pair follows the games that it says, with
    /// further openings from here as long as there are any, and then with the same ones again.
    UntilDecided(Openings),
}

/// Makes a player of an entrant.
pub type Seater<'a> = &'a (dyn Fn(&Entrant) -> Result<Box<dyn Player>, EngineError> + Sync);

/// A queue of games as those who run an event see it.
pub type GameQueue<'a> = &'a dyn OwnedQueue<Job, GameResult>;

/// What can go wrong with an event as a whole.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The event makes no sense.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A game of it cannot be played, or what came of it is no result.
    #[error(transparent)]
    Job(#[from] Failure),
    /// Games cannot be handed out.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// Results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody cannot take part.
    #[error("{player}: {problem}")]
    Player {
        /// Who.
        player: String,
        /// Why.
        problem: String,
    },
}

/// How an event stands after one of its games.
pub struct Progress<'a> {
    /// The game that has just been kept; none at the start.
    pub game: Option<&'a GameResult>,
    /// How many games are known.
    pub done: usize,
    /// How many games there are, as far as that is known; none where a test alone ends the match.
    pub total: Option<usize>,
    /// The score.
    pub standing: &'a Standing,
    /// The test, if there is one.
    pub sequential: Option<&'a Sequential>,
}

/// How a run of an event ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Why.
    pub why: Why,
    /// The score.
    pub standing: Standing,
    /// The test, if there was one.
    pub sequential: Option<Sequential>,
    /// Who has won a knockout.
    pub champion: Option<usize>,
    /// The ids of the games that count, in the order of the event.
    pub ids: Vec<String>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Every game was played.
    Complete,
    /// The sequential test was decided.
    Decided,
    /// Somebody stopped it.
    Stopped,
}

/// The player of an entrant.
pub fn seat(entrant: &Entrant) -> Result<Box<dyn Player>, EngineError> {
    match &entrant.program {
        Program::Preset { name, text, set } => Ok(Box::new(Own::new(name, text.as_deref(), set)?)),
        Program::External(external) => Ok(external::open(external)?),
    }
}

impl Tournament {
    /// Whether the event can be run, before anything is played.
    pub fn check(&self) -> Result<(), TournamentError> {
        self.event.check()?;
        let wrong = |place: &str, problem: String| EngineError::from(TextError::at(place, problem));
        for entrant in &self.event.entrants {
            if entrant.threads > self.cores {
                return Err(TournamentError::Player {
                    player: entrant.name.clone(),
                    problem: format!(
                        "uses {} threads, and there are {} cores for the players",
                        entrant.threads, self.cores
                    ),
                });
            }
        }
        if let Some(sprt) = &self.sprt {
            if !sprt.is_sound() {
                let problem = "elo0 must be below elo1, and alpha and beta between 0 and 0.5";
                return Err(wrong("sprt", problem.to_owned()).into());
            }
            if self.event.entrants.len() != 2
                || Board::from_text(&self.event.position)?.sides().len() != 2
            {
                return Err(wrong("sprt", "tests a match of two players".to_owned()).into());
            }
            if self.event.format == Format::Knockout {
                return Err(wrong("sprt", "tests no knockout".to_owned()).into());
            }
        } else if self.length != Length::Games {
            return Err(wrong("games", "nothing ends the match".to_owned()).into());
        }
        Ok(())
    }

    /// Plays the games that are not in the store yet, and keeps each as it ends. Told after every
    /// game, `listener` hears how the event stands. When `stop` is thrown, games in progress are
    /// played to their ends, and no further ones are begun.
    pub fn run(
        &self,
        store: &mut dyn Store,
        seater: Seater<'_>,
        stop: &Stop,
        listener: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Ended, TournamentError> {
        self.run_on(&LocalQueue::default(), store, seater, stop, listener)
    }

    /// The same by way of another queue, which is closed at the end. This program's workers lease
    /// games from it; so may those of others.
    pub fn run_on(
        &self,
        queue: GameQueue<'_>,
        store: &mut dyn Store,
        seater: Seater<'_>,
        stop: &Stop,
        listener: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Ended, TournamentError> {
        self.check()?;
        let mut run = Run::resumed(self, store, listener)?;
        if !run.is_over() && !stop.is_stopped() {
            self.try_programs(seater)?;
            run.play(queue, seater, stop)?;
        }
        Ok(run.ended())
    }

    /// Starts every foreign program once: a command that is mistyped should not lose games, nor a
    /// program that plays something else.
    fn try_programs(&self, seater: Seater<'_>) -> Result<(), TournamentError> {
        for entrant in &self.event.entrants {
            let Program::External(external) = &entrant.program else { continue };
            let failed =
                |problem: String| TournamentError::Player { player: entrant.name.clone(), problem };
            let mut player = seater(entrant).map_err(|error| failed(error.to_string()))?;
            let tried = trial::of_program(&self.event, entrant, external.protocol, &mut *player)?;
            let transcript = player.transcript();
            player.end_game();
            tried
                .map_err(|fault| failed(format!("{fault}\n{transcript}").trim_end().to_owned()))?;
        }
        Ok(())
    }
}
