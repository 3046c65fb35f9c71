//! Leaf parallelism: one thread walks the tree, helpers play out with it what it reaches.
//!
//! A walk is over in microseconds, so helpers spin for a while before they let others run.

use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::amaf::Tally;

/// The desks at which helpers work.
pub struct Helpers<G> {
    desks: Vec<Desk<G>>,
    dismissed: AtomicBool,
    /// A helper has panicked.
    broken: AtomicBool,
}

struct Desk<G> {
    job: Mutex<Job<G>>,
    /// The number of the last job that was posted.
    posted: AtomicU64,
    /// The number of the last job that was done.
    done: AtomicU64,
}

struct Job<G> {
    position: G,
    times: u64,
    tally: Tally,
}

impl<G> Desk<G> {
    fn job(&self) -> MutexGuard<'_, Job<G>> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Clone> Helpers<G> {
    /// Desks for that many helpers; position and tally are only for size.
    pub fn new(helpers: usize, position: &G, tally: &Tally) -> Helpers<G> {
        let desk = || Desk {
            job: Mutex::new(Job { position: position.clone(), times: 0, tally: tally.clone() }),
            posted: AtomicU64::new(0),
            done: AtomicU64::new(0),
        };
        Helpers {
            desks: std::iter::repeat_with(desk).take(helpers).collect(),
            dismissed: AtomicBool::new(false),
            broken: AtomicBool::new(false),
        }
    }

    /// Shares `times` playouts of a position out; returns how many are left for the walker.
    pub fn post(&self, position: &G, times: u64) -> u64 {
        let hands = self.desks.len() as u64 + 1;
        let mut left = times;
        for (number, desk) in self.desks.iter().enumerate() {
            let share = times / hands + u64::from((number as u64) < times % hands);
            if share > 0 {
                let mut job = desk.job();
                job.position.clone_from(position);
                job.times = share;
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
    pub fn collect(&self, tally: &mut Tally) {
        for desk in &self.desks {
            let mut job = {
                let posted = desk.posted.load(Relaxed);
                wait_until(|| desk.done.load(Acquire) == posted || self.broken.load(Acquire));
                assert!(!self.broken.load(Acquire), "a helping thread has panicked");
                desk.job()
            };
            if job.times > 0 {
                tally.merge(&job.tally);
                job.tally.clear();
                job.times = 0;
            }
        }
    }

    /// Does the jobs of one desk until [dismissed](Helpers::dismiss).
    pub fn serve(&self, number: usize, mut play_out: impl FnMut(&G, u64, &mut Tally)) {
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
            let mut job = desk.job();
            let Job { position, times, tally } = &mut *job;
            play_out(position, *times, tally);
            drop(job);
            desk.done.store(seen, Release);
        }
    }

    /// Lets the helpers go home.
    pub fn dismiss(&self) {
        self.dismissed.store(true, Release);
    }
}

/// Tells the walker of a panic, for whose result it would wait in vain.
struct Watch<'a>(&'a AtomicBool);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
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
            std::thread::yield_now();
        }
    }
}
