//! What games say about strength: rates, intervals, ratings, and when a match has said enough.
//!
//! Everything here is arithmetic on counts; nothing knows a game, a player or a store. Formulas,
//! a worked example and the figures they were checked against are in `docs/statistics.md`. Every
//! interval and every error is at 95%.
//!
//! ```
//! use spinney_arena::statistics::{Draws, Score};
//! // The Poly-Y paper: 1,024 games of the player with half the time.
//! let score = Score { wins: 389, draws: 0, losses: 635 };
//! assert_eq!(format!("{:.1}%", 100.0 * score.rate(Draws::Half).unwrap()), "38.0%");
//! assert_eq!(format!("{:.1}%", 100.0 * score.wilson_corrected(Draws::Half).margin()), "3.1%");
//! assert_eq!(format!("{}", score.elo()), "-85 ± 22");
//! ```

mod elo;
mod information;
mod interval;
mod pairs;
mod rating;
mod score;
mod spread;
mod sprt;
mod tally;

pub use elo::{Elo, elo_of_rate, rate_of_elo};
pub use interval::Interval;
pub use pairs::Pairs;
pub use rating::{Fit, Rating, Ratings};
pub use score::{Draws, Outcome, Score};
pub use sprt::{Sprt, Verdict};
pub use tally::Tally;

/// The normal distribution's 97.5% point: 95% of it lie within so many deviations of its middle.
const Z: f64 = 1.959_963_984_540_054;

/// The normal distribution function.
fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(interval: Interval) -> String {
        format!("{:.1}% – {:.1}%", 100.0 * interval.low, 100.0 * interval.high)
    }

    #[test]
    fn the_manuals_match_comes_out() {
        let score = Score { wins: 58, draws: 0, losses: 42 };
        let pairs = Pairs { counts: [5, 0, 32, 0, 13] };
        assert_eq!(bounds(score.wilson_corrected(Draws::Half)), "47.7% – 67.7%");
        assert_eq!(bounds(score.wilson(Draws::Half)), "48.2% – 67.2%");
        assert_eq!(bounds(score.normal(Draws::Half)), "48.3% – 67.7%");
        assert_eq!(
            (score.elo().to_string(), pairs.elo().to_string()),
            ("+56 ± 69".into(), "+56 ± 57".into())
        );
        assert_eq!(format!("{:.3}", score.superiority()), "0.945");
        let test = Sprt { elo0: 0.0, elo1: 60.0, ..Sprt::default() };
        assert!((test.ratio(&score) - 1.2793).abs() < 1e-3);
        // Found once by another program, with another method.
        assert!((test.ratio_of_pairs(&pairs) - 1.832_384_022_6).abs() < 1e-9);
    }

    #[test]
    fn the_manuals_tournament_comes_out() {
        #[rustfmt::skip]
        let games = [
            (0, 1, [14, 2, 4]), (1, 0, [9, 3, 8]), (0, 2, [17, 1, 2]),
            (2, 0, [5, 2, 13]), (1, 2, [13, 3, 4]), (2, 1, [9, 1, 10]),
        ];
        let mut tally = Tally::new(3);
        for (first, second, counts) in games {
            for (outcome, count) in
                [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter().zip(counts)
            {
                (0..count).for_each(|_| tally.add(first, second, outcome));
            }
        }
        let ratings = Fit::default().ratings(&tally);
        let elo: Vec<String> =
            ratings.players().iter().map(|rating| rating.elo.to_string()).collect();
        assert_eq!(elo, ["+120 ± 63", "+4 ± 58", "-124 ± 63"]);
        assert_eq!(ratings.first_move().unwrap().to_string(), "+103 ± 75");
        assert_eq!(ratings.difference(0, 1).to_string(), "+117 ± 103");
        assert_eq!(
            format!("{:.3} {:.3}", ratings.draw_rate(), ratings.superiority(0, 1)),
            "0.117 0.987"
        );
    }
}
