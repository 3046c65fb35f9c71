//! The board as playouts see it: one byte a cell, edges included as cells that are always there.

use crate::{Goal, PositionOf};
use spinney_board::{MAX_CELLS, Stone};

/// Whose a place is, as bits: an edge that is open to both has both.
pub(crate) type Owners = u8;
pub(crate) const BLACK: Owners = 1;
pub(crate) const WHITE: Owners = 2;

/// Pseudo-cells that stand for edges, by who may use them.
pub(super) const EDGE_OF_BLACK: u16 = MAX_CELLS as u16;
pub(super) const EDGE_OF_WHITE: u16 = EDGE_OF_BLACK + 1;
pub(super) const EDGE_OF_BOTH: u16 = EDGE_OF_BLACK + 2;
/// A pseudo-cell that is always empty.
pub(super) const NOWHERE: u16 = EDGE_OF_BLACK + 3;

/// A power of two, so that a masked index needs no bounds check.
const BYTES: usize = 512;

/// Cells and edges by who has them.
#[derive(Clone)]
pub(crate) struct LocalBoard([Owners; BYTES]);

impl Default for LocalBoard {
    fn default() -> Self {
        let mut board = LocalBoard([0; BYTES]);
        board.set(EDGE_OF_BLACK, BLACK);
        board.set(EDGE_OF_WHITE, WHITE);
        board.set(EDGE_OF_BOTH, BLACK | WHITE);
        board
    }
}

impl LocalBoard {
    #[inline]
    pub(super) fn get(&self, place: u16) -> Owners {
        self.0[usize::from(place) % BYTES]
    }

    #[inline]
    pub(super) fn set(&mut self, place: u16, owners: Owners) {
        self.0[usize::from(place) % BYTES] = owners;
    }

    /// Lays the position's stones and no others.
    pub(crate) fn set_up<G: Goal>(&mut self, position: &PositionOf<G>) {
        self.0[..position.topology().cells()].fill(0);
        for (stone, owner) in [(Stone::Black, BLACK), (Stone::White, WHITE)] {
            position.stones(stone).iter().for_each(|cell| self.set(cell.0, owner));
        }
    }

    /// Has on the first cells what that board has there.
    pub(super) fn copy(&mut self, other: &LocalBoard, cells: usize) {
        self.0[..cells].copy_from_slice(&other.0[..cells]);
    }

    /// The first cells, eight to a word, the first in the lowest byte.
    pub(super) fn eights(&self, cells: usize) -> impl Iterator<Item = u64> + '_ {
        let bytes = &self.0[..cells.next_multiple_of(8)];
        bytes.chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes")))
    }
}
