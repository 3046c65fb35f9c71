//! Alpha-beta search as a brain.

use spinney_game::{Game, Guide};
use spinney_search::{Limits, Stop, alphabeta, mcts};

use super::Brain;

pub(crate) struct AlphaBeta<G: Game, E> {
    search: alphabeta::Search<G, E>,
    follow_plan: bool,
    /// What is left of the turn that the last search has thought through: at which positions to
    /// play what, and what was known then.
    plan: Option<Plan<G::Move>>,
}

struct Plan<M> {
    moves: Vec<(u64, M)>,
    report: mcts::Report<M>,
}

impl<G: Game, E: Guide<G>> AlphaBeta<G, E> {
    pub(crate) fn new(guide: E, settings: alphabeta::Settings) -> AlphaBeta<G, E> {
        let follow_plan = settings.follow_plan;
        let search =
            alphabeta::Search::new(guide, settings).expect("a preset's settings have been checked");
        AlphaBeta { search, follow_plan, plan: None }
    }

    /// The answer at a position that the last search has thought through.
    fn planned(&self, position: &G) -> Option<mcts::Report<G::Move>> {
        let plan = self.plan.as_ref()?;
        let at = plan.moves.iter().position(|&(hash, _)| hash == position.hash())?;
        let line: Vec<_> = plan.moves[at..].iter().map(|&(_, m)| m).collect();
        let known = plan.report.best()?;
        let candidate = mcts::Candidate { played: line[0], line, ..known.clone() };
        Some(mcts::Report { candidates: vec![candidate], ..plan.report.clone() })
    }
}

/// The rest of a turn along a line of best play.
fn rest_of_turn<G: Game>(position: &G, line: &[G::Move]) -> Vec<(u64, G::Move)> {
    let mut at = position.clone();
    let mut moves = Vec::new();
    for pair in line.windows(2) {
        at.play(pair[0]);
        if at.actor() != position.actor() || !at.is_legal(pair[1]) {
            break;
        }
        moves.push((at.hash(), pair[1]));
    }
    moves
}

impl<G: Game, E: Guide<G>> Brain<G> for AlphaBeta<G, E> {
    fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&mcts::Report<G::Move>),
    ) -> mcts::Report<G::Move> {
        // Without limits somebody wants to know more.
        if self.follow_plan
            && !limits.is_unbounded()
            && let Some(report) = self.planned(position)
        {
            return report;
        }
        let report = self.search.think(position, limits, stop, listener);
        self.plan = report
            .best()
            .map(|best| rest_of_turn(position, &best.line))
            .filter(|moves| !moves.is_empty())
            .map(|moves| Plan { moves, report: report.clone() });
        report
    }

    fn forget(&mut self) {
        self.search.clear();
        self.plan = None;
    }
}
