//! Visits and rewards in one word, so that one operation changes both.

use crate::{Player, Rewards};

const REWARD_BITS: u32 = 36;
const REWARD_MASK: u64 = (1 << REWARD_BITS) - 1;
/// One reward of 1.
const UNIT: f32 = 256.0;

/// A number of results and the sum of what they brought one player.
///
/// The upper 28 bits count the results, the lower 36 bits sum rewards in units of 1/256. A reward is
/// at most 1, so the sum overflows no earlier than the count, and the sum of two words is the word
/// of both sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stat(pub u64);

/// To the nearest unit; `round` would be a call where processors of old must be served, and they
/// make signed numbers faster.
#[inline]
fn to_units(reward: f32) -> u64 {
    (reward * UNIT + 0.5) as i64 as u64
}

impl Stat {
    /// That many visits with that sum of rewards in units of 1/256.
    #[inline]
    pub const fn new(visits: u64, units: u64) -> Stat {
        Stat((visits << REWARD_BITS) + units)
    }

    /// One result as a player sees it.
    #[inline]
    pub fn of_rewards(rewards: &Rewards, player: Player) -> Stat {
        // Rewards outside 0..=1 would spoil the count above the sum.
        Stat::new(1, to_units(rewards[player].clamp(0.0, 1.0)))
    }

    /// That many visits with that sum of rewards.
    #[inline]
    pub fn of_sum(visits: u64, sum: f64) -> Stat {
        Stat::new(visits, (sum * f64::from(UNIT) + 0.5) as i64 as u64)
    }

    /// That many visits with that mean result.
    #[inline]
    pub fn of_mean(visits: u64, mean: f32) -> Stat {
        Stat::new(visits, to_units(visits as f32 * mean))
    }

    /// How many results.
    #[inline]
    pub fn visits(self) -> u64 {
        self.0 >> REWARD_BITS
    }

    /// The sum of rewards.
    pub fn wins(self) -> f64 {
        (self.0 & REWARD_MASK) as f64 / f64::from(UNIT)
    }

    /// Both halves as floating-point numbers, in a form that vectorises: integers below 2⁵²
    /// become doubles by setting the exponent bits.
    #[inline(always)]
    pub fn split(self) -> (f32, f32) {
        const TWO_52: u64 = 0x4330_0000_0000_0000;
        let visits = (self.0 >> REWARD_BITS) as u32 as i32 as f32;
        let sum = f64::from_bits(self.0 & REWARD_MASK | TWO_52) - f64::from_bits(TWO_52);
        (visits, sum as f32 * (1.0 / UNIT))
    }

    /// Without what it started with.
    pub fn without(self, start: Stat) -> Stat {
        let visits = self.visits().saturating_sub(start.visits());
        // Rewards cannot be more than visits, even if both were halved in between.
        let sum = (self.0 & REWARD_MASK).saturating_sub(start.0 & REWARD_MASK);
        Stat::new(visits, sum.min(visits * UNIT as u64))
    }

    /// The mean in units, rounded down; one half without visits.
    pub fn mean_units(self) -> f64 {
        if self.visits() == 0 {
            return f64::from(UNIT) / 2.0;
        }
        (self.0 & REWARD_MASK) as f64 / self.visits() as f64
    }

    /// That many visits whose mean is given in units.
    pub fn of_mean_units(visits: u64, mean: f64) -> Stat {
        Stat::new(visits, (visits as f64 * mean.clamp(0.0, f64::from(UNIT)) + 0.5) as u64)
    }

    /// With a result added that counts `weight` times as much as one of those before:
    /// `mean + w (result - mean) / (n + w)`, while the visits grow by those of the result.
    pub fn moved_by(self, result: Stat, weight: f64) -> Stat {
        let part = weight * result.visits() as f64;
        let mean = self.mean_units();
        let moved = mean + part * (result.mean_units() - mean) / (self.visits() as f64 + part);
        Stat::of_mean_units(self.visits() + result.visits(), moved)
    }

    /// Half the visits, the same mean.
    pub fn halved(self) -> Stat {
        Stat::new(self.visits() / 2, (self.0 & REWARD_MASK) / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_sums_do_not_touch_each_other() {
        let most = (1 << 28) - 1;
        let stat = Stat::new(most, most * 256);
        assert_eq!(stat.visits(), most);
        assert_eq!(stat.wins(), most as f64);
        assert_eq!(stat.split(), (most as f32, most as f32));
    }

    #[test]
    fn a_heavier_result_moves_the_mean_further() {
        let stat = Stat::new(9, 0);
        assert_eq!(stat.moved_by(Stat::new(1, 256), 1.0), Stat::new(10, 256));
        // 3 / (9 + 3) of the way to the win, over 10 visits.
        assert_eq!(stat.moved_by(Stat::new(1, 256), 3.0), Stat::new(10, 640));
        assert_eq!(Stat::default().moved_by(Stat::new(1, 256), 5.0), Stat::new(1, 256));
    }

    #[test]
    fn halving_keeps_the_mean() {
        let stat = Stat::new(1000, 500 * 256);
        assert_eq!((stat.halved().visits(), stat.halved().wins()), (500, 250.0));
    }
}
