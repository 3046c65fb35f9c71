//! All moves as first, counted by the volley.

use pulp::{Arch, Simd, WithSimd};

use crate::{LANES, Lanes, Player, Volley};

/// How often a player has made each move in playouts, and how often of these times won.
///
/// This is the heuristic that the literature calls all-moves-as-first: a move counts whenever in
/// the playout it was made.
#[derive(Clone, Debug)]
pub struct FirstOrder {
    arch: Arch,
    all: Tally,
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
    /// Nothing yet, in a game with so many move codes.
    pub fn new(move_codes: usize) -> FirstOrder {
        FirstOrder {
            arch: Arch::new(),
            all: Tally::default(),
            moves: vec![Tally::default(); move_codes],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.all = Tally::default();
        self.moves.fill(Tally::default());
    }

    /// Adds what a player has made of those playouts of a volley.
    pub fn add(&mut self, volley: &Volley, player: Player, playouts: &Lanes) {
        self.arch.dispatch(Count { volley, player, playouts, order: self });
    }

    /// All playouts so far.
    pub fn all(&self) -> Tally {
        self.all
    }

    /// By move code, those in which the player made the move.
    pub fn moves(&self) -> &[Tally] {
        &self.moves
    }
}

/// Counts with the vector unit at hand.
struct Count<'a> {
    volley: &'a Volley,
    player: Player,
    playouts: &'a Lanes,
    order: &'a mut FirstOrder,
}

impl WithSimd for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Count { volley, player, playouts, order } = self;
        let won = and(volley.won(player), playouts);
        order.all.playouts += ones(playouts);
        order.all.wins += ones(&won);
        for (made, tally) in volley.made(player).iter().zip(&mut order.moves) {
            tally.playouts += ones(&and(made, playouts));
            tally.wins += ones(&and(made, &won));
        }
    }
}

#[inline(always)]
fn and(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
fn ones(lanes: &Lanes) -> u64 {
    lanes.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The first so many of a volley's playouts, all of them if it has no more.
pub fn first_lanes(playouts: usize) -> Lanes {
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
        let mut order = FirstOrder::new(3);
        order.add(&volley, Player::SECOND, &first_lanes(LANES));
        assert_eq!(order.all(), Tally { playouts: 512, wins: 3 });
        assert_eq!(order.moves()[1], Tally { playouts: 4, wins: 2 });
        assert_eq!(order.moves()[2].rate(), None);
        order.add(&volley, Player::SECOND, &first_lanes(2));
        assert_eq!(order.all(), Tally { playouts: 514, wins: 4 });
        assert_eq!(order.moves()[1], Tally { playouts: 6, wins: 3 });
        assert_eq!(first_lanes(65), [u64::MAX, 1, 0, 0, 0, 0, 0, 0]);
    }
}
