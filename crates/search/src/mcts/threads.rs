//! What the threads of one search have in common: the work that is left, the gate at which they
//! pause, and the count of those still at work.

use std::sync::PoisonError;
use std::time::Duration;

use super::arena::Apart;
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use crate::sync::{Condvar, Mutex, MutexGuard};
use crate::{Budget, Stop};

/// The work that is left.
pub struct Pool<'s> {
    playouts: Apart<AtomicU64>,
    nodes: Apart<AtomicU64>,
    limits_nodes: bool,
    halted: AtomicBool,
    stop: &'s Stop,
}

impl<'s> Pool<'s> {
    pub fn new(budget: &Budget, stop: &'s Stop) -> Pool<'s> {
        Pool {
            playouts: Apart(AtomicU64::new(budget.playouts.unwrap_or(u64::MAX))),
            nodes: Apart(AtomicU64::new(budget.nodes.unwrap_or(u64::MAX))),
            limits_nodes: budget.nodes.is_some(),
            halted: AtomicBool::new(false),
            stop,
        }
    }

    /// Takes up to that many playouts out of the pool.
    pub fn claim(&self, playouts: u64) -> u64 {
        let before = self
            .playouts
            .0
            .fetch_update(Relaxed, Relaxed, |left| Some(left - left.min(playouts)))
            .unwrap_or(0);
        before.min(playouts)
    }

    /// Puts unused playouts back.
    pub fn give_back(&self, playouts: u64) {
        self.playouts.0.fetch_add(playouts, Relaxed);
    }

    /// Playouts that nobody has taken.
    pub fn playouts_left(&self) -> u64 {
        self.playouts.0.load(Relaxed)
    }

    /// Asks for leave to make a node. The search ends when there are none left.
    pub fn take_node(&self) -> bool {
        if !self.limits_nodes {
            return true;
        }
        let taken = self.nodes.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        if taken.is_err() {
            self.halt();
        }
        taken.is_ok()
    }

    /// The node could not be made.
    pub fn return_node(&self) {
        if self.limits_nodes {
            self.nodes.0.fetch_add(1, Relaxed);
        }
    }

    /// Ends the search.
    pub fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    /// Whether the search has been ended.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.halted.load(Relaxed) || self.stop.is_stopped()
    }
}

/// Playouts that a thread has taken out of the pool and not used yet. Dropped, they go back.
pub struct Allowance<'p> {
    pool: &'p Pool<'p>,
    left: u64,
    /// The most that one simulation needs.
    most: u64,
}

/// Playouts that a thread takes at a time.
const CLAIM: u64 = 64;

impl<'p> Allowance<'p> {
    /// None yet, for simulations of at most so many playouts.
    pub fn new(pool: &'p Pool<'p>, most: u64) -> Allowance<'p> {
        Allowance { pool, left: 0, most }
    }

    /// What is there for the next simulation; 0 if nothing is left in the pool.
    #[inline]
    pub fn playouts(&mut self) -> u64 {
        if self.left < self.most {
            self.left += self.pool.claim(self.most.max(CLAIM));
        }
        self.left
    }

    /// A simulation is to make so many.
    #[inline]
    pub fn spend(&mut self, playouts: u64) {
        self.left -= playouts;
    }

    /// A simulation has not made the playouts that it was to make.
    pub fn regain(&mut self, playouts: u64) {
        self.left += playouts;
    }
}

impl Drop for Allowance<'_> {
    fn drop(&mut self) {
        self.pool.give_back(self.left);
    }
}

/// Playouts and simulations of one thread.
#[derive(Default)]
pub struct Counters(Apart<[AtomicU64; 2]>);

impl Counters {
    /// Counts a simulation. Only the owner may.
    #[inline]
    pub fn count(&self, playouts: u64) {
        let [sum, simulations] = &self.0.0;
        sum.store(sum.load(Relaxed) + playouts, Relaxed);
        simulations.store(simulations.load(Relaxed) + 1, Relaxed);
    }

    pub fn playouts(&self) -> u64 {
        self.0.0[0].load(Relaxed)
    }

    pub fn simulations(&self) -> u64 {
        self.0.0[1].load(Relaxed)
    }
}

/// Where the threads that share a tree pause while one of them works on it.
pub struct Gate {
    crew: Mutex<Crew>,
    turn: Condvar,
}

struct Crew {
    /// Threads at work or waiting.
    present: usize,
    waiting: usize,
    /// Pauses so far.
    round: u64,
}

impl Gate {
    /// For that many threads, each of which must hold a [`Pass`].
    pub fn new(threads: usize) -> Gate {
        Gate {
            crew: Mutex::new(Crew { present: threads, waiting: 0, round: 0 }),
            turn: Condvar::new(),
        }
    }

    fn crew(&self) -> MutexGuard<'_, Crew> {
        self.crew.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all threads wait; the last one works, then all go on.
    pub fn pause(&self, work: impl Fn()) {
        let mut crew = self.crew();
        let round = crew.round;
        crew.waiting += 1;
        while crew.round == round {
            if crew.waiting == crew.present {
                work();
                crew.waiting = 0;
                crew.round += 1;
                self.turn.notify_all();
            } else {
                crew = self.turn.wait(crew).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// A thread's presence at a gate. Dropped, nobody waits for the thread any more.
pub struct Pass<'g>(pub &'g Gate);

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.0.crew().present -= 1;
        self.0.turn.notify_all();
    }
}

/// How many threads are still at work.
pub struct AtWork {
    threads: Mutex<usize>,
    changed: Condvar,
}

impl AtWork {
    pub fn new(threads: usize) -> AtWork {
        AtWork { threads: Mutex::new(threads), changed: Condvar::new() }
    }

    /// Waits until no thread is at work, or for that long. Whether none is.
    pub fn wait(&self, time: Option<Duration>) -> bool {
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let threads = match time {
            Some(time) => {
                let waited = self.changed.wait_timeout_while(threads, time, |n| *n > 0);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => {
                let waited = self.changed.wait_while(threads, |n| *n > 0);
                waited.unwrap_or_else(PoisonError::into_inner)
            }
        };
        *threads == 0
    }
}

/// One thread's part of [`AtWork`], until it is dropped.
pub struct Shift<'a>(pub &'a AtWork);

impl Drop for Shift<'_> {
    fn drop(&mut self) {
        *self.0.threads.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_gives_no_more_than_it_has() {
        let stop = Stop::new();
        let pool = Pool::new(&Budget::default().at_most(100), &stop);
        assert_eq!(pool.claim(64), 64);
        assert_eq!(pool.claim(64), 36);
        assert_eq!(pool.claim(64), 0);
        pool.give_back(5);
        assert_eq!(pool.claim(64), 5);
    }

    #[test]
    fn the_last_node_ends_the_search() {
        let stop = Stop::new();
        let pool = Pool::new(&Budget { nodes: Some(1), ..Budget::default() }, &stop);
        assert!(pool.take_node() && !pool.is_over());
        assert!(!pool.take_node() && pool.is_over());
    }

    #[test]
    fn work_at_the_gate_is_done_while_all_pause_even_if_some_leave() {
        let gate = Gate::new(4);
        let busy = AtomicU64::new(4);
        let rounds = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let (gate, busy, rounds) = (&gate, &busy, &rounds);
                scope.spawn(move || {
                    let _pass = Pass(gate);
                    for _ in 0..100 * (thread + 1) {
                        busy.fetch_sub(1, Relaxed);
                        gate.pause(|| {
                            assert_eq!(busy.load(Relaxed), 0);
                            rounds.fetch_add(1, Relaxed);
                        });
                        busy.fetch_add(1, Relaxed);
                    }
                    busy.fetch_sub(1, Relaxed);
                });
            }
        });
        assert_eq!(rounds.load(Relaxed), 400);
    }
}
