//! Turns of several moves, thought through at the first of them.

use spinney_game::{Game, Guide, TextError};

use super::{Search, Settings};
use crate::{Budget, Candidate, Report, Searcher, Stop};

/// Alpha-beta that plays the turn which it has thought through without searching at every move of
/// it, if its settings say so.
pub struct Planner<G: Game, E> {
    search: Search<G, E>,
    follow_plan: bool,
    plan: Option<Plan<G::Move>>,
}

/// What is left of the turn that the last search has thought through: at which positions to play
/// what, and what was known then.
struct Plan<M> {
    moves: Vec<(u64, M)>,
    report: Report<M>,
}

impl<G: Game, E: Guide<G>> Planner<G, E> {
    /// A search that is guided by `guide`.
    pub fn new(guide: E, settings: Settings) -> Result<Planner<G, E>, TextError> {
        let follow_plan = settings.follow_plan;
        Ok(Planner { search: Search::new(guide, settings)?, follow_plan, plan: None })
    }

    /// The answer at a position that the last search has thought through.
    fn planned(&self, position: &G) -> Option<Report<G::Move>> {
        let plan = self.plan.as_ref()?;
        let at = plan.moves.iter().position(|&(hash, _)| hash == position.hash())?;
        let line: Vec<_> = plan.moves[at..].iter().map(|&(_, m)| m).collect();
        let known = plan.report.best()?;
        let candidate = Candidate { played: line[0], line, ..known.clone() };
        Some(Report { candidates: vec![candidate], ..plan.report.clone() })
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

impl<G: Game, E: Guide<G>> Searcher<G> for Planner<G, E> {
    fn think(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        // Without limits somebody wants to know more.
        if self.follow_plan
            && !budget.is_unbounded()
            && let Some(report) = self.planned(position)
        {
            return report;
        }
        let report = self.search.think(position, budget, stop, listener);
        self.plan = report
            .best()
            .map(|best| rest_of_turn(position, &best.line))
            .filter(|moves| !moves.is_empty())
            .map(|moves| Plan { moves, report: report.clone() });
        report
    }

    fn plans_turns(&self) -> bool {
        self.follow_plan
    }

    fn forget(&mut self) {
        self.search.clear();
        self.plan = None;
    }
}
