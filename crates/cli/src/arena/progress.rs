//! How an event stands while it runs.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use spinney_arena::standing::Standing;
use spinney_arena::statistics::{Draws, Fit};
use spinney_arena::tournament::Progress;

use super::rough;

/// How fast an event goes.
pub(super) struct Pace {
    start: Instant,
    games: u32,
}

impl Pace {
    pub(super) fn new() -> Pace {
        Pace { start: Instant::now(), games: 0 }
    }

    /// One more game.
    pub(super) fn add(&mut self) {
        self.games += 1;
    }

    /// Games per hour, if any were played.
    pub(super) fn games_per_hour(&self) -> Option<f64> {
        let hours = self.start.elapsed().as_secs_f64() / 3600.0;
        (self.games > 0).then(|| f64::from(self.games) / hours)
    }

    /// How long the rest will take.
    pub(super) fn left(&self, games: usize) -> Option<Duration> {
        let hours = games as f64 / self.games_per_hour()?;
        Duration::try_from_secs_f64(3600.0 * hours).ok()
    }
}

/// The bar on the terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    pace: Pace,
}

impl Bar {
    pub(super) fn new(shown: bool) -> Bar {
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len}  {wide_msg}")
            .expect("the template is right");
        let bar = if shown { ProgressBar::new(0) } else { ProgressBar::hidden() };
        Bar { bar: bar.with_style(style), pace: Pace::new() }
    }

    /// How many openings were found so far.
    pub(super) fn openings(&self, found: usize, wanted: usize) {
        self.bar.set_length(wanted as u64);
        self.bar.set_position(found as u64);
        self.bar.set_message("finding openings");
        self.bar.tick();
    }

    pub(super) fn show(&mut self, progress: &Progress<'_>) {
        if progress.game.is_some() {
            self.pace.add();
        }
        if self.bar.is_hidden() {
            return;
        }
        match progress.total {
            Some(total) => self.bar.set_length(total as u64),
            None => self.bar.unset_length(),
        }
        self.bar.set_position(progress.done as u64);
        let mut words = vec![score(progress.standing)];
        if let Some(test) = progress.sequential {
            let (lower, upper) = (test.test.lower_bound(), test.test.upper_bound());
            words.push(format!("LLR {:.2} ({lower:.2}, {upper:.2})", test.ratio));
        }
        if let Some(rate) = self.pace.games_per_hour() {
            words.push(format!("{rate:.0} games/h"));
        }
        let left =
            progress.total.and_then(|total| self.pace.left(total.saturating_sub(progress.done)));
        words.extend(left.map(|left| format!("{} left", rough(left))));
        self.bar.set_message(words.join("  "));
        // Results come when games end; the bar is drawn then and stays.
        self.bar.tick();
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The score in a few words: of a match, or of whoever leads.
fn score(standing: &Standing) -> String {
    if standing.games == 0 {
        return String::new();
    }
    if let [a, b] = &standing.names[..] {
        let score = standing.tally.between(0, 1);
        let (own, other) = (score.points(), score.reversed().points());
        return format!("{a} {own} - {other} {b}  Elo {}", score.elo());
    }
    let ratings = Fit::default().ratings(&standing.tally);
    let leads = |&place: &usize| {
        let rate = standing.tally.total(place).rate(Draws::Half)?;
        let elo = ratings.players()[place].elo;
        Some(format!("{} {:.1}% {elo}", standing.names[place], 100.0 * rate))
    };
    standing.tally.ranking().iter().take(2).filter_map(leads).collect::<Vec<_>>().join(", ")
}
