//! A brain with a proof search beside it, or before and after it.

use std::thread;
use std::time::{Duration, Instant};

use spinney_game::{Game, Insight};
use spinney_search::dfpn::{self, Solver};
use spinney_search::{Limits, Stop, mcts};

use super::Brain;

/// Of a game clock, one part in this many counts as the time of a move.
const CLOCK_PARTS: u32 = 20;

/// Before the thinking, a solver is asked where insight leaves so many moves at most. In Hex on 11x11
/// that is from about the eighteenth stone on; of positions before, half a second solved none.
const MOST_LEFT: usize = 50;

/// One part in this many of the time of a check is used where there are more moves.
const UNRIPE: u32 = 4;
/// One part in this many of the time of a check is used half-way through the thinking.
const GLANCE: u32 = 4;

/// Thinks as another brain does, and has a solver work on the same position: beside it on threads of
/// its own, or before and after it for shares of the time. The brain may ask what the solver has
/// proven of positions on the way. If the solver is first at the position itself, the thinking ends and what
/// it has proven is played. Where playouts or nodes are counted and time is not, the solver stays
/// out, since nobody could repeat what the two of them do.
pub(crate) struct Solving<G: Game, I: Insight<G>> {
    brain: Box<dyn Brain<G>>,
    insight: I,
    settings: dfpn::Settings,
    /// Made when it is first needed: a table takes memory, and many a session never thinks.
    solver: Option<Solver<G, I>>,
    /// What it has of a move's time; `None` for work beside the thinking.
    shares: Option<Shares>,
}

/// The shares of a move's time that a solver has on the thinker's own thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// For the position, before the thinking.
    pub(crate) before: f32,
    /// For the position after the chosen move. A tree looks at what is provable only in passing; a
    /// move that loses a game of Hex is often refuted by a few looks of the solver's.
    pub(crate) check: f32,
}

impl<G: Game + 'static, I: Insight<G> + Sync + 'static> Solving<G, I> {
    /// A brain with a solver beside it.
    pub(crate) fn beside(brain: Box<dyn Brain<G>>, insight: I, settings: dfpn::Settings) -> Self {
        Solving { brain, insight, settings, solver: None, shares: None }
    }

    /// A brain with a solver that has these shares of the time before and after it.
    pub(crate) fn around(
        brain: Box<dyn Brain<G>>,
        insight: I,
        settings: dfpn::Settings,
        shares: Shares,
    ) -> Self {
        let mut solving = Solving::beside(brain, insight, settings);
        // One look a move needs no memory of others; the solver sees to its own.
        solving.insight.keep_within(0);
        Solving { shares: Some(shares), ..solving }
    }

    fn solver<'a>(
        solver: &'a mut Option<Solver<G, I>>,
        insight: &I,
        settings: &dfpn::Settings,
    ) -> &'a mut Solver<G, I> {
        solver.get_or_insert_with(|| Solver::new(insight.clone(), settings.clone()))
    }

    /// Solves and thinks at the same time.
    fn think_beside(&mut self, task: Task<'_, G>) -> mcts::Report<G::Move> {
        let Task { position, limits, stop, listener, .. } = task;
        let solver = Solving::solver(&mut self.solver, &self.insight, &self.settings);
        let brain = &mut self.brain;
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

    /// Whether a solver has a chance within the time of a move: where insight leaves many moves, it
    /// does not.
    fn is_ripe(&mut self, position: &G) -> bool {
        let mut left = Vec::new();
        let winner = self.insight.examine(&mut position.clone(), &mut left);
        winner.is_some() || left.len() <= MOST_LEFT
    }

    /// Solves for a while, thinks for most of the time, and checks what comes of it.
    fn think_between(&mut self, shares: Shares, mut task: Task<'_, G>) -> mcts::Report<G::Move> {
        let Some(time) = task.time() else {
            return task.think(&mut *self.brain, task.limits);
        };
        let is_ripe = self.is_ripe(task.position);
        let solver = Solving::solver(&mut self.solver, &self.insight, &self.settings);
        self.brain.consult(Some(solver.oracle()));
        let check = time.mul_f32(shares.check);
        if !is_ripe {
            return self.think_and_check(task, check / UNRIPE);
        }
        let share = Limits::move_time(time.mul_f32(shares.before));
        let progress = solver.solve(task.position, &share, task.stop, &mut |_| {});
        if progress.winner.is_none() {
            return self.think_and_check(task, check);
        }
        let mut rest = task.left(Duration::ZERO);
        if progress.winning_move.is_some() {
            // Nothing is left to find out but what else there would be.
            rest.playouts = Some(1);
        }
        let mut report = task.think(&mut *self.brain, &rest);
        tell(&mut report, &progress);
        report
    }

    /// Thinks, with that much of the time for checks of the chosen move. One of them comes half-way:
    /// that leaves time to find another move.
    fn think_and_check(&mut self, mut task: Task<'_, G>, time: Duration) -> mcts::Report<G::Move> {
        let Limits { move_time, clock, .. } = task.left(time);
        // What to do with a clock is the brain's own decision, which it should not make twice.
        let half = move_time.filter(|_| clock.is_none() && time > Duration::ZERO);
        let Some(half) = half.map(|time| time / 2) else {
            let report = task.think(&mut *self.brain, &task.left(time));
            return self.check(&mut task, report, time);
        };
        let first = Limits { move_time: Some(half), ..*task.limits };
        let report = task.think(&mut *self.brain, &first);
        let glance = time / GLANCE;
        let report = self.check(&mut task, report, glance);
        // Short parts would end without a word.
        (task.listener)(&report);
        let time = time - glance;
        let report = task.think(&mut *self.brain, &task.left(time));
        self.check(&mut task, report, time)
    }

    /// Looks for a refutation of the chosen move and, where there is one, for another move, which is
    /// looked at in the same way as long as there is time.
    fn check(
        &mut self,
        task: &mut Task<'_, G>,
        mut report: mcts::Report<G::Move>,
        time: Duration,
    ) -> mcts::Report<G::Move> {
        let end = Instant::now() + time;
        let left = || end.saturating_duration_since(Instant::now());
        let solver = Solving::solver(&mut self.solver, &self.insight, &self.settings);
        while let Some(best) = report.best().filter(|best| best.proof.is_none()) {
            let time = left();
            if time == Duration::ZERO || task.stop.is_stopped() {
                break;
            }
            let mut after = task.position.clone();
            after.play(best.played);
            let look = Limits::move_time(time);
            if solver.solve(&after, &look, task.stop, &mut |_| {}).winner.is_none() {
                break;
            }
            // The brain asks the solver at once, and half of the time is for the move it turns to.
            let rest = task.left(Duration::ZERO);
            let again = Limits { move_time: Some(left() / 2), clock: None, ..rest };
            report = task.think(&mut *self.brain, &again);
        }
        report
    }
}

/// What is to be thought about, and for how long.
struct Task<'a, G: Game> {
    position: &'a G,
    limits: &'a Limits,
    start: Instant,
    stop: &'a Stop,
    listener: &'a mut dyn FnMut(&mcts::Report<G::Move>),
    done: Done,
}

impl<G: Game> Task<'_, G> {
    /// The time of the move, where there is one.
    fn time(&self) -> Option<Duration> {
        let Limits { move_time, clock, .. } = *self.limits;
        let of_clock = clock.map(|clock| clock.remaining / CLOCK_PARTS + clock.increment);
        move_time.into_iter().chain(of_clock).min()
    }

    /// What is left of the limits when some time is kept back.
    fn left(&self, kept: Duration) -> Limits {
        let spent = self.start.elapsed() + kept;
        let limits = *self.limits;
        Limits {
            playouts: limits.playouts.map(|most| most.saturating_sub(self.done.playouts).max(1)),
            move_time: limits.move_time.map(|time| time.saturating_sub(spent)),
            clock: limits.clock.map(|mut clock| {
                clock.remaining = clock.remaining.saturating_sub(spent);
                clock
            }),
            ..limits
        }
    }

    fn think(&mut self, brain: &mut dyn Brain<G>, limits: &Limits) -> mcts::Report<G::Move> {
        let Task { position, stop, listener, done, .. } = self;
        let mut report = brain.think(position, limits, stop, &mut |report| {
            let mut report = report.clone();
            done.add_to(&mut report);
            listener(&report);
        });
        done.add_to(&mut report);
        *done = Done {
            playouts: report.playouts,
            simulations: report.simulations,
            elapsed: report.elapsed,
        };
        report
    }
}

/// What was done in earlier parts of the same thinking.
#[derive(Clone, Copy, Default)]
struct Done {
    playouts: u64,
    simulations: u64,
    elapsed: Duration,
}

impl Done {
    fn add_to<M>(&self, report: &mut mcts::Report<M>) {
        report.playouts += self.playouts;
        report.simulations += self.simulations;
        report.elapsed += self.elapsed;
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
        let task =
            Task { position, limits, start: Instant::now(), stop, listener, done: Done::default() };
        match self.shares {
            Some(shares) => self.think_between(shares, task),
            None => self.think_beside(task),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use spinney_connection::{Deduction, Position};
    use spinney_game::Player;
    use spinney_search::Oracle;

    use super::*;

    /// Takes the first move there is that it has not heard to lose.
    #[derive(Default)]
    struct Thoughtless {
        oracle: Option<Arc<dyn Oracle<Position>>>,
    }

    impl Brain<Position> for Thoughtless {
        fn think(
            &mut self,
            position: &Position,
            _: &Limits,
            _: &Stop,
            _: &mut dyn FnMut(&mcts::Report<<Position as Game>::Move>),
        ) -> mcts::Report<<Position as Game>::Move> {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let actor = position.actor();
            let view = actor.player().unwrap();
            let mut candidates: Vec<_> = moves.into_iter().map(mcts::Candidate::untried).collect();
            for candidate in &mut candidates {
                let known = self.oracle.as_ref();
                candidate.proof = known
                    .and_then(|oracle| oracle.winner(&after(position, candidate.played)))
                    .map(mcts::Proof::Won);
            }
            candidates.sort_by_key(|c| c.proof.is_some_and(|p| p.wins_for(view) == Some(false)));
            mcts::Report {
                actor,
                view,
                candidates,
                win_rate: 0.5,
                proof: None,
                playouts: 1,
                simulations: 1,
                nodes: 0,
                memory: 0,
                memory_cap: 0,
                elapsed: Duration::ZERO,
            }
        }

        fn consult(&mut self, oracle: Option<Arc<dyn Oracle<Position>>>) {
            self.oracle = oracle;
        }
    }

    fn after(position: &Position, m: <Position as Game>::Move) -> Position {
        let mut after = position.clone();
        after.play(m);
        after
    }

    fn solver(position: &Position) -> Solver<Position, Deduction> {
        let settings = dfpn::Settings { memory: 4, ..dfpn::Settings::default() };
        Solver::new(Deduction::for_proofs(position.topology()), settings)
    }

    #[test]
    fn a_refuted_move_gives_way_to_the_next_one() {
        let position = Position::from_text("hex 6x6; black b2; white c5; black to move").unwrap();
        let an_hour = Limits::move_time(Duration::from_secs(3_600));
        let half_an_hour = Duration::from_secs(1_800);
        let think = |check: Duration, stop: &Stop| {
            let insight = Deduction::for_proofs(position.topology());
            let settings = dfpn::Settings { memory: 4, ..dfpn::Settings::default() };
            let shares = Shares { before: 0.0, check: 0.0 };
            let mut solving =
                Solving::around(Box::new(Thoughtless::default()), insight, settings, shares);
            let solver = Solving::solver(&mut solving.solver, &solving.insight, &solving.settings);
            solving.brain.consult(Some(solver.oracle()));
            let (start, done) = (Instant::now(), Done::default());
            let (position, limits, listener) = (&position, &an_hour, &mut |_: &_| {});
            let task = Task { position, limits, start, stop, listener, done };
            solving.think_and_check(task, check)
        };
        let me = position.actor().player().unwrap();
        let wins = |m| {
            solver(&position)
                .solve(&after(&position, m), &an_hour, &Stop::new(), &mut |_| {})
                .winner
                == Some(me)
        };

        let unchecked = think(Duration::ZERO, &Stop::new());
        assert!(!wins(unchecked.best().unwrap().played), "or there is nothing to refute");
        let checked = think(half_an_hour, &Stop::new());
        assert!(wins(checked.best().unwrap().played));
        assert_eq!(checked.best().unwrap().proof, Some(mcts::Proof::Won(me)));
        let refuted = checked
            .candidates
            .iter()
            .filter(|c| c.proof == Some(mcts::Proof::Won(Player(1 - me.0))));
        let refuted: Vec<_> = refuted.collect();
        assert!(refuted.iter().all(|candidate| !wins(candidate.played)));
        // Two thoughts, one more for each that was refuted and one for the win.
        assert_eq!(checked.playouts, 3 + refuted.len() as u64);

        let stop = Stop::new();
        stop.stop();
        assert_eq!(think(half_an_hour, &stop).playouts, 2);
    }
}
