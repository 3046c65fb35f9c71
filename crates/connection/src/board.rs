//! Which board a game is played on, what for, and how people write that.

use crate::Goal;
use spinney_board::{MAX_CELLS, Shape, Topology};
use spinney_game::TextError;
use std::fmt;
use std::sync::Arc;

/// A board of one of the three games; its text is `hex 11x11`, `y 10`, `y bent-93`, `polyy 5,7`.
#[derive(Clone, Debug)]
pub struct Board {
    topology: Arc<Topology>,
    goal: Goal,
}

impl Board {
    fn new(shape: Shape, goal: Goal) -> Board {
        Board { topology: Topology::of(shape), goal }
    }

    /// A Hex board with that many columns and rows.
    pub fn hex(width: usize, height: usize) -> Result<Board, TextError> {
        let shape = Shape::parallelogram(width, height).ok_or_else(|| {
            let problem = format!("a Hex board has from 1 to {MAX_CELLS} cells");
            TextError::word(&format!("{width}x{height}"), problem)
        })?;
        Ok(Board::new(shape, Goal::Hex))
    }

    /// A straight Y board with that many cells on a side.
    pub fn y(side: usize) -> Result<Board, TextError> {
        let shape = Shape::triangle(side)
            .filter(|_| side <= 25)
            .ok_or_else(|| TextError::word(&side.to_string(), "a Y board has a side of 1 to 25"))?;
        Ok(Board::new(shape, Goal::Y))
    }

    /// A bent Y board with that many cells: 27, 93 or 199.
    pub fn bent_y(cells: usize) -> Result<Board, TextError> {
        let m = (1..=3).find(|&m| bent_cells(m) == cells);
        let shape = m.and_then(Shape::bent_triangle).ok_or_else(|| {
            let problem = "the bent Y boards are bent-27, bent-93 and bent-199";
            TextError::word(&format!("bent-{cells}"), problem)
        })?;
        Ok(Board::new(shape, Goal::Y))
    }

    /// A Poly-Y board with that many sides (odd) and cells on each side.
    pub fn polyy(sides: usize, per_side: usize) -> Result<Board, TextError> {
        let is_odd = !sides.is_multiple_of(2);
        let shape = Shape::polygon(sides, per_side).filter(|_| is_odd).ok_or_else(|| {
            let problem = format!(
                "a Poly-Y board has an odd number of sides from 3 to 15, at least 2 cells on each \
                 and at most {MAX_CELLS} cells"
            );
            TextError::word(&format!("{sides},{per_side}"), problem)
        })?;
        Ok(Board::new(shape, Goal::Corners { sides: sides as u8 }))
    }

    /// Cells, who is next to whom, edges, names.
    #[inline]
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The winning condition.
    #[inline]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The short name of the game: `hex`, `y` or `polyy`.
    pub fn game(&self) -> &'static str {
        match self.goal {
            Goal::Hex => "hex",
            Goal::Y => "y",
            Goal::Corners { .. } => "polyy",
        }
    }

    /// Its size as text: `11x11`, `14`, `bent-93`, `5,7`.
    pub fn size(&self) -> String {
        let shape = self.topology.shape();
        if let Some((width, height)) = shape.as_parallelogram() {
            return format!("{width}x{height}");
        }
        let rings = shape.as_rings().expect("all but Hex have rings");
        match self.goal {
            Goal::Corners { sides } => format!("{sides},{}", rings.outer() + 1),
            _ if rings.core() == rings.outer() => (rings.core() + 1).to_string(),
            _ => format!("bent-{}", self.topology.cells()),
        }
    }

    /// Columns and rows of a Hex board.
    pub fn hex_size(&self) -> Option<(usize, usize)> {
        self.topology.shape().as_parallelogram()
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

/// How many cells a bent Y board with 4m + 1 cells on a side has.
fn bent_cells(m: usize) -> usize {
    20 * m * m + 6 * m + 1
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.size())
    }
}
