//! Openings of random moves.

use std::collections::HashSet;

use spinney_engine::{Board, EngineError, Rng};

use super::Opening;

/// The stream of the seed that random openings are drawn from.
const STREAM: u64 = 2000;
/// So many tries for each opening that is wanted, before there are taken to be no more.
const TRIES: usize = 60;

/// At most `count` openings of `plies` moves that lead to different positions.
pub(super) fn distinct(
    position: &str,
    plies: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Opening>, EngineError> {
    let mut rng = Rng::new(seed, STREAM);
    let mut places = HashSet::new();
    let mut openings = Vec::new();
    for _ in 0..count * TRIES {
        if openings.len() == count {
            break;
        }
        let Some((opening, place)) = drawn(position, plies, &mut rng)? else { continue };
        if places.insert(place) {
            openings.push(opening);
        }
    }
    Ok(openings)
}

/// Some random moves and where they lead; `None` if that is the end of the game. A turn of several
/// moves is brought to its end, since there are programs that only know whole ones.
fn drawn(
    position: &str,
    plies: usize,
    rng: &mut Rng,
) -> Result<Option<(Opening, String)>, EngineError> {
    let mut board = Board::from_text(position)?;
    let mut opening = Opening::new();
    let mut left = plies;
    let mut mover = None;
    while board.outcome().is_none() {
        if board.to_move().is_none() {
            let (drawn, next) = board.roll(rng)?;
            opening.push(drawn.text);
            board = next;
        } else if left == 0 && board.to_move() != mover {
            return Ok(Some((opening, board.text())));
        } else {
            let moves = board.legal_moves();
            let Some(text) = rng.choose(&moves) else { break };
            mover = board.to_move();
            (_, board) = board.play(None, text)?;
            opening.push(text.clone());
            left = left.saturating_sub(1);
        }
    }
    Ok(None)
}
