//! One search for one proof: its threads, when they end, and what there is to tell of it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use spinney_game::host::{self, Instant};
use spinney_game::{Game, Interrupt, Player, StaticProver};

use super::bounds::{Bounds, NEVER};
use super::notes::{Child, Note, Seen};
use super::walk::Walker;
use super::{Progress, Shared, known};
use crate::{Budget, Stop};

/// How often whoever listens hears about the search.
const REPORT_EVERY: Duration = Duration::from_millis(200);

pub(super) struct Search<'a, G: Game, I: StaticProver<G>> {
    shared: &'a Shared<G, I>,
    prover: &'a I,
    position: &'a G,
    /// Who is to move there.
    player: Player,
    key: u64,
    start: Instant,
    /// Positions that were looked at before this search began.
    before: u64,
    most_nodes: Option<u64>,
    /// Whether time is up or somebody has ended the search.
    interrupt: Interrupt,
}

/// A proof, and a move that wins, if the search has come upon one.
type Proof<M> = (Bounds, Option<M>);

impl<'a, G: Game, I: StaticProver<G> + Sync> Search<'a, G, I> {
    pub(super) fn new(
        shared: &'a Shared<G, I>,
        prover: &'a I,
        position: &'a G,
        player: Player,
        budget: &Budget,
        stop: &Stop,
    ) -> Self {
        let start = Instant::now();
        Search {
            shared,
            prover,
            position,
            player,
            key: prover.key(position),
            start,
            before: shared.nodes.load(Relaxed),
            most_nodes: budget.nodes,
            interrupt: stop.interrupt(budget.time.and_then(|time| start.checked_add(time.soft))),
        }
    }

    /// Works until there is a proof, or no more to be had.
    pub(super) fn run(&self, listener: &mut dyn FnMut(&Progress<G::Move>)) -> Progress<G::Move> {
        let known = self.shared.table.bounds(self.key).filter(|bounds| bounds.is_proven());
        let known = known.map(|bounds| (bounds, None));
        let Some((bounds, winning)) = known.or_else(|| self.prove(listener)) else {
            return self.progress();
        };
        let winner = bounds.winner(self.player);
        let winning_move = match winning {
            None if winner == self.player => self.winning_move(),
            found => found,
        };
        let Progress { nodes, elapsed, .. } = self.progress();
        Progress { winning_move, nodes, elapsed, ..Progress::new(Some(winner), bounds) }
    }

    /// Has every thread walk from the position until one of them has the proof. It is handed on by
    /// itself, since the table may have forgotten it the moment after.
    fn prove(&self, listener: &mut dyn FnMut(&Progress<G::Move>)) -> Option<Proof<G::Move>> {
        let proof = OnceLock::new();
        let is_over = Arc::new(AtomicBool::new(false));
        let interrupt: Interrupt = {
            let (is_over, interrupt) = (is_over.clone(), self.interrupt.clone());
            Arc::new(move || is_over.load(Relaxed) || interrupt())
        };
        let goes_on = || {
            let is_enough = self.most_nodes.is_some_and(|most| self.nodes() >= most);
            !is_enough && !interrupt()
        };
        let walk = |go_on: &mut dyn FnMut() -> bool| {
            let mut prover = self.prover.clone();
            prover.break_off_when(Some(interrupt.clone()));
            let all = Bounds { phi: NEVER, delta: NEVER };
            let walked = Walker::new(self.shared, prover, go_on).walk(self.position, self.key, all);
            if walked.bounds.is_proven() {
                let _ = proof.set((walked.bounds, walked.winning));
            }
            is_over.store(true, Relaxed);
        };
        host::scope(|scope| {
            for _ in 1..self.shared.settings.threads {
                scope.spawn(|| walk(&mut || goes_on()));
            }
            let mut last = self.start;
            walk(&mut || {
                if last.elapsed() >= REPORT_EVERY {
                    last = Instant::now();
                    listener(&self.progress());
                }
                goes_on()
            });
        });
        proof.into_inner()
    }

    fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) - self.before
    }

    /// How far it has come, as the table says.
    fn progress(&self) -> Progress<G::Move> {
        let bounds = self.shared.table.bounds(self.key).unwrap_or(Bounds::OPEN);
        let winner = bounds.is_proven().then(|| bounds.winner(self.player));
        let progress = Progress::new(winner, bounds);
        Progress { nodes: self.nodes(), elapsed: self.start.elapsed(), ..progress }
    }

    /// A move that wins by what the static prover sees or the table still knows.
    fn winning_move(&self) -> Option<G::Move> {
        let mut prover = self.prover.clone();
        prover.break_off_when(Some(self.interrupt.clone()));
        // The notes kept may be of an image of this position.
        let note = match Note::take(&mut prover, self.position)? {
            Seen::Open(note) => note,
            Seen::Decided(_, _, winning) => return winning,
        };
        let wins = |child: &&Child<_>| {
            known(&self.shared.table, self.prover, &note.after(child)) == Some(self.player)
        };
        note.children.iter().find(wins).map(|child| child.played)
    }
}
