//! All moves as first, counted by the volley.

use pulp::{Arch, Simd, WithSimd};
use spinney_game::{LANES, Lanes, Player, Volley};

/// How often a player has made each move in playouts, and how often of these times won.
///
/// This is the heuristic that the literature calls all-moves-as-first: a move counts whenever in
/// the playout it was made.
#[derive(Clone, Debug)]
pub struct FirstOrder {
    player: Player,
    arch: Arch,
    playouts: u64,
    wins: u64,
    moves: Vec<Tally>,
}

/// Playouts, and how many of them were won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Playouts.
    pub playouts: u64,
    /// How many of them were won.
    pub wins: u64,
}

impl Tally {
    /// The share of the won ones, if there are any.
    pub fn rate(self) -> Option<f32> {
        (self.playouts > 0).then(|| (self.wins as f64 / self.playouts as f64) as f32)
    }
}

impl FirstOrder {
    /// Nothing yet, for a player of a game with so many move codes.
    pub fn new(player: Player, move_codes: usize) -> FirstOrder {
        FirstOrder {
            player,
            arch: Arch::new(),
            playouts: 0,
            wins: 0,
            moves: vec![Tally::default(); move_codes],
        }
    }

    /// Adds the first `playouts` of a volley, all of them if it has no more.
    pub fn add(&mut self, volley: &Volley, playouts: usize) {
        let mask = first_lanes(playouts);
        let won = and(volley.won(self.player), &mask);
        self.playouts += ones(&mask);
        self.wins += ones(&won);
        let made = volley.made(self.player);
        self.arch.dispatch(Count { made, mask: &mask, won: &won, tallies: &mut self.moves });
    }

    /// All playouts so far.
    pub fn all(&self) -> Tally {
        Tally { playouts: self.playouts, wins: self.wins }
    }

    /// Those in which the player made the move.
    pub fn of_move(&self, code: u32) -> Tally {
        self.moves[code as usize]
    }
}

/// Counts with the vector unit at hand: all lanes of a mask, and the won ones.
pub(super) struct Count<'a> {
    pub made: &'a [Lanes],
    pub mask: &'a Lanes,
    pub won: &'a Lanes,
    pub tallies: &'a mut [Tally],
}

impl WithSimd for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (made, tally) in self.made.iter().zip(self.tallies) {
            tally.playouts += ones(&and(made, self.mask));
            tally.wins += ones(&and(made, self.won));
        }
    }
}

#[inline(always)]
pub(super) fn and(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
pub(super) fn ones(lanes: &Lanes) -> u64 {
    lanes.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The first so many of a volley's playouts.
pub(super) fn first_lanes(playouts: usize) -> Lanes {
    std::array::from_fn(|i| match playouts.min(LANES).saturating_sub(64 * i) {
        0 => 0,
        left @ 1..64 => (1 << left) - 1,
        _ => u64::MAX,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_whenever_it_was_made() {
        let mut volley = Volley::new(2, 3);
        volley.made_mut(Player::SECOND)[1] = [0b0111, 0, 0, 0, 0, 0, 0, 1 << 63];
        *volley.won_mut(Player::SECOND) = [0b1010, 0, 0, 0, 0, 0, 0, 1 << 63];
        let mut order = FirstOrder::new(Player::SECOND, 3);
        order.add(&volley, LANES);
        assert_eq!(order.all(), Tally { playouts: 512, wins: 3 });
        assert_eq!(order.of_move(1), Tally { playouts: 4, wins: 2 });
        assert_eq!(order.of_move(2).rate(), None);
        order.add(&volley, 2);
        assert_eq!(order.all(), Tally { playouts: 514, wins: 4 });
        assert_eq!(order.of_move(1), Tally { playouts: 6, wins: 3 });
        assert_eq!(first_lanes(65), [u64::MAX, 1, 0, 0, 0, 0, 0, 0]);
    }
}
