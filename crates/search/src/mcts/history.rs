//! What moves have led to, wherever in the tree they were made.
//!
//! A move that was good at one node is often good at others. The results of every move are added up
//! by player and move code, whatever the depth, and the mean helps to choose among the moves of a
//! node that is new (the tree-tree history heuristic of Kozelek's thesis). Each thread has its own.

use spinney_game::Player;

use super::stat::Stat;

/// Means of results by player and move code.
#[derive(Clone, Debug)]
pub struct History {
    codes: usize,
    /// Visits and rewards, starting with one visit of value one half.
    sums: Vec<(f32, f32)>,
    means: Vec<f32>,
}

impl History {
    /// With room for all moves of a game, or for none if it is not wanted.
    pub fn new(players: usize, move_codes: usize, wanted: bool) -> History {
        let codes = if wanted { move_codes } else { 0 };
        let size = players * codes;
        History { codes, sums: vec![(1.0, 0.5); size], means: vec![0.5; size] }
    }

    /// The means of one player's moves, by code.
    #[inline]
    pub fn of(&self, player: Player) -> &[f32] {
        &self.means[player.index() * self.codes..][..self.codes]
    }

    /// Adds the results of simulations in which a player made a move.
    #[inline]
    pub fn add(&mut self, player: Player, code: u32, result: Stat) {
        if self.codes == 0 {
            return;
        }
        let at = player.index() * self.codes + code as usize;
        let (visits, rewards) = result.split();
        let sum = &mut self.sums[at];
        *sum = (sum.0 + visits, sum.1 + rewards);
        self.means[at] = sum.1 / sum.0;
    }

    /// Lets what was learned so far weigh half as much against what is to come.
    pub fn age(&mut self) {
        for sum in &mut self.sums {
            *sum = ((sum.0 * 0.5).max(1.0), sum.1 * (0.5 * sum.0).max(1.0) / sum.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_remembered_for_the_player_who_made_it() {
        let mut history = History::new(2, 10, true);
        history.add(Player::SECOND, 3, Stat::new(3, 0));
        assert_eq!(history.of(Player::FIRST)[3], 0.5);
        assert_eq!(history.of(Player::SECOND)[3], 0.125);
        history.age();
        assert_eq!(history.of(Player::SECOND)[3], 0.125, "the mean stays");
        history.add(Player::SECOND, 3, Stat::new(2, 512));
        assert!((history.of(Player::SECOND)[3] - 0.5625).abs() < 1e-6, "the weight is less");
    }
}
