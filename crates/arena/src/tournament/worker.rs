//! Who plays the games of a run.

use std::sync::mpsc::Sender;

use spinney_engine::EngineError;

use super::Seater;
use super::cores::Cores;
use crate::job::Job;
use crate::queue::{LocalQueue, Queue};
use crate::referee;
use crate::result::GameResult;

/// Somebody who plays games until there are none left.
pub(super) struct Worker<'a> {
    pub(super) queue: &'a LocalQueue,
    pub(super) cores: &'a Cores,
    pub(super) seater: Seater<'a>,
    pub(super) machine: &'a str,
}

impl Worker<'_> {
    pub(super) fn work(&self, results: &Sender<Result<GameResult, EngineError>>) {
        while let Some(job) = self.queue.take() {
            let threads = job.seats.iter().map(|seat| seat.threads).max().unwrap_or(1);
            let held = self.cores.hold(threads);
            let result = self.play(&job);
            drop(held);
            let failed = result.is_err();
            if failed {
                self.queue.give_back(job);
            }
            // Nobody listens when the run has failed elsewhere.
            if results.send(result).is_err() || failed {
                break;
            }
        }
    }

    fn play(&self, job: &Job) -> Result<GameResult, EngineError> {
        let mut players = job.seats.iter().map(self.seater).collect::<Result<Vec<_>, _>>()?;
        referee::play(job, &mut players, self.machine)
    }
}
