//! Wins, draws and losses, and what they make of each other.

use super::elo::Elo;
use super::interval::{Interval, RateOf};
use super::spread::Spread;

/// How a game between two players ended, from the view of the one who began it or of the one who
/// is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Won.
    Win,
    /// Nobody won.
    Draw,
    /// Lost.
    Loss,
}

impl Outcome {
    /// The same game seen by the other player.
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }

    /// One point for a win, half of one for a draw.
    pub fn points(self) -> f64 {
        match self {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Loss => 0.0,
        }
    }
}

/// How draws enter a win rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Draws {
    /// A draw is half a win, as in chess.
    #[default]
    Half,
    /// A draw is no game at all: the Tantrix paper's 71.8% are 229 wins among 319 decided games
    /// of 340.
    LeftOut,
}

/// The results of one player, against one opponent or many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Counts one more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// One point for a win, half of one for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same games seen by the opponents.
    pub fn reversed(self) -> Score {
        Score { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The share of the games that was won; `None` if there is none.
    pub fn rate(&self, draws: Draws) -> Option<f64> {
        let counted = self.counted(draws);
        (counted.games() > 0).then(|| counted.points() / counted.games() as f64)
    }

    /// The Wilson score interval of the win rate.
    pub fn wilson(&self, draws: Draws) -> Interval {
        self.interval(draws, RateOf::wilson)
    }

    /// The Wilson score interval with continuity correction, the Poly-Y paper's.
    pub fn wilson_corrected(&self, draws: Draws) -> Interval {
        self.interval(draws, RateOf::wilson_corrected)
    }

    /// The normal interval of the Tantrix and Arimaa papers. With draws as half a win, the
    /// variance is that of the outcomes, which is smaller than that of wins and losses alone.
    pub fn normal(&self, draws: Draws) -> Interval {
        self.interval(draws, RateOf::normal)
    }

    /// How many Elo this player is above the opponents, were they one.
    pub fn elo(&self) -> Elo {
        self.spread().elo()
    }

    /// The likelihood of superiority: the probability that the player is the better one (wins
    /// more than half of the decided games), if every win rate was equally likely before.
    ///
    /// Draws do not matter. With w wins and l losses it is the chance of at most w heads among
    /// w + l + 1 fair coins, which is exact; chess programs print its normal approximation.
    pub fn superiority(&self) -> f64 {
        let coins = (self.wins + self.losses + 1) as f64;
        let log_choose = |heads: f64| {
            libm::lgamma(coins + 1.0)
                - libm::lgamma(heads + 1.0)
                - libm::lgamma(coins - heads + 1.0)
        };
        // The smaller tail is summed, so that the answer is exact where it is near 0 or 1.
        let fewer = self.wins.min(self.losses);
        let first = log_choose(fewer as f64) - coins * std::f64::consts::LN_2;
        let mut term = first.exp();
        let mut tail = 0.0;
        let mut heads = fewer as f64;
        while term > 0.0 && tail + term != tail {
            tail += term;
            term *= heads / (coins - heads + 1.0);
            heads -= 1.0;
        }
        if self.wins <= self.losses { tail } else { 1.0 - tail }
    }

    /// How points are spread over the games.
    pub(super) fn spread(&self) -> Spread<3> {
        let counts = [self.losses as f64, self.draws as f64, self.wins as f64];
        Spread { counts, games_each: 1.0 }
    }

    fn counted(&self, draws: Draws) -> Score {
        match draws {
            Draws::Half => *self,
            Draws::LeftOut => Score { draws: 0, ..*self },
        }
    }

    fn interval(&self, draws: Draws, of: impl Fn(&RateOf) -> Interval) -> Interval {
        let counted = self.counted(draws);
        if counted.games() == 0 {
            return Interval { rate: 0.5, low: 0.0, high: 1.0 };
        }
        let spread = counted.spread();
        of(&RateOf { rate: spread.mean(), variance: spread.variance(), games: spread.total() })
    }
}

impl std::iter::Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score::default(), |a, b| Score {
            wins: a.wins + b.wins,
            draws: a.draws + b.draws,
            losses: a.losses + b.losses,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tantrix_paper_leaves_draws_out() {
        // 340 games each against Oliver and GoodBot: "71.8%" and "68.2%".
        let oliver = Score { wins: 229, draws: 21, losses: 90 };
        let good_bot = Score { wins: 214, draws: 26, losses: 100 };
        assert_eq!(oliver.games(), 340);
        assert_eq!((1e3 * oliver.rate(Draws::LeftOut).unwrap()).round(), 718.0);
        assert_eq!((1e3 * good_bot.rate(Draws::LeftOut).unwrap()).round(), 682.0);
        assert_eq!(oliver.rate(Draws::Half), Some(239.5 / 340.0));
        assert_eq!(Score { draws: 5, ..Score::default() }.rate(Draws::LeftOut), None);
    }

    /// The integral over all win rates, in a million strips.
    fn superiority_by_strips(wins: u64, losses: u64) -> f64 {
        const STRIPS: u32 = 1_000_000;
        let density = |p: f64| p.powf(wins as f64) * (1.0 - p).powf(losses as f64);
        let (mut all, mut above) = (0.0, 0.0);
        for strip in 0..STRIPS {
            let p = (f64::from(strip) + 0.5) / f64::from(STRIPS);
            all += density(p);
            if p > 0.5 {
                above += density(p);
            }
        }
        above / all
    }

    #[test]
    fn superiority_is_the_posterior_chance_to_be_better() {
        for (wins, losses) in [(0, 0), (1, 0), (3, 0), (0, 4), (7, 5), (5, 7), (60, 41)] {
            let score = Score { wins, draws: 9, losses };
            let slow = superiority_by_strips(wins, losses);
            assert!((score.superiority() - slow).abs() < 1e-6, "{wins}–{losses}");
            assert!((score.superiority() + score.reversed().superiority() - 1.0).abs() < 1e-12);
        }
        // What chess programs print, where games are many.
        let many = Score { wins: 50_400, draws: 0, losses: 49_600 };
        let normal = super::super::normal_below(800.0 / 100_000f64.sqrt());
        assert!((many.superiority() - normal).abs() < 1e-4);
        assert_eq!(Score { wins: 100_000, draws: 0, losses: 1 }.superiority(), 1.0);
    }
}
