//! Fair coins by the word.

use spinney_game::Rng;

use super::word::Word;

/// N generators (xoshiro256++, Blackman and Vigna) side by side, which vector units turn as one.
pub(super) struct Dice<const N: usize>([Word<N>; 4]);

impl<const N: usize> Dice<N> {
    pub(super) fn new(rng: &mut Rng) -> Self {
        Dice(std::array::from_fn(|_| Word(std::array::from_fn(|_| rng.bits()))))
    }

    /// A coin for every game.
    #[inline(always)]
    pub(super) fn flip(&mut self) -> Word<N> {
        let [a, b, c, d] = &mut self.0;
        let coins = add(rotated(add(*a, *d), 23), *a);
        let shifted = Word(b.0.map(|word| word << 17));
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = rotated(*d, 45);
        coins
    }
}

#[inline(always)]
fn add<const N: usize>(a: Word<N>, b: Word<N>) -> Word<N> {
    Word(std::array::from_fn(|i| a.0[i].wrapping_add(b.0[i])))
}

#[inline(always)]
fn rotated<const N: usize>(a: Word<N>, by: u32) -> Word<N> {
    Word(a.0.map(|word| word.rotate_left(by)))
}
