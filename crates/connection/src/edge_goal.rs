//! The goals of Hex, Y and Poly-Y, said of the edges that a group of stones touches.

use crate::{Board, Goal};
use spinney_board::{MAX_CELLS, Shape, Stone};
use spinney_game::TextError;

/// A group that touches certain edges holds certain *prizes*; a colour that holds enough of them has
/// won. Hex and Y have one prize, Poly-Y has one per corner. Groups of one colour never hold prizes
/// of the other, so on a full board exactly one colour has enough.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EdgeGoal {
    /// Each colour joins its own two opposite edges.
    Hex,
    /// One group touches all three edges.
    Y,
    /// A corner is captured by a group that touches the two edges which meet there and any third
    /// one; a majority of the corners wins.
    Corners {
        /// How many corners (and edges) the board has.
        sides: u8,
    },
}

/// The edges of Hex, as bits of an edge mask, in clockwise order from the top.
const TOP: u16 = 1;
const RIGHT: u16 = 2;
const BOTTOM: u16 = 4;
const LEFT: u16 = 8;

impl Goal for EdgeGoal {
    /// None.
    const DRAWS: bool = false;

    fn board(game: &str, size: &str) -> Result<Board, TextError> {
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

    fn game(self) -> &'static str {
        match self {
            EdgeGoal::Hex => "hex",
            EdgeGoal::Y => "y",
            EdgeGoal::Corners { .. } => "polyy",
        }
    }

    /// `11x11`, `14`, `bent-93`, `5,7`.
    fn size(self, shape: Shape) -> Option<String> {
        if self == EdgeGoal::Hex {
            let (width, height) = shape.as_parallelogram()?;
            return Some(format!("{width}x{height}"));
        }
        let rings = shape.as_rings()?;
        let (core, outer) = (rings.core(), rings.outer());
        let is_triangle = self == EdgeGoal::Y && rings.sides() == 3;
        let is_straight = core == outer && core < LARGEST_Y;
        let bent = (1..=LARGEST_BENT).find(|m| core == 2 * m && outer == 4 * m);
        match self {
            EdgeGoal::Corners { sides } => {
                let fits = core == 0 && outer > 0 && rings.sides() == usize::from(sides);
                let is_odd = !sides.is_multiple_of(2);
                (fits && is_odd).then(|| format!("{sides},{}", outer + 1))
            }
            _ if is_triangle && is_straight => Some((core + 1).to_string()),
            _ => bent.filter(|_| is_triangle).map(|m| format!("bent-{}", bent_cells(m))),
        }
    }

    fn counted(self) -> Option<&'static str> {
        match self {
            EdgeGoal::Hex | EdgeGoal::Y => None,
            EdgeGoal::Corners { .. } => Some("corners"),
        }
    }

    /// In Poly-Y bit `c` is the corner between edges `c - 1` and `c`.
    #[inline]
    fn prizes(self, stone: Stone, edges: u16) -> u16 {
        match self {
            EdgeGoal::Hex => {
                let wanted = match stone {
                    Stone::Black => TOP | BOTTOM,
                    Stone::White => LEFT | RIGHT,
                };
                u16::from(edges & wanted == wanted)
            }
            EdgeGoal::Y => u16::from(edges == 0b111),
            EdgeGoal::Corners { sides } => {
                if edges.count_ones() < 3 {
                    return 0;
                }
                let edges_before = edges << 1 | edges >> (sides - 1);
                edges & edges_before
            }
        }
    }

    fn ways(self, stone: Stone) -> Vec<Vec<u16>> {
        match (self, stone) {
            (EdgeGoal::Hex, Stone::Black) => vec![vec![TOP | BOTTOM]],
            (EdgeGoal::Hex, Stone::White) => vec![vec![LEFT | RIGHT]],
            (EdgeGoal::Y, _) => vec![vec![0b111]],
            (EdgeGoal::Corners { sides }, _) => (0..sides)
                .map(|corner| {
                    let meeting = 1 << corner | 1 << ((corner + sides - 1) % sides);
                    let thirds = (0..sides).map(|edge| 1 << edge).filter(|e| meeting & e == 0);
                    thirds.map(|third| meeting | third).collect()
                })
                .collect(),
        }
    }

    fn needed(self) -> u32 {
        match self {
            EdgeGoal::Hex | EdgeGoal::Y => 1,
            EdgeGoal::Corners { sides } => u32::from(sides) / 2 + 1,
        }
    }

    #[inline]
    fn enough(self, prizes: u16) -> bool {
        match self {
            EdgeGoal::Hex | EdgeGoal::Y => prizes != 0,
            EdgeGoal::Corners { sides } => prizes.count_ones() > u32::from(sides) / 2,
        }
    }
}

/// The most cells on a side of a straight Y board.
const LARGEST_Y: usize = 25;
/// Of the bent Y boards with 4m + 1 cells on a side, the largest m.
const LARGEST_BENT: usize = 3;

/// How many cells a bent Y board with 4m + 1 cells on a side has.
fn bent_cells(m: usize) -> usize {
    20 * m * m + 6 * m + 1
}

impl Board {
    /// A Hex board with that many columns and rows.
    pub fn hex(width: usize, height: usize) -> Result<Board, TextError> {
        Board::checked(Shape::parallelogram(width, height), EdgeGoal::Hex).ok_or_else(|| {
            let problem = format!("a Hex board has from 1 to {MAX_CELLS} cells");
            TextError::word(&format!("{width}x{height}"), problem)
        })
    }

    /// A straight Y board with that many cells on a side.
    pub fn y(side: usize) -> Result<Board, TextError> {
        Board::checked(Shape::triangle(side), EdgeGoal::Y).ok_or_else(|| {
            let problem = format!("a Y board has a side of 1 to {LARGEST_Y}");
            TextError::word(&side.to_string(), problem)
        })
    }

    /// A bent Y board with that many cells: 27, 93 or 199.
    pub fn bent_y(cells: usize) -> Result<Board, TextError> {
        let m = (1..=LARGEST_BENT).find(|&m| bent_cells(m) == cells);
        Board::checked(m.and_then(Shape::bent_triangle), EdgeGoal::Y).ok_or_else(|| {
            let problem = "the bent Y boards are bent-27, bent-93 and bent-199";
            TextError::word(&format!("bent-{cells}"), problem)
        })
    }

    /// A Poly-Y board with that many sides (odd) and cells on each side.
    pub fn polyy(sides: usize, per_side: usize) -> Result<Board, TextError> {
        let goal = EdgeGoal::Corners { sides: sides as u8 };
        Board::checked(Shape::polygon(sides, per_side), goal).ok_or_else(|| {
            let problem = format!(
                "a Poly-Y board has an odd number of sides from 3 to 15, at least 2 cells on each \
                 and at most {MAX_CELLS} cells"
            );
            TextError::word(&format!("{sides},{per_side}"), problem)
        })
    }

    fn checked(shape: Option<Shape>, goal: EdgeGoal) -> Option<Board> {
        Board::new(shape?, goal)
    }

    /// Columns and rows of a Hex board.
    pub fn hex_size(&self) -> Option<(usize, usize)> {
        self.topology().shape().as_parallelogram()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_needs_its_two_edges_and_a_third() {
        let goal = EdgeGoal::Corners { sides: 5 };
        let prizes = |edges| goal.prizes(Stone::Black, edges);
        assert_eq!(prizes(0b00011), 0, "two edges alone are not enough");
        assert_eq!(prizes(0b01011), 0b00010, "corner 1 lies between edges 0 and 1");
        assert_eq!(prizes(0b10101), 0b00001, "corner 0 lies between edges 4 and 0");
        assert_eq!(prizes(0b11111), 0b11111);
        assert!(!goal.enough(0b00011) && goal.enough(0b01011));
    }

    #[test]
    fn colours_join_their_own_edges_in_hex() {
        assert_eq!(EdgeGoal::Hex.prizes(Stone::Black, TOP | BOTTOM), 1);
        assert_eq!(EdgeGoal::Hex.prizes(Stone::White, TOP | BOTTOM), 0);
        assert_eq!(EdgeGoal::Hex.prizes(Stone::White, LEFT | RIGHT | TOP), 1);
    }
}
