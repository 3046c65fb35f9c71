//! Statistics in memory that threads share: each is one word, so that one atomic operation changes
//! visits and rewards together.
//!
//! Words whose count of visits reaches [`TALL`] are halved with their block (see `compact`) long
//! before they overflow.

pub use spinney_game::Stat;

use crate::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// One visit, in a packed word.
pub const VISIT: u64 = Stat::new(1, 0).0;

/// A word with this bit set has half the visits that fit.
pub const TALL: u64 = 1 << 63;

/// What a word says now.
#[inline]
pub fn load(word: &AtomicU64) -> Stat {
    Stat(word.load(Relaxed))
}

/// Adds a packed difference. A thread that has the tree to itself need not pay for the atomicity
/// of the sum.
#[inline]
pub fn add(word: &AtomicU64, difference: u64, shared: bool) -> u64 {
    if shared {
        word.fetch_add(difference, Relaxed).wrapping_add(difference)
    } else {
        let sum = word.load(Relaxed).wrapping_add(difference);
        word.store(sum, Relaxed);
        sum
    }
}

/// Replaces a word by what it should be instead, whoever else changes it meanwhile. Returns the
/// new word.
#[inline]
pub fn replace(word: &AtomicU64, shared: bool, change: impl Fn(Stat) -> Stat) -> u64 {
    if !shared {
        let new = change(load(word)).0;
        word.store(new, Relaxed);
        return new;
    }
    let mut old = word.load(Relaxed);
    loop {
        let new = change(Stat(old)).0;
        match word.compare_exchange_weak(old, new, Relaxed, Relaxed) {
            Ok(_) => return new,
            Err(now) => old = now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_virtual_loss_is_exchanged_for_a_result() {
        for shared in [false, true] {
            let word = AtomicU64::new(Stat::new(5, 512).0);
            add(&word, 3 * VISIT, shared);
            assert_eq!(load(&word), Stat::new(8, 512));
            let sum = add(&word, Stat::new(1, 256).0.wrapping_sub(3 * VISIT), shared);
            assert_eq!(Stat(sum), Stat::new(6, 768));
        }
    }
}
