//! Numbers whose exclusive or identifies a position.

use crate::{Cell, MAX_CELLS, Stone};

/// White is to move.
pub const WHITE_TO_MOVE: u64 = mixed(1);
/// The first player has white.
pub const SIDES_EXCHANGED: u64 = mixed(2);
/// The second player may still take over by recolouring the stone.
pub const SWAP_PIECES_OPEN: u64 = mixed(3);
/// The second player may still take over by exchanging the sides.
pub const SWAP_SIDES_OPEN: u64 = mixed(4);

static STONES: [[u64; MAX_CELLS]; 2] = stone_keys();

/// A stone on a cell.
#[inline]
pub fn stone(stone: Stone, cell: Cell) -> u64 {
    STONES[stone.index()][cell.index()]
}

/// A board, by the text that names it.
pub fn board(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| mixed(hash ^ u64::from(byte)))
}

const fn stone_keys() -> [[u64; MAX_CELLS]; 2] {
    let mut keys = [[0; MAX_CELLS]; 2];
    let mut i = 0;
    while i < 2 * MAX_CELLS {
        keys[i / MAX_CELLS][i % MAX_CELLS] = mixed(1000 + i as u64);
        i += 1;
    }
    keys
}

/// The output function of the SplitMix64 generator: unlike numbers from like ones.
const fn mixed(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
