//! Who is the stronger around a trap.

use crate::board::Board;
use crate::piece::{Kind, Side};
use crate::squares::{Square, Squares, beside, each};

/// How much a piece counts for the control of a trap: the elephant, one that only one piece of the
/// other side's is stronger than, two or three, more, and a rabbit.
const STRENGTH: [u64; 5] = [8, 6, 4, 3, 1];

/// Every trap with the squares around it, by their distance up to 3.
pub(super) static RINGS: [[Squares; 4]; 4] = {
    let mut rings = [[0; 4]; 4];
    let mut i = 0;
    while i < 4 {
        let trap = 1 << [18, 21, 42, 45][i];
        let near = beside(trap);
        let second = beside(near) & !trap;
        rings[i] = [trap, near, second, beside(second) & !near];
        i += 1;
    }
    rings
};

/// What a piece on each square counts for at the four traps, 16 bits each.
static NEARNESS: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 * 4 {
        let (square, trap) = (i / 4, i % 4);
        let mut distance = 0;
        while distance < 4 {
            if RINGS[trap][distance] >> square & 1 != 0 {
                table[square] |= [2, 4, 2, 1][distance] << (16 * trap);
            }
            distance += 1;
        }
        i += 1;
    }
    table
};

/// How much stronger Gold's pieces are around each trap than Silver's.
pub(super) fn control(board: &Board) -> [i32; 4] {
    let [gold, silver] = Side::BOTH.map(|side| {
        let (own, other) = (board.of(side), board.of(side.opponent()));
        let mut stronger = 0;
        let mut sum = 0;
        for kind in Kind::ALL.into_iter().rev() {
            let strength = match (kind, stronger) {
                (Kind::Elephant, _) => STRENGTH[0],
                (Kind::Rabbit, _) => STRENGTH[4],
                (_, 0..=1) => STRENGTH[1],
                (_, 2..=3) => STRENGTH[2],
                _ => STRENGTH[3],
            };
            let pieces = own & board.kind(kind);
            sum += strength * each(pieces).map(|square| NEARNESS[square.index()]).sum::<u64>();
            stronger += (other & board.kind(kind)).count_ones();
        }
        sum
    });
    std::array::from_fn(|trap| {
        let at = |sum: u64| (sum >> (16 * trap) & 0xffff) as i32;
        at(gold) - at(silver)
    })
}

/// Whose a trap is: firmly the other side's, theirs, nobody's, one's own, firmly one's own.
#[inline]
pub(super) fn owner(control: i32) -> usize {
    match control {
        ..-20 => 0,
        -20..-6 => 1,
        -6..=6 => 2,
        7..=20 => 3,
        _ => 4,
    }
}

/// The number of the trap in the same quarter of the board.
#[inline]
pub(super) fn quarter(square: Square) -> usize {
    2 * usize::from(square.row() > 3) + usize::from(square.file() > 3)
}
