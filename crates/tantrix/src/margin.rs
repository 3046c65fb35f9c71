//! Rewards that look at the margin of points and not at the win alone.

use spinney_game::{MAX_PLAYERS, Player, Rewards};

use crate::rules::Rules;

/// How much the margin counts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Margin {
    /// How much of the reward is for the margin and not for the win alone, 0 to 1.
    pub weight: f32,
    /// The margin at which the reward for it is halfway between that of a draw and all.
    pub scale: f32,
}

impl Margin {
    /// What the players get for their scores.
    pub(crate) fn rewards(self, rules: &Rules, scores: [u32; MAX_PLAYERS]) -> Rewards {
        let mut rewards = rules.rewards(scores);
        if self.weight == 0.0 {
            return rewards;
        }
        let standing = rules.standing(scores);
        let seats = || (0..rules.colours().len() as u8).map(Player);
        for player in seats() {
            let best_other = seats()
                .filter(|&other| !rules.together(player, other))
                .map(|other| standing[other.index()])
                .max();
            let margin = standing[player.index()] as f32 - best_other.unwrap_or(0) as f32;
            let share = 0.5 + 0.5 * margin / (margin.abs() + self.scale);
            rewards[player] += self.weight * (share - rewards[player]);
        }
        rewards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Colour;

    #[test]
    fn a_win_is_worth_more_the_higher_it_is_and_always_more_than_a_draw() {
        let rules = Rules::default();
        let margin = Margin { weight: 0.2, scale: 6.0 };
        let reward = |a, b| margin.rewards(&rules, [a, b, 0, 0])[Player::FIRST];
        assert_eq!(reward(10, 10), 0.5);
        assert!(reward(12, 10) > reward(11, 10) && reward(11, 10) > 0.8);
        assert!(reward(10, 12) < reward(10, 11) && reward(10, 11) < 0.2);
        let rewards = margin.rewards(&rules, [12, 10, 0, 0]);
        assert!((rewards[Player::FIRST] + rewards[Player::SECOND] - 1.0).abs() < 1e-6);
        assert_eq!(Margin::default().rewards(&rules, [12, 10, 0, 0])[Player::FIRST], 1.0);
    }

    #[test]
    fn partners_have_the_same_margin() {
        let rules = Rules::new(&Colour::ALL, true).unwrap();
        let rewards = Margin { weight: 0.5, scale: 6.0 }.rewards(&rules, [9, 3, 5, 10]);
        assert_eq!(rewards[Player(0)], rewards[Player(2)]);
        assert!(rewards[Player(0)] > 0.5 && rewards[Player(1)] < 0.5);
    }
}
