//! What the players want, said of the edges that a group of stones touches.

use spinney_board::Stone;

/// A winning condition. A group that touches certain edges holds certain *prizes*; a colour that
/// holds enough of them has won. Hex and Y have one prize, Poly-Y has one per corner. Groups of
/// one colour never hold prizes of the other, so on a full board exactly one colour has enough.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
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

impl Goal {
    /// The prizes (one bit each) that a group of that colour holds if it touches these edges (one
    /// bit each). For [`Goal::Corners`] bit `c` is the corner between edges `c - 1` and `c`.
    #[inline]
    pub fn prizes(self, stone: Stone, edges: u16) -> u16 {
        match self {
            Goal::Hex => {
                let wanted = match stone {
                    Stone::Black => TOP | BOTTOM,
                    Stone::White => LEFT | RIGHT,
                };
                u16::from(edges & wanted == wanted)
            }
            Goal::Y => u16::from(edges == 0b111),
            Goal::Corners { sides } => {
                if edges.count_ones() < 3 {
                    return 0;
                }
                let edges_before = edges << 1 | edges >> (sides - 1);
                edges & edges_before
            }
        }
    }

    /// For every prize, the sets of edges (one bit each) that are enough, if one group of that
    /// colour touches them all, to hold it.
    pub fn ways(self, stone: Stone) -> Vec<Vec<u16>> {
        match (self, stone) {
            (Goal::Hex, Stone::Black) => vec![vec![TOP | BOTTOM]],
            (Goal::Hex, Stone::White) => vec![vec![LEFT | RIGHT]],
            (Goal::Y, _) => vec![vec![0b111]],
            (Goal::Corners { sides }, _) => (0..sides)
                .map(|corner| {
                    let meeting = 1 << corner | 1 << ((corner + sides - 1) % sides);
                    let thirds = (0..sides).map(|edge| 1 << edge).filter(|e| meeting & e == 0);
                    thirds.map(|third| meeting | third).collect()
                })
                .collect(),
        }
    }

    /// How many prizes win.
    pub fn needed(self) -> u32 {
        match self {
            Goal::Hex | Goal::Y => 1,
            Goal::Corners { sides } => u32::from(sides) / 2 + 1,
        }
    }

    /// Whether a colour that holds these prizes, over all its groups, has won.
    #[inline]
    pub fn enough(self, prizes: u16) -> bool {
        match self {
            Goal::Hex | Goal::Y => prizes != 0,
            Goal::Corners { sides } => prizes.count_ones() > u32::from(sides) / 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_needs_its_two_edges_and_a_third() {
        let goal = Goal::Corners { sides: 5 };
        let prizes = |edges| goal.prizes(Stone::Black, edges);
        assert_eq!(prizes(0b00011), 0, "two edges alone are not enough");
        assert_eq!(prizes(0b01011), 0b00010, "corner 1 lies between edges 0 and 1");
        assert_eq!(prizes(0b10101), 0b00001, "corner 0 lies between edges 4 and 0");
        assert_eq!(prizes(0b11111), 0b11111);
        assert!(!goal.enough(0b00011) && goal.enough(0b01011));
    }

    #[test]
    fn colours_join_their_own_edges_in_hex() {
        assert_eq!(Goal::Hex.prizes(Stone::Black, TOP | BOTTOM), 1);
        assert_eq!(Goal::Hex.prizes(Stone::White, TOP | BOTTOM), 0);
        assert_eq!(Goal::Hex.prizes(Stone::White, LEFT | RIGHT | TOP), 1);
    }
}
