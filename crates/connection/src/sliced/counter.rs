//! Numbers that stand upright: bit i of the number of every game in word i.

use super::word::{Word, majority};
use spinney_board::MAX_CELLS;

/// Bits of the largest number, its sign included.
const BITS: usize = MAX_CELLS.ilog2() as usize + 2;

/// A number for every game, in two's complement.
#[derive(Clone, Copy)]
pub(super) struct Counter<const N: usize> {
    bits: [Word<N>; BITS],
    /// How many of the bits are in use.
    used: usize,
}

impl<const N: usize> Counter<N> {
    /// The same number for every game; `range` is more than any that it will be changed to, up
    /// or down.
    #[inline(always)]
    pub(super) fn new(number: isize, range: usize) -> Self {
        let bits = std::array::from_fn(|i| Word::all(number >> i & 1 != 0));
        Counter { bits, used: range.ilog2() as usize + 2 }
    }

    /// Adds one where `a` is set, and one where `b` is set.
    #[inline(always)]
    pub(super) fn add_two(&mut self, a: Word<N>, b: Word<N>) {
        let ones = self.bits[0];
        self.bits[0] = ones ^ a ^ b;
        self.carry(1, majority(ones, a, b));
    }

    /// Adds one where `a` is set.
    #[inline(always)]
    pub(super) fn add(&mut self, a: Word<N>) {
        self.carry(0, a);
    }

    #[inline(always)]
    fn carry(&mut self, from: usize, mut carry: Word<N>) {
        for bit in &mut self.bits[from..self.used] {
            let both = *bit & carry;
            *bit ^= carry;
            carry = both;
        }
    }

    /// Takes one away where `a` is set. Returns where something is left, if no number was negative.
    #[inline(always)]
    pub(super) fn take(&mut self, a: Word<N>) -> Word<N> {
        let mut borrow = a;
        let mut left = Word::ZERO;
        for bit in &mut self.bits[..self.used] {
            let lacking = borrow & !*bit;
            *bit ^= borrow;
            borrow = lacking;
            left |= *bit;
        }
        left
    }

    /// Where the number is negative.
    #[inline(always)]
    pub(super) fn negative(&self) -> Word<N> {
        self.bits[self.used - 1]
    }

    /// Changes the sign where the number is negative. Returns where it is not zero.
    #[inline(always)]
    pub(super) fn make_positive(&mut self) -> Word<N> {
        let negative = self.negative();
        for bit in &mut self.bits[..self.used] {
            *bit ^= negative;
        }
        self.add(negative);
        self.bits[..self.used].iter().fold(Word::ZERO, |any, &bit| any | bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(counter: &Counter<1>, game: usize) -> isize {
        let bit = |i: usize| (counter.bits[i].0[0] >> game & 1) as isize;
        let top = counter.used - 1;
        (0..top).map(|i| bit(i) << i).sum::<isize>() - (bit(top) << top)
    }

    /// In game g every step adds what the bits of g say.
    #[test]
    fn every_game_counts_for_itself() {
        let of_bit =
            |i: usize| Word([(0..64).filter(|g| g >> i & 1 == 1).fold(0, |w, g| w | 1 << g)]);
        let mut counter = Counter::<1>::new(-37, 100);
        for _ in 0..20 {
            counter.add_two(of_bit(0), of_bit(3));
            counter.add(of_bit(5));
        }
        let expected = |g: usize| -37 + 20 * ((g & 1) + (g >> 3 & 1) + (g >> 5 & 1)) as isize;
        for game in 0..64 {
            assert_eq!(number(&counter, game), expected(game));
            assert_eq!(counter.negative().0[0] >> game & 1 == 1, expected(game) < 0);
        }
        let open = counter.make_positive();
        assert_eq!(open, Word::ONES);
        let left = counter.take(of_bit(1));
        for game in 0..64 {
            let expected = expected(game).abs() - (game >> 1 & 1) as isize;
            assert_eq!(number(&counter, game), expected);
            assert_eq!(left.0[0] >> game & 1 == 1, expected != 0);
        }
    }
}
