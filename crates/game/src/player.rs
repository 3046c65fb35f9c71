//! Who acts in a game, and what they get for it.

use std::ops::{Index, IndexMut};

/// The largest number of players any game here has (Tantrix has up to four).
pub const MAX_PLAYERS: usize = 4;

/// One player: a person's or program's seat, numbered in order of first turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Player(pub u8);

impl Player {
    /// Whoever moves first in the game.
    pub const FIRST: Player = Player(0);
    /// Whoever moves second.
    pub const SECOND: Player = Player(1);

    /// The seat as an index into per-player arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The other one of two players.
    pub fn opponent(self) -> Player {
        debug_assert!(self.0 < 2);
        Player(self.0 ^ 1)
    }
}

/// Whose decision a position is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A player chooses among the legal moves.
    Player(Player),
    /// Chance draws one of the legal moves, by [`crate::Game::chances`].
    Chance,
    /// The game is over.
    Nobody,
}

impl Actor {
    /// The player, if a player acts.
    pub fn player(self) -> Option<Player> {
        match self {
            Actor::Player(p) => Some(p),
            Actor::Chance | Actor::Nobody => None,
        }
    }
}

/// What each player has at the end, or is expected to have: 0 for a loss, 1 for a win.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rewards([f32; MAX_PLAYERS]);

impl Rewards {
    /// One player has won, all others have lost.
    pub fn win(winner: Player) -> Rewards {
        let mut rewards = Rewards::default();
        rewards[winner] = 1.0;
        rewards
    }

    /// The first `players` players share the prize.
    pub fn draw(players: usize) -> Rewards {
        let mut rewards = Rewards::default();
        rewards.0[..players].fill(1.0 / players as f32);
        rewards
    }

    /// The player who has it all, if one has.
    pub fn winner(&self) -> Option<Player> {
        self.0.iter().position(|&r| r == 1.0).map(|i| Player(i as u8))
    }
}

impl Index<Player> for Rewards {
    type Output = f32;
    fn index(&self, player: Player) -> &f32 {
        &self.0[player.index()]
    }
}

impl IndexMut<Player> for Rewards {
    fn index_mut(&mut self, player: Player) -> &mut f32 {
        &mut self.0[player.index()]
    }
}
