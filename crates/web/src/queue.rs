//! Engine time, shared fairly: whoever asks takes turns with everybody else who does, however much
//! each of them asks for.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::client::Client;
use crate::refusal::Refusal;
use crate::settings::{MOST_SEARCHES, MOST_SEARCHES_IN_ALL};
use crate::workers::Post;

/// A piece of work of bounded length. Longer work comes back for another turn.
pub(crate) type Job = Box<dyn FnOnce(&Post) + Send>;

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
    /// Nobody is there to do anything.
    unmanned: bool,
}

impl State {
    fn put(&mut self, client: Client, job: Job) {
        let jobs = self.waiting.entry(client).or_default();
        if jobs.is_empty() {
            self.turns.push_back(client);
        }
        jobs.push_back(job);
        self.length += 1;
    }
}

impl Queue {
    /// Puts new work at the end of what its client waits for, or says why not.
    pub(crate) fn push(&self, client: Client, job: Job) -> Result<(), Refusal> {
        let mut state = self.lock();
        let own = state.waiting.get(&client).map_or(0, VecDeque::len);
        if state.closed {
            return Err(Refusal::Closing);
        }
        if state.unmanned {
            return Err(Refusal::NoEngine);
        }
        if own >= MOST_SEARCHES {
            return Err(Refusal::TooMuch("too many searches of yours are waiting"));
        }
        if state.length >= MOST_SEARCHES_IN_ALL {
            return Err(Refusal::Busy("too many searches are waiting"));
        }
        state.put(client, job);
        drop(state);
        self.ready.notify_one();
        Ok(())
    }

    /// Puts work back for its next turn. Whoever has begun it waits for its end, so it is taken
    /// however much there is.
    pub(crate) fn push_again(&self, client: Client, job: Job) {
        let mut state = self.lock();
        if state.closed {
            return;
        }
        state.put(client, job);
        drop(state);
        self.ready.notify_one();
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

    /// Nobody is left to do anything: hands out what waits, and takes no more until there is.
    pub(crate) fn unman(&self) -> Vec<Job> {
        let mut state = self.lock();
        state.unmanned = true;
        state.length = 0;
        state.turns.clear();
        state.waiting.drain().flat_map(|(_, jobs)| jobs).collect()
    }

    /// Somebody is there again.
    pub(crate) fn man(&self) {
        self.lock().unmanned = false;
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed
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
    use std::time::Duration;

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
                let job = Box::new(move |_: &Post| sender.send(who).unwrap());
                queue.push(client(who), job).unwrap();
            }
        }
        assert_eq!(queue.length(), 8);
        let post = Post::new(Duration::ZERO);
        while queue.length() > 0 {
            queue.next().unwrap()(&post);
        }
        drop(sender);
        assert_eq!(done.iter().collect::<Vec<_>>(), [1, 2, 3, 1, 3, 1, 1, 1]);
    }

    #[test]
    fn nobody_has_more_than_a_bounded_amount_waiting() {
        let queue = Queue::default();
        while queue.push(client(1), Box::new(|_| {})).is_ok() {}
        assert_eq!(queue.length(), MOST_SEARCHES);
        assert!(queue.push(client(2), Box::new(|_| {})).is_ok());
        let others = (3..).take_while(|&who| {
            while queue.push(client(who), Box::new(|_| {})).is_ok() {}
            queue.length() < MOST_SEARCHES_IN_ALL
        });
        assert!(others.count() < 20);
        assert!(queue.push(client(99), Box::new(|_| {})).is_err());
    }

    #[test]
    fn a_full_queue_dropped_work_that_had_been_begun() {
        let queue = Queue::default();
        while queue.push(client(1), Box::new(|_| {})).is_ok() {}
        queue.push_again(client(1), Box::new(|_| {}));
        assert_eq!(queue.length(), MOST_SEARCHES + 1);
    }

    #[test]
    fn a_closed_queue_lets_its_threads_go() {
        let queue = Arc::new(Queue::default());
        let waiting = Arc::clone(&queue);
        let thread = std::thread::spawn(move || waiting.next().is_none());
        queue.close();
        assert!(thread.join().unwrap());
        assert!(matches!(queue.push(client(1), Box::new(|_| {})), Err(Refusal::Closing)));
    }
}
