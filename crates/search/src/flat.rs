//! Flat playout analysis: statistics of playouts from one position, without a tree.
//!
//! Many games from a position are played out, and the moves are judged by how the games ended in
//! which they were made. [`Settings`] say what is counted (playouts that start with a move, that
//! have it anywhere, that have it after other moves), how moves are drawn, and how the statistics
//! choose a move. It is the method of Raiko's paper on the game of Y, where the terms are from;
//! see `docs/playout-analysis.md`.
//!
//! Uniform playouts come by the [volley](spinney_game::VolleyPlayout), 512 at once, and are
//! counted by population count.

mod growth;
mod patterns;
mod ranking;
mod semi_random;
mod settings;
mod study;

use std::time::Duration;

use spinney_game::{Game, Player, Rng, TextError, VolleyPlayout};

use self::ranking::Ranked;
use self::study::Study;
use crate::{Budget, Candidate, Report, Searcher, Stop, Timer};

pub use settings::{Criterion, FinalMove, Playouts, Settings, Statistics};

/// Time between live reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// Judges the moves of positions by playouts.
///
/// ```
/// use spinney_game::{Game, OneByOne, RandomPlayout, demo::{Countdown, Take}};
/// use spinney_search::{Limits, Stop, flat::{Analysis, Settings, Statistics}};
///
/// let seven_left = Countdown::from_text("countdown 7")?;
/// let settings = Settings { statistics: Statistics::ExpectedOutcome, ..Settings::default() };
/// let mut analysis = Analysis::new(OneByOne(RandomPlayout::default()), settings, 1)?;
/// let report = analysis.think(&seven_left, &Limits::playouts(3_000), &Stop::new(), &mut |_| {});
/// assert_eq!(report.best().unwrap().played, Take(3)); // leaves a multiple of four
/// # Ok::<(), spinney_game::TextError>(())
/// ```
#[derive(Clone)]
pub struct Analysis<V> {
    volleys: V,
    settings: Settings,
    seed: u64,
    rng: Rng,
}

impl<V> Analysis<V> {
    /// An analysis with these uniform playouts, or the setting that makes no sense. The same seed
    /// gives the same judgements.
    pub fn new(volleys: V, settings: Settings, seed: u64) -> Result<Analysis<V>, TextError> {
        settings.check()?;
        Ok(Analysis { volleys, settings, seed, rng: Rng::new(seed, 0) })
    }

    /// Starts the random numbers over; nothing else is kept from one position to the next.
    pub fn clear(&mut self) {
        self.rng = Rng::new(self.seed, 0);
    }

    /// Plays the position out until a limit is reached or `stop` is thrown, telling `listener`
    /// from time to time what is known so far.
    pub fn think<G: Game>(
        &mut self,
        position: &G,
        budget: impl Into<Budget>,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>
    where
        V: VolleyPlayout<G>,
    {
        let budget = budget.into();
        let timer = Timer::start(&budget);
        let Some(player) = position.actor().player() else {
            let player = Player::FIRST;
            return report(
                position,
                player,
                Vec::new(),
                &Study::new(position, player, &self.settings),
                &timer,
            );
        };
        let most = budget.playouts.unwrap_or(u64::MAX).max(1);
        let mut study = Study::new(position, player, &self.settings);
        let mut next_report = REPORT_INTERVAL;
        while study.playouts() < most {
            let left = most - study.playouts();
            study.step(&mut self.volleys, &mut self.rng, left, budget.playouts);
            if stop.is_stopped() || timer.is_over(true) {
                break;
            }
            if timer.elapsed() >= next_report {
                next_report += REPORT_INTERVAL;
                let ranked = study.ranked(&mut self.volleys, &mut self.rng);
                listener(&report(position, player, ranked, &study, &timer));
            }
        }
        let ranked = study.ranked(&mut self.volleys, &mut self.rng);
        report(position, player, ranked, &study, &timer)
    }
}

impl<G: Game, V: VolleyPlayout<G>> Searcher<G> for Analysis<V> {
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
    study: &Study<'_, G>,
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
        playouts: study.playouts(),
        simulations: study.playouts(),
        nodes: study.patterns() as u64,
        memory: 0,
        memory_cap: 0,
        elapsed: timer.elapsed(),
    }
}

#[cfg(test)]
mod tests;
