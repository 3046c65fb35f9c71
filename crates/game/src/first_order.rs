//! All moves as first, counted by the batch.

use std::slice;

use pulp::{Arch, Simd, WithSimd};

use self::wide::Wide;
use crate::{LANES, Lanes, Player, PlayoutBatch};

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

    /// Adds what a player has made of those playouts of a batch.
    pub fn add(&mut self, batch: &PlayoutBatch, player: Player, playouts: &Lanes) {
        let (batches, playouts) = (slice::from_ref(batch), slice::from_ref(playouts));
        self.add_all(batches, player, playouts, 0..self.moves.len());
    }

    /// Adds what a player has made of some playouts of each of several batches, which is faster
    /// than one batch after the other. Moves of other codes than these are not looked at.
    pub fn add_all(
        &mut self,
        batches: &[PlayoutBatch],
        player: Player,
        playouts: &[Lanes],
        codes: impl IntoIterator<Item = usize>,
    ) {
        let (arch, wide) = (self.arch, self.wide);
        let codes: Vec<_> = codes.into_iter().collect();
        let count = Count { batches, player, playouts, codes: &codes, order: self };
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
    batches: &'a [PlayoutBatch],
    player: Player,
    playouts: &'a [Lanes],
    codes: &'a [usize],
    order: &'a mut FirstOrder,
}

/// The moves that a player has made in one batch, the playouts that count, and which of these the
/// player has won.
struct Row<'a> {
    made: &'a [Lanes],
    playouts: Lanes,
    won: Lanes,
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
        let Count { batches, player, playouts, codes, order } = self;
        let rows: Vec<_> = batches
            .iter()
            .zip(playouts)
            .map(|(batch, &playouts)| Row {
                made: batch.made(player),
                playouts,
                won: batch.won(player).and(&playouts),
            })
            .collect();
        for row in &rows {
            order.all.playouts += ones(&row.playouts);
            order.all.wins += ones(&row.won);
        }
        // Four moves at a time are as many as sums fit into registers beside a row.
        let (fours, rest) = codes.as_chunks::<4>();
        fours.iter().for_each(|codes| count_moves(&rows, codes, &mut order.moves));
        rest.iter().for_each(|&code| count_moves(&rows, &[code], &mut order.moves));
    }
}

#[inline(always)]
fn count_moves<const MOVES: usize>(
    rows: &[Row<'_>],
    codes: &[usize; MOVES],
    tallies: &mut [Tally],
) {
    let mut made_sums = [Lanes::default(); MOVES];
    let mut won_sums = [Lanes::default(); MOVES];
    for row in rows {
        for (i, &code) in codes.iter().enumerate() {
            let made = &row.made[code];
            for word in 0..made.len() {
                made_sums[i][word] += u64::from((made[word] & row.playouts[word]).count_ones());
                won_sums[i][word] += u64::from((made[word] & row.won[word]).count_ones());
            }
        }
    }
    for (i, &code) in codes.iter().enumerate() {
        tallies[code].playouts += made_sums[i].iter().sum::<u64>();
        tallies[code].wins += won_sums[i].iter().sum::<u64>();
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
fn ones(lanes: &Lanes) -> u64 {
    lanes.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The first so many of a batch's playouts, all of them if it has no more.
pub fn first_lanes(playouts: usize) -> Lanes {
    Lanes(std::array::from_fn(|i| match playouts.min(LANES).saturating_sub(64 * i) {
        0 => 0,
        left @ 1..64 => (1 << left) - 1,
        _ => u64::MAX,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_whenever_it_was_made() {
        let mut batch = PlayoutBatch::new(2, 3);
        batch.made_mut(Player::SECOND)[1] = Lanes([0b0111, 0, 0, 0, 0, 0, 0, 1 << 63]);
        *batch.won_mut(Player::SECOND) = Lanes([0b1010, 0, 0, 0, 0, 0, 0, 1 << 63]);
        let mut order = FirstOrder::new(3);
        order.add(&batch, Player::SECOND, &first_lanes(LANES));
        assert_eq!(order.all(), Tally { playouts: 512, wins: 3 });
        assert_eq!(order.moves()[1], Tally { playouts: 4, wins: 2 });
        assert_eq!(order.moves()[2].rate(), None);
        order.add(&batch, Player::SECOND, &first_lanes(2));
        assert_eq!(order.all(), Tally { playouts: 514, wins: 4 });
        assert_eq!(order.moves()[1], Tally { playouts: 6, wins: 3 });
        let mut both = FirstOrder::new(3);
        let batches = [batch.clone(), batch];
        both.add_all(&batches, Player::SECOND, &[first_lanes(LANES), first_lanes(2)], 0..3);
        assert_eq!((both.all(), both.moves()), (order.all(), order.moves()));
        assert_eq!(first_lanes(65).0, [u64::MAX, 1, 0, 0, 0, 0, 0, 0]);
    }
}
