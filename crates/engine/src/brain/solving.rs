//! A brain with a proof search beside it.

use std::thread;

use spinney_game::{Game, Insight};
use spinney_search::dfpn::{self, Solver};
use spinney_search::{Limits, Stop, mcts};

use super::Brain;

/// Thinks as another brain does while a solver works on the same position. The brain may ask what the
/// solver has proven of positions on the way. If the solver is first at the position itself, the
/// thinking ends and what it has proven is played. Where playouts or nodes are counted and time
/// is not, the solver stays out, since nobody could repeat what the two of them do.
pub(crate) struct Solving<G: Game, I: Insight<G>> {
    brain: Box<dyn Brain<G>>,
    insight: I,
    settings: dfpn::Settings,
    solver: Solver<G, I>,
}

impl<G: Game, I: Insight<G> + Sync> Solving<G, I> {
    pub(crate) fn new(brain: Box<dyn Brain<G>>, insight: I, settings: dfpn::Settings) -> Self {
        let solver = Solver::new(insight.clone(), settings.clone());
        Solving { brain, insight, settings, solver }
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
        let Solving { brain, solver, .. } = self;
        let is_counted = limits.playouts.is_some() || limits.nodes.is_some();
        if is_counted && limits.move_time.is_none() && limits.clock.is_none() {
            brain.consult(None);
            return brain.think(position, limits, stop, listener);
        }
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

    fn played(&mut self, before: &G, m: G::Move) {
        self.brain.played(before, m);
    }

    fn forget(&mut self) {
        self.brain.forget();
        self.solver = Solver::new(self.insight.clone(), self.settings.clone());
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
