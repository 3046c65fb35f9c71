//! The weights of a linear evaluation, learned from games.

use spinney_game::TextError;

use crate::features::{FEATURES, Sink, count_features};
use crate::turn::Turn;

/// What each feature is worth, in the unit of the [evaluation](crate::EvaluationSettings): on a full
/// board, and on one with few pieces. In between it is something in between.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Box<[i64; FEATURES]>);

/// So many pieces are few.
const FEW: i32 = 12;
/// So many are all.
const ALL: i32 = 32;

/// Two sums in one word, which are added and multiplied at once.
#[inline]
fn pair(full: i32, few: i32) -> i64 {
    (i64::from(full) << 32) + i64::from(few)
}

impl Weights {
    /// Those that were learned from self-play.
    pub fn learned() -> Weights {
        Weights::from_text(include_str!("weights.txt")).expect("a test reads them")
    }

    /// Reads them from text: whole numbers in the order of the features, those for a full board and
    /// then those for few pieces; `#` starts a comment.
    pub fn from_text(text: &str) -> Result<Weights, TextError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        let numbers = lines.flat_map(str::split_whitespace).map(|word| {
            let number = word.parse::<i32>().ok().filter(|number| number.abs() <= 100_000);
            number.ok_or_else(|| TextError::word(word, "is not a whole number up to 100000"))
        });
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let count = numbers.len();
        if count != 2 * FEATURES {
            let problem = format!("{count} numbers, but twice {FEATURES} features");
            return Err(TextError::at("weights", problem));
        }
        let (full, few) = numbers.split_at(FEATURES);
        let mut weights = Box::new([0; FEATURES]);
        for (weight, (&full, &few)) in weights.iter_mut().zip(full.iter().zip(few)) {
            *weight = pair(full, few);
        }
        Ok(Weights(weights))
    }

    /// What a position is worth to Gold.
    pub fn value(&self, turn: &Turn) -> i32 {
        let mut sum = Sum { weights: &self.0, value: 0 };
        count_features(turn, &mut sum);
        let few = sum.value as i32;
        let full = ((sum.value - i64::from(few)) >> 32) as i32;
        let pieces = turn.board.occupied().count_ones() as i32;
        let more = (pieces - FEW).max(0);
        (full * more + few * (ALL - FEW - more)) / (ALL - FEW)
    }
}

struct Sum<'a> {
    weights: &'a [i64; FEATURES],
    value: i64,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.value += self.weights[feature] * i64::from(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::features::GROUPS;
    use spinney_game::Game;

    #[test]
    fn more_pieces_are_worth_more() {
        let weights = Weights::learned();
        let value = |squares: &str| {
            let text = format!("arimaa 9g [{squares}]");
            weights.value(Position::from_text(&text).unwrap().turn())
        };
        let even = "rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR";
        for missing in ["r", "c", "d", "h", "m"] {
            assert!(value(&even.replacen(missing, ".", 1)) > value(even), "{missing}");
        }
    }

    #[test]
    fn the_fewer_pieces_the_more_their_own_weights_count() {
        let steps = GROUPS.iter().find(|group| group.name == "steps").unwrap().start;
        let mut numbers = vec![0; 2 * FEATURES];
        (numbers[steps], numbers[FEATURES + steps]) = (10, -50);
        let text: Vec<String> = numbers.iter().map(i32::to_string).collect();
        let weights = Weights::from_text(&text.join(" ")).unwrap();
        let value = |side: char, rows: [&str; 4]| {
            let [a, b, c, d] = rows;
            let text = format!("arimaa 9{side} [{a}{b}{}{c}{d}]", ".".repeat(32));
            weights.value(Position::from_text(&text).unwrap().turn())
        };
        let full = ["rrrrrrrr", "hdcemcdh", "HDCMECDH", "RRRRRRRR"];
        let half = ["rrrrrrr.", "hd.e....", "HD..E...", "RRRRRRRR"];
        let few = ["rrr.....", "...e....", "...E....", "RRRRRRR."];
        for (side, sign) in [('g', 1), ('s', -1)] {
            assert_eq!(value(side, full), sign * 4 * 10);
            assert_eq!(value(side, half), sign * (4 * 10 * 9 - 4 * 50 * 11) / 20);
            assert_eq!(value(side, few), -sign * 4 * 50);
        }
    }

    #[test]
    fn what_is_no_list_of_weights_is_refused() {
        let few = "1 2 3";
        let wrong = "1 2 x";
        let large = "1000000000000";
        for bad in [few, wrong, large] {
            assert!(Weights::from_text(bad).is_err(), "{bad}");
        }
        let enough = format!("# all\n{}", "1 ".repeat(2 * FEATURES));
        assert!(Weights::from_text(&enough).is_ok());
    }
}
