//! Tournaments over a queue that does everything badly that a queue may do.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::*;
use crate::queue::{
    Failure, Finished, Lease, LeaseToken, Leased, Outcome, Queue, QueueError, Renewed, Taken,
};
use spinney_engine::Rng;

/// A queue that loses leases and results, hands jobs out twice, even if they are finished, and
/// delivers results late, in any order, and twice. Whatever crosses it is written down and read
/// again on its way.
struct Unreliable {
    state: Mutex<State>,
}

struct State {
    dice: Rng,
    waiting: VecDeque<Job>,
    leased: Vec<Lease<Job>>,
    deliveries: u32,
    results: Vec<String>,
    is_closed: bool,
    mischief: Mischief,
}

/// How often each thing went wrong.
#[derive(Clone, Copy, Debug, Default)]
struct Mischief {
    jobs_twice: u32,
    results_lost: u32,
    results_twice: u32,
    results_late: u32,
}

impl Unreliable {
    fn new(seed: u64) -> Unreliable {
        let state = State {
            dice: Rng::new(seed, 0),
            waiting: VecDeque::new(),
            leased: Vec::new(),
            deliveries: 0,
            results: Vec::new(),
            is_closed: false,
            mischief: Mischief::default(),
        };
        Unreliable { state: Mutex::new(state) }
    }
}

impl State {
    /// Whether something goes wrong this time.
    fn fails(&mut self) -> bool {
        self.dice.bits().is_multiple_of(3)
    }
}

impl Queue<Job, GameResult> for Unreliable {
    fn lease(&self, _: Duration) -> Result<Leased<Job>, QueueError> {
        let mut state = self.state.lock().unwrap();
        if state.is_closed {
            return Ok(Leased::Closed);
        }
        let Some(job) = state.waiting.pop_front() else {
            drop(state);
            std::thread::sleep(Duration::from_millis(1));
            return Ok(Leased::NothingYet);
        };
        if state.fails() {
            state.waiting.push_back(job.clone());
            state.mischief.jobs_twice += 1;
        }
        state.deliveries += 1;
        let token = LeaseToken { job: job.id(), delivery: state.deliveries.to_string() };
        let lease = Lease { job, token };
        state.leased.push(lease.clone());
        let text = serde_json::to_string(&lease).unwrap();
        Ok(Leased::Job(serde_json::from_str(&text).unwrap()))
    }

    fn lease_time(&self) -> Option<Duration> {
        Some(Duration::from_millis(3))
    }

    fn renew(&self, _: &LeaseToken) -> Result<Renewed, QueueError> {
        if self.state.lock().unwrap().fails() {
            return Err(QueueError { problem: "not now".into() });
        }
        Ok(Renewed::Held)
    }

    fn finish(&self, token: &LeaseToken, outcome: Outcome<GameResult>) -> Result<(), QueueError> {
        let mut state = self.state.lock().unwrap();
        let place = state.leased.iter().position(|lease| lease.token == *token).unwrap();
        let lease = state.leased.swap_remove(place);
        if state.fails() {
            state.waiting.push_back(lease.job);
            state.mischief.results_lost += 1;
            return Ok(());
        }
        let text = serde_json::to_string(&Finished { job: lease.job.id(), outcome }).unwrap();
        if state.fails() {
            state.results.push(text.clone());
            state.mischief.results_twice += 1;
        }
        state.results.push(text);
        Ok(())
    }

    fn release(&self, token: &LeaseToken) -> Result<(), QueueError> {
        let mut state = self.state.lock().unwrap();
        if let Some(place) = state.leased.iter().position(|lease| lease.token == *token) {
            let lease = state.leased.swap_remove(place);
            state.waiting.push_back(lease.job);
        }
        Ok(())
    }
}

impl OwnedQueue<Job, GameResult> for Unreliable {
    fn submit(&self, jobs: Vec<Job>) -> Result<(), QueueError> {
        self.state.lock().unwrap().waiting.extend(jobs);
        Ok(())
    }

    fn take(&self, _: Duration) -> Result<Taken<GameResult>, QueueError> {
        let mut state = self.state.lock().unwrap();
        let number = state.results.len();
        if number == 0 || state.fails() {
            if state.is_closed && number == 0 && state.leased.is_empty() {
                return Ok(Taken::Drained);
            }
            state.mischief.results_late += u32::from(number > 0);
            drop(state);
            std::thread::sleep(Duration::from_millis(1));
            return Ok(Taken::NothingYet);
        }
        let any = state.dice.bits() as usize % number;
        let text = state.results.swap_remove(any);
        Ok(Taken::Finished(serde_json::from_str(&text).unwrap()))
    }

    fn close(&self) -> Result<(), QueueError> {
        self.state.lock().unwrap().is_closed = true;
        Ok(())
    }
}

/// All of a standing but the times that players took.
fn score(standing: &Standing) -> impl PartialEq + std::fmt::Debug + use<> {
    let moves: Vec<u64> = standing.thinking.iter().map(|(_, moves)| *moves).collect();
    let Standing { tally, pairs, faults, games, .. } = standing.clone();
    (tally, pairs, faults, games, moves)
}

#[test]
fn an_unreliable_queue_changes_nothing_and_no_game_counts_twice() {
    let mut knockout = tournament("ABCDE", 4);
    knockout.event.format = Format::Knockout;
    let mut total = Mischief::default();
    for (seed, tournament) in [(1, tournament("AB", 20)), (2, tournament("ABC", 6)), (3, knockout)]
    {
        let mut expected_store = SqliteStore::in_memory().unwrap();
        let expected = run(&tournament, &mut expected_store);
        let mut store = SqliteStore::in_memory().unwrap();
        let queue = Unreliable::new(seed);
        let mut told = 0;
        let ended = tournament
            .run_on(&queue, &mut store, &seat, &Stop::new(), &mut |progress| {
                told += u32::from(progress.game.is_some());
                assert_eq!(progress.standing.games, told);
            })
            .unwrap();
        assert_eq!((ended.why, ended.champion), (Why::Complete, expected.champion));
        assert_eq!(ended.ids, expected.ids);
        assert_eq!(score(&ended.standing), score(&expected.standing));
        assert_eq!(essence(&store), essence(&expected_store));
        let mischief = queue.state.lock().unwrap().mischief;
        total.jobs_twice += mischief.jobs_twice;
        total.results_lost += mischief.results_lost;
        total.results_twice += mischief.results_twice;
        total.results_late += mischief.results_late;
    }
    let Mischief { jobs_twice, results_lost, results_twice, results_late } = total;
    let all = [jobs_twice, results_lost, results_twice, results_late];
    assert!(all.iter().all(|&times| times > 0), "{total:?}");
}

/// A queue that somebody meddles with.
struct Meddled<G, F> {
    inner: LocalQueue<Job, GameResult>,
    /// Whether another game may be handed out, as long as the queue is not closed.
    may_lease: G,
    /// What is handed in instead of what was played.
    forge: F,
    is_closed: AtomicBool,
}

impl<G, F> Meddled<G, F> {
    fn new(may_lease: G, forge: F) -> Meddled<G, F> {
        Meddled { inner: LocalQueue::default(), may_lease, forge, is_closed: false.into() }
    }
}

impl<G, F> Queue<Job, GameResult> for Meddled<G, F>
where
    G: Fn() -> bool + Sync,
    F: Fn(GameResult) -> Outcome<GameResult> + Sync,
{
    fn lease(&self, wait: Duration) -> Result<Leased<Job>, QueueError> {
        if !self.is_closed.load(Ordering::SeqCst) && !(self.may_lease)() {
            std::thread::sleep(Duration::from_millis(1));
            return Ok(Leased::NothingYet);
        }
        self.inner.lease(wait)
    }
    fn lease_time(&self) -> Option<Duration> {
        self.inner.lease_time()
    }
    fn renew(&self, lease: &LeaseToken) -> Result<Renewed, QueueError> {
        self.inner.renew(lease)
    }
    fn finish(&self, lease: &LeaseToken, outcome: Outcome<GameResult>) -> Result<(), QueueError> {
        self.inner.finish(lease, outcome.and_then(&self.forge))
    }
    fn release(&self, lease: &LeaseToken) -> Result<(), QueueError> {
        self.inner.release(lease)
    }
}

impl<G, F> OwnedQueue<Job, GameResult> for Meddled<G, F>
where
    G: Fn() -> bool + Sync,
    F: Fn(GameResult) -> Outcome<GameResult> + Sync,
{
    fn submit(&self, jobs: Vec<Job>) -> Result<(), QueueError> {
        self.inner.submit(jobs)
    }
    fn take(&self, wait: Duration) -> Result<Taken<GameResult>, QueueError> {
        self.inner.take(wait)
    }
    fn close(&self) -> Result<(), QueueError> {
        self.inner.close()?;
        self.is_closed.store(true, Ordering::SeqCst);
        Ok(())
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let (mut whole, mut parts) =
        (SqliteStore::in_memory().unwrap(), SqliteStore::in_memory().unwrap());
    let expected = run(&tournament("AB", 20), &mut whole);
    let mut stops = 0;
    loop {
        // Three games begin; then somebody stops the run.
        let (stop, begun) = (Stop::new(), AtomicU32::new(0));
        let may_lease = || {
            let is_last = begun.fetch_add(1, Ordering::SeqCst) >= 3;
            if is_last {
                stop.stop();
            }
            !is_last
        };
        let queue = Meddled::new(may_lease, Ok);
        let ended =
            tournament("AB", 20).run_on(&queue, &mut parts, &seat, &stop, &mut |_| {}).unwrap();
        if ended.why == Why::Complete {
            assert_eq!(ended.standing.tally, expected.standing.tally);
            assert_eq!(ended.ids, expected.ids);
            break;
        }
        stops += 1;
        assert!(parts.games(None).unwrap().len() <= 3 * stops);
    }
    assert!(stops >= 3, "{stops} stops");
    assert_eq!(essence(&parts), essence(&whole));
}

fn problem_of(forge: impl Fn(GameResult) -> Outcome<GameResult> + Sync) -> String {
    let queue = Meddled::new(|| true, forge);
    let mut store = SqliteStore::in_memory().unwrap();
    let ended = tournament("AB", 4).run_on(&queue, &mut store, &seat, &Stop::new(), &mut |_| {});
    assert_eq!(store.games(None).unwrap().len(), 0);
    ended.unwrap_err().to_string()
}

#[test]
fn a_failure_and_what_is_no_result_end_the_run_with_the_reason() {
    assert_eq!(problem_of(|_| Err(Failure::new("cannot be played"))), "cannot be played");
    let other = |mut game: GameResult| {
        game.job.seed += 1;
        Ok(game)
    };
    assert!(problem_of(other).contains("another game's"));
    assert!(problem_of(|game| Ok(GameResult { rewards: vec![1.0], ..game })).contains("rewards"));
}

#[test]
fn leases_that_run_out_while_a_game_is_played_do_no_harm() {
    // Nobody can keep such a lease: every job is handed out as often as somebody asks for one.
    let queue = LocalQueue::with_lease_time(Duration::ZERO);
    let mut store = SqliteStore::in_memory().unwrap();
    let tournament = tournament("AB", 10);
    let ended = tournament.run_on(&queue, &mut store, &seat, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((ended.why, ended.standing.games), (Why::Complete, 10));
}

#[test]
#[should_panic(expected = "too much for B")]
fn a_worker_that_panics_ends_the_run_and_is_heard() {
    let seater = |entrant: &Entrant| match entrant.name.as_str() {
        "B" => panic!("too much for B"),
        _ => seat(entrant),
    };
    let mut store = SqliteStore::in_memory().unwrap();
    let _ = tournament("AB", 4).run(&mut store, &seater, &Stop::new(), &mut |_| {});
}

#[test]
#[should_panic(expected = "heard enough")]
fn a_listener_that_panics_sends_the_workers_home() {
    let mut store = SqliteStore::in_memory().unwrap();
    let _ = tournament("AB", 20).run(&mut store, &seat, &Stop::new(), &mut |progress| {
        assert!(progress.game.is_none(), "heard enough");
    });
}
