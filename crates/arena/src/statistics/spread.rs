//! How often each possible score was seen: of a game (0, ½, 1) or of a pair (0, ¼, ½, ¾, 1).

use super::Z;
use super::elo::{ELO_PER_LOGIT, Elo, elo_of_rate};

/// Counts of the scores 0, 1/(N−1), …, 1. Three of them are games, five are pairs of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spread<const N: usize> {
    /// How often each score was seen.
    pub(super) counts: [f64; N],
    /// How many games one of them is.
    pub(super) games_each: f64,
}

impl<const N: usize> Spread<N> {
    pub(super) fn score(index: usize) -> f64 {
        index as f64 / (N - 1) as f64
    }

    pub(super) fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum(|score| score) / self.total()
    }

    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum(|score| (score - mean).powi(2)) / self.total()
    }

    /// The difference in Elo that explains the mean, and how far off it may be.
    ///
    /// Half a win and half a loss are added first, so that a player who has won every game is
    /// strong and uncertain, but not infinitely so; the error is the mean's, times the slope of
    /// Elo at it.
    pub(super) fn elo(&self) -> Elo {
        let mut with_prior = *self;
        with_prior.counts[0] += 0.5 / self.games_each;
        with_prior.counts[N - 1] += 0.5 / self.games_each;
        let mean = with_prior.mean();
        let deviation = (with_prior.variance() / with_prior.total()).sqrt();
        let slope = ELO_PER_LOGIT / (mean * (1.0 - mean));
        Elo { elo: elo_of_rate(mean), error: Z * deviation * slope }
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.counts.iter().enumerate().map(|(i, count)| count * of(Self::score(i))).sum()
    }
}
