//! Work that may take a while, kept off the threads that answer: a bounded number of pieces at
//! once, in all and for each client, so that whoever asks for much waits for himself.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::refusal::Refusal;
use crate::settings::ServerLimits;

/// What kind of work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Something about one game: a lock to wait for, rules to ask, a file to write.
    Game,
    /// A whole record to be read or written.
    Conversion,
}

/// How many pieces of each kind may be worked on at once.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    games: Arc<Semaphore>,
    conversions: Arc<Semaphore>,
}

impl Slots {
    pub(crate) fn new(games: usize, conversions: usize) -> Slots {
        let semaphore = |permits: usize| Arc::new(Semaphore::new(permits.max(1)));
        Slots { games: semaphore(games), conversions: semaphore(conversions) }
    }

    /// Whether nobody works or waits here.
    pub(crate) fn is_unused(&self) -> bool {
        Arc::strong_count(&self.games) == 1 && Arc::strong_count(&self.conversions) == 1
    }

    async fn take(&self, work: Work) -> Result<OwnedSemaphorePermit, Refusal> {
        let kind = match work {
            Work::Game => &self.games,
            Work::Conversion => &self.conversions,
        };
        Arc::clone(kind).acquire_owned().await.map_err(|_| Refusal::Closing)
    }
}

/// Where all work is done.
pub(crate) struct Workshop {
    slots: Slots,
    waiting_time: Duration,
}

impl Workshop {
    pub(crate) fn new(limits: &ServerLimits) -> Workshop {
        Workshop {
            slots: Slots::new(limits.requests_at_work, limits.conversions),
            waiting_time: limits.waiting_time,
        }
    }

    /// Does a client's work when there is a slot for it, among the client's own and among all. Once
    /// begun it comes to its end, whether or not anybody still waits for it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        own: Slots,
        kind: Work,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let slots =
            async { Ok::<_, Refusal>((own.take(kind).await?, self.slots.take(kind).await?)) };
        let taken = match timeout(self.waiting_time, slots).await {
            Ok(taken) => taken?,
            Err(_) => return Err(Refusal::Busy("too much is going on here; try again later")),
        };
        finished(taken, work).await
    }

    /// Does what the server itself wants done, however long there is no slot for it.
    pub(crate) async fn run_own<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        finished(self.slots.take(Work::Game).await?, work).await
    }
}

/// Does work that holds its slots to its end.
async fn finished<T: Send + 'static>(
    slots: impl Send + 'static,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let work = move || {
        let result = work();
        drop(slots);
        result
    };
    spawn_blocking(work).await.unwrap_or(Err(Refusal::Fault))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn workshop(waiting_time: Duration) -> Workshop {
        let limits = ServerLimits {
            requests_at_work: 2,
            conversions: 1,
            waiting_time,
            ..ServerLimits::default()
        };
        Workshop::new(&limits)
    }

    #[tokio::test]
    async fn whoever_asks_for_much_waits_for_himself_and_not_others_for_him() {
        let workshop = Arc::new(workshop(Duration::from_millis(50)));
        let [greedy, modest] = [Slots::new(1, 1), Slots::new(1, 1)];
        let (release, held) = mpsc::channel::<()>();
        let (begin, begun) = mpsc::channel();
        let first = tokio::spawn({
            let (workshop, greedy) = (Arc::clone(&workshop), greedy.clone());
            async move {
                let hold = move || {
                    begin.send(()).ok();
                    Ok(held.recv().ok())
                };
                workshop.run(greedy, Work::Game, hold).await.is_ok()
            }
        });
        tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
        let second = workshop.run(greedy.clone(), Work::Game, || Ok(())).await;
        assert!(matches!(second, Err(Refusal::Busy(_))), "{second:?}");
        workshop.run(modest, Work::Game, || Ok(())).await.unwrap();
        workshop.run(greedy.clone(), Work::Conversion, || Ok(())).await.unwrap();
        release.send(()).unwrap();
        assert!(first.await.unwrap());
        workshop.run(greedy.clone(), Work::Game, || Ok(())).await.unwrap();
        assert!(greedy.is_unused());
    }

    #[tokio::test]
    async fn a_fault_in_one_piece_of_work_gives_its_slot_back() {
        let workshop = workshop(Duration::from_secs(60));
        for _ in 0..3 {
            let fault = || -> Result<(), Refusal> { panic!("on purpose") };
            let result = workshop.run(Slots::new(1, 1), Work::Conversion, fault).await;
            assert!(matches!(result, Err(Refusal::Fault)), "{result:?}");
        }
    }
}
