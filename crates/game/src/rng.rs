//! Random numbers: one generator for everything, the same on every machine.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::host;

/// A small fast generator. The same seed and stream give the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator for one of many uses of the same seed: threads take streams 0, 1, 2, …
    pub fn new(seed: u64, stream: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// A generator that nobody can foresee, for dice that people play with.
    pub fn by_clock() -> Rng {
        Rng::new(host::nanoseconds(), 0)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, which is not 0. The bias is below n/2³² and so of no account here.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// A number in 0..1.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// One of the things, each as likely; `None` if there are none.
    pub fn choose<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { things.get(self.below(things.len() as u32) as usize) }
    }

    /// The index of one of the weights, each as likely as its share of their sum.
    pub fn weighted(&mut self, weights: &[f32]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f32>();
        for (i, w) in weights.iter().enumerate() {
            left -= w;
            if left < 0.0 {
                return i;
            }
        }
        weights.len() - 1
    }
}
