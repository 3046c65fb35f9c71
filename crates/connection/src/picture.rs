//! Drawings of positions.

use crate::{Goal, PositionOf};
use spinney_board::Stone;
use spinney_game::{Actor, CellMark, Game, Picture};

pub(crate) fn picture<G: Goal>(position: &PositionOf<G>) -> Picture {
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

/// One line: who has won or whose turn it is, and how many prizes each has.
fn caption<G: Goal>(position: &PositionOf<G>) -> String {
    let mut caption = match position.winner() {
        Some(winner) => format!("{} has won", winner.name()),
        None if position.actor() == Actor::Nobody => "drawn".to_string(),
        None => format!("{} to move", position.to_move().name()),
    };
    if position.can_swap() {
        caption += " or swap";
    }
    if let Some(prizes) = position.board().goal().counted() {
        let [black, white] = Stone::BOTH.map(|stone| position.prizes(stone).count_ones());
        caption = format!("{caption}; {prizes}: black {black}, white {white}");
    }
    caption
}
