//! The words of a node's moves as columns of numbers, and the highest score among them.

use std::marker::PhantomData;

use pulp::{Arch, Simd, WithSimd};

use super::score::{PUCT, Schedule, Terms, score};
use crate::mcts::prior::Prior;
use crate::mcts::stat::Stat;

/// Passes go over multiples of this many moves.
const LANES: usize = 16;

/// The words of some moves, and what they say, in columns.
#[derive(Default)]
pub(super) struct Columns {
    pub(super) stats: Vec<u64>,
    pub(super) amafs: Vec<u64>,
    pub(super) priors: Vec<Prior>,
    /// What the moves have led to elsewhere in the tree.
    pub(super) histories: Vec<f32>,
    visits: Vec<f32>,
    wins: Vec<f32>,
    amaf_visits: Vec<f32>,
    amaf_wins: Vec<f32>,
    prior_values: Vec<f32>,
    pub(super) scores: Vec<f32>,
}

/// The index of the highest score of the copied moves.
pub(super) fn highest<S: Schedule, const EXPLORE: u8, const BIAS: bool>(
    arch: Arch,
    columns: &mut Columns,
    terms: &Terms,
) -> usize {
    arch.dispatch(Highest::<S, EXPLORE, BIAS> { columns, terms, schedule: PhantomData })
}

/// Finding the highest score, to be compiled for several kinds of vectors.
struct Highest<'a, S, const EXPLORE: u8, const BIAS: bool> {
    columns: &'a mut Columns,
    terms: &'a Terms,
    schedule: PhantomData<S>,
}

impl<S: Schedule, const EXPLORE: u8, const BIAS: bool> WithSimd for Highest<'_, S, EXPLORE, BIAS> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> usize {
        self.columns.score::<S, EXPLORE, BIAS>(self.terms);
        first_highest(&self.columns.scores)
    }
}

/// Copies words and fills the last lanes with copies of the last word: equal to a move that comes
/// before them, they are never chosen.
#[inline(always)]
pub(super) fn copy<T: Copy + Default>(
    target: &mut Vec<T>,
    words: impl ExactSizeIterator<Item = T>,
) {
    let padded = words.len().next_multiple_of(LANES);
    target.clear();
    target.extend(words);
    let last = target.last().copied().unwrap_or_default();
    target.resize(padded, last);
}

impl Columns {
    #[inline(always)]
    fn score<S: Schedule, const EXPLORE: u8, const BIAS: bool>(&mut self, terms: &Terms) {
        let length = self.stats.len();
        split(&self.stats, &mut self.visits, &mut self.wins);
        if S::AMAF {
            split(&self.amafs, &mut self.amaf_visits, &mut self.amaf_wins);
        }
        if BIAS || EXPLORE == PUCT {
            self.prior_values.resize(length, 0.0);
            for (value, prior) in self.prior_values.iter_mut().zip(&self.priors) {
                *value = if EXPLORE == PUCT { prior.exact() } else { prior.rounded() };
            }
        }
        if BIAS {
            // Empty where no histories are kept.
            self.histories.resize(length, 0.5);
        }
        self.scores.resize(length, 0.0);
        // Columns of techniques that are off are not read; any of the right length will do.
        let visits = &self.visits[..length];
        let wins = &self.wins[..length];
        let amaf_visits = if S::AMAF { &self.amaf_visits[..length] } else { visits };
        let amaf_wins = if S::AMAF { &self.amaf_wins[..length] } else { wins };
        let has_priors = BIAS || EXPLORE == PUCT;
        let priors = if has_priors { &self.prior_values[..length] } else { visits };
        let histories = if BIAS { &self.histories[..length] } else { visits };
        let scores = &mut self.scores[..length];
        // A copy, which the compiler sees is not changed by the stores.
        let terms = *terms;
        for i in 0..length {
            scores[i] = score::<S, EXPLORE, BIAS>(
                visits[i],
                wins[i],
                amaf_visits[i],
                amaf_wins[i],
                (priors[i], histories[i]),
                &terms,
            );
        }
    }
}

#[inline(always)]
fn split(words: &[u64], visits: &mut Vec<f32>, wins: &mut Vec<f32>) {
    visits.resize(words.len(), 0.0);
    wins.resize(words.len(), 0.0);
    for ((&word, visits), wins) in words.iter().zip(&mut visits[..]).zip(&mut wins[..]) {
        (*visits, *wins) = Stat(word).split();
    }
}

/// The index of the highest number, the first if there are several. The length must be a multiple
/// of [`LANES`].
#[inline(always)]
fn first_highest(numbers: &[f32]) -> usize {
    let mut highest = [f32::NEG_INFINITY; LANES];
    for chunk in numbers.chunks_exact(LANES) {
        for lane in 0..LANES {
            highest[lane] = if chunk[lane] > highest[lane] { chunk[lane] } else { highest[lane] };
        }
    }
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            let other = highest[lane + half];
            highest[lane] = if other > highest[lane] { other } else { highest[lane] };
        }
        half /= 2;
    }
    let highest = highest[0];
    // Without branches within a chunk, for the sake of vectors.
    let has = |chunk: &[f32]| chunk.iter().fold(false, |any, &number| any | (number == highest));
    let chunk = numbers.chunks_exact(LANES).position(has).unwrap_or(0);
    let chunk_start = chunk * LANES;
    let lane = numbers[chunk_start..].iter().position(|&number| number == highest);
    chunk_start + lane.unwrap_or(0)
}
