//! A queue for the threads of one program.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{
    Finished, Lease, LeaseToken, Leased, Outcome, OwnedQueue, Payload, Queue, QueueError, Renewed,
    Taken, Task,
};

/// A queue for the threads of one program. Threads do not vanish without giving back what they
/// hold, so leases last for ever unless somebody wants it otherwise.
pub struct LocalQueue<J, R> {
    lease_time: Option<Duration>,
    state: Mutex<State<J, R>>,
    /// Told whenever somebody who waits may find something else now.
    changed: Condvar,
}

struct State<J, R> {
    waiting: VecDeque<(String, J)>,
    /// What is leased, by the number of its delivery.
    leased: HashMap<u64, Out<J>>,
    deliveries: u64,
    /// The jobs that were ever submitted, and those that were finished.
    submitted: HashSet<String>,
    finished: HashSet<String>,
    results: VecDeque<Finished<R>>,
    is_closed: bool,
}

/// A job that somebody works on.
struct Out<J> {
    id: String,
    job: J,
    until: Option<Instant>,
}

impl<J: Task, R: Payload> Default for LocalQueue<J, R> {
    fn default() -> LocalQueue<J, R> {
        LocalQueue {
            lease_time: None,
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                leased: HashMap::new(),
                deliveries: 0,
                submitted: HashSet::new(),
                finished: HashSet::new(),
                results: VecDeque::new(),
                is_closed: false,
            }),
            changed: Condvar::new(),
        }
    }
}

impl<J: Task, R: Payload> LocalQueue<J, R> {
    /// A queue whose leases run out after so long.
    pub fn with_lease_time(time: Duration) -> LocalQueue<J, R> {
        LocalQueue { lease_time: Some(time), ..LocalQueue::default() }
    }

    fn state(&self) -> MutexGuard<'_, State<J, R>> {
        // No change can break off half way, so the lists are whole even if a thread was not.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks again and again until there is an answer or the time is up.
    fn wait_for<T>(
        &self,
        wait: Duration,
        mut ask: impl FnMut(&mut State<J, R>) -> Option<T>,
    ) -> Option<T> {
        // A time that the clock cannot show is one that nobody lives to see.
        let end = Instant::now().checked_add(wait);
        let mut state = self.state();
        loop {
            state.call_in(Instant::now());
            if let Some(answer) = ask(&mut state) {
                return Some(answer);
            }
            let now = Instant::now();
            if end.is_some_and(|end| end <= now) {
                return None;
            }
            let lapse = state.leased.values().filter_map(|out| out.until).min();
            let pause = [end, lapse].into_iter().flatten().min().map(|at| at - now.min(at));
            state = match pause {
                Some(pause) => {
                    let woken = self.changed.wait_timeout(state, pause);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn until(&self) -> Option<Instant> {
        self.lease_time.and_then(|time| Instant::now().checked_add(time))
    }
}

impl<J: Task, R: Payload> State<J, R> {
    /// Ends the leases that have run out.
    fn call_in(&mut self, now: Instant) {
        let has_lapsed = |out: &Out<J>| out.until.is_some_and(|until| until <= now);
        let mut lapsed: Vec<u64> = self
            .leased
            .iter()
            .filter(|(_, out)| has_lapsed(out))
            .map(|(&delivery, _)| delivery)
            .collect();
        // Those that were handed out first come first again.
        lapsed.sort_unstable_by(|a, b| b.cmp(a));
        for delivery in lapsed {
            self.give_back(delivery);
        }
    }

    /// Ends a lease; its job is the next one to be handed out.
    fn give_back(&mut self, delivery: u64) {
        if let Some(out) = self.leased.remove(&delivery) {
            self.waiting.push_front((out.id, out.job));
        }
    }
}

/// The number of a delivery. A token from elsewhere has none that was ever handed out.
fn delivery(token: &LeaseToken) -> u64 {
    token.delivery.parse().unwrap_or(u64::MAX)
}

impl<J: Task, R: Payload> Queue<J, R> for LocalQueue<J, R> {
    fn lease(&self, wait: Duration) -> Result<Leased<J>, QueueError> {
        let leased = self.wait_for(wait, |state| {
            if state.is_closed {
                return Some(Leased::Closed);
            }
            let (id, job) = state.waiting.pop_front()?;
            let number = state.deliveries;
            state.deliveries += 1;
            let out = Out { id: id.clone(), job: job.clone(), until: self.until() };
            state.leased.insert(number, out);
            let token = LeaseToken { job: id, delivery: number.to_string() };
            Some(Leased::Job(Lease { job, token }))
        });
        Ok(leased.unwrap_or(Leased::NothingYet))
    }

    fn lease_time(&self) -> Option<Duration> {
        self.lease_time
    }

    fn renew(&self, lease: &LeaseToken) -> Result<Renewed, QueueError> {
        let mut state = self.state();
        state.call_in(Instant::now());
        Ok(match state.leased.get_mut(&delivery(lease)) {
            Some(out) => {
                out.until = self.until();
                Renewed::Held
            }
            None => Renewed::Lost,
        })
    }

    fn finish(&self, lease: &LeaseToken, outcome: Outcome<R>) -> Result<(), QueueError> {
        let id = &lease.job;
        let mut state = self.state();
        state.leased.remove(&delivery(lease));
        if state.submitted.contains(id) && state.finished.insert(id.clone()) {
            // Somebody else may have the job by now, or be about to get it.
            state.waiting.retain(|(other, _)| other != id);
            state.leased.retain(|_, out| out.id != *id);
            state.results.push_back(Finished { job: id.clone(), outcome });
        }
        self.changed.notify_all();
        Ok(())
    }

    fn release(&self, lease: &LeaseToken) -> Result<(), QueueError> {
        self.state().give_back(delivery(lease));
        self.changed.notify_all();
        Ok(())
    }
}

impl<J: Task, R: Payload> OwnedQueue<J, R> for LocalQueue<J, R> {
    fn submit(&self, jobs: Vec<J>) -> Result<(), QueueError> {
        let mut state = self.state();
        for job in jobs {
            let id = job.id();
            if state.submitted.insert(id.clone()) {
                state.waiting.push_back((id, job));
            }
        }
        self.changed.notify_all();
        Ok(())
    }

    fn take(&self, wait: Duration) -> Result<Taken<R>, QueueError> {
        let taken = self.wait_for(wait, |state| match state.results.pop_front() {
            Some(finished) => Some(Taken::Finished(finished)),
            None if state.is_closed && state.leased.is_empty() => Some(Taken::Drained),
            None => None,
        });
        Ok(taken.unwrap_or(Taken::NothingYet))
    }

    fn close(&self) -> Result<(), QueueError> {
        self.state().is_closed = true;
        self.changed.notify_all();
        Ok(())
    }
}
