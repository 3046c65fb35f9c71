//! Games in pairs: the same opening twice, with the seats changed.

use super::elo::Elo;
use super::score::Outcome;
use super::spread::Spread;

/// How often each score of a pair was seen.
///
/// The two games of a pair share an opening and are not independent: what the opening gives to
/// one player in the first game it gives to the other in the second. Counting pairs keeps that
/// out of the error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pairs {
    /// Pairs with 0, ½, 1, 1½ and 2 points of 2.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts one more pair, both games from the view of the same player.
    pub fn add(&mut self, first: Outcome, second: Outcome) {
        let half_points = 2.0 * (first.points() + second.points());
        self.counts[half_points as usize] += 1;
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many Elo this player is above the opponent, with the error that pairs have.
    pub fn elo(&self) -> Elo {
        self.spread().elo()
    }

    pub(super) fn spread(&self) -> Spread<5> {
        Spread { counts: self.counts.map(|count| count as f64), games_each: 2.0 }
    }
}

impl FromIterator<(Outcome, Outcome)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (Outcome, Outcome)>>(pairs: I) -> Pairs {
        let mut all = Pairs::default();
        for (first, second) in pairs {
            all.add(first, second);
        }
        all
    }
}
