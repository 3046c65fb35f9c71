//! All moves as first, counted by the volley.

use std::slice;

use pulp::{Arch, Simd, WithSimd};

use self::wide::Wide;
use crate::{LANES, Lanes, Player, Volley};

/// How often a player has made each move in playouts, and how often of these times won.
///
/// This is the heuristic that the literature calls all-moves-as-first: a move counts whenever in
/// the playout it was made.
#[derive(Clone, Debug)]
pub struct FirstOrder {
    arch: Arch,
    wide: Option<Wide>,
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
            wide: wide::detect(),
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
        self.add_all(slice::from_ref(volley), player, slice::from_ref(playouts));
    }

    /// Adds what a player has made of some playouts of each of several volleys, which is faster
    /// than one volley after the other.
    pub fn add_all(&mut self, volleys: &[Volley], player: Player, playouts: &[Lanes]) {
        let (arch, wide) = (self.arch, self.wide);
        let count = Count { volleys, player, playouts, order: self };
        match wide {
            Some(wide) => wide::run(wide, count),
            None => arch.dispatch(count),
        }
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
    volleys: &'a [Volley],
    player: Player,
    playouts: &'a [Lanes],
    order: &'a mut FirstOrder,
}

impl WithSimd for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.count();
    }
}

impl Count<'_> {
    #[inline(always)]
    fn count(self) {
        let Count { volleys, player, playouts, order } = self;
        for (volley, playouts) in volleys.iter().zip(playouts) {
            order.all.playouts += ones(playouts);
            order.all.wins += ones(&and(volley.won(player), playouts));
        }
        let rows: Vec<_> = volleys
            .iter()
            .zip(playouts)
            .map(|(volley, playouts)| (volley.made(player), volley.won(player), playouts))
            .collect();
        for (code, tally) in order.moves.iter_mut().enumerate() {
            let (mut made_sum, mut won_sum) = (Lanes::default(), Lanes::default());
            for (made, won, playouts) in &rows {
                let made = and(&made[code], playouts);
                let won = and(&made, won);
                for i in 0..made.len() {
                    made_sum[i] += u64::from(made[i].count_ones());
                    won_sum[i] += u64::from(won[i].count_ones());
                }
            }
            tally.playouts += made_sum.iter().sum::<u64>();
            tally.wins += won_sum.iter().sum::<u64>();
        }
    }
}

/// Processors that count the bits of eight words at once.
#[cfg(target_arch = "x86_64")]
mod wide {
    pulp::simd_type! {
        pub(super) struct Wide {
            wide: "avx512f",
            popcnt: "avx512vpopcntdq",
        }
    }

    pub(super) fn detect() -> Option<Wide> {
        Wide::try_new()
    }

    pub(super) fn run(wide: Wide, count: super::Count<'_>) {
        wide.vectorize(
            #[inline(always)]
            || count.count(),
        );
    }
}

/// Other processors have no such instruction that we would know of.
#[cfg(not(target_arch = "x86_64"))]
mod wide {
    pub(super) type Wide = std::convert::Infallible;

    pub(super) fn detect() -> Option<Wide> {
        None
    }

    pub(super) fn run(wide: Wide, _: super::Count<'_>) {
        match wide {}
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
        let mut both = FirstOrder::new(3);
        let volleys = [volley.clone(), volley];
        both.add_all(&volleys, Player::SECOND, &[first_lanes(LANES), first_lanes(2)]);
        assert_eq!((both.all(), both.moves()), (order.all(), order.moves()));
        assert_eq!(first_lanes(65), [u64::MAX, 1, 0, 0, 0, 0, 0, 0]);
    }
}
