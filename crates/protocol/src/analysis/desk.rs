//! Where turns wait until somebody thinks about them, and can be called back.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::answer::Failure;
use super::thinker::{Key, Task};

/// At most so many turns wait or are thought about.
const MOST_TURNS: usize = 100_000;
/// Lines of at most so many bytes have turns that are not answered.
const MOST_BYTES: usize = 16 << 20;

/// A turn's place: higher priorities first, then whoever came first.
type Place = (Reverse<i64>, u64);

/// Turns that one player thinks about in a row: it costs time to set another one up.
#[derive(Default)]
pub(super) struct Batch {
    key: Option<Arc<Key>>,
    length: usize,
}

impl Batch {
    /// Others wait no longer than for so many.
    const MOST: usize = 64;
    /// So many of those that wait are looked at.
    const LOOKED_AT: usize = 1000;

    fn choose(&self, waiting: &BTreeMap<Place, Task>) -> Option<Place> {
        let (first, _) = waiting.first_key_value()?;
        if self.length >= Batch::MOST {
            return Some(*first);
        }
        let as_urgent = waiting.iter().take_while(|(place, _)| place.0 == first.0);
        let same = as_urgent
            .take(Batch::LOOKED_AT)
            .find(|(_, task)| self.key.as_deref() == Some(&*task.key));
        Some(same.map_or(*first, |(place, _)| *place))
    }

    fn add(&mut self, task: &Task) {
        let is_same = self.key.as_deref() == Some(&*task.key);
        self.length = if is_same && self.length < Batch::MOST { self.length + 1 } else { 1 };
        self.key = Some(Arc::clone(&task.key));
    }
}

#[derive(Default)]
pub(super) struct Desk {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Task>,
    running: Vec<Task>,
    /// By the id of a query, how many of its turns are not answered, and the bytes of its line.
    queries: HashMap<String, (usize, usize)>,
    bytes: usize,
    /// The number of the next turn that is put here.
    next: u64,
    has_ended: bool,
    is_closed: bool,
}

impl State {
    fn answered(&mut self, task: &Task) {
        let Some((turns, bytes)) = self.queries.get_mut(&task.query.id) else { return };
        *turns -= 1;
        if *turns == 0 {
            self.bytes -= *bytes;
            self.queries.remove(&task.query.id);
        }
    }

    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty()
    }
}

impl Desk {
    /// Lets the turns of a query wait, or says why not.
    pub(super) fn put(&self, tasks: Vec<Task>) -> Result<(), Failure> {
        let Some(first) = tasks.first() else { return Ok(()) };
        let (id, bytes) = (first.query.id.clone(), first.bytes);
        let mut state = self.state();
        if state.queries.contains_key(&id) {
            return Err(Failure::new(Some(&id), "a query of that id is not answered yet"));
        }
        let turns = state.waiting.len() + state.running.len() + tasks.len();
        if turns > MOST_TURNS || state.bytes + bytes > MOST_BYTES {
            let problem = "too many queries wait: send it again when some are answered";
            return Err(Failure::new(Some(&id), problem));
        }
        state.queries.insert(id, (tasks.len(), bytes));
        state.bytes += bytes;
        for task in tasks {
            let place = (Reverse(task.query.priority), state.next);
            state.next += 1;
            state.waiting.insert(place, task);
        }
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    /// The next turn to think about, when there is one; `None` when there will be none. Of those
    /// that are as urgent, one is preferred that the same player can think about.
    pub(super) fn next(&self, batch: &mut Batch) -> Option<Task> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(place) = batch.choose(&state.waiting)
                && let Some(task) = state.waiting.remove(&place)
            {
                batch.add(&task);
                state.running.push(task.clone());
                return Some(task);
            }
            if state.has_ended {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A turn was answered.
    pub(super) fn finish(&self, task: &Task) {
        let mut state = self.state();
        state.running.retain(|running| !running.is_same(task));
        state.answered(task);
        drop(state);
        self.changed.notify_all();
    }

    /// Stops what is thought about, and takes back what waits, of one query or of all. The first are
    /// those that nobody will answer; then, how many others were stopped.
    pub(super) fn cancel(&self, of: Option<&str>, turns: Option<&[usize]>) -> (Vec<Task>, usize) {
        let is_meant = |task: &Task| {
            of.is_none_or(|id| task.query.id == id)
                && turns.is_none_or(|turns| turns.contains(&task.turn))
        };
        let mut state = self.state();
        let running = state.running.iter().filter(|task| is_meant(task));
        let stopped = running.filter(|task| !task.stop.is_stopped()).inspect(|t| t.stop.stop());
        let stopped = stopped.count();
        let places = state.waiting.iter().filter(|(_, task)| is_meant(task)).map(|(at, _)| *at);
        let places: Vec<Place> = places.collect();
        let cancelled: Vec<Task> =
            places.iter().filter_map(|place| state.waiting.remove(place)).collect();
        for task in &cancelled {
            state.answered(task);
        }
        drop(state);
        self.changed.notify_all();
        (cancelled, stopped)
    }

    /// Nothing will be put here any more.
    pub(super) fn end(&self) {
        self.state().has_ended = true;
        self.changed.notify_all();
    }

    /// Waits for that long, or until nothing waits and nothing is thought about; says which.
    pub(super) fn wait_until_idle(&self, at_most: Duration) -> bool {
        let state = self.state();
        let busy = |state: &mut State| !state.is_idle() && !state.is_closed;
        let waited = self.changed.wait_timeout_while(state, at_most, busy);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.is_idle() || state.is_closed
    }

    /// Stops everything: nobody wants an answer any more.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting.clear();
        state.running.iter().for_each(|task| task.stop.stop());
        drop(state);
        self.changed.notify_all();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
