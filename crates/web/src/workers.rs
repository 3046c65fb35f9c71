//! The threads that do the engines' work, and a watchdog over them.
//!
//! A search is told how long it may take and can be told to stop. One that heeds neither would keep
//! its thread for ever, and every game behind it waiting. So such a search is given up: whoever waits
//! for it hears that it failed, its thread is left to itself with all that it works on, and another
//! thread takes its place. There are only so many such threads at once, because each of them may
//! still burn a processor; past that, the number of workers shrinks.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::settings::Log;

/// The watchdog looks this many times before it gives a search up. It counts its looks rather than
/// the time: a process that was halted for a minute has not searched for a minute.
const LOOKS: u32 = 16;

/// Where one thread works.
pub(crate) struct Post {
    task: Mutex<Task>,
    patience: Duration,
}

#[derive(Default)]
enum Task {
    /// Nothing that the watchdog need look at.
    #[default]
    None,
    Expected(Expected),
    /// It was given up.
    Lost,
    /// There is nobody to do anything here.
    Unmanned,
}

struct Expected {
    /// The time that is left, patience included.
    left: Duration,
    what: String,
    give_up: Box<dyn FnOnce(Refusal) + Send>,
}

impl Post {
    pub(crate) fn new(patience: Duration) -> Arc<Post> {
        Arc::new(Post { task: Mutex::default(), patience })
    }

    /// Announces work on `what` that is to be done within that time. If it is not done long after
    /// that, `give_up` is told why.
    pub(crate) fn expect(
        &self,
        within: Duration,
        what: String,
        give_up: impl FnOnce(Refusal) + Send + 'static,
    ) {
        let left = within + self.patience;
        let expected = Expected { left, what, give_up: Box::new(give_up) };
        *self.task() = Task::Expected(expected);
    }

    /// The work is done. `false`: it was given up before that, so that nothing that took part in it
    /// may be used again.
    #[must_use]
    pub(crate) fn done(&self) -> bool {
        let mut task = self.task();
        let is_ours = !matches!(*task, Task::Lost);
        if is_ours {
            *task = Task::None;
        }
        is_ours
    }

    /// Whether anybody works here: where engines are all lost, there is only a refusal to be had.
    pub(crate) fn is_manned(&self) -> bool {
        !matches!(*self.task(), Task::Unmanned)
    }

    /// Lets some time pass. What is overdue then is given up.
    fn look(&self, passed: Duration) -> Option<Expected> {
        let mut task = self.task();
        let Task::Expected(expected) = &mut *task else { return None };
        expected.left = expected.left.saturating_sub(passed);
        if !expected.left.is_zero() {
            return None;
        }
        match std::mem::replace(&mut *task, Task::Lost) {
            Task::Expected(expected) => Some(expected),
            _ => None,
        }
    }

    /// What was announced, where the work on it has ended in a panic.
    fn take(&self) -> Option<Expected> {
        let mut task = self.task();
        match &*task {
            Task::Expected(_) => match std::mem::take(&mut *task) {
                Task::Expected(expected) => Some(expected),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_lost(&self) -> bool {
        matches!(*self.task(), Task::Lost)
    }

    fn task(&self) -> MutexGuard<'_, Task> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All who work.
pub(crate) struct Workers {
    queue: Arc<Queue>,
    wanted: usize,
    patience: Duration,
    log: Log,
    roster: Mutex<Roster>,
}

#[derive(Default)]
struct Roster {
    posts: Vec<Arc<Post>>,
    /// Threads that were given up and have not come back.
    lost: usize,
    lost_ever: u64,
}

impl Workers {
    /// So many threads work on what is in the queue, until it is closed. `patience` is how long
    /// one of them may go on after it should have ended.
    pub(crate) fn start(
        queue: Arc<Queue>,
        wanted: usize,
        patience: Duration,
        log: Log,
    ) -> io::Result<Arc<Workers>> {
        let roster = Mutex::default();
        let workers = Arc::new(Workers { queue, wanted, patience, log, roster });
        for _ in 0..wanted {
            workers.hire()?;
        }
        let watched = Arc::downgrade(&workers);
        let tick = patience / LOOKS;
        thread::Builder::new().name("watchdog".to_owned()).spawn(move || {
            loop {
                thread::sleep(tick);
                match watched.upgrade() {
                    Some(workers) if !workers.queue.is_closed() => workers.look(tick),
                    _ => break,
                }
            }
        })?;
        Ok(workers)
    }

    /// As many threads may be lost at once as are wanted.
    fn most_lost(&self) -> usize {
        self.wanted
    }

    /// Threads that were given up and still run.
    pub(crate) fn lost(&self) -> usize {
        self.roster().lost
    }

    /// How often a thread was given up.
    pub(crate) fn lost_ever(&self) -> u64 {
        self.roster().lost_ever
    }

    fn hire(self: &Arc<Self>) -> io::Result<()> {
        let post = Post::new(self.patience);
        self.roster().posts.push(Arc::clone(&post));
        let workers = Arc::clone(self);
        let thread = thread::Builder::new().name("engine".to_owned());
        let hired = thread.spawn({
            let post = Arc::clone(&post);
            move || workers.work(post)
        });
        if hired.is_err() {
            self.roster().posts.retain(|known| !Arc::ptr_eq(known, &post));
        }
        hired.map(drop)
    }

    fn work(self: &Arc<Self>, mut post: Arc<Post>) {
        while let Some(job) = self.queue.next() {
            // A fault in one game must not take engine time from all others.
            if catch_unwind(AssertUnwindSafe(|| job(&post))).is_err()
                && let Some(expected) = post.take()
            {
                self.log.tell(&format!("a fault while {}", expected.what));
                (expected.give_up)(Refusal::Fault);
            }
            if post.is_lost() {
                match self.come_back() {
                    Some(new) => post = new,
                    None => return,
                }
            }
        }
    }

    /// A thread that was given up has come to its end. It works on where one is missing.
    fn come_back(&self) -> Option<Arc<Post>> {
        self.log.tell("a search that was given up has ended after all");
        let mut roster = self.roster();
        roster.lost -= 1;
        if roster.posts.len() >= self.wanted {
            return None;
        }
        let post = Post::new(self.patience);
        roster.posts.push(Arc::clone(&post));
        drop(roster);
        self.queue.man();
        Some(post)
    }

    /// Gives up what is overdue.
    fn look(self: &Arc<Self>, passed: Duration) {
        let mut overdue = Vec::new();
        // Under one lock, so that a thread that ends just now comes back after it was lost.
        let mut roster = self.roster();
        roster.posts.retain(|post| match post.look(passed) {
            Some(expected) => {
                overdue.push(expected);
                false
            }
            None => true,
        });
        roster.lost += overdue.len();
        roster.lost_ever += overdue.len() as u64;
        drop(roster);
        overdue.into_iter().for_each(|expected| self.replace(expected));
    }

    /// Puts another thread in the place of one that is lost, and says so.
    fn replace(self: &Arc<Self>, expected: Expected) {
        let lost = self.lost();
        let replaced = lost <= self.most_lost() && self.hire().is_ok();
        let then = if replaced { "another thread took its place" } else { "nobody took its place" };
        let working = self.roster().posts.len();
        self.log.tell(&format!(
            "given up {:?} after it should have ended: {}; {then}; {working} threads work, {lost} are lost",
            self.patience, expected.what
        ));
        (expected.give_up)(Refusal::EngineLost);
        if working == 0 {
            self.log.tell("every engine is lost: restart the server");
            let unmanned = Post { task: Mutex::new(Task::Unmanned), patience: self.patience };
            for job in self.queue.unman() {
                let _ = catch_unwind(AssertUnwindSafe(|| job(&unmanned)));
            }
        }
    }

    fn roster(&self) -> MutexGuard<'_, Roster> {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::client::Client;

    const PATIENCE: Duration = Duration::from_millis(80);
    /// Nothing takes as long as this, unless it hangs.
    const LONG: Duration = Duration::from_secs(60);

    fn client() -> Client {
        Client::of([192, 0, 2, 1].into())
    }

    /// Work that goes on until it is released, whatever it is told.
    fn stubborn(
        queue: &Queue,
        given_up: &mpsc::Sender<Refusal>,
    ) -> (mpsc::Sender<()>, mpsc::Receiver<bool>) {
        let (release, released) = mpsc::channel::<()>();
        let (end, ended) = mpsc::channel();
        let given_up = given_up.clone();
        let job = move |post: &Post| {
            if !post.is_manned() {
                return given_up.send(Refusal::NoEngine).unwrap();
            }
            let tell = move |why| drop(given_up.send(why));
            post.expect(Duration::ZERO, "being stubborn".to_owned(), tell);
            released.recv().ok();
            end.send(post.done()).ok();
        };
        queue.push(client(), Box::new(job)).unwrap();
        (release, ended)
    }

    fn simple(queue: &Queue) -> mpsc::Receiver<()> {
        let (sender, receiver) = mpsc::channel();
        queue.push(client(), Box::new(move |_| sender.send(()).unwrap())).unwrap();
        receiver
    }

    #[test]
    fn a_search_that_heeds_no_stop_is_given_up_and_others_go_on() {
        let queue = Arc::new(Queue::default());
        let (say, said) = mpsc::channel::<String>();
        let log = Log::new(move |line| drop(say.send(line.to_owned())));
        let workers = Workers::start(Arc::clone(&queue), 1, PATIENCE, log).unwrap();
        let (sender, given_up) = mpsc::channel();
        let (release, ended) = stubborn(&queue, &sender);
        let other = simple(&queue);
        assert!(matches!(given_up.recv_timeout(LONG), Ok(Refusal::EngineLost)));
        other.recv_timeout(LONG).unwrap();
        assert!(said.recv_timeout(LONG).unwrap().contains("being stubborn"));
        assert_eq!((workers.lost(), workers.lost_ever()), (1, 1));
        release.send(()).unwrap();
        assert!(!ended.recv_timeout(LONG).unwrap(), "what it has found is of no use");
        assert!(said.recv_timeout(LONG).unwrap().contains("ended after all"));
        simple(&queue).recv_timeout(LONG).unwrap();
        queue.close();
    }

    #[test]
    fn only_so_many_are_replaced_and_then_there_is_no_engine_until_one_comes_back() {
        let queue = Arc::new(Queue::default());
        let workers = Workers::start(Arc::clone(&queue), 1, PATIENCE, Log::default()).unwrap();
        let (sender, given_up) = mpsc::channel();
        let (release, _first) = stubborn(&queue, &sender);
        let (_keep, _second) = stubborn(&queue, &sender);
        let (_kept, _third) = stubborn(&queue, &sender);
        for _ in 0..2 {
            assert!(matches!(given_up.recv_timeout(LONG), Ok(Refusal::EngineLost)));
        }
        assert!(matches!(given_up.recv_timeout(LONG), Ok(Refusal::NoEngine)));
        assert_eq!(workers.lost(), 2);
        assert!(matches!(queue.push(client(), Box::new(|_| {})), Err(Refusal::NoEngine)));
        release.send(()).unwrap();
        while workers.lost() == 2 {
            thread::sleep(PATIENCE / 10);
        }
        // It is back at work a moment after it is back.
        while queue.push(client(), Box::new(|_| {})).is_err() {
            thread::sleep(PATIENCE / 10);
        }
        simple(&queue).recv_timeout(LONG).unwrap();
        queue.close();
    }

    #[test]
    fn a_fault_is_told_to_whoever_waits_and_the_thread_works_on() {
        let queue = Arc::new(Queue::default());
        let _workers = Workers::start(Arc::clone(&queue), 1, LONG, Log::default()).unwrap();
        let (sender, given_up) = mpsc::channel();
        let fault = move |post: &Post| {
            post.expect(LONG, "failing".to_owned(), move |why| sender.send(why).unwrap());
            panic!("on purpose");
        };
        queue.push(client(), Box::new(fault)).unwrap();
        assert!(matches!(given_up.recv_timeout(LONG), Ok(Refusal::Fault)));
        simple(&queue).recv_timeout(LONG).unwrap();
        queue.close();
    }
}
