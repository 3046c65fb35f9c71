//! What the playouts of one leaf came to.

use pulp::{Arch, Simd, WithSimd};

use crate::{Lanes, MAX_PLAYERS, Player, PlayoutBatch, Rewards, Stat, Trace};

/// The sum of the results of playouts from one position, for every player, and where wanted what
/// the moves brought that were made in them (all moves as first).
#[derive(Clone, Debug)]
pub struct Outcome {
    arch: Arch,
    players: usize,
    /// Move codes per player; 0 if nobody asks for moves.
    codes: usize,
    playouts: u64,
    /// Per player, the sum of rewards.
    sums: [f64; MAX_PLAYERS],
    /// Per player and move code, the [`Stat`] of the playouts in which the player made the move.
    made: Vec<u64>,
}

impl Outcome {
    /// Nothing yet, in a game with these players and [`crate::Game::move_codes`]; moves are counted
    /// if `amaf` says so.
    pub fn new(players: usize, move_codes: usize, amaf: bool) -> Outcome {
        let codes = if amaf { move_codes } else { 0 };
        Outcome {
            arch: Arch::new(),
            players,
            codes,
            playouts: 0,
            sums: [0.0; MAX_PLAYERS],
            made: vec![0; players * codes],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.playouts = 0;
        self.sums = [0.0; MAX_PLAYERS];
        self.made.fill(0);
    }

    /// Adds a value that counts as the result of so many playouts: that of a finished game, a proven
    /// position, an evaluation. It says nothing about moves.
    pub fn add_value(&mut self, rewards: &Rewards, times: u64) {
        self.playouts += times;
        for (player, sum) in (0..).map(Player).zip(&mut self.sums[..self.players]) {
            *sum += times as f64 * f64::from(rewards[player].clamp(0.0, 1.0));
        }
    }

    /// Adds one playout and the moves that were made in it.
    pub fn add_playout(&mut self, rewards: &Rewards, trace: &Trace) {
        self.add_value(rewards, 1);
        if self.codes == 0 {
            return;
        }
        for (player, made) in (0..).map(Player).zip(self.made.chunks_exact_mut(self.codes)) {
            let result = Stat::of_rewards(rewards, player).0;
            self.arch.dispatch(Spread { result, bits: trace.player(player), made });
        }
    }

    /// Adds those playouts of a batch.
    pub fn add_batch(&mut self, batch: &PlayoutBatch, playouts: &Lanes) {
        let count =
            |lanes: &Lanes| -> u64 { lanes.iter().map(|w| u64::from(w.count_ones())).sum() };
        self.playouts += count(playouts);
        for (player, sum) in (0..).map(Player).zip(&mut self.sums[..self.players]) {
            let won = batch.won(player).and(playouts);
            *sum += count(&won) as f64;
            let made = &mut self.made[player.index() * self.codes..][..self.codes];
            for (stat, lanes) in made.iter_mut().zip(batch.made(player)) {
                let won = lanes.and(&won);
                *stat += Stat::new(count(&lanes.and(playouts)), 0).0;
                *stat += count(&won) * Stat::of_sum(0, 1.0).0;
            }
        }
    }

    /// Adds what another thread has seen of the same position.
    pub fn merge(&mut self, other: &Outcome) {
        self.playouts += other.playouts;
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        self.made.iter_mut().zip(&other.made).for_each(|(made, more)| *made += more);
    }

    /// Takes the sums out, leaving none; what moves brought stays.
    pub(super) fn take_sums(&mut self) -> [f64; MAX_PLAYERS] {
        self.playouts = 0;
        std::mem::take(&mut self.sums)
    }

    /// Replaces the sums by a mixture of `others`, with that weight, and themselves.
    pub(super) fn mix_sums(&mut self, others: &[f64; MAX_PLAYERS], weight: f64) {
        for (sum, other) in self.sums.iter_mut().zip(others) {
            *sum += weight * (other - *sum);
        }
    }

    /// How many playouts it is the sum of.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// A player's mean reward; one half without playouts.
    pub fn mean(&self, player: Player) -> f64 {
        if self.playouts == 0 { 0.5 } else { self.sums[player.index()] / self.playouts as f64 }
    }

    /// The result as a player sees it.
    #[inline]
    pub fn result(&self, player: Player) -> Stat {
        Stat::of_sum(self.playouts, self.sums[player.index()])
    }

    /// Per move code, the [`Stat`] of the playouts in which the player made the move; empty if nobody
    /// asks for moves.
    #[inline]
    pub fn made(&self, player: Player) -> &[u64] {
        &self.made[player.index() * self.codes..][..self.codes]
    }

    /// A player has made a move before the position: so it was made in every one of the playouts.
    #[inline]
    pub fn made_before(&mut self, player: Player, code: u32) {
        if self.codes > 0 {
            self.made[player.index() * self.codes + code as usize] = self.result(player).0;
        }
    }
}

/// Adds a result to the sums of all moves whose bits are set. About every other one is, so it is
/// faster to go through all of them with the vector unit than to look for the set ones.
struct Spread<'a> {
    result: u64,
    bits: &'a [u64],
    made: &'a mut [u64],
}

impl WithSimd for Spread<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Spread { result, bits, made } = self;
        for (&word, made) in bits.iter().zip(made.chunks_mut(64)) {
            for (i, made) in made.iter_mut().enumerate() {
                let is_set = word >> i & 1;
                *made += result & is_set.wrapping_neg();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_for_the_player_who_made_it() {
        let mut outcome = Outcome::new(2, 100, true);
        let mut trace = Trace::new(2, 100);
        trace.mark(Player::FIRST, 3);
        trace.mark(Player::SECOND, 99);
        outcome.add_playout(&Rewards::win(Player::FIRST), &trace);
        trace.clear();
        trace.mark(Player::SECOND, 3);
        outcome.add_playout(&Rewards::win(Player::FIRST), &trace);
        assert_eq!(Stat(outcome.made(Player::FIRST)[3]), Stat::new(1, 256));
        assert_eq!(Stat(outcome.made(Player::SECOND)[3]), Stat::new(1, 0));
        assert_eq!(Stat(outcome.made(Player::SECOND)[99]), Stat::new(1, 0));
        assert_eq!(outcome.result(Player::FIRST), Stat::new(2, 512));
        assert_eq!(outcome.result(Player::SECOND), Stat::new(2, 0));
        outcome.made_before(Player::FIRST, 7);
        assert_eq!(Stat(outcome.made(Player::FIRST)[7]), Stat::new(2, 512));
    }

    #[test]
    fn a_value_counts_as_often_as_it_is_told_to() {
        let mut outcome = Outcome::new(3, 10, false);
        let mut rewards = Rewards::default();
        rewards[Player(2)] = 0.3;
        outcome.add_value(&rewards, 10);
        outcome.add_value(&Rewards::win(Player(2)), 5);
        assert_eq!(outcome.playouts(), 15);
        assert!((outcome.mean(Player(2)) - 8.0 / 15.0).abs() < 1e-6);
        assert_eq!(outcome.mean(Player(0)), 0.0);
        assert!(outcome.made(Player(0)).is_empty());
    }
}
