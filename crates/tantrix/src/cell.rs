//! Where tiles lie: cells of a table without edge, and what is done there.
//!
//! The first tile lies at the origin. Tiles touch, so none of the 56 is more than 55 steps away: a
//! window of 111 × 111 cells can never be left, and a placement has one number wherever in a game
//! it is made.

use std::fmt::{Display, Formatter};

use spinney_game::{Move, TextError};

use crate::tile::{TILES, Tile};

/// The sides of a tile, clockwise from the north-eastern one.
pub(crate) const SIDES: usize = 6;

/// A cell of the table: columns to the east, rows to the south-east.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cell {
    /// The row, downwards.
    pub row: i8,
    /// The cells eastwards, counted along the row from a line that falls to the south-east.
    pub column: i8,
}

/// The furthest that a tile can lie from the first one.
const REACH: i32 = TILES as i32 - 1;
/// Rows and columns of the window.
const SPAN: i32 = 2 * REACH + 1;

/// Steps to the neighbours, by side: column, row.
const STEPS: [(i8, i8); SIDES] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

impl Cell {
    /// Where the first tile lies.
    pub const ORIGIN: Cell = Cell { row: 0, column: 0 };

    /// The cell at the paper's coordinates: `x` counts half cells eastwards, `y` rows downwards,
    /// and both are even or both odd. `None` outside the window.
    pub fn at(x: i32, y: i32) -> Option<Cell> {
        if (i64::from(x) - i64::from(y)) % 2 != 0 || !(-REACH..=REACH).contains(&y) {
            return None;
        }
        let column = (i64::from(x) - i64::from(y)) / 2;
        let inside = (-i64::from(REACH)..=i64::from(REACH)).contains(&column);
        inside.then_some(Cell { row: y as i8, column: column as i8 })
    }

    /// The paper's horizontal coordinate.
    pub fn x(self) -> i32 {
        2 * i32::from(self.column) + i32::from(self.row)
    }

    /// The paper's vertical coordinate.
    pub fn y(self) -> i32 {
        self.row.into()
    }

    /// The neighbour at a side.
    #[inline]
    pub fn neighbour(self, side: usize) -> Cell {
        let (column, row) = STEPS[side];
        Cell { row: self.row + row, column: self.column + column }
    }

    /// The coordinates of the three lines through the cell, by axis: through sides 0 and 3, 1 and
    /// 4, 2 and 5.
    #[inline]
    pub(crate) fn lines(self) -> [i8; 3] {
        [self.column + self.row, self.row, self.column]
    }

    /// The cell turned clockwise about the origin by that many sixths.
    pub(crate) fn turned(self, sixths: u8) -> Option<Cell> {
        let (mut column, mut row) = (i32::from(self.column), i32::from(self.row));
        for _ in 0..sixths {
            (column, row) = (-row, column + row);
        }
        let inside = |n: &i32| (-REACH..=REACH).contains(n);
        (inside(&column) && inside(&row)).then_some(Cell { row: row as i8, column: column as i8 })
    }

    /// The cell mirrored from left to right.
    pub(crate) fn mirrored(self) -> Cell {
        Cell { column: self.column.saturating_add(self.row).saturating_neg(), ..self }
    }

    fn index(self) -> u32 {
        let (row, column) = (i32::from(self.row) + REACH, i32::from(self.column) + REACH);
        (row * SPAN + column) as u32
    }

    fn from_index(index: u32) -> Cell {
        let index = index as i32;
        Cell { row: (index / SPAN - REACH) as i8, column: (index % SPAN - REACH) as i8 }
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

/// A tile laid on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Placement {
    /// Where.
    pub cell: Cell,
    /// Which tile.
    pub tile: Tile,
    /// Turned clockwise by so many sixths, 0 to 5.
    pub orientation: u8,
}

impl Display for Placement {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}@{}", self.tile, self.orientation, self.cell)
    }
}

impl Placement {
    /// Reads `17.3@4,-2` (tile, orientation, x, y), the same as the first online client wrote
    /// it but with our numbers, `17 4 -2 3`, or with the colours as they lie, clockwise from the
    /// north-east: `BGRGRB@4,-2`.
    pub fn from_text(text: &str) -> Result<Placement, TextError> {
        let wrong = || TextError::word(text, "a placement is tile.orientation@x,y: 17.3@4,-2");
        if let Some(((tile, orientation), cell)) = tile_string(text) {
            return Placement::from_text(&format!("{tile}.{orientation}@{cell}"))
                .map_err(|e| TextError::word(text, e.problem));
        }
        let words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || matches!(c, '.' | '@' | ','))
            .filter(|word| !word.is_empty())
            .collect();
        let numbers: Vec<i32> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let [a, b, c, d] = numbers[..] else { return Err(wrong()) };
        if words.len() != 4 {
            return Err(wrong());
        }
        let (tile, orientation, x, y) =
            if text.contains('@') { (a, b, c, d) } else { (a, d, b, c) };
        let tile = u32::try_from(tile).ok().and_then(Tile::numbered);
        let tile = tile.ok_or_else(|| TextError::word(text, "tiles are numbered from 1 to 56"))?;
        let cell = Cell::at(x, y).ok_or_else(|| {
            TextError::word(text, "no such cell: x and y are both even or both odd")
        })?;
        if !(0..SIDES as i32).contains(&orientation) {
            return Err(TextError::word(text, "orientations are 0 to 5"));
        }
        Ok(Placement { cell, tile, orientation: orientation as u8 })
    }
}

/// The tile and orientation of a placement that is written with the colours as they lie, and the
/// rest of the text.
pub(crate) fn tile_string(text: &str) -> Option<((Tile, u8), &str)> {
    let (tile, cell) = text.trim().split_once('@')?;
    Some((Tile::from_string(tile).ok()?, cell))
}

/// What an actor does: a player lays a tile, chance draws one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Action {
    /// A tile comes out of the bag.
    Draw(Tile),
    /// A tile is laid on the table.
    Place(Placement),
}

/// Draws come first.
const FIRST_PLACEMENT: u32 = TILES as u32;
/// Placements of all tiles on one cell.
const PER_CELL: u32 = (TILES * SIDES) as u32;

impl Action {
    /// Codes are below this number.
    pub const CODES: usize = TILES + (SPAN * SPAN) as usize * TILES * SIDES;
}

impl Move for Action {
    fn code(self) -> u32 {
        match self {
            Action::Draw(tile) => tile.index() as u32,
            Action::Place(Placement { cell, tile, orientation }) => {
                let way = tile.index() as u32 * SIDES as u32 + u32::from(orientation);
                FIRST_PLACEMENT + cell.index() * PER_CELL + way
            }
        }
    }

    fn from_code(code: u32) -> Action {
        let Some(code) = code.checked_sub(FIRST_PLACEMENT) else {
            return Action::Draw(Tile::at(code as usize));
        };
        let way = code % PER_CELL;
        Action::Place(Placement {
            cell: Cell::from_index(code / PER_CELL),
            tile: Tile::at((way / SIDES as u32) as usize),
            orientation: (way % SIDES as u32) as u8,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_lie_where_the_paper_draws_them() {
        let steps: Vec<_> = (0..SIDES).map(|side| Cell::ORIGIN.neighbour(side)).collect();
        let paper = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];
        assert_eq!(steps, paper.map(|(x, y)| Cell::at(x, y).unwrap()));
        for (side, cell) in steps.iter().enumerate() {
            assert_eq!(cell.turned(1), Some(steps[(side + 1) % SIDES]));
        }
    }

    #[test]
    fn codes_are_dense_and_few_enough() {
        const { assert!(Action::CODES <= 1 << 24) };
        for code in 0..Action::CODES as u32 {
            assert_eq!(Action::from_code(code).code(), code);
        }
    }

    #[test]
    fn placements_read_as_they_are_written() {
        let placement = Placement::from_text("17.3@4,-2").unwrap();
        assert_eq!(placement.to_string(), "17.3@4,-2");
        assert_eq!(Placement::from_text("17 4 -2 3").unwrap(), placement);
        // Tile 17 is YYGRGR; turned by half it shows its last three colours first.
        assert_eq!(Placement::from_text("RGRYYG@4,-2").unwrap(), placement);
        for bad in [
            "",
            "17",
            "57.0@0,0",
            "0.0@0,0",
            "1.6@0,0",
            "1.0@1,0",
            "1.0@0,0,0",
            "1.0@x,0",
            "1.0@200,0",
            "RRRRRR@0,0",
            "RGRYYG@1,0",
            "RGRYYG.1@0,0",
            "1.0@-2147483648,0",
            "99999999999.0@0,0",
        ] {
            assert!(Placement::from_text(bad).is_err(), "{bad}");
        }
    }
}
