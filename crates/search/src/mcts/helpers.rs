//! Leaf parallelism: one thread searches the tree, helpers evaluate with it what it reaches.
//!
//! A simulation is over in microseconds, so helpers spin for a while before they let others run.

use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Mutex, MutexGuard, PoisonError};

use spinney_game::{Game, Leaf, Outcome, host};

/// The desks at which helpers work.
pub struct Helpers<G: Game> {
    desks: Vec<Desk<G>>,
    dismissed: AtomicBool,
    /// A helper has panicked.
    broken: AtomicBool,
}

struct Desk<G: Game> {
    job: Mutex<Leaf<G>>,
    /// The number of the last job that was posted.
    posted: AtomicU64,
    /// The number of the last job that was done.
    done: AtomicU64,
}

impl<G: Game> Desk<G> {
    fn job(&self) -> MutexGuard<'_, Leaf<G>> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Game> Helpers<G> {
    /// Desks for that many helpers with leaves of such positions.
    pub fn new(helpers: usize, position: &G, amaf: bool) -> Helpers<G> {
        let desk = || Desk {
            job: Mutex::new(Leaf::new(position.clone(), amaf)),
            posted: AtomicU64::new(0),
            done: AtomicU64::new(0),
        };
        Helpers {
            desks: std::iter::repeat_with(desk).take(helpers).collect(),
            dismissed: AtomicBool::new(false),
            broken: AtomicBool::new(false),
        }
    }

    /// Shares the playouts that a leaf asks for out; returns how many are left for whoever asks.
    pub fn post(&self, leaf: &Leaf<G>) -> u64 {
        let hands = self.desks.len() as u64 + 1;
        let times = leaf.playouts;
        let mut left = times;
        for (number, desk) in self.desks.iter().enumerate() {
            let share = times / hands + u64::from((number as u64) < times % hands);
            if share > 0 {
                let mut job = desk.job();
                job.position.clone_from(&leaf.position);
                job.playouts = share;
                drop(job);
                desk.posted.store(desk.posted.load(Relaxed) + 1, Release);
                left -= share;
            }
        }
        left
    }

    /// Waits for all helpers and adds their results.
    ///
    /// # Panics
    /// When a helper has panicked.
    pub fn collect(&self, outcome: &mut Outcome) {
        for desk in &self.desks {
            let mut job = {
                let posted = desk.posted.load(Relaxed);
                wait_until(|| desk.done.load(Acquire) == posted || self.broken.load(Acquire));
                assert!(!self.broken.load(Acquire), "a helping thread has panicked");
                desk.job()
            };
            if job.playouts > 0 {
                outcome.merge(&job.outcome);
                job.clear();
            }
        }
    }

    /// Does the jobs of one desk until [dismissed](Helpers::dismiss).
    pub fn serve(&self, number: usize, mut evaluate: impl FnMut(&mut Leaf<G>)) {
        let _watch = Watch(&self.broken);
        let desk = &self.desks[number];
        let mut seen = 0;
        loop {
            wait_until(|| desk.posted.load(Acquire) != seen || self.dismissed.load(Acquire));
            let posted = desk.posted.load(Acquire);
            if posted == seen {
                return;
            }
            seen = posted;
            evaluate(&mut desk.job());
            desk.done.store(seen, Release);
        }
    }

    /// Lets the helpers go home.
    pub fn dismiss(&self) {
        self.dismissed.store(true, Release);
    }
}

/// Tells whoever waits for results of a panic, lest it wait in vain.
struct Watch<'a>(&'a AtomicBool);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if host::panicking() {
            self.0.store(true, Release);
        }
    }
}

fn wait_until(condition: impl Fn() -> bool) {
    const SPINS: u32 = 10_000;
    let mut spins = 0;
    while !condition() {
        if spins < SPINS {
            spins += 1;
            std::hint::spin_loop();
        } else {
            host::yield_now();
        }
    }
}
