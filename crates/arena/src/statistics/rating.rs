//! Ratings of many players from the games between them: Bradley and Terry's model, with an
//! advantage for whoever begins and with draws as Davidson has them.
//!
//! A player i who begins against j wins, draws or loses with odds
//!
//! > e^u : ν : e^−u, where u = (r_i − r_j + h) / 2
//!
//! and r are ratings, h is the advantage of the first move, and ν says how often equals draw. Of
//! the two common ways to draws (Rao and Kupper's has a threshold instead of ν) this is the one in
//! which a draw is exactly half a win and half a loss: the likelihood depends on the games through
//! every player's points, the points of those who began, and the number of draws. So it is
//! concave, its maximum is the only one, and there every player is expected to have the points
//! that he has. Fisher's information at the maximum gives the errors.

use super::elo::{ELO_PER_LOGIT, Elo};
use super::information::{Factor, Information};
use super::tally::Tally;
use super::{Z, normal_below};

/// How ratings are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The prior: so many games that nobody played are added, for each player half won and half
    /// lost against an average one; for the first move half won and half lost; and, where there
    /// are draws at all, half drawn and half not. So nobody is infinitely strong, and players who
    /// never met (even through others) still stand on one scale, with large errors. Above 0.
    pub prior: f64,
    /// Whether whoever begins may have an advantage. Where one player began every game against
    /// another, strength and advantage cannot be told apart, and the prior divides them.
    pub first_move: bool,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { prior: 1.0, first_move: true }
    }
}

/// One player's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the average of all players.
    pub elo: Elo,
    /// How many points the model expects from the games that were played.
    pub expected: f64,
}

/// The strength of all players of a tournament.
#[derive(Clone, Debug)]
pub struct Ratings {
    players: Vec<Rating>,
    values: Parameters,
    factor: Factor,
}

impl Fit {
    /// Rates the players of a tournament.
    pub fn ratings(&self, tally: &Tally) -> Ratings {
        let mut likelihood = Likelihood::new(self, tally);
        let mut value = likelihood.value();
        // Newton's steps, halved while they go too far. The likelihood is concave: it ends.
        for _ in 0..200 {
            let (gradient, information) = likelihood.slopes();
            let step = information.factor().expect(INFORMED).solve(&gradient);
            let from = likelihood.parameters.clone();
            let mut share = 1.0;
            let gain = loop {
                likelihood.parameters.step(&from, &step, share);
                let gain = likelihood.value() - value;
                if gain >= 0.0 || share < 1e-9 {
                    break gain;
                }
                share /= 2.0;
            };
            value += gain;
            if step.iter().all(|step| step.abs() * share < 1e-10) {
                break;
            }
        }
        likelihood.ratings()
    }
}

/// The prior is a game of everybody's.
const INFORMED: &str = "every parameter has a prior";

impl Ratings {
    /// Each player's rating, by number.
    pub fn players(&self) -> &[Rating] {
        &self.players
    }

    /// How many Elo player `a` is above player `b`. Its error is not the sum of the two players'.
    pub fn difference(&self, a: usize, b: usize) -> Elo {
        let mut combination = self.values.zero();
        combination[a] += 1.0;
        combination[b] -= 1.0;
        self.elo(self.values.list[a] - self.values.list[b], &combination)
    }

    /// The likelihood that `a` is stronger than `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let Elo { elo, error } = self.difference(a, b);
        if error > 0.0 { normal_below(Z * elo / error) } else { 0.5 }
    }

    /// What the first move is worth; `None` where it was not asked.
    pub fn first_move(&self) -> Option<Elo> {
        let index = self.values.first_move?;
        let mut combination = self.values.zero();
        combination[index] = 1.0;
        Some(self.elo(self.values.list[index], &combination))
    }

    /// How often two equal players draw, where neither has the first move.
    pub fn draw_rate(&self) -> f64 {
        let draws = self.values.draws();
        draws / (2.0 + draws)
    }

    fn elo(&self, logit: f64, combination: &[f64]) -> Elo {
        let deviation = self.factor.variance(combination).sqrt();
        Elo { elo: ELO_PER_LOGIT * logit, error: Z * ELO_PER_LOGIT * deviation }
    }
}

/// Ratings, then the first move's worth, then the logarithm of ν, as far as they are fitted.
#[derive(Clone, Debug)]
struct Parameters {
    list: Vec<f64>,
    first_move: Option<usize>,
    log_draws: Option<usize>,
}

impl Parameters {
    fn zero(&self) -> Vec<f64> {
        vec![0.0; self.list.len()]
    }

    fn step(&mut self, from: &Parameters, step: &[f64], share: f64) {
        for (i, value) in self.list.iter_mut().enumerate() {
            *value = from.list[i] + share * step[i];
        }
    }

    fn draws(&self) -> f64 {
        self.log_draws.map_or(0.0, |index| self.list[index].exp())
    }
}

struct Likelihood<'a> {
    tally: &'a Tally,
    prior: f64,
    parameters: Parameters,
}

/// What the model expects of one game.
struct Expected {
    u: f64,
    /// e^u + ν + e^−u
    total: f64,
    win: f64,
    draw: f64,
    loss: f64,
}

impl Likelihood<'_> {
    fn new<'a>(fit: &Fit, tally: &'a Tally) -> Likelihood<'a> {
        let mut list = vec![0.0; tally.players()];
        let mut parameter = |wanted: bool| {
            wanted.then(|| {
                list.push(0.0);
                list.len() - 1
            })
        };
        let first_move = parameter(fit.first_move);
        // Without a draw the best ν is 0, and nothing need be fitted.
        let log_draws = parameter(tally.first_player().draws > 0);
        // A prior of nothing would leave the scale without its zero.
        let prior = if fit.prior > 0.0 { fit.prior } else { Fit::default().prior };
        Likelihood { tally, prior, parameters: Parameters { list, first_move, log_draws } }
    }

    fn expected(&self, first: usize, second: usize) -> Expected {
        let Parameters { list, first_move, .. } = &self.parameters;
        let advantage = first_move.map_or(0.0, |index| list[index]);
        let u = 0.5 * (list[first] - list[second] + advantage);
        let (win, draw, loss) = (u.exp(), self.parameters.draws(), (-u).exp());
        let total = win + draw + loss;
        Expected { u, total, win: win / total, draw: draw / total, loss: loss / total }
    }

    /// The pairs of players with games between them.
    fn meetings(&self) -> impl Iterator<Item = (usize, usize)> {
        let n = self.tally.players();
        (0..n * n)
            .map(move |i| (i / n, i % n))
            .filter(|&(first, second)| first != second)
            .filter(|&(first, second)| self.tally.began(first, second).games() > 0)
    }

    /// Where the prior of each parameter has its middle.
    fn middle(&self, index: usize) -> f64 {
        // Half of the games between equals drawn is ν = 2.
        if self.parameters.log_draws == Some(index) { std::f64::consts::LN_2 } else { 0.0 }
    }

    fn value(&self) -> f64 {
        let mut value = 0.0;
        for (index, parameter) in self.parameters.list.iter().enumerate() {
            let x = parameter - self.middle(index);
            value -= 0.5 * self.prior * ((-x).exp().ln_1p() + x.exp().ln_1p());
        }
        for (first, second) in self.meetings() {
            let (score, expected) = (self.tally.began(first, second), self.expected(first, second));
            value += (score.wins as f64 - score.losses as f64) * expected.u;
            value -= score.games() as f64 * expected.total.ln();
            if let Some(index) = self.parameters.log_draws {
                value += score.draws as f64 * self.parameters.list[index];
            }
        }
        value
    }

    /// The gradient, and the negative of the second derivatives, which is Fisher's information.
    fn slopes(&self) -> (Vec<f64>, Information) {
        let mut gradient = self.parameters.zero();
        let mut information = Information::zero(gradient.len());
        for (index, parameter) in self.parameters.list.iter().enumerate() {
            let won = 1.0 / (1.0 + (self.middle(index) - parameter).exp());
            gradient[index] += self.prior * (0.5 - won);
            information.add(&[(index, 1.0)], &[(index, 1.0)], self.prior * won * (1.0 - won));
        }
        for (first, second) in self.meetings() {
            let (score, expected) = (self.tally.began(first, second), self.expected(first, second));
            let games = score.games() as f64;
            // How u moves with the parameters.
            let mut along = vec![(first, 0.5), (second, -0.5)];
            along.extend(self.parameters.first_move.map(|index| (index, 0.5)));
            let lead = expected.win - expected.loss;
            let surplus = score.wins as f64 - score.losses as f64 - games * lead;
            for &(index, share) in &along {
                gradient[index] += share * surplus;
            }
            let decided = expected.win + expected.loss;
            information.add(&along, &along, games * (decided - lead * lead));
            if let Some(index) = self.parameters.log_draws {
                let drawn = [(index, 1.0)];
                gradient[index] += score.draws as f64 - games * expected.draw;
                information.add(&drawn, &drawn, games * expected.draw * (1.0 - expected.draw));
                information.add(&drawn, &along, -games * expected.draw * lead);
            }
        }
        (gradient, information)
    }

    fn ratings(self) -> Ratings {
        let (_, information) = self.slopes();
        let factor = information.factor().expect(INFORMED);
        let n = self.tally.players();
        let mut points = vec![0.0; n];
        for (first, second) in self.meetings() {
            let (score, expected) = (self.tally.began(first, second), self.expected(first, second));
            let share = expected.win + 0.5 * expected.draw;
            points[first] += score.games() as f64 * share;
            points[second] += score.games() as f64 * (1.0 - share);
        }
        let mut ratings = Ratings { players: Vec::new(), values: self.parameters, factor };
        let mean = ratings.values.list[..n].iter().sum::<f64>() / n as f64;
        for (player, &expected) in points.iter().enumerate() {
            let mut combination = ratings.values.zero();
            combination[..n].fill(-1.0 / n as f64);
            combination[player] += 1.0;
            let elo = ratings.elo(ratings.values.list[player] - mean, &combination);
            ratings.players.push(Rating { elo, expected });
        }
        ratings
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::{Outcome, Score};
    use super::*;
    use spinney_game::Rng;

    fn tally(players: usize, games: &[(usize, usize, [u64; 3])]) -> Tally {
        let mut tally = Tally::new(players);
        for &(first, second, counts) in games {
            for (outcome, count) in
                [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter().zip(counts)
            {
                (0..count).for_each(|_| tally.add(first, second, outcome));
            }
        }
        tally
    }

    /// The same model written plainly, in Elo, with no derivative: parameters are the ratings,
    /// the first move's worth and ν.
    fn plain_likelihood(tally: &Tally, prior: f64, x: &[f64]) -> f64 {
        let n = tally.players();
        let (advantage, nu) = (x[n], x[n + 1]);
        let power = |elo: f64| 10f64.powf(elo / 400.0);
        let even =
            |odds: f64| 0.5 * prior * ((odds / (1.0 + odds)).ln() + (1.0 / (1.0 + odds)).ln());
        let mut sum = even(power(advantage)) + even(nu / 2.0);
        for i in 0..n {
            sum += even(power(x[i]));
            for j in 0..n {
                let Score { wins, draws, losses } = tally.began(i, j);
                let (a, b) = (power(x[i] + advantage), power(x[j]));
                let draw = nu * (a * b).sqrt();
                let all = a + b + draw;
                sum += wins as f64 * (a / all).ln() + losses as f64 * (b / all).ln();
                sum += draws as f64 * (draw / all).ln();
            }
        }
        sum
    }

    /// Climbs along one axis after another with ever smaller steps.
    fn climb(tally: &Tally, prior: f64) -> Vec<f64> {
        let mut x = vec![0.0; tally.players() + 2];
        *x.last_mut().unwrap() = 1.0;
        let mut best = plain_likelihood(tally, prior, &x);
        let mut step = 64.0;
        while step > 1e-5 {
            let mut moved = false;
            for axis in 0..x.len() {
                let scale = if axis == tally.players() + 1 { 0.01 } else { 1.0 };
                for sign in [1.0, -1.0] {
                    let mut next = x.clone();
                    next[axis] += sign * step * scale;
                    let value = plain_likelihood(tally, prior, &next);
                    // ν is positive: elsewhere the likelihood is not a number, and not greater.
                    if value > best {
                        (x, best, moved) = (next, value, true);
                    }
                }
            }
            if !moved {
                step /= 2.0;
            }
        }
        x
    }

    #[test]
    fn ratings_are_where_the_likelihood_is_greatest() {
        let games = [
            (0, 1, [9, 4, 7]),
            (1, 0, [12, 3, 5]),
            (0, 2, [15, 2, 3]),
            (2, 0, [4, 3, 13]),
            (1, 2, [11, 5, 4]),
            (2, 1, [8, 0, 12]),
        ];
        let tally = tally(3, &games);
        for prior in [1.0, 5.0] {
            let ours = Fit { prior, ..Fit::default() }.ratings(&tally);
            let slow = climb(&tally, prior);
            let mean = slow[..3].iter().sum::<f64>() / 3.0;
            for (player, rating) in ours.players().iter().enumerate() {
                assert!((rating.elo.elo - slow[player] + mean).abs() < 0.01, "{ours:?} {slow:?}");
            }
            assert!((ours.first_move().unwrap().elo - slow[3]).abs() < 0.01);
            assert!((ours.draw_rate() - slow[4] / (2.0 + slow[4])).abs() < 1e-4);
        }
    }

    #[test]
    fn everybody_is_expected_to_have_the_points_that_he_has() {
        let tally = tally(
            4,
            &[(0, 1, [30, 10, 20]), (1, 2, [25, 5, 30]), (2, 3, [20, 20, 20]), (3, 0, [5, 9, 46])],
        );
        let ratings = Fit { prior: 1e-6, ..Fit::default() }.ratings(&tally);
        for (player, rating) in ratings.players().iter().enumerate() {
            assert!((rating.expected - tally.total(player).points()).abs() < 1e-4);
        }
        assert!(ratings.players().iter().map(|rating| rating.elo.elo).sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn two_players_have_the_closed_form() {
        let tally = tally(2, &[(0, 1, [300, 0, 200]), (1, 0, [200, 0, 300])]);
        let ratings = Fit { prior: 1e-6, first_move: false }.ratings(&tally);
        let Elo { elo, error } = ratings.difference(0, 1);
        assert!((elo - ELO_PER_LOGIT * 1.5f64.ln()).abs() < 1e-3);
        let deviation = (1.0 / 600.0f64 + 1.0 / 400.0).sqrt();
        assert!((error - Z * ELO_PER_LOGIT * deviation).abs() < 1e-2, "{error}");
        assert!((ratings.players()[0].elo.elo - elo / 2.0).abs() < 1e-6);
        assert!((ratings.players()[0].elo.error - error / 2.0).abs() < 1e-3);
        let direct = Score { wins: 600, draws: 0, losses: 400 };
        assert!((direct.elo().elo - elo).abs() < 0.2);
        assert!((direct.superiority() - ratings.superiority(0, 1)).abs() < 1e-4);
    }

    #[test]
    fn the_first_move_is_told_from_strength() {
        // Equal players; whoever begins wins three of four.
        let tally = tally(2, &[(0, 1, [75, 0, 25]), (1, 0, [75, 0, 25])]);
        let ratings = Fit { prior: 1e-3, ..Fit::default() }.ratings(&tally);
        assert!((ratings.first_move().unwrap().elo - 190.85).abs() < 0.1);
        assert!(ratings.difference(0, 1).elo.abs() < 1e-6);
        assert_eq!(ratings.superiority(0, 1), 0.5);
        assert_eq!(ratings.draw_rate(), 0.0);
    }

    #[test]
    fn nothing_diverges() {
        let extreme = [
            tally(2, &[(0, 1, [1_000_000, 0, 0])]),
            tally(2, &[(0, 1, [0, 500, 0])]),
            tally(3, &[(0, 1, [50, 0, 0]), (1, 2, [50, 0, 0])]),
            tally(4, &[(0, 1, [5, 0, 5]), (2, 3, [9, 0, 1])]),
            tally(3, &[]),
            tally(1, &[]),
            tally(0, &[]),
        ];
        for tally in extreme {
            let ratings = Fit::default().ratings(&tally);
            for rating in ratings.players() {
                assert!(rating.elo.elo.is_finite() && rating.elo.error.is_finite(), "{ratings:?}");
            }
            assert!((0.0..1.0).contains(&ratings.draw_rate()));
        }
        let sweep = tally(2, &[(0, 1, [20, 0, 0]), (1, 0, [0, 0, 20])]);
        let ratings = Fit::default().ratings(&sweep);
        let Elo { elo, error } = ratings.difference(0, 1);
        assert!(elo > 400.0 && error > 300.0 && ratings.superiority(0, 1) > 0.95, "{elo} {error}");
    }

    #[test]
    fn errors_cover_the_truth_nineteen_times_in_twenty() {
        let truth = [120.0, 30.0, -20.0, -130.0];
        let (advantage, nu) = (40.0, 0.7);
        let (mut covered, mut all) = (0, 0);
        for seed in 0..400 {
            let mut rng = Rng::new(seed, 0);
            let mut tally = Tally::new(4);
            for (first, second) in (0..16).map(|i| (i / 4, i % 4)).filter(|(i, j)| i != j) {
                for _ in 0..60 {
                    let u = (truth[first] - truth[second] + advantage) / ELO_PER_LOGIT / 2.0;
                    let odds = [u.exp() as f32, nu, (-u).exp() as f32];
                    let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
                    tally.add(first, second, outcomes[rng.weighted(&odds)]);
                }
            }
            let ratings = Fit::default().ratings(&tally);
            let seen =
                ratings.players().iter().zip(truth).map(|(rating, truth)| (rating.elo, truth));
            for (elo, truth) in seen.chain([(ratings.first_move().unwrap(), advantage)]) {
                covered += u32::from((elo.elo - truth).abs() < elo.error);
                all += 1;
            }
        }
        let share = f64::from(covered) / f64::from(all);
        // Three deviations, were the parameters of one tournament independent.
        assert!((share - 0.95).abs() < 0.02, "{share}");
    }
}
