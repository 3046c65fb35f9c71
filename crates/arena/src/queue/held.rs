//! A lease in a worker's hands: kept alive while it works, given back if it does not finish.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::Scope;
use std::time::Duration;

use spinney_engine::Stop;

use super::{Lease, LeaseToken, Leased, Outcome, Payload, Queue, QueueError, Renewed, Task};

/// How long a worker waits for a job before it looks whether it may go home.
const WAIT: Duration = Duration::from_millis(100);

/// A lease in a worker's hands. Until it is finished it is renewed; dropped without that, by a
/// worker that panics for one, it is released.
pub struct Held<'a, J: Task, R: Payload> {
    queue: &'a dyn Queue<J, R>,
    lease: Lease<J>,
    is_finished: bool,
    _renewal: Option<Renewal>,
}

impl<'a, J: Task + 'a, R: Payload + 'a> Held<'a, J, R> {
    /// Takes a lease into hand. A thread of the scope renews it, where leases run out.
    pub fn new<'scope, 'env>(
        scope: &'scope Scope<'scope, 'env>,
        queue: &'a dyn Queue<J, R>,
        lease: Lease<J>,
    ) -> Held<'a, J, R>
    where
        'a: 'scope,
    {
        let renewal = queue
            .lease_time()
            .map(|time| Renewal::start(scope, queue, lease.token.clone(), time / 3));
        Held { queue, lease, is_finished: false, _renewal: renewal }
    }
}

impl<J: Task, R: Payload> Held<'_, J, R> {
    /// What is to be done.
    pub fn job(&self) -> &J {
        &self.lease.job
    }

    /// Hands in what came of it. Where the queue does not take it, the lease is released.
    pub fn finish(mut self, outcome: Outcome<R>) -> Result<(), QueueError> {
        self.queue.finish(&self.lease.token, outcome)?;
        self.is_finished = true;
        Ok(())
    }
}

impl<J: Task, R: Payload> Drop for Held<'_, J, R> {
    fn drop(&mut self) {
        if !self.is_finished {
            // A queue that does not hear this waits until the lease has run out.
            let _ = self.queue.release(&self.lease.token);
        }
    }
}

/// Does jobs one after the other until there will be none any more, or until whoever works is sent
/// home.
pub fn work<'scope, 'a: 'scope, J: Task + 'a, R: Payload + 'a>(
    scope: &'scope Scope<'scope, '_>,
    queue: &'a dyn Queue<J, R>,
    home: &Stop,
    mut done: impl FnMut(&J) -> Outcome<R>,
) -> Result<(), QueueError> {
    while !home.is_stopped() {
        match queue.lease(WAIT)? {
            Leased::Job(lease) => {
                let held = Held::new(scope, queue, lease);
                let outcome = done(held.job());
                held.finish(outcome)?;
            }
            Leased::NothingYet => {}
            Leased::Closed => break,
        }
    }
    Ok(())
}

/// Renews a lease from a thread of its own, until this is dropped: the thread that works on the job
/// has no time for it.
struct Renewal {
    /// Nothing is ever sent: the thread ends when this end of the channel is gone.
    _end: Sender<()>,
}

impl Renewal {
    fn start<'scope, 'env, 'a: 'scope, J: Task + 'a, R: Payload + 'a>(
        scope: &'scope Scope<'scope, 'env>,
        queue: &'a dyn Queue<J, R>,
        token: LeaseToken,
        pause: Duration,
    ) -> Renewal {
        let (end, ended) = channel::<()>();
        scope.spawn(move || {
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                // A renewal that failed is tried again: two thirds of the time are left for that.
                if queue.renew(&token) == Ok(Renewed::Lost) {
                    break;
                }
            }
        });
        Renewal { _end: end }
    }
}
