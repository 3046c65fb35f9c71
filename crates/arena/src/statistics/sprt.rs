//! The sequential probability ratio test: a match that knows when it has said enough.
//!
//! Two hypotheses, a difference of `elo0` or of `elo1`, are compared after every game (or every
//! pair of games) by the logarithm of how much likelier the second one makes what was seen. How
//! often games are drawn is not part of either hypothesis, so each is given the frequencies that
//! suit it best (the *generalised* test): the maximum of the likelihood over all distributions on
//! the possible scores whose mean is the hypothesis' expected score.
//!
//! With observed shares q_i of the scores a_i, that maximum lies at p_i = q_i / (1 + x (a_i − s)),
//! where s is the mean wanted and x the multiplier that makes the p_i have it. The derivation is in
//! `docs/statistics.md`.

use super::elo::rate_of_elo;
use super::pairs::Pairs;
use super::score::Score;
use super::spread::Spread;

/// A test of "`elo1` or better" against "`elo0` or worse".
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that does not matter, in Elo.
    pub elo0: f64,
    /// The difference that does; greater than `elo0`.
    pub elo1: f64,
    /// How often `elo1` may be accepted where `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted where `elo1` is true.
    pub beta: f64,
}

impl Default for Sprt {
    /// No gain against ten Elo, wrong once in twenty.
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Play on.
    Open,
    /// The difference is `elo0` or less.
    AcceptElo0,
    /// The difference is `elo1` or more.
    AcceptElo1,
}

/// An outcome that was never seen counts as so much of one, so that a first win does not make a
/// hypothesis impossible that needs draws or losses to have its mean.
const NEVER_SEEN: f64 = 1e-3;

impl Sprt {
    /// Whether the numbers make a test: `elo0 < elo1`, both error rates above 0 and below a half.
    pub fn is_sound(&self) -> bool {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let finite = self.elo0.is_finite() && self.elo1.is_finite();
        finite && self.elo0 < self.elo1 && is_rate(self.alpha) && is_rate(self.beta)
    }

    /// The log-likelihood ratio at which `elo0` is accepted.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at which `elo1` is accepted.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of single games: the trinomial test.
    pub fn ratio(&self, score: &Score) -> f64 {
        self.ratio_of(&score.spread())
    }

    /// The log-likelihood ratio of pairs of games: the pentanomial test, which needs fewer of them
    /// where openings favour one seat.
    pub fn ratio_of_pairs(&self, pairs: &Pairs) -> f64 {
        self.ratio_of(&pairs.spread())
    }

    /// What a log-likelihood ratio means.
    pub fn verdict(&self, ratio: f64) -> Verdict {
        if ratio >= self.upper_bound() {
            Verdict::AcceptElo1
        } else if ratio <= self.lower_bound() {
            Verdict::AcceptElo0
        } else {
            Verdict::Open
        }
    }

    fn ratio_of<const N: usize>(&self, seen: &Spread<N>) -> f64 {
        if seen.total() == 0.0 {
            return 0.0;
        }
        let spread = Spread { counts: seen.counts.map(|count| count.max(NEVER_SEEN)), ..*seen };
        likelihood_at(&spread, rate_of_elo(self.elo1))
            - likelihood_at(&spread, rate_of_elo(self.elo0))
    }
}

/// The greatest log-likelihood of what was seen among all distributions with that mean, less that
/// of the observed shares themselves.
fn likelihood_at<const N: usize>(spread: &Spread<N>, mean: f64) -> f64 {
    let total = spread.total();
    let x = multiplier(spread, mean);
    let log_p_over_q = |i: usize| -(x * (Spread::<N>::score(i) - mean)).ln_1p();
    total * (0..N).map(|i| spread.counts[i] / total * log_p_over_q(i)).sum::<f64>()
}

/// The x for which Σ q_i (a_i − s) / (1 + x (a_i − s)) is 0. The sum falls from +∞ to −∞ between
/// the two x that make the denominator of the largest and of the smallest score vanish.
fn multiplier<const N: usize>(spread: &Spread<N>, mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (i, count) in spread.counts.iter().enumerate() {
            let off = Spread::<N>::score(i) - mean;
            let share = off / (1.0 + x * off);
            sum += count * share;
            slope -= count * share * share;
        }
        if sum > 0.0 {
            low = x
        } else {
            high = x
        }
        // Newton, or halving where Newton leaves the bracket.
        let newton = x - sum / slope;
        let next = if low < newton && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= 1e-14 * x.abs().max(1.0) {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::super::elo_of_rate;
    use super::super::score::Outcome;
    use super::*;
    use spinney_game::Rng;
    use spinney_game::conformance::thorough;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };

    /// The best log-likelihood with that mean, by trying every share of draws.
    fn by_grid(score: &Score, mean: f64) -> f64 {
        const STEPS: u32 = 2_000_000;
        let most = 2.0 * mean.min(1.0 - mean);
        let likelihood = |draws: f64| {
            let shares = [1.0 - mean - draws / 2.0, draws, mean - draws / 2.0];
            let seen = [score.losses, score.draws, score.wins];
            seen.iter().zip(shares).map(|(&n, p)| n as f64 * p.ln()).sum::<f64>()
        };
        (1..STEPS)
            .map(|i| likelihood(most * f64::from(i) / f64::from(STEPS)))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn the_trinomial_ratio_is_that_of_the_best_draw_rates() {
        for (wins, draws, losses) in [(10, 10, 10), (120, 300, 100), (5, 1, 30), (900, 40, 870)] {
            let score = Score { wins, draws, losses };
            let slow = by_grid(&score, rate_of_elo(40.0)) - by_grid(&score, rate_of_elo(0.0));
            assert!((TEST.ratio(&score) - slow).abs() < 1e-6, "{score:?}: {slow}");
        }
    }

    #[test]
    fn without_draws_the_ratio_is_walds() {
        let score = Score { wins: 700, draws: 0, losses: 600 };
        let p = rate_of_elo(40.0);
        let wald = 700.0 * (2.0 * p).ln() + 600.0 * (2.0 * (1.0 - p)).ln();
        assert!((TEST.ratio(&score) - wald).abs() < 1e-3);
    }

    #[test]
    fn no_distribution_of_pairs_with_the_same_mean_is_likelier() {
        let pairs = Pairs { counts: [12, 31, 80, 40, 20] };
        let spread = pairs.spread();
        let mean = rate_of_elo(40.0);
        let x = multiplier(&spread, mean);
        let share = |i: usize| {
            spread.counts[i] / spread.total() / (1.0 + x * (Spread::<5>::score(i) - mean))
        };
        let best: [f64; 5] = std::array::from_fn(share);
        assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mean_of = |p: &[f64; 5]| -> f64 {
            p.iter().enumerate().map(|(i, p)| p * Spread::<5>::score(i)).sum()
        };
        assert!((mean_of(&best) - mean).abs() < 1e-12);
        let likelihood = |p: &[f64; 5]| -> f64 {
            spread.counts.iter().zip(p).map(|(count, p)| count * p.ln()).sum()
        };
        // Changes that keep sum and mean: three neighbours get +1 −2 +1 of something.
        let mut rng = Rng::new(1, 0);
        for _ in 0..1_000 {
            let mut other = best;
            for middle in 1..4 {
                let step = f64::from(rng.unit() - 0.5) * 0.02;
                other[middle - 1] += step;
                other[middle] -= 2.0 * step;
                other[middle + 1] += step;
            }
            assert!(likelihood(&other) <= likelihood(&best));
        }
    }

    #[test]
    fn near_equality_the_ratio_is_the_normal_one() {
        // N (s1 − s0)(2 m − s0 − s1) / (2 σ²)
        let pairs = Pairs { counts: [200, 2_000, 6_000, 2_100, 210] };
        let spread = pairs.spread();
        let test = Sprt { elo1: 5.0, ..TEST };
        let (s0, s1) = (0.5, rate_of_elo(5.0));
        let normal = spread.total() * (s1 - s0) * (2.0 * spread.mean() - s0 - s1)
            / (2.0 * spread.variance());
        let ours = test.ratio_of_pairs(&pairs);
        assert!((ours / normal - 1.0).abs() < 0.01, "{ours} {normal}");
    }

    #[test]
    fn bounds_are_walds() {
        assert!((TEST.upper_bound() - 2.944_438_979).abs() < 1e-9);
        assert!((TEST.lower_bound() + 2.944_438_979).abs() < 1e-9);
        let nothing = Score::default();
        assert_eq!(TEST.verdict(TEST.ratio(&nothing)), Verdict::Open);
        assert!(TEST.is_sound() && !Sprt { elo1: 0.0, ..TEST }.is_sound());
        assert!(!Sprt { alpha: 0.0, ..TEST }.is_sound());
        assert!(!Sprt { elo1: f64::NAN, ..TEST }.is_sound());
    }

    #[test]
    fn one_sided_results_end_soon_and_stay_finite() {
        let mut score = Score::default();
        while TEST.verdict(TEST.ratio(&score)) == Verdict::Open {
            score.add(Outcome::Win);
        }
        assert_eq!(TEST.verdict(TEST.ratio(&score)), Verdict::AcceptElo1);
        assert!(score.wins < 40, "{}", score.wins);
        for one_sided in [score, score.reversed(), Score { draws: 1_000, ..Score::default() }] {
            assert!(TEST.ratio(&one_sided).is_finite());
        }
    }

    /// How games really go: a share of them is drawn, and the opening is worth something to
    /// whoever begins.
    struct Truth {
        elo: f64,
        drawn: f32,
        opening: f64,
    }

    impl Truth {
        fn game(&self, rng: &mut Rng, begins: bool) -> Outcome {
            let opening = if begins { self.opening } else { -self.opening };
            if rng.unit() < self.drawn {
                Outcome::Draw
            } else if f64::from(rng.unit()) < rate_of_elo(self.elo + opening) {
                Outcome::Win
            } else {
                Outcome::Loss
            }
        }

        /// The difference that these games show when seats are changed after each.
        fn seen(&self) -> f64 {
            let decided = [self.opening, -self.opening].map(|x| rate_of_elo(self.elo + x));
            let drawn = f64::from(self.drawn);
            elo_of_rate(0.5 * drawn + (1.0 - drawn) * 0.5 * (decided[0] + decided[1]))
        }
    }

    /// How often the test accepts `elo1`, and after how many games on average.
    fn simulate(truth: &Truth, test: &Sprt, by_pairs: bool, matches: u64) -> (f64, f64) {
        let (mut accepted, mut games) = (0, 0u64);
        for i in 0..matches {
            let mut rng = Rng::new(7, i);
            let (mut score, mut pairs) = (Score::default(), Pairs::default());
            let verdict = loop {
                let pair = [true, false].map(|begins| truth.game(&mut rng, begins));
                pair.iter().for_each(|&outcome| score.add(outcome));
                pairs.add(pair[0], pair[1]);
                let ratio = if by_pairs { test.ratio_of_pairs(&pairs) } else { test.ratio(&score) };
                match test.verdict(ratio) {
                    Verdict::Open => {}
                    verdict => break verdict,
                }
            };
            accepted += u64::from(verdict == Verdict::AcceptElo1);
            games += score.games();
        }
        (accepted as f64 / matches as f64, games as f64 / matches as f64)
    }

    #[test]
    fn error_rates_are_as_promised() {
        let matches = 1_000 * thorough() as u64;
        // Three deviations of a rate of 5%.
        let slack = 3.0 * (0.05 * 0.95 / matches as f64).sqrt();
        let drawish = |elo| Truth { elo, drawn: 0.3, opening: 0.0 };
        let lopsided = |elo| Truth { elo, drawn: 0.0, opening: 200.0 };
        let mut lengths = Vec::new();
        let truths = [[drawish(0.0), drawish(60.0)], [lopsided(0.0), lopsided(60.0)]];
        for [null, better] in truths {
            for by_pairs in [false, true] {
                let test = Sprt { elo1: better.seen(), ..TEST };
                let (wrong, games) = simulate(&null, &test, by_pairs, matches);
                let (right, _) = simulate(&better, &test, by_pairs, matches);
                assert!(wrong < 0.05 + slack, "accepts nothing as something: {wrong}");
                assert!(right > 0.95 - slack, "misses something: {right}");
                lengths.push(games);
            }
        }
        // Openings that decide games cost the trinomial test games, the pentanomial one none.
        assert!(lengths[3] < 0.85 * lengths[2], "{lengths:?}");
    }
}
