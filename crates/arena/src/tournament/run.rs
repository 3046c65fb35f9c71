//! An event that is being run: what is known of its games, and what is still to be played.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use spinney_engine::Stop;

use super::cores::Cores;
use super::worker::Worker;
use super::{Ended, Progress, Seater, Tournament, TournamentError, Why};
use crate::job::Job;
use crate::queue::{LocalQueue, Queue};
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
        let event = &tournament.event;
        let mut known = HashMap::new();
        store.visit(Some(&event.name), &mut |game| {
            known.insert(game.job.id(), game.rewards);
        })?;
        let names = event.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let mut run = Run {
            tournament,
            store,
            listener,
            known,
            jobs: Vec::new(),
            ids: Vec::new(),
            standing: Standing::new(names),
            sequential: tournament.sprt.map(Sequential::new),
        };
        run.plan();
        // A store may hold games that were played under the same name and other conditions.
        let own: HashSet<&String> = run.ids.iter().collect();
        run.known.retain(|id, _| own.contains(id));
        run.store.visit(Some(&event.name), &mut |game| {
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
        self.jobs = self.tournament.event.jobs(&|id| self.known.get(id).cloned());
        self.ids = self.jobs.iter().map(Job::id).collect();
    }

    /// The games that are to be played next.
    pub(super) fn due(&mut self) -> Vec<Job> {
        self.plan();
        let games = self.jobs.iter().zip(&self.ids);
        let due = games.filter(|(_, id)| !self.known.contains_key(*id));
        due.map(|(job, _)| job.clone()).collect()
    }

    pub(super) fn is_decided(&self) -> bool {
        self.sequential.is_some_and(|test| test.verdict != Verdict::Open)
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
        let is_first = self.jobs[index].seats[0].name == self.tournament.event.entrants[0].name;
        Some(if is_first { seen } else { seen.reversed() })
    }

    fn tell(&mut self, game: Option<&GameResult>) {
        (self.listener)(&Progress {
            game,
            done: self.known.len(),
            total: self.jobs.len(),
            standing: &self.standing,
            sequential: self.sequential.as_ref(),
        });
    }

    /// Plays some games, in this order as far as several at a time allow.
    pub(super) fn play(
        &mut self,
        due: Vec<Job>,
        seater: Seater<'_>,
        stop: &Stop,
    ) -> Result<(), TournamentError> {
        let Tournament { cores, concurrency, machine, .. } = self.tournament;
        let most = if *concurrency == 0 { *cores } else { *concurrency };
        let workers = (most as usize).clamp(1, due.len());
        let queue = LocalQueue::new(due);
        let cores = Cores::new(*cores);
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..workers {
                let worker = Worker { queue: &queue, cores: &cores, seater, machine };
                let sender = sender.clone();
                scope.spawn(move || worker.work(&sender));
            }
            drop(sender);
            let mut failure = None;
            loop {
                match results.recv_timeout(POLL) {
                    Ok(result) => {
                        let kept = result.map_err(TournamentError::from).and_then(|game| {
                            self.keep(&game)?;
                            queue.done(&game.job.id());
                            Ok(())
                        });
                        if let Err(error) = kept {
                            failure.get_or_insert(error);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if stop.is_stopped() || failure.is_some() || self.is_decided() {
                    queue.close();
                }
            }
            failure.map_or(Ok(()), Err)
        })
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

    pub(super) fn ended(self, why: Why) -> Ended {
        let known = |id: &str| self.known.get(id).cloned();
        Ended {
            why,
            champion: self.tournament.event.champion(&known),
            ids: self.ids.into_iter().filter(|id| self.known.contains_key(id)).collect(),
            standing: self.standing,
            sequential: self.sequential,
        }
    }
}
