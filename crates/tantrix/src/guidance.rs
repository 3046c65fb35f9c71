//! A taste for moves: tiles are laid where one's own lines go on, and rather not where others' do.
//!
//! Whatever tile is laid on a space, the lines that end there go on, or meet if there are two of a
//! colour. So the space says what a move is worth at a glance, and not the tile.

use spinney_game::Player;

use crate::board::Space;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::TILES;

/// How likely tiles are laid where lines end, by the points that those come to.
#[derive(Clone, Debug)]
pub(crate) struct Guidance {
    own: [u32; MOST_POINTS],
    others: [u32; MOST_POINTS],
}

/// More points than any line can come to: a colour is on three quarters of the tiles.
const MOST_POINTS: usize = 2 * TILES;
/// No weight is larger, so that the sum over all ways to lay a tile fits a word.
const HEAVIEST: f32 = 16_000.0;

impl Guidance {
    /// With a weight for each square of the points of one's own line, and one against each point
    /// of others'. `None` if neither counts.
    pub fn new(own_lines: f32, others_lines: f32) -> Option<Guidance> {
        if own_lines == 0.0 && others_lines == 0.0 {
            return None;
        }
        let own = |points: usize| 8.0 * (1.0 + own_lines * (points * points) as f32);
        let others = |points: usize| 16.0 / (1.0 + others_lines * points as f32);
        Some(Guidance {
            own: std::array::from_fn(|points| own(points).min(HEAVIEST) as u32),
            others: std::array::from_fn(|points| (others(points) as u32).max(1)),
        })
    }

    /// How likely whoever's turn it is lays a tile on that space, compared with other spaces.
    #[inline(always)]
    pub(crate) fn weight(&self, table: &Table, rules: &Rules, space: &Space) -> u32 {
        let points = table.board.joined(space);
        let (mut own, mut others) = (0, 0);
        for (seat, &colour) in rules.colours().iter().enumerate() {
            let points = points[colour as usize];
            if rules.together(Player(table.turn), Player(seat as u8)) {
                own = points.max(own);
            } else {
                others = points.max(others);
            }
        }
        self.own[usize::from(own)] * self.others[usize::from(others)]
    }
}
