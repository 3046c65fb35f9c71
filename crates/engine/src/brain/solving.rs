//! A brain with a proof search beside it, or before it.

use std::thread;
use std::time::Instant;

use spinney_game::{Game, Insight, Interrupt};
use spinney_search::dfpn::{self, Solver};
use spinney_search::{Limits, Stop, mcts};

use super::Brain;

/// Of a game clock, one part in this many counts as the time of a move.
const CLOCK_PARTS: u32 = 20;

/// Before the thinking, a solver is asked where insight leaves so many moves at most. In Hex on 11x11
/// that is from about the eighteenth stone on; of positions before, half a second solved none.
const MOST_LEFT: usize = 50;

/// Thinks as another brain does, and has a solver work on the same position: beside it on threads of
/// its own, or before it for a share of the time. The brain may ask what the solver has proven of
/// positions on the way. If the solver is first at the position itself, the thinking ends and what
/// it has proven is played. Where playouts or nodes are counted and time is not, the solver stays
/// out, since nobody could repeat what the two of them do.
pub(crate) struct Solving<G: Game, I: Insight<G>> {
    brain: Box<dyn Brain<G>>,
    insight: I,
    settings: dfpn::Settings,
    /// Made when it is first needed: a table takes memory, and many a session never thinks.
    solver: Option<Solver<G, I>>,
    /// The share of a move's time before the thinking; `None` for work beside it.
    share: Option<f32>,
}

impl<G: Game + 'static, I: Insight<G> + Sync + 'static> Solving<G, I> {
    /// A brain with a solver beside it.
    pub(crate) fn beside(brain: Box<dyn Brain<G>>, insight: I, settings: dfpn::Settings) -> Self {
        Solving { brain, insight, settings, solver: None, share: None }
    }

    /// A brain with a solver that has that share of the time before it.
    pub(crate) fn before(
        brain: Box<dyn Brain<G>>,
        insight: I,
        settings: dfpn::Settings,
        share: f32,
    ) -> Self {
        let mut solving = Solving::beside(brain, insight, settings);
        // One look a move needs no memory of others; the solver sees to its own.
        solving.insight.keep_within(0);
        Solving { share: Some(share), ..solving }
    }

    /// The solver; `None` if there is no memory for one, which is no reason not to think.
    fn solver<'a>(
        solver: &'a mut Option<Solver<G, I>>,
        insight: &I,
        settings: &dfpn::Settings,
    ) -> Option<&'a mut Solver<G, I>> {
        if solver.is_none() {
            *solver = Solver::new(insight.clone(), settings.clone()).ok();
        }
        solver.as_mut()
    }

    /// Solves and thinks at the same time.
    fn think_beside(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&mcts::Report<G::Move>),
    ) -> mcts::Report<G::Move> {
        let brain = &mut self.brain;
        let Some(solver) = Solving::solver(&mut self.solver, &self.insight, &self.settings) else {
            return brain.think(position, limits, stop, listener);
        };
        brain.consult(Some(solver.oracle()));
        let (enough, over) = (stop.linked(), stop.linked());
        let (mut report, progress) = thread::scope(|scope| {
            let proof = scope.spawn(|| {
                let progress = solver.solve(position, &Limits::default(), &over, &mut |_| {});
                if progress.winner.is_some() {
                    enough.stop();
                }
                progress
            });
            let report = brain.think(position, limits, &enough, listener);
            over.stop();
            (report, proof.join().expect("a solver does not panic"))
        });
        tell(&mut report, &progress);
        report
    }

    /// Whether a solver has a chance within the time of a move: where insight leaves many moves, or
    /// one look takes all of the solver's time, it does not.
    fn is_ripe(&mut self, position: &G, interrupt: &Interrupt) -> bool {
        let mut left = Vec::new();
        self.insight.break_off_when(Some(interrupt.clone()));
        let winner = self.insight.examine(&mut position.clone(), &mut left);
        self.insight.break_off_when(None);
        !interrupt() && (winner.is_some() || left.len() <= MOST_LEFT)
    }

    /// Solves for a while, then thinks for the rest of the time.
    fn think_after(
        &mut self,
        share: f32,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&mcts::Report<G::Move>),
    ) -> mcts::Report<G::Move> {
        let start = Instant::now();
        let of_clock = limits.clock.map(|clock| clock.remaining / CLOCK_PARTS + clock.increment);
        let Some(time) = limits.move_time.into_iter().chain(of_clock).min() else {
            return self.brain.think(position, limits, stop, listener);
        };
        let share = time.mul_f32(share);
        let interrupt = stop.interrupt(start.checked_add(share));
        let solver = self
            .is_ripe(position, &interrupt)
            .then(|| Solving::solver(&mut self.solver, &self.insight, &self.settings));
        let progress = solver.flatten().map(|solver| {
            self.brain.consult(Some(solver.oracle()));
            solver.solve(position, &Limits::move_time(share), stop, &mut |_| {})
        });
        let is_won =
            progress.as_ref().is_some_and(|p| p.winner.is_some() && p.winning_move.is_some());
        let spent = start.elapsed();
        let rest = Limits {
            // Of a won position nothing is left to find out but what else there would be.
            playouts: if is_won { Some(1) } else { limits.playouts },
            move_time: limits.move_time.map(|time| time.saturating_sub(spent)),
            clock: limits.clock.map(|mut clock| {
                clock.remaining = clock.remaining.saturating_sub(spent);
                clock
            }),
            ..*limits
        };
        let mut report = self.brain.think(position, &rest, stop, listener);
        if let Some(progress) = progress {
            tell(&mut report, &progress);
        }
        report
    }
}

impl<G: Game + 'static, I: Insight<G> + Sync + 'static> Brain<G> for Solving<G, I> {
    fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&mcts::Report<G::Move>),
    ) -> mcts::Report<G::Move> {
        let is_counted = limits.playouts.is_some() || limits.nodes.is_some();
        if is_counted && limits.move_time.is_none() && limits.clock.is_none() {
            self.brain.consult(None);
            return self.brain.think(position, limits, stop, listener);
        }
        match self.share {
            Some(share) => self.think_after(share, position, limits, stop, listener),
            None => self.think_beside(position, limits, stop, listener),
        }
    }

    fn played(&mut self, before: &G, m: G::Move) {
        self.brain.played(before, m);
    }

    fn forget(&mut self) {
        self.brain.forget();
        // It holds the solver's table.
        self.brain.consult(None);
        self.solver = None;
    }
}

/// Adds what is proven to a report. A winning move comes first.
fn tell<M: spinney_game::Move>(report: &mut mcts::Report<M>, progress: &dfpn::Progress<M>) {
    let Some(winner) = progress.winner else { return };
    let player = report.actor.player();
    if player != Some(winner) {
        report.proof = Some(mcts::Proof::Won(winner));
        report.win_rate = 0.0;
        return;
    }
    // A win without a move to show for it is no use at the board.
    let Some(winning) = progress.winning_move else { return };
    let proof = Some(mcts::Proof::Won(winner));
    (report.proof, report.win_rate) = (proof, 1.0);
    // A brain need not have looked at all moves.
    let known = report.candidates.iter().position(|c| c.played == winning);
    let candidate = known
        .map_or_else(|| mcts::Candidate::untried(winning), |index| report.candidates.remove(index));
    report.candidates.insert(0, mcts::Candidate { proof, win_rate: 1.0, ..candidate });
}
