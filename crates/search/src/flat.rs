//! Flat playout analysis: statistics of playouts from one position, without a tree.
//!
//! Many games from a position are played out, and the moves are judged by how the games ended in
//! which they were made. [`Settings`] say what is counted (playouts that start with a move, that
//! have it anywhere, that have it after other moves), how moves are drawn, and how the statistics
//! choose a move. It is the method of Raiko's paper on the game of Y, where the terms are from;
//! see `docs/playout-analysis.md`.
//!
//! Uniform playouts come by the [batch](spinney_game::BatchPlayout), 512 at once, and are
//! counted by population count.

mod growth;
mod patterns;
mod ranking;
mod semi_random;
mod settings;
mod study;

use std::time::Duration;

use spinney_game::{BatchPlayout, Game, Player, Rng, TextError};

use self::ranking::Ranked;
use self::study::Study;
use crate::{Budget, Candidate, Report, Searcher, Stop, Timer};

pub use settings::{Criterion, FinalMove, Playouts, Settings, Statistics};

/// Time between live reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// Judges the moves of positions by playouts.
///
/// ```
/// use spinney_game::{Game, Sequential, RandomPlayout, demo::{Countdown, Take}};
/// use spinney_search::{Limits, Stop, flat::{Analysis, Settings, Statistics}};
///
/// let seven_left = Countdown::from_text("countdown 7")?;
/// let settings = Settings { statistics: Statistics::ExpectedOutcome, ..Settings::default() };
/// let mut analysis = Analysis::new(Sequential(RandomPlayout::default()), settings, 1)?;
/// let report = analysis.think(&seven_left, &Limits::playouts(3_000), &Stop::new(), &mut |_| {});
/// assert_eq!(report.best().unwrap().played, Take(3)); // leaves a multiple of four
/// # Ok::<(), spinney_game::TextError>(())
/// ```
pub struct Analysis<G: Game, V> {
    batches: V,
    settings: Settings,
    seed: u64,
    rng: Rng,
    /// What is known of the position that was thought about last.
    study: Option<Study<G>>,
}

impl<G: Game, V: BatchPlayout<G>> Analysis<G, V> {
    /// An analysis with these uniform playouts, or the setting that makes no sense. The same seed
    /// gives the same judgements.
    pub fn new(batches: V, settings: Settings, seed: u64) -> Result<Analysis<G, V>, TextError> {
        settings.check()?;
        Ok(Analysis { batches, settings, seed, rng: Rng::new(seed, 0), study: None })
    }

    /// Forgets what is known and starts the random numbers over.
    pub fn clear(&mut self) {
        self.rng = Rng::new(self.seed, 0);
        self.study = None;
    }

    /// Plays the position out until a limit is reached or `stop` is thrown, telling `listener`
    /// from time to time what is known so far. Asked again about the same position, it carries on.
    pub fn think(
        &mut self,
        position: &G,
        budget: impl Into<Budget>,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let budget = budget.into();
        let timer = Timer::start(&budget);
        let player = position.actor().player();
        let known = self.study.take().filter(|study| study.is_of(position));
        let mut study = known.unwrap_or_else(|| {
            Study::new(position, player.unwrap_or(Player::FIRST), &self.settings)
        });
        let Some(player) = player else {
            return report(position, Player::FIRST, Vec::new(), &study, 0, &timer);
        };
        let before = study.playouts();
        let total = budget.playouts.map(|playouts| before + playouts.max(1));
        let most = total.unwrap_or(u64::MAX);
        let mut next_report = REPORT_INTERVAL;
        while study.playouts() < most {
            let left = most - study.playouts();
            study.step(&mut self.batches, &mut self.rng, left, total);
            if stop.is_stopped() || timer.is_over(true) {
                break;
            }
            if timer.elapsed() >= next_report {
                next_report += REPORT_INTERVAL;
                let ranked = study.ranked(&mut self.batches, &mut self.rng);
                listener(&report(position, player, ranked, &study, before, &timer));
            }
        }
        let ranked = study.ranked(&mut self.batches, &mut self.rng);
        let report = report(position, player, ranked, &study, before, &timer);
        self.study = Some(study);
        report
    }
}

impl<G: Game, V: BatchPlayout<G>> Searcher<G> for Analysis<G, V> {
    fn think(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        Analysis::think(self, position, budget, stop, listener)
    }

    fn forget(&mut self) {
        self.clear();
    }
}

fn report<G: Game>(
    position: &G,
    player: Player,
    ranked: Vec<Ranked<G::Move>>,
    study: &Study<G>,
    before: u64,
    timer: &Timer,
) -> Report<G::Move> {
    let candidate = |ranked: Ranked<G::Move>| Candidate {
        played: ranked.m,
        visits: ranked.playouts,
        win_rate: ranked.value,
        amaf: ranked.first_order,
        prior: None,
        proof: None,
        line: vec![ranked.m],
    };
    Report {
        actor: position.actor(),
        view: player,
        candidates: ranked.into_iter().map(candidate).collect(),
        win_rate: study.win_rate(),
        proof: None,
        playouts: study.playouts() - before,
        simulations: study.playouts() - before,
        nodes: study.patterns() as u64,
        memory: 0,
        memory_cap: 0,
        depth: None,
        elapsed: timer.elapsed(),
    }
}

#[cfg(test)]
mod tests;
