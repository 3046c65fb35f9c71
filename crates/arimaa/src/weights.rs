//! The weights of a linear evaluation, learned from games.

use spinney_game::TextError;

use crate::features::{FEATURES, Sink, count_features};
use crate::turn::Turn;

/// What each feature is worth, in the unit of the [evaluation](crate::EvaluationSettings).
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Box<[i32; FEATURES]>);

impl Weights {
    /// Those that were learned from self-play.
    pub fn learned() -> Weights {
        Weights::from_text(include_str!("weights.txt")).expect("a test reads them")
    }

    /// Reads them from text: whole numbers in the order of the features; `#` starts a comment.
    pub fn from_text(text: &str) -> Result<Weights, TextError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        let numbers = lines.flat_map(str::split_whitespace).map(|word| {
            let number = word.parse::<i32>().ok().filter(|number| number.abs() <= 100_000);
            number.ok_or_else(|| TextError::word(word, "is not a whole number up to 100000"))
        });
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let count = numbers.len();
        let weights = <Box<[i32; FEATURES]>>::try_from(numbers).map_err(|_| {
            TextError::at("weights", format!("{count} numbers, but {FEATURES} features"))
        })?;
        Ok(Weights(weights))
    }

    /// What a position is worth to Gold.
    pub fn value(&self, turn: &Turn) -> i32 {
        let mut sum = Sum { weights: &self.0, value: 0 };
        count_features(turn, &mut sum);
        sum.value
    }
}

struct Sum<'a> {
    weights: &'a [i32; FEATURES],
    value: i32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.value += self.weights[feature] * count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
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
    fn what_is_no_list_of_weights_is_refused() {
        let few = "1 2 3";
        let wrong = "1 2 x";
        let large = "1000000000000";
        for bad in [few, wrong, large] {
            assert!(Weights::from_text(bad).is_err(), "{bad}");
        }
        let enough = format!("# all\n{}", "1 ".repeat(FEATURES));
        assert!(Weights::from_text(&enough).is_ok());
    }
}
