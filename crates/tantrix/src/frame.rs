//! The rows that tiles lie in, in each of the three directions.

use crate::cell::Cell;

/// The highest bit of each of three bytes.
const HIGH_BITS: u32 = 0x80_80_80;

/// The three rows through a cell, a byte below 128 for each axis, so that one subtraction compares
/// all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows(u32);

impl Rows {
    /// Of no cell.
    pub const NONE: Rows = Rows(0);

    #[inline(always)]
    pub fn of(cell: Cell) -> Rows {
        const MIDDLE: i8 = 64;
        let [a, b, c] = cell.lines().map(|line| (line + MIDDLE) as u8);
        Rows(u32::from_le_bytes([a, b, c, 0]))
    }
}

/// Some of the three axes: the highest bits of their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Axes(u32);

impl Axes {
    pub const NONE: Axes = Axes(0);

    /// Adds the axis that runs through a side.
    #[inline(always)]
    pub fn add_side(&mut self, side: usize) {
        self.0 |= 0x80 << (8 * (side % 3));
    }
}

/// The first and the last row with a tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    first: u32,
    last: u32,
}

impl Frame {
    /// Around one tile.
    #[inline(always)]
    pub fn around(rows: Rows) -> Frame {
        Frame { first: rows.0, last: rows.0 }
    }

    /// Whether the rows of all axes but these lie outside.
    #[inline(always)]
    pub fn excludes_all_but(self, rows: Rows, axes: Axes) -> bool {
        self.within(rows) & !axes.0 == 0
    }

    #[inline(always)]
    fn within(self, Rows(rows): Rows) -> u32 {
        ((rows | HIGH_BITS) - self.first) & ((self.last | HIGH_BITS) - rows) & HIGH_BITS
    }

    /// Grows to have a tile inside.
    #[inline(always)]
    pub fn include(&mut self, rows: Rows) {
        let outside = HIGH_BITS & !self.within(rows);
        if outside == 0 {
            return;
        }
        for byte in [0xff, 0xff00, 0xff_0000] {
            if outside & byte != 0 {
                let row = rows.0 & byte;
                let bound = if row < self.first & byte { &mut self.first } else { &mut self.last };
                *bound = *bound & !byte | row;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_grows_with_its_tiles_in_each_direction_by_itself() {
        let rows = |x, y| Rows::of(Cell::at(x, y).unwrap());
        let mut frame = Frame::around(rows(0, 0));
        assert_eq!(frame.within(rows(0, 0)), HIGH_BITS);
        // To the east: the same row, other diagonals.
        assert_eq!(frame.within(rows(2, 0)), 0x00_80_00);
        frame.include(rows(2, 0));
        assert_eq!(frame.within(rows(2, 0)), HIGH_BITS);
        assert_eq!(frame.within(rows(-2, 0)), 0x00_80_00);
        frame.include(rows(-54, -54));
        frame.include(rows(55, 55));
        assert_eq!(frame.within(rows(0, 0)), HIGH_BITS);
        assert!(frame.excludes_all_but(rows(-110, 0), Axes(0x00_80_00)));
    }
}
