//! Between what bounds a win rate lies.

use super::Z;

/// A rate and the bounds that hold it with 95% confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// What was seen.
    pub rate: f64,
    /// The lower bound, at least 0.
    pub low: f64,
    /// The upper bound, at most 1.
    pub high: f64,
}

impl Interval {
    /// The larger distance of a bound from the rate: what to write behind a ±.
    pub fn margin(&self) -> f64 {
        (self.rate - self.low).max(self.high - self.rate)
    }

    fn new(rate: f64, low: f64, high: f64) -> Interval {
        Interval { rate, low: low.clamp(0.0, rate), high: high.clamp(rate, 1.0) }
    }
}

/// A rate that was seen, how single games varied around it, and how many there were (one or more).
pub(super) struct RateOf {
    pub(super) rate: f64,
    pub(super) variance: f64,
    pub(super) games: f64,
}

impl RateOf {
    /// Wilson: all rates p for which the seen one is within z deviations √(p(1−p)/n) of p.
    pub(super) fn wilson(&self) -> Interval {
        let RateOf { rate, games: n, .. } = *self;
        let middle = rate + Z * Z / (2.0 * n);
        let half = Z * (rate * (1.0 - rate) / n + (Z / (2.0 * n)).powi(2)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Interval::new(rate, (middle - half) / scale, (middle + half) / scale)
    }

    /// Wilson where the seen rate is first moved half a game towards p.
    pub(super) fn wilson_corrected(&self) -> Interval {
        let RateOf { rate, games: n, .. } = *self;
        // The bound on one side; the other one is that of the opponents' rate.
        let low = |p: f64| {
            let root = (Z * Z - 2.0 - 1.0 / n + 4.0 * p * (n * (1.0 - p) + 1.0)).max(0.0).sqrt();
            (2.0 * n * p + Z * Z - 1.0 - Z * root) / (2.0 * (n + Z * Z))
        };
        Interval::new(rate, low(rate), 1.0 - low(1.0 - rate))
    }

    /// The seen rate ± z deviations of it.
    pub(super) fn normal(&self) -> Interval {
        let half = Z * (self.variance / self.games).sqrt();
        Interval::new(self.rate, self.rate - half, self.rate + half)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Draws, Score};
    use super::*;

    fn decided(wins: u64, games: u64) -> Score {
        Score { wins, draws: 0, losses: games - wins }
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-5
    }

    #[test]
    fn the_poly_y_papers_margins_come_out() {
        // Figure 5 (1,024 games) and table 2, in percent.
        #[rustfmt::skip]
        let published = [
            (1024, 9.6, "2.0"), (1024, 15.7, "2.4"), (1024, 27.9, "2.9"), (1024, 38.0, "3.1"),
            (1024, 51.7, "3.1"), (1024, 61.9, "3.1"), (1024, 68.3, "3.0"), (1024, 77.6, "2.7"),
            (1024, 79.5, "2.6"),
            (20_000, 97.5, "0.23"), (20_000, 98.8, "0.16"), (20_000, 67.3, "0.66"),
            (20_000, 70.4, "0.64"), (10_000, 72.4, "0.89"), (20_000, 57.4, "0.69"),
            (20_000, 58.7, "0.69"), (10_000, 58.3, "0.97"),
        ];
        for (games, percent, margin) in published {
            let score = decided((percent / 100.0 * games as f64).round() as u64, games);
            let ours = 100.0 * score.wilson_corrected(Draws::Half).margin();
            assert_eq!(format!("{ours:.*}", margin.len() - 2), margin, "{percent}% of {games}");
        }
    }

    #[test]
    fn the_arimaa_papers_four_hundred_games_are_within_five_percent() {
        let margin = decided(200, 400).normal(Draws::Half).margin();
        assert!(close(margin, 0.0490), "{margin}");
    }

    #[test]
    fn intervals_agree_with_newcombes_examples() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        #[rustfmt::skip]
        let examples = [
            (81, 263, [0.2553, 0.3662], [0.2535, 0.3682], [0.2522, 0.3638]),
            (15, 148, [0.0624, 0.1605], [0.0598, 0.1644], [0.0527, 0.1500]),
            (0, 20, [0.0, 0.1611], [0.0, 0.2005], [0.0, 0.0]),
            (1, 29, [0.0061, 0.1718], [0.0018, 0.1963], [0.0, 0.1009]),
        ];
        for (wins, games, wilson, corrected, normal) in examples {
            let score = decided(wins, games);
            let all = [
                (score.wilson(Draws::Half), wilson),
                (score.wilson_corrected(Draws::Half), corrected),
                (score.normal(Draws::Half), normal),
            ];
            for (ours, [low, high]) in all {
                assert!(close(ours.low, low) && close(ours.high, high), "{wins}/{games} {ours:?}");
            }
        }
    }

    #[test]
    fn wilson_bounds_are_where_the_seen_rate_is_z_deviations_away() {
        for games in 1..60 {
            for wins in 0..=games {
                let Interval { rate, low, high } = decided(wins, games).wilson(Draws::Half);
                for bound in [low, high] {
                    let deviation = (bound * (1.0 - bound) / games as f64).sqrt();
                    assert!(((rate - bound).abs() - Z * deviation).abs() < 1e-9, "{wins}/{games}");
                }
                let corrected = decided(wins, games).wilson_corrected(Draws::Half);
                assert!(corrected.low <= low && high <= corrected.high);
                assert!(0.0 <= corrected.low && corrected.high <= 1.0);
            }
        }
    }

    #[test]
    fn draws_make_the_normal_interval_narrower() {
        let drawish = Score { wins: 20, draws: 60, losses: 20 };
        // Outcomes 1, ½ and 0 with variance 0.1.
        assert!(close(drawish.normal(Draws::Half).margin(), Z * (0.1f64 / 100.0).sqrt()));
        assert!(close(drawish.normal(Draws::LeftOut).margin(), Z * (0.25f64 / 40.0).sqrt()));
        assert_eq!(Score::default().normal(Draws::Half).margin(), 0.5);
    }
}
