//! The rounds of a book that grows.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use spinney_engine::{Board, EngineError, Rng, Stop};

use super::evaluation::{Evaluation, Judgement, evaluate};
use super::graph::Graph;
use super::spec::{Method, Spec};
use super::store::JudgementStore;
use super::{Request, bandit, best_first, levels};
use crate::queue::{self, Failure, LocalQueue, OwnedQueue, QueueError, Taken, Task};
use crate::store::StoreError;

/// How long a run waits for a result before it looks whether it was stopped.
const WAIT: Duration = Duration::from_millis(100);

/// A queue of evaluations as those who grow a book see it.
pub type JudgementQueue<'a> = &'a dyn OwnedQueue<Evaluation, Judgement>;

/// Why a book does not grow.
#[derive(Debug, thiserror::Error)]
pub enum GrowError {
    /// Its spec or a position makes no sense.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A position cannot be judged.
    #[error(transparent)]
    Job(#[from] Failure),
    /// Evaluations cannot be handed out.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// Judgements cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How far a book has grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Evaluations that are made.
    pub made: u64,
    /// Of these, those that were found in the store.
    pub found: u64,
    /// Evaluations that are asked for, as far as is known.
    pub asked: u64,
    /// Positions that were looked at.
    pub positions: usize,
}

/// How growing ended.
#[derive(Debug)]
pub struct Ended {
    /// Positions and what is known of them. Where it was stopped, whole rounds only.
    pub graph: Graph,
    /// How far it has grown.
    pub progress: Progress,
    /// Whether somebody stopped it.
    pub is_stopped: bool,
}

/// Grows a book with so many workers. When `stop` is thrown, evaluations in progress are made and
/// kept, and no further ones are begun.
pub fn grow(
    spec: &Spec,
    store: &mut JudgementStore,
    workers: usize,
    stop: &Stop,
    listener: &mut dyn FnMut(&Progress),
) -> Result<Ended, GrowError> {
    let queue = LocalQueue::default();
    let home = Stop::new();
    let (queue, home) = (&queue, &home);
    thread::scope(|scope| {
        let judge = |evaluation: &_| evaluate(evaluation).map_err(Failure::new);
        let work = move || queue::work(scope, queue, home, judge);
        let crew: Vec<_> = (0..workers.max(1)).map(|_| scope.spawn(work)).collect();
        let ended = grow_on(queue, spec, store, stop, listener);
        // Whether or not the queue heard that it is closed.
        home.stop();
        for worker in crew {
            match worker.join() {
                Ok(worked) => worked?,
                Err(panic) => resume_unwind(panic),
            }
        }
        ended
    })
}

/// Grows a book by way of a queue, which is closed at the end, and on which somebody works.
pub fn grow_on(
    queue: JudgementQueue<'_>,
    spec: &Spec,
    store: &mut JudgementStore,
    stop: &Stop,
    listener: &mut dyn FnMut(&Progress),
) -> Result<Ended, GrowError> {
    let mut growth = Growth {
        queue,
        spec,
        store,
        stop,
        listener,
        progress: Progress { made: 0, found: 0, asked: 0, positions: 1 },
    };
    let ended = growth.rounds();
    // Those who wait for further jobs go home, also when something went wrong.
    let closed = queue.close();
    let ended = ended?;
    closed?;
    Ok(ended)
}

struct Growth<'a> {
    queue: JudgementQueue<'a>,
    spec: &'a Spec,
    store: &'a mut JudgementStore,
    stop: &'a Stop,
    listener: &'a mut dyn FnMut(&Progress),
    progress: Progress,
}

impl Growth<'_> {
    fn rounds(&mut self) -> Result<Ended, GrowError> {
        let mut graph = Graph::new(Board::from_text(&self.spec.position)?)?;
        loop {
            let requests = self.round(&mut graph)?;
            self.progress.positions = graph.positions();
            if requests.is_empty() {
                return Ok(Ended { graph, progress: self.progress, is_stopped: false });
            }
            let evaluations: Vec<_> =
                requests.iter().map(|request| self.evaluation(&graph, request)).collect();
            self.progress.asked += evaluations.len() as u64;
            let Some(judgements) = self.judged(&evaluations)? else {
                return Ok(Ended { graph, progress: self.progress, is_stopped: true });
            };
            for (request, judgement) in requests.iter().zip(judgements) {
                graph.judge(request.key, judgement);
            }
        }
    }

    /// What is to be evaluated next, within what may be evaluated at all.
    fn round(&self, graph: &mut Graph) -> Result<Vec<Request>, EngineError> {
        let Spec { method, batch, evaluations, .. } = self.spec;
        let left = match evaluations {
            0 => u64::MAX,
            most => most.saturating_sub(self.progress.asked),
        };
        if left == 0 {
            return Ok(Vec::new());
        }
        let mut requests = match method {
            Method::Levels(settings) => levels::next(settings, graph)?,
            Method::BestFirst(settings) => best_first::next(settings, graph, *batch)?,
            Method::Bandit(settings) => bandit::next(settings, graph, *batch)?,
        };
        requests.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        Ok(requests)
    }

    fn evaluation(&self, graph: &Graph, request: &Request) -> Evaluation {
        let Spec { judge, solver_nodes, seed, .. } = self.spec;
        Evaluation {
            position: graph.node(request.key).board.text(),
            judge: judge.clone(),
            solver_nodes: *solver_nodes,
            // Short enough for every format's numbers, with room for the games of an evaluation.
            seed: Rng::new(seed ^ request.key, u64::from(request.number)).bits() >> 12,
        }
    }

    /// What comes of evaluations, in their order; nothing if it was stopped before all were made.
    fn judged(&mut self, evaluations: &[Evaluation]) -> Result<Option<Vec<Judgement>>, GrowError> {
        let mut open = HashMap::new();
        let mut judgements = vec![None; evaluations.len()];
        for (index, evaluation) in evaluations.iter().enumerate() {
            let id = evaluation.id();
            match self.store.get(&id)? {
                Some(known) => {
                    judgements[index] = Some(known);
                    self.progress.made += 1;
                    self.progress.found += 1;
                }
                None => drop(open.insert(id, index)),
            }
        }
        (self.listener)(&self.progress);
        let mut due: Vec<_> = open.values().copied().collect();
        due.sort_unstable();
        self.queue.submit(due.iter().map(|&index| evaluations[index].clone()).collect())?;
        let mut is_closed = false;
        while !open.is_empty() {
            if self.stop.is_stopped() && !is_closed {
                self.queue.close()?;
                is_closed = true;
            }
            match self.queue.take(WAIT)? {
                Taken::Finished(finished) => {
                    // A result may come twice, or from somebody who was asked for another.
                    let Some(index) = open.remove(&finished.job) else { continue };
                    let judgement = finished.outcome?;
                    self.store.keep(&evaluations[index], &judgement)?;
                    judgements[index] = Some(judgement);
                    self.progress.made += 1;
                    (self.listener)(&self.progress);
                }
                Taken::NothingYet => {}
                Taken::Drained => return Ok(None),
            }
        }
        Ok(judgements.into_iter().collect())
    }
}
