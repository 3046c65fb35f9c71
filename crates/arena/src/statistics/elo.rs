//! The logistic scale of strength: 400 points are odds of ten to one.

use std::f64::consts::LN_10;
use std::fmt;

/// One unit of log-odds in Elo.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

/// A difference in strength and how far off it may be.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Elo {
    /// The estimate.
    pub elo: f64,
    /// The half width of its 95% interval.
    pub error: f64,
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.0} ± {:.0}", self.elo, self.error)
    }
}

/// The expected score of a player who is so many Elo stronger.
pub fn rate_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// How many Elo stronger a player with that expected score is; infinite at 0 and 1.
pub fn elo_of_rate(rate: f64) -> f64 {
    ELO_PER_LOGIT * (rate / (1.0 - rate)).ln()
}

#[cfg(test)]
mod tests {
    use super::super::{Draws, Pairs, Score};
    use super::*;

    #[test]
    fn the_poly_y_papers_elo_comes_out() {
        #[rustfmt::skip]
        let published = [
            (9.6, -390.0), (15.7, -292.0), (27.9, -165.0), (38.0, -85.0), (51.7, 12.0),
            (61.9, 84.0), (68.3, 133.0), (77.6, 216.0), (79.5, 235.0),
        ];
        for (percent, elo) in published {
            let wins = (percent / 100.0 * 1024.0f64).round();
            assert_eq!(elo_of_rate(wins / 1024.0).round(), elo, "{percent}%");
        }
        assert!((elo_of_rate(10.0 / 11.0) - 400.0).abs() < 1e-9);
        for elo in [-1000.0, -3.0, 0.0, 77.0, 400.0] {
            assert!((elo_of_rate(rate_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn the_error_is_that_of_the_log_odds() {
        // Without draws the deviation of ln(w/l) is √(1/w + 1/l).
        let score = Score { wins: 6_000, draws: 0, losses: 4_000 };
        let error = 1.96 * ELO_PER_LOGIT * (1.0 / 6_000f64 + 1.0 / 4_000.0).sqrt();
        assert!((score.elo().error / error - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_clean_sweep_is_strong_and_uncertain() {
        for games in [1, 10, 1_000] {
            let sweep = Score { wins: games, draws: 0, losses: 0 };
            let Elo { elo, error } = sweep.elo();
            assert!(elo > 150.0 && elo.is_finite() && error > 300.0 && error.is_finite());
            assert!((sweep.reversed().elo().elo + elo).abs() < 1e-9);
        }
        assert_eq!(Score::default().elo().elo, 0.0);
        assert!(Score::default().elo().error.is_finite());
        let draws = Score { draws: 50, ..Score::default() };
        assert_eq!((draws.elo().elo, draws.rate(Draws::Half)), (0.0, Some(0.5)));
    }

    #[test]
    fn pairs_whose_games_cancel_out_are_certain() {
        // Every opening is won by whoever begins: sixty games that all say "equal".
        let mut pairs = Pairs::default();
        let mut games = Score::default();
        for _ in 0..30 {
            for outcome in [super::super::Outcome::Win, super::super::Outcome::Loss] {
                games.add(outcome);
            }
            pairs.add(super::super::Outcome::Win, super::super::Outcome::Loss);
        }
        assert_eq!(pairs.elo().elo, games.elo().elo);
        assert!(pairs.elo().error < games.elo().error / 3.0);
    }
}
