//! What a queue promises, with jobs that are mere words.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use super::*;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Word(String);

impl Task for Word {
    fn id(&self) -> String {
        self.0.clone()
    }
}

type Words = LocalQueue<Word, u32>;

const AT_ONCE: Duration = Duration::ZERO;
/// Longer than any of these tests should take.
const LONG: Duration = Duration::from_secs(3600);

fn submitted(queue: Words, words: &[&str]) -> Words {
    queue.submit(words.iter().map(|&word| Word(word.to_owned())).collect()).unwrap();
    queue
}

fn words(words: &[&str]) -> Words {
    submitted(Words::default(), words)
}

/// Whose leases have run out as soon as they are given.
fn forgetful(words: &[&str]) -> Words {
    submitted(Words::with_lease_time(Duration::ZERO), words)
}

fn lease(queue: &Words) -> Lease<Word> {
    match queue.lease(LONG).unwrap() {
        Leased::Job(lease) => lease,
        other => panic!("no job but {other:?}"),
    }
}

fn results(queue: &Words) -> Vec<(String, Outcome<u32>)> {
    let mut results = Vec::new();
    while let Taken::Finished(finished) = queue.take(AT_ONCE).unwrap() {
        results.push((finished.job, finished.outcome));
    }
    results
}

#[test]
fn jobs_come_in_order_and_come_back() {
    let queue = words(&["a", "b"]);
    let first = lease(&queue);
    assert_eq!(first.job.0, "a");
    queue.release(&first.token).unwrap();
    let again = lease(&queue);
    assert_eq!(again.job, first.job);
    assert_ne!(again.token, first.token);
    assert_eq!(lease(&queue).job.0, "b");
    assert_eq!(queue.lease(AT_ONCE).unwrap(), Leased::NothingYet);
}

#[test]
fn results_are_taken_as_they_come() {
    let queue = words(&["a", "b"]);
    let (a, b) = (lease(&queue), lease(&queue));
    assert_eq!(queue.take(AT_ONCE).unwrap(), Taken::NothingYet);
    queue.finish(&b.token, Ok(2)).unwrap();
    queue.finish(&a.token, Err(Failure::new("nonsense"))).unwrap();
    let expected = [("b".to_owned(), Ok(2)), ("a".to_owned(), Err(Failure::new("nonsense")))];
    assert_eq!(results(&queue), expected);
}

#[test]
fn a_closed_queue_takes_what_is_under_way_and_is_then_drained() {
    let queue = words(&["a", "b"]);
    let held = lease(&queue);
    queue.close().unwrap();
    assert_eq!(queue.lease(LONG).unwrap(), Leased::Closed);
    assert_eq!(queue.take(AT_ONCE).unwrap(), Taken::NothingYet);
    queue.finish(&held.token, Ok(1)).unwrap();
    assert_eq!(results(&queue), [("a".to_owned(), Ok(1))]);
    assert_eq!(queue.take(LONG).unwrap(), Taken::Drained);
}

#[test]
fn whoever_waits_hears_of_a_job_of_a_result_and_of_the_end() {
    let queue = words(&[]);
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let held = lease(&queue);
            queue.finish(&held.token, Ok(1)).unwrap();
            queue.lease(LONG).unwrap()
        });
        queue.submit(vec![Word("a".into())]).unwrap();
        assert!(matches!(queue.take(LONG).unwrap(), Taken::Finished(_)));
        queue.close().unwrap();
        assert_eq!(worker.join().unwrap(), Leased::Closed);
    });
}

#[test]
fn a_lease_that_has_run_out_is_given_to_somebody_else() {
    let queue = forgetful(&["a"]);
    let first = lease(&queue);
    assert_eq!(queue.renew(&first.token).unwrap(), Renewed::Lost);
    let second = lease(&queue);
    assert_eq!(second.job, first.job);
    // The late one is nearer to its end after all; then the other's comes too late.
    queue.finish(&first.token, Ok(1)).unwrap();
    queue.finish(&second.token, Ok(2)).unwrap();
    queue.release(&second.token).unwrap();
    assert_eq!(results(&queue), [("a".to_owned(), Ok(1))]);
    assert_eq!(queue.lease(AT_ONCE).unwrap(), Leased::NothingYet);
}

#[test]
fn a_worker_hears_that_another_has_finished_its_job() {
    let queue = submitted(Words::with_lease_time(LONG), &["a"]);
    let lost = lease(&queue);
    queue.release(&lost.token).unwrap();
    let held = lease(&queue);
    assert_eq!(queue.renew(&held.token).unwrap(), Renewed::Held);
    queue.finish(&lost.token, Ok(1)).unwrap();
    assert_eq!(queue.renew(&held.token).unwrap(), Renewed::Lost);
}

#[test]
fn a_job_is_submitted_once() {
    let queue = submitted(words(&["a", "a"]), &["a"]);
    let held = lease(&queue);
    assert_eq!(queue.lease(AT_ONCE).unwrap(), Leased::NothingYet);
    queue.finish(&held.token, Ok(1)).unwrap();
    let queue = submitted(queue, &["a"]);
    assert_eq!(queue.lease(AT_ONCE).unwrap(), Leased::NothingYet);
}

#[test]
fn a_token_from_elsewhere_does_nothing() {
    let queue = words(&["a"]);
    let stray = LeaseToken { job: "x".into(), delivery: "tea".into() };
    assert_eq!(queue.renew(&stray).unwrap(), Renewed::Lost);
    queue.release(&stray).unwrap();
    queue.finish(&stray, Ok(1)).unwrap();
    assert_eq!(results(&queue), []);
    assert_eq!(lease(&queue).job.0, "a");
}

#[test]
fn a_worker_that_panics_gives_its_job_back() {
    let queue = words(&["a"]);
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let held: Held<'_, Word, u32> = Held::new(scope, &queue, lease(&queue));
            panic!("{} was too much", held.job().0);
        });
        assert!(worker.join().is_err());
        assert_eq!(lease(&queue).job.0, "a");
    });
}

#[test]
fn a_job_that_was_finished_does_not_come_back() {
    let queue = words(&["a"]);
    thread::scope(|scope| {
        Held::new(scope, &queue, lease(&queue)).finish(Ok(1)).unwrap();
    });
    assert_eq!(queue.lease(AT_ONCE).unwrap(), Leased::NothingYet);
    assert_eq!(results(&queue).len(), 1);
}

/// Counts renewals: the first one is granted, the second fails, then the lease is lost.
struct Counting {
    inner: Words,
    renewals: AtomicU32,
}

impl Queue<Word, u32> for Counting {
    fn lease(&self, wait: Duration) -> Result<Leased<Word>, QueueError> {
        self.inner.lease(wait)
    }
    fn lease_time(&self) -> Option<Duration> {
        Some(Duration::from_millis(3))
    }
    fn renew(&self, _: &LeaseToken) -> Result<Renewed, QueueError> {
        match self.renewals.fetch_add(1, Ordering::SeqCst) {
            0 => Ok(Renewed::Held),
            1 => Err(QueueError { problem: "cannot be reached".into() }),
            _ => Ok(Renewed::Lost),
        }
    }
    fn finish(&self, lease: &LeaseToken, outcome: Outcome<u32>) -> Result<(), QueueError> {
        self.inner.finish(lease, outcome)
    }
    fn release(&self, lease: &LeaseToken) -> Result<(), QueueError> {
        self.inner.release(lease)
    }
}

#[test]
fn a_lease_is_renewed_by_another_thread_until_it_is_lost() {
    let queue = Counting { inner: words(&["a"]), renewals: AtomicU32::new(0) };
    thread::scope(|scope| {
        let held = Held::new(scope, &queue, lease(&queue.inner));
        // The work is done when the lease was renewed often enough.
        while queue.renewals.load(Ordering::SeqCst) < 3 {
            thread::yield_now();
        }
        held.finish(Ok(1)).unwrap();
    });
    assert_eq!(queue.renewals.load(Ordering::SeqCst), 3);
    assert_eq!(results(&queue.inner).len(), 1);
}

#[test]
fn what_crosses_a_queue_can_be_written_down() {
    let token = LeaseToken { job: "a".into(), delivery: "7".into() };
    let lease = Lease { job: Word("a".into()), token };
    let text = serde_json::to_string(&lease).unwrap();
    assert_eq!(serde_json::from_str::<Lease<Word>>(&text).unwrap(), lease);
    for outcome in [Ok(1), Err(Failure::new("nonsense"))] {
        let finished = Finished::<u32> { job: "a".into(), outcome };
        let text = serde_json::to_string(&finished).unwrap();
        assert_eq!(serde_json::from_str::<Finished<u32>>(&text).unwrap(), finished);
    }
}
