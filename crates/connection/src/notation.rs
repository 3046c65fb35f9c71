//! Positions and moves as text; [`PositionOf`] documents the grammar.

use crate::{Action, Board, Goal, PositionOf};
use spinney_board::{Placement, is_swap};
use spinney_game::{Actor, Game, Swap, TextError};

pub(crate) fn text<G: Goal>(position: &PositionOf<G>) -> String {
    position.placement().text(position.topology(), &position.board().to_string())
}

pub(crate) fn from_text<G: Goal>(text: &str) -> Result<PositionOf<G>, TextError> {
    let mut parts = text.split(';');
    let (board, swap) = rules(parts.next().unwrap_or(""))?;
    let placement = Placement::parse(board.topology(), swap, parts)?;
    PositionOf::placed(board, &placement)
}

/// The board and the swap rule.
fn rules<G: Goal>(text: &str) -> Result<(Board<G>, Swap), TextError> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let swap = words.last().and_then(|word| Swap::named(word)).unwrap_or_default();
    if swap != Swap::Off {
        words.pop();
    }
    let (game, size) = match *words.as_slice() {
        [game, size] => (game, size.to_owned()),
        // A number and another, or a word and its number.
        [game, first, second] if second.bytes().all(|b| b.is_ascii_digit()) => {
            (game, format!("{first} {second}"))
        }
        [_, _, word, ..] => {
            return Err(TextError::word(word, "not swap-pieces or swap-sides").within("rules"));
        }
        _ => {
            return Err(TextError::at("rules", "give a game and a size, such as hex 11x11"));
        }
    };
    let board = G::board(game, &size).map_err(|error| error.within("rules"))?;
    PositionOf::check(&board, swap).map_err(|error| error.within("rules"))?;
    Ok((board, swap))
}

pub(crate) fn parse_move<G: Goal>(
    position: &PositionOf<G>,
    text: &str,
) -> Result<Action, TextError> {
    let word = text.trim();
    let action = if is_swap(word, position.swap())? {
        position.swap_action()
    } else {
        position.topology().find_cell(word)?.into()
    };
    if position.is_legal(action) {
        return Ok(action);
    }
    let problem = match position.cell_of(action) {
        _ if position.actor() == Actor::Nobody => "the game is over",
        Some(_) => "has a stone already",
        None => "only the second player may swap, in answer to the first move",
    };
    Err(TextError::word(word, problem))
}
