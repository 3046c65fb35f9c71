//! Where workers get their games from.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::job::Job;

/// Where workers get their games from. A worker takes a job, and either it is done, its result
/// kept, or it comes back; a queue that serves many machines takes the silence of a worker for the
/// latter. So a job may be played twice, which does no harm: results are kept by the job's id.
pub trait Queue: Sync {
    /// The next job, if there is one.
    fn take(&self) -> Option<Job>;

    /// The job's result is kept: nobody needs to play it again.
    fn done(&self, id: &str);

    /// The job was not played to its end: somebody else may.
    fn give_back(&self, job: Job);

    /// No further job is handed out.
    fn close(&self);
}

/// A queue for the threads of this program.
#[derive(Default)]
pub struct LocalQueue {
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    closed: bool,
}

impl LocalQueue {
    /// A queue of these jobs, to be played in this order.
    pub fn new(jobs: impl IntoIterator<Item = Job>) -> LocalQueue {
        let waiting = Waiting { jobs: jobs.into_iter().collect(), closed: false };
        LocalQueue { waiting: Mutex::new(waiting) }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // No change can break off half way, so the list is whole even if its thread was not.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue for LocalQueue {
    fn take(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        if waiting.closed { None } else { waiting.jobs.pop_front() }
    }

    /// Within one program a job that was taken is played or given back, so there is nothing to do.
    fn done(&self, _: &str) {}

    fn give_back(&self, job: Job) {
        self.waiting().jobs.push_front(job);
    }

    fn close(&self) {
        self.waiting().closed = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::tests::job;

    #[test]
    fn jobs_come_in_order_and_come_back() {
        let queue = LocalQueue::new([job("hex 3x3", &[]), job("hex 4x4", &[])]);
        let first = queue.take().unwrap();
        assert_eq!(first.position, "hex 3x3");
        queue.give_back(first.clone());
        assert_eq!(queue.take().unwrap(), first);
        queue.done(&first.id());
        queue.close();
        assert_eq!(queue.take(), None);
    }
}
