//! Random numbers from which positions are hashed.

use crate::piece::{Kind, Side};
use crate::squares::Square;

/// What a board's hash is changed by for one piece.
#[inline]
pub(crate) fn piece(side: Side, kind: Kind, square: Square) -> u64 {
    PIECES[side.index() * 6 + kind as usize][square.index()]
}

/// A word that stands for a number.
#[inline]
pub(crate) const fn mix(number: u64) -> u64 {
    // The finaliser of splitmix64.
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static PIECES: [[u64; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut i = 0;
    while i < 12 * 64 {
        table[i / 64][i % 64] = mix(i as u64 + 1);
        i += 1;
    }
    table
};
