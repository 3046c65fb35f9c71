//! A word: one bit of each of 64·N games.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// One bit of each of 64·N games. With N = 1 it is a machine word; compilers turn N = 4 and 8
/// into the registers that vector units have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word<const N: usize>(pub [u64; N]);

impl<const N: usize> Word<N> {
    pub const ZERO: Self = Word([0; N]);
    pub const ONES: Self = Word([u64::MAX; N]);

    /// The same bit for every game.
    #[inline(always)]
    pub fn all(bit: bool) -> Self {
        if bit { Self::ONES } else { Self::ZERO }
    }

    #[inline(always)]
    pub fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Word(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

/// What two of the three have.
#[inline(always)]
pub(super) fn majority<const N: usize>(a: Word<N>, b: Word<N>, c: Word<N>) -> Word<N> {
    ((a ^ b) & (a ^ c)) ^ a
}

impl<const N: usize> BitAnd for Word<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Word<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Word<N> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Word<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::ONES
    }
}

impl<const N: usize> BitAndAssign for Word<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Word<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Word<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}
