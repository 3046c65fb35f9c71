//! Where workers get their jobs from, and where results come back.
//!
//! A worker leases a job for a while, renews the lease as long as it works, and finishes it with the
//! whole result; whoever owns the jobs takes results from the queue and keeps them. A lease that
//! runs out is given to somebody else, so a job may be worked on twice and a result may come twice
//! or late. That does no harm: jobs and results are known by their ids, and the owner counts each
//! once.
//!
//! Nothing here knows what a job is. It crosses as a value that can be written down, and so does
//! its result, so that a queue may lie on another machine than its workers.

mod held;
mod local;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use held::{Held, work};
pub use local::LocalQueue;

/// What can cross a queue: it can be written down and read again.
pub trait Payload: Serialize + DeserializeOwned + Send {}

impl<T: Serialize + DeserializeOwned + Send> Payload for T {}

/// Something to be done by whoever comes first.
pub trait Task: Payload + Clone {
    /// What the task is known by: the same for the same task, another one for any other.
    fn id(&self) -> String;
}

/// A queue as its workers see it: `J` is to be done, `R` comes of it.
pub trait Queue<J: Task, R: Payload>: Sync {
    /// A job for this worker. Where there is none, waits so long for one.
    fn lease(&self, wait: Duration) -> Result<Leased<J>, QueueError>;

    /// How long a lease lasts unless it is renewed; none if it never runs out.
    fn lease_time(&self) -> Option<Duration>;

    /// Makes a lease last its full time from now on, unless it has run out already.
    fn renew(&self, lease: &LeaseToken) -> Result<Renewed, QueueError>;

    /// Hands in what came of a job. When this returns, the result is in the queue's keeping. The
    /// result of a lease that has run out is taken too, unless another one was there before; then
    /// it is dropped, and that is no error.
    fn finish(&self, lease: &LeaseToken, outcome: Outcome<R>) -> Result<(), QueueError>;

    /// Gives a job back undone: somebody else may have it. Does nothing to a lease that has run out.
    fn release(&self, lease: &LeaseToken) -> Result<(), QueueError>;
}

/// A queue as the owner of its jobs sees it. It serves one owner once: what is closed stays closed.
pub trait OwnedQueue<J: Task, R: Payload>: Queue<J, R> {
    /// Adds jobs, to be handed out in this order. A job that is there already, or was finished, is
    /// not added again.
    fn submit(&self, jobs: Vec<J>) -> Result<(), QueueError>;

    /// The next result. Where there is none, waits so long for one.
    fn take(&self, wait: Duration) -> Result<Taken<R>, QueueError>;

    /// No further job is handed out. Those that are leased can still be finished.
    fn close(&self) -> Result<(), QueueError>;
}

/// What a worker got that asked for a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Leased<J> {
    /// A job, until the lease runs out.
    Job(Lease<J>),
    /// None while it waited; there may be one later.
    NothingYet,
    /// There will be none any more.
    Closed,
}

/// A job that is a worker's for a while.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lease<J> {
    /// What is to be done.
    pub job: J,
    /// What the queue knows the lease by.
    pub token: LeaseToken,
}

/// What a queue knows a lease by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeaseToken {
    /// The job's id.
    pub job: String,
    /// Which of the job's deliveries this is, in words that only the queue understands.
    pub delivery: String,
}

/// What came of an attempt to keep a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// It lasts its full time again.
    Held,
    /// It had run out, or somebody else has finished the job: nobody waits for this worker.
    Lost,
}

/// What the owner of the jobs got that asked for a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Taken<R> {
    /// What came of a job.
    Finished(Finished<R>),
    /// None while it waited; there may be one later.
    NothingYet,
    /// The queue is closed, nobody holds a lease, and every result was taken.
    Drained,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished<R> {
    /// The job's id.
    pub job: String,
    /// Its result, or why there is none.
    pub outcome: Outcome<R>,
}

/// A result, or why there is none.
pub type Outcome<R> = Result<R, Failure>;

/// A job that cannot be done, whoever tries. What goes wrong within a game that can be played, a
/// program's crash for one, is part of its result instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{problem}")]
pub struct Failure {
    /// What is wrong with it.
    pub problem: String,
}

impl Failure {
    /// A failure for this reason.
    pub fn new(problem: impl ToString) -> Failure {
        Failure { problem: problem.to_string() }
    }
}

/// The queue itself does not work: its machine cannot be reached, for example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the queue: {problem}")]
pub struct QueueError {
    /// What is wrong with it.
    pub problem: String,
}
