//! Which board a game is played on, and how people write that.

use crate::MAX_CELLS;
use crate::rings::Rings;
use spinney_game::TextError;
use std::fmt;

/// A board of one of the three games; its text is `hex 11x11`, `y 10`, `y bent-93`, `polyy 5,7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board(pub(crate) Shape);

/// What kind of board, and how large.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    Hex {
        width: u16,
        height: u16,
    },
    /// A flat triangle.
    StraightY {
        side: u16,
    },
    /// A curved triangle with 4m+1 cells on a side.
    BentY {
        m: u16,
    },
    /// A centre cell and rings around it, up to `per_side` cells on each of the sides.
    PolyY {
        sides: u16,
        per_side: u16,
    },
}

impl Shape {
    /// The rings that the board is made of; Hex is not.
    pub(crate) fn rings(self) -> Option<Rings> {
        let (sides, core, outer) = match self {
            Shape::Hex { .. } => return None,
            Shape::StraightY { side } => (3, side - 1, side - 1),
            Shape::BentY { m } => (3, 2 * m, 4 * m),
            Shape::PolyY { sides, per_side } => (sides, 0, per_side - 1),
        };
        Some(Rings { sides: sides.into(), core: core.into(), outer: outer.into() })
    }
}

impl Board {
    /// A Hex board with that many columns and rows.
    pub fn hex(width: usize, height: usize) -> Result<Board, TextError> {
        if width == 0 || height == 0 || width.saturating_mul(height) > MAX_CELLS {
            let problem = format!("a Hex board has from 1 to {MAX_CELLS} cells");
            return Err(TextError::word(&format!("{width}x{height}"), problem));
        }
        Ok(Board(Shape::Hex { width: width as u16, height: height as u16 }))
    }

    /// A straight Y board with that many cells on a side.
    pub fn y(side: usize) -> Result<Board, TextError> {
        if !(1..=25).contains(&side) {
            return Err(TextError::word(&side.to_string(), "a Y board has a side of 1 to 25"));
        }
        Ok(Board(Shape::StraightY { side: side as u16 }))
    }

    /// A bent Y board with that many cells: 27, 93 or 199.
    pub fn bent_y(cells: usize) -> Result<Board, TextError> {
        match (1..=3).find(|m| 20 * m * m + 6 * m + 1 == cells) {
            Some(m) => Ok(Board(Shape::BentY { m: m as u16 })),
            None => Err(TextError::word(
                &format!("bent-{cells}"),
                "the bent Y boards are bent-27, bent-93 and bent-199",
            )),
        }
    }

    /// A Poly-Y board with that many sides (odd) and cells on each side.
    pub fn polyy(sides: usize, per_side: usize) -> Result<Board, TextError> {
        let cells = per_side.saturating_mul(per_side.saturating_sub(1)).saturating_mul(sides) / 2;
        if !(3..=15).contains(&sides)
            || sides.is_multiple_of(2)
            || per_side < 2
            || cells >= MAX_CELLS
        {
            let problem = format!(
                "a Poly-Y board has an odd number of sides from 3 to 15, at least 2 cells on each \
                 and at most {MAX_CELLS} cells"
            );
            return Err(TextError::word(&format!("{sides},{per_side}"), problem));
        }
        Ok(Board(Shape::PolyY { sides: sides as u16, per_side: per_side as u16 }))
    }

    /// The short name of the game: `hex`, `y` or `polyy`.
    pub fn game(self) -> &'static str {
        match self.0 {
            Shape::Hex { .. } => "hex",
            Shape::StraightY { .. } | Shape::BentY { .. } => "y",
            Shape::PolyY { .. } => "polyy",
        }
    }

    /// Its size as text: `11x11`, `14`, `bent-93`, `5,7`.
    pub fn size(self) -> String {
        match self.0 {
            Shape::Hex { width, height } => format!("{width}x{height}"),
            Shape::StraightY { side } => side.to_string(),
            Shape::BentY { m } => format!("bent-{}", 20 * m * m + 6 * m + 1),
            Shape::PolyY { sides, per_side } => format!("{sides},{per_side}"),
        }
    }

    /// Columns and rows of a Hex board.
    pub fn hex_size(self) -> Option<(usize, usize)> {
        match self.0 {
            Shape::Hex { width, height } => Some((width.into(), height.into())),
            _ => None,
        }
    }

    /// Reads the name of the game and the size, as they are written in a position's text.
    pub fn parse(game: &str, size: &str) -> Result<Board, TextError> {
        let number = |text: &str| {
            // Longer numbers are too large for any board, and `+5` is not how people write 5.
            let plain = !text.is_empty() && text.len() <= 4;
            let plain = plain && text.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| text.parse::<usize>().ok()).flatten()
        };
        // Programs that know boards of every shape by two numbers write a blank between them.
        let pair = |mark| {
            let (a, b) = size.split_once([mark, ' '])?;
            Some((number(a)?, number(b)?))
        };
        match game {
            "hex" => match (pair('x'), number(size)) {
                (Some((width, height)), _) => Board::hex(width, height),
                (None, Some(side)) => Board::hex(side, side),
                (None, None) => Err(TextError::word(size, "not a Hex size such as 11x11")),
            },
            "y" => match (
                number(size).or_else(|| pair(' ').filter(|(a, b)| a == b).map(|(side, _)| side)),
                size.strip_prefix("bent").and_then(|cells| number(cells.get(1..)?)),
            ) {
                (Some(side), _) => Board::y(side),
                (None, Some(cells)) => Board::bent_y(cells),
                (None, None) => Err(TextError::word(size, "not a Y size such as 10 or bent-93")),
            },
            "polyy" => match pair(',') {
                Some((sides, per_side)) => Board::polyy(sides, per_side),
                None => Err(TextError::word(size, "not a Poly-Y size such as 5,7")),
            },
            _ => Err(TextError::word(game, "no such game; there are hex, y and polyy")),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.size())
    }
}
