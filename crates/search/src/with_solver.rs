//! A search with a proof search beside it, or before it.

use spinney_game::host::{self, Instant};
use spinney_game::{Game, Interrupt, StaticProver};

use crate::dfpn::{self, Solver};
use crate::{Budget, Candidate, Proof, Report, Searcher, Stop};

/// Before the thinking, a solver is asked where static proof leaves so many moves at most. In Hex on 11x11
/// that is from about the eighteenth stone on; of positions before, half a second solved none.
const MOST_LEFT: usize = 50;
/// The share of the time that a solver has before the thinking where there is no thread for it beside
/// that: as much as two threads on one processor would give it.
const ALTERNATING_SHARE: f32 = 0.5;

/// Thinks as another searcher does, and has a solver work on the same position: beside it on threads of
/// its own, or before it for a share of the time. The searcher may ask what the solver has proven of
/// positions on the way. If the solver is first at the position itself, the thinking ends and what
/// it has proven is played. Where playouts or nodes are counted and time is not, the solver stays
/// out, since nobody could repeat what the two of them do.
pub struct WithSolver<G: Game, I: StaticProver<G>> {
    searcher: Box<dyn Searcher<G>>,
    prover: I,
    settings: dfpn::Settings,
    /// Made when it is first needed: a table takes memory, and many a session never thinks.
    solver: Option<Solver<G, I>>,
    /// The share of a move's time before the thinking; `None` for work beside it.
    share: Option<f32>,
}

impl<G: Game + 'static, I: StaticProver<G> + Sync + 'static> WithSolver<G, I> {
    /// A searcher with a solver beside it.
    pub fn beside(searcher: Box<dyn Searcher<G>>, prover: I, settings: dfpn::Settings) -> Self {
        WithSolver { searcher, prover, settings, solver: None, share: None }
    }

    /// A searcher with a solver that has that share of the time before it.
    pub fn before(
        searcher: Box<dyn Searcher<G>>,
        prover: I,
        settings: dfpn::Settings,
        share: f32,
    ) -> Self {
        let mut solving = WithSolver::beside(searcher, prover, settings);
        // One proof a move needs no memory of others; the solver sees to its own.
        solving.prover.keep_within(0);
        WithSolver { share: Some(share), ..solving }
    }

    /// The solver; `None` if there is no memory for one, which is no reason not to think.
    fn solver<'a>(
        solver: &'a mut Option<Solver<G, I>>,
        prover: &I,
        settings: &dfpn::Settings,
    ) -> Option<&'a mut Solver<G, I>> {
        if solver.is_none() {
            *solver = Solver::new(prover.clone(), settings.clone()).ok();
        }
        solver.as_mut()
    }

    /// Solves and thinks at the same time.
    fn think_beside(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let searcher = &mut self.searcher;
        let Some(solver) = WithSolver::solver(&mut self.solver, &self.prover, &self.settings)
        else {
            return searcher.think(position, budget, stop, listener);
        };
        searcher.consult(Some(solver.oracle()));
        let (enough, over) = (stop.linked(), stop.linked());
        let (mut report, progress) = host::scope(|scope| {
            let proof = scope.spawn(|| {
                let progress = solver.solve(position, Budget::default(), &over, &mut |_| {});
                if progress.winner.is_some() {
                    enough.stop();
                }
                progress
            });
            let report = searcher.think(position, budget, &enough, listener);
            over.stop();
            (report, proof.join().expect("a solver does not panic"))
        });
        tell(&mut report, &progress);
        report
    }

    /// Whether a solver has a chance within the time of a move: where static proof leaves many moves, or
    /// one static proof takes all of the solver's time, it does not.
    fn is_ripe(&mut self, position: &G, interrupt: &Interrupt) -> bool {
        let mut left = Vec::new();
        self.prover.break_off_when(Some(interrupt.clone()));
        let winner = self.prover.prove_fully(&mut position.clone(), &mut left);
        self.prover.break_off_when(None);
        !interrupt() && (winner.is_some() || left.len() <= MOST_LEFT)
    }

    /// Solves for a while, then thinks for the rest of the time.
    fn think_after(
        &mut self,
        share: f32,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let start = Instant::now();
        let Some(share) = budget.share_of_time(share) else {
            return self.searcher.think(position, budget, stop, listener);
        };
        let interrupt = stop.interrupt(start.checked_add(share));
        let solver = self
            .is_ripe(position, &interrupt)
            .then(|| WithSolver::solver(&mut self.solver, &self.prover, &self.settings));
        let progress = solver.flatten().map(|solver| {
            self.searcher.consult(Some(solver.oracle()));
            solver.solve(position, Budget::of_time(share), stop, &mut |_| {})
        });
        let is_won =
            progress.as_ref().is_some_and(|p| p.winner.is_some() && p.winning_move.is_some());
        let rest = budget.after(start.elapsed());
        // Of a won position nothing is left to find out but what else there would be.
        let rest = if is_won { rest.at_most(1) } else { rest };
        let mut report = self.searcher.think(position, &rest, stop, listener);
        if let Some(progress) = progress {
            tell(&mut report, &progress);
        }
        report
    }
}

impl<G: Game + 'static, I: StaticProver<G> + Sync + 'static> Searcher<G> for WithSolver<G, I> {
    fn think(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let is_counted = budget.playouts.is_some() || budget.nodes.is_some();
        if is_counted && budget.time.is_none() {
            self.searcher.consult(None);
            return self.searcher.think(position, budget, stop, listener);
        }
        // Where nothing can be done at the same time, the solver has its part first.
        match self.share.or((!host::HAS_THREADS).then_some(ALTERNATING_SHARE)) {
            Some(share) => self.think_after(share, position, budget, stop, listener),
            None => self.think_beside(position, budget, stop, listener),
        }
    }

    fn played(&mut self, before: &G, m: G::Move) {
        self.searcher.played(before, m);
    }

    fn forget(&mut self) {
        self.searcher.forget();
        // It holds the solver's table.
        self.searcher.consult(None);
        self.solver = None;
    }
}

/// Adds what is proven to a report. A winning move comes first.
fn tell<M: spinney_game::Move>(report: &mut Report<M>, progress: &dfpn::Progress<M>) {
    let Some(winner) = progress.winner else { return };
    let player = report.actor.player();
    if player != Some(winner) {
        report.proof = Some(Proof::Won(winner));
        report.win_rate = 0.0;
        return;
    }
    // A win without a move to show for it is no use at the board.
    let Some(winning) = progress.winning_move else { return };
    let proof = Some(Proof::Won(winner));
    (report.proof, report.win_rate) = (proof, 1.0);
    // A searcher need not have looked at all moves.
    let known = report.candidates.iter().position(|c| c.played == winning);
    let candidate =
        known.map_or_else(|| Candidate::untried(winning), |index| report.candidates.remove(index));
    report.candidates.insert(0, Candidate { proof, win_rate: 1.0, ..candidate });
}
