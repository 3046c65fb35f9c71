//! Who plays the games of a run.

use std::any::Any;
use std::thread::{Scope, ScopedJoinHandle};

use spinney_engine::{EngineError, Stop};

use super::Seater;
use super::cores::Cores;
use crate::job::Job;
use crate::machine::Origin;
use crate::queue::{self, Failure, Queue, QueueError};
use crate::referee;
use crate::result::GameResult;

/// Somebody who plays games until there will be none any more.
#[derive(Clone, Copy)]
pub(super) struct Worker<'a> {
    pub(super) queue: &'a dyn Queue<Job, GameResult>,
    pub(super) cores: &'a Cores,
    pub(super) seater: Seater<'a>,
    pub(super) origin: &'a Origin,
    /// Thrown when nobody wants further games, whether or not the queue could be told.
    pub(super) home: &'a Stop,
}

impl<'a> Worker<'a> {
    fn work<'scope>(self, scope: &'scope Scope<'scope, '_>) -> Result<(), QueueError>
    where
        'a: 'scope,
    {
        queue::work(scope, self.queue, self.home, |job: &Job| {
            let threads = job.seats.iter().map(|seat| seat.threads).max().unwrap_or(1);
            let _cores = self.cores.hold(threads);
            self.play(job).map_err(Failure::new)
        })
    }

    fn play(&self, job: &Job) -> Result<GameResult, EngineError> {
        let mut players = job.seats.iter().map(self.seater).collect::<Result<Vec<_>, _>>()?;
        referee::play(job, &mut players, self.origin)
    }
}

/// The workers of a run. When this is dropped, by a run that panics for one, they end the games that
/// they play and begin no others.
pub(super) struct Crew<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    worker: Worker<'env>,
    workers: Vec<ScopedJoinHandle<'scope, Result<(), QueueError>>>,
}

/// Why a worker left before the end.
pub(super) enum Desertion {
    /// The queue does not answer it.
    Queue(QueueError),
    /// It panicked, with these words.
    Panic(Box<dyn Any + Send>),
}

impl<'scope, 'env> Crew<'scope, 'env> {
    /// Nobody yet.
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        worker: Worker<'env>,
    ) -> Crew<'scope, 'env> {
        Crew { scope, worker, workers: Vec::new() }
    }

    /// Calls in more workers where there are fewer than so many.
    pub(super) fn grow_to(&mut self, number: usize) {
        let Crew { scope, worker, .. } = *self;
        while self.workers.len() < number {
            self.workers.push(scope.spawn(move || worker.work(scope)));
        }
    }

    /// Why one of the workers left, if one did since this was asked last.
    pub(super) fn desertion(&mut self) -> Option<Desertion> {
        let index = self.workers.iter().position(ScopedJoinHandle::is_finished)?;
        match self.workers.swap_remove(index).join() {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(Desertion::Queue(error)),
            Err(panic) => Some(Desertion::Panic(panic)),
        }
    }
}

impl Drop for Crew<'_, '_> {
    fn drop(&mut self) {
        self.worker.home.stop();
    }
}
