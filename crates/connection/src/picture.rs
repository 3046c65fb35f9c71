//! Drawings of positions.

use crate::{Goal, Position};
use spinney_board::Stone;
use spinney_game::{CellMark, Picture};

pub(crate) fn picture(position: &Position) -> Picture {
    let winning = position.winning_cells();
    let mark = |cell| {
        if winning.contains(cell) {
            return Some(CellMark::Winning);
        }
        (position.last_move() == Some(cell)).then_some(CellMark::Last)
    };
    let picture = position.topology().picture(|cell| position.stone_at(cell), mark);
    Picture { caption: caption(position), ..picture }
}

/// One line: who has won or whose turn it is, and in Poly-Y the score.
fn caption(position: &Position) -> String {
    let mut caption = match position.winner() {
        Some(winner) => format!("{} has won", winner.name()),
        None => format!("{} to move", position.to_move().name()),
    };
    if position.can_swap() {
        caption += " or swap";
    }
    if let Goal::Corners { .. } = position.board().goal() {
        let [black, white] =
            Stone::BOTH.map(|stone| position.prizes(stone).count_ones().to_string());
        caption = caption + "; corners: black " + &black + ", white " + &white;
    }
    caption
}
