//! Openings of random moves.

use spinney_engine::{Board, EngineError, Rng};

use super::Opening;

/// The stream of the seed that random openings are drawn from.
const STREAM: u64 = 2000;
/// So many tries for an opening before there are taken to be no more.
const TRIES: usize = 1000;

/// Draws openings one after the other, so that more of them begin with fewer.
pub(super) struct Drawing {
    position: String,
    plies: usize,
    rng: Rng,
}

impl Drawing {
    pub(super) fn new(position: &str, plies: usize, seed: u64) -> Drawing {
        Drawing { position: position.to_owned(), plies, rng: Rng::new(seed, STREAM) }
    }

    /// The next opening that leads to none of some positions, and where it leads; none if there
    /// seem to be no others.
    pub(super) fn next(
        &mut self,
        taken: &dyn Fn(&str) -> bool,
    ) -> Result<Option<(Opening, String)>, EngineError> {
        for _ in 0..TRIES {
            let found = drawn(&self.position, self.plies, &mut self.rng)?;
            if let Some(found) = found.filter(|(_, place)| !taken(place)) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
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
