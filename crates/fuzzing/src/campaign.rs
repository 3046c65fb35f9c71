//! Many damaged inputs for many targets, without a fuzzer: every target gets the same time.
//!
//! A campaign ends at the first input that panics, takes too long or takes too much memory. An input
//! is known by its target, the dice and its number, so that it can be had again.

use std::cell::Cell;
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::Target;
use crate::seeds::Seeds;

/// No input may take longer, on a machine that is not busy.
pub const LONGEST: Duration = Duration::from_secs(1);
/// The program may not grow by more bytes.
pub const MOST_MEMORY: u64 = 256 << 20;

/// Inputs of one target that are run before another one gets its turn.
const BATCH: u64 = 64;
/// An input that is still at work when it was looked at so often never ends. (A clock would go on
/// while the whole program is stopped.)
const HANG: u32 = 300;
/// How often a slow input is tried: the machine may have been busy with something else.
const TRIES: usize = 3;
/// How often it is looked whether an input hangs.
const WATCH: Duration = Duration::from_millis(200);

/// What is to be run.
pub struct Campaign {
    /// The targets with their seeds.
    pub targets: Vec<(&'static Target, Seeds)>,
    /// Inputs in all.
    pub inputs: u64,
    /// What inputs are mangled by.
    pub dice: u64,
    /// Inputs at a time.
    pub threads: usize,
    /// What an input may take.
    pub longest: Duration,
}

/// How one target has fared.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Its name.
    pub target: &'static str,
    /// Inputs that were run.
    pub inputs: u64,
    /// Of those, how many were understood.
    pub understood: u64,
    /// Time that they took.
    pub time: Duration,
    /// The time of the slowest one, and its number.
    pub slowest: (Duration, u64),
}

/// What a campaign has found.
#[derive(Debug)]
pub struct Outcome {
    /// Each target.
    pub tallies: Vec<Tally>,
    /// Bytes that the program has grown by at most, where the system tells.
    pub growth: Option<u64>,
    /// What ended it early.
    pub failure: Option<Failure>,
}

/// A promise that was broken.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Whose.
    pub target: &'static str,
    /// The number of the input.
    pub number: u64,
    /// The input.
    pub input: Vec<u8>,
    /// What was wrong.
    pub problem: Problem,
}

/// How a promise is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// By a panic.
    #[error("it panics")]
    Panic,
    /// By a panic on a thread that was started for it, or for another input at the same time.
    #[error("a thread panics that was started for it or for another input at the same time")]
    PanicBeside,
    /// By taking too long, whenever it is tried.
    #[error("it takes {0:?}")]
    Slow(Duration),
    /// By not coming to an end.
    #[error("it does not end")]
    Hang,
    /// By growing. It may have been an input shortly before.
    #[error("the program has grown by {0} bytes, by it or by one shortly before")]
    Memory(u64),
}

/// Panics of threads that were started for an input, since the program began. Nobody catches those.
static PANICS_BESIDE: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Whether this thread runs inputs, and catches their panics.
    static RUNS_INPUTS: Cell<bool> = const { Cell::new(false) };
}

/// What all threads of a campaign share.
struct Shared {
    campaign: Campaign,
    state: Mutex<State>,
    /// The memory before the first input.
    base: Option<u64>,
}

struct State {
    tallies: Vec<Tally>,
    /// Inputs of each target that were given out.
    given: Vec<u64>,
    /// What each thread is busy with: which target, which number, and how often it was looked at.
    busy: Vec<Option<(usize, u64, u32)>>,
    failure: Option<Failure>,
}

impl Campaign {
    /// Runs it to its end or to the first failure. Panics are counted by a hook that stays.
    pub fn run(self) -> Outcome {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICS_BESIDE.fetch_add(u64::from(!RUNS_INPUTS.get()), Relaxed);
            before(info);
        }));
        let tally = |target: &Target| Tally {
            target: target.name,
            inputs: 0,
            understood: 0,
            time: Duration::ZERO,
            slowest: (Duration::ZERO, 0),
        };
        let threads = self.threads.max(1);
        let state = State {
            tallies: self.targets.iter().map(|(target, _)| tally(target)).collect(),
            given: vec![0; self.targets.len()],
            busy: vec![None; threads],
            failure: None,
        };
        let shared = Arc::new(Shared { campaign: self, state: Mutex::new(state), base: peak() });
        let (end, ended) = channel();
        for thread in 0..threads {
            let (shared, end) = (Arc::clone(&shared), end.clone());
            thread::spawn(move || {
                RUNS_INPUTS.set(true);
                shared.work(thread);
                end.send(()).ok();
            });
        }
        let mut left = threads;
        while left > 0 {
            match ended.recv_timeout(WATCH) {
                Ok(()) => left -= 1,
                // A thread that hangs cannot be ended, and is left behind.
                Err(RecvTimeoutError::Timeout) if shared.hangs() => break,
                Err(_) => {}
            }
        }
        let growth = shared.growth();
        let state = shared.state();
        Outcome { tallies: state.tallies.clone(), growth, failure: state.failure.clone() }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, thread: usize) {
        while let Some((at, numbers)) = self.next_batch() {
            let last = numbers.end - 1;
            for number in numbers {
                self.state().busy[thread] = Some((at, number, 0));
                let run = self.try_input(at, number);
                let mut state = self.state();
                state.busy[thread] = None;
                match run {
                    Ok((understood, time)) => state.tallies[at].add(number, understood, time),
                    Err(problem) => state.fail(self.failure(at, number, problem)),
                }
                if state.failure.is_some() {
                    return;
                }
            }
            let growth = self.growth().filter(|&growth| growth > MOST_MEMORY);
            if let Some(growth) = growth {
                let failure = self.failure(at, last, Problem::Memory(growth));
                self.state().fail(failure);
                return;
            }
        }
    }

    /// The next numbers of the target that has had the least time so far.
    fn next_batch(&self) -> Option<(usize, std::ops::Range<u64>)> {
        let mut state = self.state();
        let size = BATCH.min(self.campaign.inputs - state.given.iter().sum::<u64>());
        if size == 0 || state.failure.is_some() {
            return None;
        }
        let tallies = state.tallies.iter().enumerate();
        let (at, _) = tallies.min_by_key(|(_, tally)| tally.time)?;
        let first = state.given[at];
        state.given[at] += size;
        Some((at, first..first + size))
    }

    /// Whether it was understood, and how long it took at best.
    fn try_input(&self, at: usize, number: u64) -> Result<(bool, Duration), Problem> {
        let (target, seeds) = &self.campaign.targets[at];
        let input = seeds.mangled(self.campaign.dice, number);
        let mut best = Duration::MAX;
        for _ in 0..TRIES {
            let (panics, start) = (PANICS_BESIDE.load(Relaxed), Instant::now());
            let run = panic::catch_unwind(|| (target.run)(&input));
            best = best.min(start.elapsed());
            match run {
                Err(_) => return Err(Problem::Panic),
                Ok(_) if PANICS_BESIDE.load(Relaxed) > panics => return Err(Problem::PanicBeside),
                Ok(understood) if best <= self.campaign.longest => return Ok((understood, best)),
                Ok(_) => {}
            }
        }
        Err(Problem::Slow(best))
    }

    fn failure(&self, at: usize, number: u64, problem: Problem) -> Failure {
        let (target, seeds) = &self.campaign.targets[at];
        let input = seeds.mangled(self.campaign.dice, number);
        Failure { target: target.name, number, input, problem }
    }

    /// Looks at every thread: whether an input does not come to an end.
    fn hangs(&self) -> bool {
        let mut state = self.state();
        for (_, _, looks) in state.busy.iter_mut().flatten() {
            *looks += 1;
        }
        let endless = state.busy.iter().flatten().find(|(_, _, looks)| *looks > HANG);
        let Some(&(at, number, _)) = endless else { return false };
        state.fail(self.failure(at, number, Problem::Hang));
        true
    }

    fn growth(&self) -> Option<u64> {
        Some(peak()?.saturating_sub(self.base?))
    }
}

impl State {
    /// Keeps the first failure: others may be its consequences.
    fn fail(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
    }
}

impl Tally {
    fn add(&mut self, number: u64, understood: bool, time: Duration) {
        self.inputs += 1;
        self.understood += u64::from(understood);
        self.time += time;
        self.slowest = self.slowest.max((time, number));
    }
}

/// The most memory that the program has had so far, in bytes, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
