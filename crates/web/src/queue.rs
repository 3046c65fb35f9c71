//! Engine time, shared fairly: whoever asks takes turns with everybody else who does, however much
//! each of them asks for.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::client::Client;

/// A piece of work of bounded length. Longer work comes back for another turn.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Work waits here for one of the threads that do it.
#[derive(Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    ready: Condvar,
}

#[derive(Default)]
struct State {
    waiting: HashMap<Client, VecDeque<Job>>,
    /// Those who wait, in the order of their turns.
    turns: VecDeque<Client>,
    length: usize,
    closed: bool,
}

impl Queue {
    /// No client has more work waiting.
    pub(crate) const MOST_PER_CLIENT: usize = 1_000;

    /// Puts work at the end of what its client waits for. `false`: there is too much of it.
    pub(crate) fn push(&self, client: Client, job: Job) -> bool {
        let mut state = self.lock();
        let State { waiting, turns, length, closed } = &mut *state;
        let jobs = waiting.entry(client).or_default();
        if *closed || jobs.len() >= Queue::MOST_PER_CLIENT {
            return false;
        }
        if jobs.is_empty() {
            turns.push_back(client);
        }
        jobs.push_back(job);
        *length += 1;
        drop(state);
        self.ready.notify_one();
        true
    }

    /// The next piece of work, when there is one; `None` when there will be none.
    pub(crate) fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(client) = state.turns.pop_front() {
                let jobs = state.waiting.get_mut(&client)?;
                let job = jobs.pop_front();
                if jobs.is_empty() {
                    state.waiting.remove(&client);
                } else {
                    state.turns.push_back(client);
                }
                state.length -= 1;
                return job;
            }
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// How much work waits.
    pub(crate) fn length(&self) -> usize {
        self.lock().length
    }

    /// Drops all work that waits and takes no more.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        let dropped = std::mem::take(&mut *state);
        state.closed = true;
        drop(state);
        drop(dropped);
        self.ready.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::{Arc, mpsc};

    use super::*;

    fn client(last: u8) -> Client {
        Client::of(Ipv4Addr::new(192, 0, 2, last).into())
    }

    #[test]
    fn whoever_asks_for_much_does_not_starve_others() {
        let queue = Queue::default();
        let (sender, done) = mpsc::channel();
        for (who, jobs) in [(1, 5), (2, 1), (3, 2)] {
            for _ in 0..jobs {
                let sender = sender.clone();
                assert!(queue.push(client(who), Box::new(move || sender.send(who).unwrap())));
            }
        }
        assert_eq!(queue.length(), 8);
        while queue.length() > 0 {
            queue.next().unwrap()();
        }
        drop(sender);
        assert_eq!(done.iter().collect::<Vec<_>>(), [1, 2, 3, 1, 3, 1, 1, 1]);
    }

    #[test]
    fn nobody_has_more_than_a_bounded_amount_waiting() {
        let queue = Queue::default();
        while queue.push(client(1), Box::new(|| {})) {}
        assert_eq!(queue.length(), Queue::MOST_PER_CLIENT);
        assert!(queue.push(client(2), Box::new(|| {})));
    }

    #[test]
    fn a_closed_queue_lets_its_threads_go() {
        let queue = Arc::new(Queue::default());
        let waiting = Arc::clone(&queue);
        let thread = std::thread::spawn(move || waiting.next().is_none());
        queue.close();
        assert!(thread.join().unwrap());
        assert!(!queue.push(client(1), Box::new(|| {})));
    }
}
