//! The weights of features, learned from games.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::LazyLock;

use spinney_game::TextError;

use super::feature::Feature;
use crate::EdgeGoal;

/// What each feature adds to the logarithm of a move's odds. A feature without a weight adds
/// nothing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Weights(BTreeMap<Feature, f32>);

impl Weights {
    /// Those that were learned for games with that goal.
    pub fn learned(goal: EdgeGoal) -> &'static Weights {
        static HEX: LazyLock<Weights> = LazyLock::new(|| read(include_str!("hex.txt")));
        static Y: LazyLock<Weights> = LazyLock::new(|| read(include_str!("y.txt")));
        static POLY_Y: LazyLock<Weights> = LazyLock::new(|| read(include_str!("polyy.txt")));
        match goal {
            EdgeGoal::Hex => &HEX,
            EdgeGoal::Y => &Y,
            EdgeGoal::Corners { .. } => &POLY_Y,
        }
    }

    /// Reads them from text: a feature and its weight on each line; `#` starts a comment.
    pub fn from_text(text: &str) -> Result<Weights, TextError> {
        let mut weights = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let place = format!("line {}", number + 1);
            let unreadable = || TextError::at(&place, format!("{line}: no feature and its weight"));
            let (feature, weight) = line.rsplit_once(' ').ok_or_else(unreadable)?;
            let feature = feature.parse().map_err(|_| unreadable())?;
            let weight: f32 = weight.parse().map_err(|_| unreadable())?;
            if !(-30.0..=30.0).contains(&weight) {
                return Err(TextError::at(&place, format!("{weight} is not between -30 and 30")));
            }
            weights.insert(feature, weight);
        }
        Ok(Weights(weights))
    }

    /// Those of features with their weights.
    pub fn new(weights: impl IntoIterator<Item = (Feature, f32)>) -> Weights {
        Weights(weights.into_iter().collect())
    }

    /// What a feature adds.
    pub fn of(&self, feature: Feature) -> f32 {
        self.0.get(&feature).copied().unwrap_or(0.0)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (Feature, f32)> + '_ {
        self.0.iter().map(|(&feature, &weight)| (feature, weight))
    }
}

fn read(text: &str) -> Weights {
    Weights::from_text(text).expect("a test reads them")
}

impl Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(feature, weight)| writeln!(f, "{feature} {weight:.2}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learned_ones_can_be_read_and_written() {
        for goal in [EdgeGoal::Hex, EdgeGoal::Y, EdgeGoal::Corners { sides: 5 }] {
            let weights = Weights::learned(goal);
            assert!(weights.iter().count() > 500);
            assert_eq!(Weights::from_text(&weights.to_string()).as_ref(), Ok(weights));
        }
    }

    #[test]
    fn what_is_no_list_of_weights_is_refused_with_its_line() {
        for bad in ["ring ...... x", "rings ...... 1", "ring ......", "1", "ring ...... 31"] {
            let error = Weights::from_text(&format!("# weights\n{bad}")).unwrap_err();
            assert!(error.to_string().contains("line 2"), "{error}");
        }
    }
}
