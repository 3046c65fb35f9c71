//! An event that is being run: what is known of its games, and what is still to be played.

use std::collections::{HashMap, HashSet};
use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use spinney_engine::{EngineError, Stop};

use super::cores::Cores;
use super::worker::{Crew, Desertion, Worker};
use super::{Ended, GameQueue, Length, Progress, Seater, Tournament, TournamentError, Why};
use crate::event::Event;
use crate::job::Job;
use crate::opening::{Finder, Openings};
use crate::queue::{Failure, Finished, Taken};
use crate::result::GameResult;
use crate::standing::{Sequential, Standing, outcome};
use crate::statistics::{Outcome, Verdict};
use crate::store::{Store, StoreError};

/// How often a run looks whether it was stopped.
const POLL: Duration = Duration::from_millis(100);

/// An event that is being run.
pub(super) struct Run<'a> {
    tournament: &'a Tournament,
    store: &'a mut dyn Store,
    listener: &'a mut dyn FnMut(&Progress<'_>),
    /// What is played. It grows where a test alone ends the match.
    event: Event,
    /// Where its further openings come from, if it grows.
    finder: Option<Finder>,
    /// What each game's seats got.
    known: HashMap<String, Vec<f64>>,
    /// The event's games, as far as they are known.
    jobs: Vec<Job>,
    /// Their ids.
    ids: Vec<String>,
    standing: Standing,
    sequential: Option<Sequential>,
}

impl<'a> Run<'a> {
    /// Finds what was played before.
    pub(super) fn resumed(
        tournament: &'a Tournament,
        store: &'a mut dyn Store,
        listener: &'a mut dyn FnMut(&Progress<'_>),
    ) -> Result<Run<'a>, TournamentError> {
        let event = tournament.event.clone();
        let finder = match &tournament.length {
            Length::Games => None,
            Length::UntilDecided(openings) => Some(further(openings, &event)?),
        };
        let mut known = HashMap::new();
        let mut last_pair = 0;
        store.visit(Some(&event.name), &mut |game| {
            if event.could_have(&game.job) {
                last_pair = last_pair.max(game.job.pair);
            }
            known.insert(game.job.id(), game.rewards);
        })?;
        let names = event.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let mut run = Run {
            tournament,
            store,
            listener,
            event,
            finder,
            known,
            jobs: Vec::new(),
            ids: Vec::new(),
            standing: Standing::new(names),
            sequential: tournament.sprt.map(Sequential::new),
        };
        run.plan();
        while run.finder.is_some() && run.event.games <= 2 * last_pair {
            run.grow()?;
        }
        // A store may hold games that were played under the same name and other conditions.
        let own: HashSet<&String> = run.ids.iter().collect();
        run.known.retain(|id, _| own.contains(id));
        run.store.visit(Some(&run.event.name), &mut |game| {
            if own.contains(&game.job.id()) {
                run.standing.add(&game);
            }
        })?;
        run.test();
        run.tell(None);
        Ok(run)
    }

    /// Finds out which games there are, as far as that follows from those that are known.
    fn plan(&mut self) {
        self.jobs = self.event.jobs(&|id| self.known.get(id).cloned());
        self.ids = self.jobs.iter().map(Job::id).collect();
    }

    /// One more pair of games, where a test alone ends the match.
    fn grow(&mut self) -> Result<(), EngineError> {
        let Some(finder) = &mut self.finder else { return Ok(()) };
        self.event.openings.extend(finder.next()?);
        let further = self.event.further_pair();
        self.ids.extend(further.iter().map(Job::id));
        self.jobs.extend(further);
        Ok(())
    }

    /// The games that are to be played next.
    fn due(&mut self) -> Vec<Job> {
        // A match that grows is planned as it does.
        if self.finder.is_none() {
            self.plan();
        }
        let games = self.jobs.iter().zip(&self.ids);
        let due = games.filter(|(_, id)| !self.known.contains_key(*id));
        due.map(|(job, _)| job.clone()).collect()
    }

    fn is_decided(&self) -> bool {
        self.sequential.is_some_and(|test| test.verdict != Verdict::Open)
    }

    /// Whether nothing is left to be played.
    pub(super) fn is_over(&mut self) -> bool {
        self.is_decided() || (self.finder.is_none() && self.due().is_empty())
    }

    /// Shows the sequential test the pairs that are complete, in their order.
    fn test(&mut self) {
        let Some(mut test) = self.sequential else { return };
        while test.verdict == Verdict::Open {
            let next = 2 * test.pairs.pairs() as usize;
            let outcomes = (self.outcome_of_first(next), self.outcome_of_first(next + 1));
            let (Some(first), Some(second)) = outcomes else { break };
            test.add(first, second);
        }
        self.sequential = Some(test);
    }

    /// How a game of a match ended for the first entrant.
    fn outcome_of_first(&self, index: usize) -> Option<Outcome> {
        let rewards = self.known.get(self.ids.get(index)?)?;
        let seen = outcome(*rewards.first()?, *rewards.get(1)?);
        let is_first = self.jobs[index].seats[0].name == self.event.entrants[0].name;
        Some(if is_first { seen } else { seen.reversed() })
    }

    fn tell(&mut self, game: Option<&GameResult>) {
        (self.listener)(&Progress {
            game,
            done: self.known.len(),
            total: self.finder.is_none().then_some(self.jobs.len()),
            standing: &self.standing,
            sequential: self.sequential.as_ref(),
        });
    }

    /// Plays the games that are not known, in their order as far as several at a time allow, until
    /// there are none, the test is decided or somebody stops it.
    pub(super) fn play(
        &mut self,
        queue: GameQueue<'_>,
        seater: Seater<'_>,
        stop: &Stop,
    ) -> Result<(), TournamentError> {
        let Tournament { cores, concurrency, origin, .. } = self.tournament;
        let most = if *concurrency == 0 { *cores } else { *concurrency } as usize;
        let (cores, home) = (Cores::new(*cores), Stop::new());
        let worker = Worker { queue, cores: &cores, seater, origin, home: &home };
        thread::scope(|scope| {
            let mut crew = Crew::new(scope, worker);
            self.lead(queue, &mut crew, most.max(1), stop)
        })
    }

    /// Submits games, round by round, and takes what comes of them.
    fn lead(
        &mut self,
        queue: GameQueue<'_>,
        crew: &mut Crew<'_, '_>,
        most: usize,
        stop: &Stop,
    ) -> Result<(), TournamentError> {
        // Games that were submitted and of which nothing is known yet.
        let mut open: HashSet<String> = HashSet::new();
        let (mut failure, mut panic, mut is_closed) = (None, None, false);
        loop {
            let is_broken_off = stop.is_stopped() || failure.is_some() || panic.is_some();
            let goes_on = !is_broken_off && !self.is_decided();
            if open.is_empty() && goes_on && !is_closed {
                let due = self.due();
                open = due.iter().map(Job::id).collect();
                crew.grow_to(if self.finder.is_some() { most } else { most.min(due.len()) });
                queue.submit(due)?;
            }
            // Enough for everybody to go on with while the next results come in.
            if self.finder.is_some() && open.len() < 2 * most && goes_on && !is_closed {
                let next = self.jobs.len();
                if let Err(error) = self.grow() {
                    failure.get_or_insert(error.into());
                    continue;
                }
                let further = self.jobs[next..].to_vec();
                open.extend(further.iter().map(Job::id));
                queue.submit(further)?;
            }
            if (open.is_empty() || !goes_on) && !is_closed {
                queue.close()?;
                is_closed = true;
            }
            match queue.take(POLL)? {
                // What comes a second time, or was never asked for, counts nothing.
                Taken::Finished(finished) if open.remove(&finished.job) => {
                    if let Err(error) = self.take_in(finished) {
                        failure.get_or_insert(error);
                    }
                }
                Taken::Finished(_) | Taken::NothingYet => {}
                Taken::Drained => break,
            }
            match crew.desertion() {
                Some(Desertion::Queue(error)) => drop(failure.get_or_insert(error.into())),
                Some(Desertion::Panic(words)) => drop(panic.get_or_insert(words)),
                None => {}
            }
        }
        match (panic, failure) {
            (Some(words), _) => resume_unwind(words),
            (None, Some(error)) => Err(error),
            (None, None) => Ok(()),
        }
    }

    /// Keeps what came of a game, if it is a result of that game.
    fn take_in(&mut self, finished: Finished<GameResult>) -> Result<(), TournamentError> {
        let game = finished.outcome?;
        if game.job.id() != finished.job {
            let problem = format!("game {}: the result is another game's", finished.job);
            return Err(Failure::new(problem).into());
        }
        game.check()
            .map_err(|problem| Failure::new(format!("game {}: {problem}", finished.job)))?;
        Ok(self.keep(&game)?)
    }

    fn keep(&mut self, game: &GameResult) -> Result<(), StoreError> {
        // Another run of the same event may have been faster: then that one's result counts.
        let earlier = self.store.keep(game)?;
        let game = earlier.as_ref().unwrap_or(game);
        self.known.insert(game.job.id(), game.rewards.clone());
        self.standing.add(game);
        self.test();
        self.tell(Some(game));
        Ok(())
    }

    /// How the event ended, or at least this run of it.
    pub(super) fn ended(mut self) -> Ended {
        let why = match self.is_over() {
            true if self.is_decided() => Why::Decided,
            true => Why::Complete,
            false => Why::Stopped,
        };
        let known = |id: &str| self.known.get(id).cloned();
        Ended {
            why,
            champion: self.event.champion(&known),
            ids: self.ids.into_iter().filter(|id| self.known.contains_key(id)).collect(),
            standing: self.standing,
            sequential: self.sequential,
        }
    }
}

/// What finds the openings after those that an event has.
fn further(openings: &Openings, event: &Event) -> Result<Finder, EngineError> {
    let (mut finder, _) = openings.finder(&event.position, 1, event.seed)?;
    for _ in &event.openings {
        finder.next()?;
    }
    Ok(finder)
}
