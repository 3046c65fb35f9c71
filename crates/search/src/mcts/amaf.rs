//! All moves as first: a move made at any later time of a playout counts for the same move made
//! now by the same player.
//!
//! The results of one walk are added up per player and move code in a [`Tally`]. On the way back
//! up each node then needs one look-up and one addition per move. Going up, the tally also learns
//! the moves of the path itself, so that a node sees exactly the moves made from it on.

use std::sync::atomic::Ordering::Relaxed;

use pulp::{Arch, Simd, WithSimd};
use spinney_game::{MAX_PLAYERS, Player, Rewards, Trace};

use super::node::{Edge, Node};
use super::stat::{Stat, add, units};

/// The results of the playouts of one walk.
#[derive(Clone, Debug)]
pub struct Tally {
    arch: Arch,
    players: usize,
    /// Move codes per player; 0 if AMAF is off.
    codes: usize,
    playouts: u64,
    /// Per player, the sum of rewards in units.
    sums: [u64; MAX_PLAYERS],
    /// Per player and move code, the packed statistics of the playouts in which the player made
    /// the move.
    made: Vec<u64>,
}

impl Tally {
    pub fn new(players: usize, move_codes: usize, amaf: bool) -> Tally {
        let codes = if amaf { move_codes } else { 0 };
        Tally {
            arch: Arch::new(),
            players,
            codes,
            playouts: 0,
            sums: [0; MAX_PLAYERS],
            made: vec![0; players * codes],
        }
    }

    pub fn clear(&mut self) {
        self.playouts = 0;
        self.sums = [0; MAX_PLAYERS];
        self.made.fill(0);
    }

    /// Adds `times` results without moves: of a finished game or a proven position.
    pub fn add_rewards(&mut self, rewards: &Rewards, times: u64) {
        self.playouts += times;
        for i in 0..self.players {
            self.sums[i] += times * units(rewards, Player(i as u8));
        }
    }

    /// Adds one playout.
    pub fn add(&mut self, rewards: &Rewards, trace: &Trace) {
        self.add_rewards(rewards, 1);
        if self.codes == 0 {
            return;
        }
        for (i, made) in self.made.chunks_exact_mut(self.codes).enumerate() {
            let player = Player(i as u8);
            let result = Stat::new(1, units(rewards, player)).0;
            self.arch.dispatch(Spread { result, bits: trace.player(player), made });
        }
    }

    /// Adds what another thread has seen of the same position.
    pub fn merge(&mut self, other: &Tally) {
        self.playouts += other.playouts;
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        self.made.iter_mut().zip(&other.made).for_each(|(made, more)| *made += more);
    }

    /// The result as a player sees it.
    #[inline]
    pub fn result(&self, view: Player) -> Stat {
        Stat::new(self.playouts, self.sums[view.index()])
    }

    /// Per move code, the statistics of the playouts in which the player made the move, once the
    /// walk's own move `code` of that player is added: made in the tree, it was made in every one
    /// of the playouts.
    #[inline]
    fn made_by(&mut self, player: Player, code: u32) -> &[u64] {
        let result = self.result(player).0;
        let made = &mut self.made[player.index() * self.codes..][..self.codes];
        made[code as usize] = result;
        made
    }

    /// Adds the same to sums by move code.
    #[inline]
    pub fn add_made_by(&mut self, player: Player, code: u32, sums: &mut Vec<u64>) {
        let arch = self.arch;
        let made = self.made_by(player, code);
        sums.resize(made.len(), 0);
        arch.dispatch(Sum { sums, made });
    }

    /// Lets a node learn from the walk through it. `code` is the move that the walk took there.
    /// Returns the bits of all sums, for [`super::stat::TALL`].
    pub fn teach(&mut self, node: Node<'_>, player: Player, code: u32) -> u64 {
        let made = self.made_by(player, code);
        let mut bits = 0;
        for (edge, amaf) in node.edges().iter().zip(node.amafs()) {
            // Two threads may overwrite each other's sum: then one result is lost, which matters
            // less than the time an atomic addition takes.
            bits |= add(amaf, made[Edge(edge.load(Relaxed)).code() as usize], false);
        }
        bits
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

/// Adds numbers to sums.
struct Sum<'a> {
    sums: &'a mut [u64],
    made: &'a [u64],
}

impl WithSimd for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.sums.iter_mut().zip(self.made).for_each(|(sum, more)| *sum += more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_for_the_player_who_made_it() {
        let mut tally = Tally::new(2, 100, true);
        let mut trace = Trace::new(2, 100);
        trace.mark(Player::FIRST, 3);
        trace.mark(Player::SECOND, 99);
        tally.add(&Rewards::win(Player::FIRST), &trace);
        trace.clear();
        trace.mark(Player::SECOND, 3);
        tally.add(&Rewards::win(Player::FIRST), &trace);
        assert_eq!(Stat(tally.made[3]), Stat::new(1, 256));
        assert_eq!(Stat(tally.made[100 + 3]), Stat::new(1, 0));
        assert_eq!(Stat(tally.made[100 + 99]), Stat::new(1, 0));
        assert_eq!(tally.result(Player::FIRST), Stat::new(2, 512));
        assert_eq!(tally.result(Player::SECOND), Stat::new(2, 0));
    }
}
