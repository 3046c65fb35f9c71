//! Many playouts at once, one bit each.
//!
//! Where a game is only stones on cells, a machine word can hold the same cell of 64 games, and
//! one instruction lays 64 stones or more. A [`PlayoutBatch`] is what such playouts leave behind: for
//! every player and move the playouts in which that player made that move, and for every player
//! the playouts won.

use std::ops::{Deref, DerefMut};

use crate::{Game, MAX_PLAYERS, Player, Playout, Rng, Trace};

/// How many playouts a batch has.
pub const LANES: usize = 512;

/// One bit for each playout of a batch. It lies in one line of the cache: vector units are much
/// slower where they read across two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(64))]
pub struct Lanes(pub [u64; LANES / 64]);

impl Lanes {
    /// Those that are in both.
    #[inline(always)]
    pub fn and(&self, other: &Lanes) -> Lanes {
        Lanes(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl Deref for Lanes {
    type Target = [u64; LANES / 64];
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Lanes {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// What [`LANES`] playouts from one position have come to.
#[derive(Clone, Debug)]
pub struct PlayoutBatch {
    codes: usize,
    made: Vec<Lanes>,
    won: [Lanes; MAX_PLAYERS],
}

impl PlayoutBatch {
    /// An empty batch for a game with these players and [`Game::move_codes`].
    pub fn new(players: usize, move_codes: usize) -> PlayoutBatch {
        PlayoutBatch {
            codes: move_codes,
            made: vec![Lanes::default(); players * move_codes],
            won: Default::default(),
        }
    }

    /// By move code, the playouts in which the player made the move.
    #[inline]
    pub fn made(&self, player: Player) -> &[Lanes] {
        &self.made[player.index() * self.codes..][..self.codes]
    }

    /// The same, to be written.
    #[inline]
    pub fn made_mut(&mut self, player: Player) -> &mut [Lanes] {
        &mut self.made[player.index() * self.codes..][..self.codes]
    }

    /// The playouts that the player has won.
    #[inline]
    pub fn won(&self, player: Player) -> &Lanes {
        &self.won[player.index()]
    }

    /// The same, to be written.
    #[inline]
    pub fn won_mut(&mut self, player: Player) -> &mut Lanes {
        &mut self.won[player.index()]
    }
}

/// Plays positions out by the batch.
///
/// One value serves one thread and keeps whatever scratch space it needs.
pub trait BatchPlayout<G: Game>: Clone + Send {
    /// Plays the position out [`LANES`] times and says in `batch`, for every player, which moves
    /// were made in which of the playouts and which of them were won.
    fn run(&mut self, position: &G, rng: &mut Rng, batch: &mut PlayoutBatch);
}

/// The batches of any playout, made one by one.
#[derive(Clone, Debug)]
pub struct Sequential<P>(pub P);

impl<G: Game, P: Playout<G>> BatchPlayout<G> for Sequential<P> {
    /// A batch knows won and lost only: of a player with half the prize it says one or the
    /// other, each as likely, so that the mean stays right.
    fn run(&mut self, position: &G, rng: &mut Rng, batch: &mut PlayoutBatch) {
        let players = position.players();
        let mut trace = Trace::new(players, position.move_codes());
        batch.made.fill(Lanes::default());
        batch.won = Default::default();
        for lane in 0..LANES {
            trace.clear();
            let rewards = self.0.run(position, rng, &mut trace);
            let (word, bit) = (lane / 64, lane % 64);
            let dice = rng.unit();
            for player in (0..players as u8).map(Player) {
                let won = rewards[player] > dice;
                batch.won_mut(player)[word] |= u64::from(won) << bit;
                for (code, lanes) in batch.made_mut(player).iter_mut().enumerate() {
                    let made = trace.player(player)[code / 64] >> (code % 64) & 1;
                    lanes[word] |= made << bit;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RandomPlayout;
    use crate::demo::Countdown;

    #[test]
    fn a_batch_says_what_its_playouts_did() {
        let position = Countdown::from_text("countdown 9").unwrap();
        let (mut rng, mut again) = (Rng::new(7, 0), Rng::new(7, 0));
        let mut batch = PlayoutBatch::new(2, position.move_codes());
        Sequential(RandomPlayout::default()).run(&position, &mut rng, &mut batch);

        let mut playout = RandomPlayout::default();
        for lane in 0..LANES {
            let mut trace = Trace::new(2, position.move_codes());
            let rewards = playout.run(&position, &mut again, &mut trace);
            again.unit();
            let bit = |lanes: &Lanes| lanes[lane / 64] >> (lane % 64) & 1;
            for player in [Player::FIRST, Player::SECOND] {
                assert_eq!(bit(batch.won(player)) == 1, rewards.winner() == Some(player));
                for (code, lanes) in batch.made(player).iter().enumerate() {
                    assert_eq!(bit(lanes), trace.player(player)[0] >> code & 1);
                }
            }
        }
    }
}
