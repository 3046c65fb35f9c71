//! What opening books say of positions, in the game's words.
//!
//! A book knows keys and codes ([`spinney_book`]). The key of a position is its canonical hash, shared
//! with all images under the symmetries of its board, rules and size included; the code of a move is
//! that of its image where the position is the one that the key is of.

mod walk;

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spinney_book::{Book, BookMove, Proof};
use spinney_game::{Move, Rng, Symmetry, TextError, host};

use crate::board::Board;
use crate::report::EngineError;

pub use walk::{Visited, walk};

/// No book is larger, in bytes.
const LARGEST: u64 = 256 << 20;

/// Where the moves of a position are in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The position's key.
    pub key: u64,
    /// Every legal move with its code. Moves that symmetries of the position take to each other
    /// share one.
    pub codes: Vec<(String, u32)>,
}

/// What a book knows of a move, as whoever is to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BookRate {
    /// Games that were played after it.
    pub games: u32,
    /// Playouts of searches that judged it.
    pub visits: u32,
    /// What share of games whoever plays it wins, 0 to 1.
    pub win_rate: f32,
    /// The standard error of the win rate; 0 where it is exact.
    pub error: f32,
    /// Proven to win (`true`) or to lose (`false`).
    #[cfg_attr(feature = "openapi", schema(required))]
    pub proven: Option<bool>,
}

impl From<BookMove> for BookRate {
    fn from(known: BookMove) -> BookRate {
        let BookMove { visits, games, win_rate, error, proof, .. } = known;
        BookRate { games, visits, win_rate, error, proven: proof.map(|proof| proof == Proof::Wins) }
    }
}

/// What a book knows of the moves at a board, the best first; nothing where it does not know the
/// position.
pub fn moves(book: &Book, board: &Board) -> Result<Vec<(String, BookRate)>, EngineError> {
    let Canonical { key, codes } = board.canonical()?;
    Ok(best_first(book, key, codes))
}

/// Reads a book from a file.
pub fn open(path: &Path) -> Result<Arc<Book>, EngineError> {
    let wrong = |problem: String| TextError::at(path.display().to_string(), problem);
    let bytes = host::read_bytes(path, LARGEST).map_err(|error| wrong(error.to_string()))?;
    Ok(Arc::new(Book::read(bytes).map_err(|error| wrong(error.to_string()))?))
}

/// Where a position is in a book.
pub(crate) fn canonical<G: Symmetry>(position: &G) -> Canonical {
    let codes = codes(position).map(|(m, code)| (position.move_text(m), code)).collect();
    Canonical { key: position.canonical_hash(), codes }
}

/// The same as [`moves`] where the game's type is known.
pub(crate) fn known<G: Symmetry>(book: &Book, position: &G) -> Vec<(G::Move, BookRate)> {
    let key = position.canonical_hash();
    // Most positions are in no book, and codes take a while.
    if book.look_up(key).is_none() {
        return Vec::new();
    }
    best_first(book, key, codes(position))
}

fn codes<G: Symmetry>(position: &G) -> impl Iterator<Item = (G::Move, u32)> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().map(|m| (m, position.canonical_move(m).code()))
}

fn best_first<M>(
    book: &Book,
    key: u64,
    codes: impl IntoIterator<Item = (M, u32)>,
) -> Vec<(M, BookRate)> {
    let Some(entry) = book.look_up(key) else { return Vec::new() };
    let known = |code| entry.moves().find(|known| known.code == code).map(BookRate::from);
    let mut moves: Vec<_> =
        codes.into_iter().filter_map(|(m, code)| Some((m, known(code)?))).collect();
    moves.sort_by(|(_, one), (_, two)| two.order().total_cmp(&one.order()));
    moves
}

impl BookRate {
    /// Proven wins are above, proven losses below every estimate.
    fn order(&self) -> f32 {
        match self.proven {
            Some(true) => 2.0,
            Some(false) => -1.0,
            None => self.win_rate,
        }
    }
}

/// Which of the moves, best first, a player takes: the best one, or with some variety one that is not
/// much worse, each the rarer the worse it is. A move that is proven to lose is nothing that a search
/// could not find as well.
pub(crate) fn choose<M: Copy>(
    moves: &[(M, BookRate)],
    variety: f32,
    rng: &mut Rng,
) -> Option<(M, BookRate)> {
    let (best, rest) = moves.split_first()?;
    if best.1.proven == Some(false) {
        return None;
    }
    if variety <= 0.0 || best.1.proven == Some(true) {
        return Some(*best);
    }
    let open = rest.iter().filter(|(_, rate)| rate.proven.is_none());
    let choices: Vec<_> = [best].into_iter().chain(open).collect();
    let behind = |rate: &BookRate| (rate.win_rate - best.1.win_rate) / variety;
    let weights: Vec<f32> = choices.iter().map(|(_, rate)| libm::expf(behind(rate))).collect();
    Some(*choices[rng.weighted(&weights)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_book::Builder;

    fn rate(win_rate: f32, proven: Option<bool>) -> BookRate {
        BookRate { games: 10, visits: 0, win_rate, error: 0.1, proven }
    }

    #[test]
    fn a_position_and_its_images_are_one_entry() {
        let mut builder = Builder::default();
        let board = Board::from_text("hex 5x5; black b2; white to move").unwrap();
        let Canonical { key, codes } = board.canonical().unwrap();
        let code = codes.iter().find(|(text, _)| text == "d4").unwrap().1;
        let known = BookMove { code, visits: 0, games: 8, win_rate: 0.75, error: 0.1, proof: None };
        builder.set(key, known);
        let book = builder.book();
        // Half a turn, then mirrored with the colours exchanged.
        for (text, best) in [
            ("hex 5x5; black b2; white to move", "d4"),
            ("hex 5x5; black d4; white to move", "b2"),
            ("hex 5x5; white b2; black to move", "d4"),
        ] {
            let known = moves(&book, &Board::from_text(text).unwrap()).unwrap();
            assert_eq!(known.len(), 1, "{text}");
            assert_eq!((known[0].0.as_str(), known[0].1.games), (best, 8), "{text}");
        }
        for text in
            ["hex 5x5; black b2 b3; white a1; white to move", "hex 6x6; black b2; white to move"]
        {
            assert!(moves(&book, &Board::from_text(text).unwrap()).unwrap().is_empty(), "{text}");
        }
    }

    #[test]
    fn the_best_move_is_taken_and_with_variety_others_that_are_nearly_as_good() {
        let moves = [("a", rate(0.6, None)), ("b", rate(0.59, None)), ("c", rate(0.2, None))];
        let mut rng = Rng::new(1, 0);
        let mut taken = |variety: f32| {
            let mut counts = [0; 3];
            for _ in 0..1_000 {
                let (m, _) = choose(&moves, variety, &mut rng).unwrap();
                counts[moves.iter().position(|(other, _)| *other == m).unwrap()] += 1;
            }
            counts
        };
        assert_eq!(taken(0.0), [1_000, 0, 0]);
        let [a, b, c] = taken(0.02);
        assert!(a > b && b > 200 && c == 0, "{a} {b} {c}");
    }

    #[test]
    fn proofs_are_never_overruled() {
        let mut rng = Rng::new(1, 0);
        let wins = [("a", rate(1.0, Some(true))), ("b", rate(0.99, None))];
        assert!((0..100).all(|_| choose(&wins, 1.0, &mut rng).unwrap().0 == "a"));
        let open = [("b", rate(0.01, None)), ("c", rate(0.0, Some(false)))];
        assert!((0..100).all(|_| choose(&open, 1.0, &mut rng).unwrap().0 == "b"));
        assert_eq!(choose(&[("c", rate(0.0, Some(false)))], 0.0, &mut rng), None);
    }
}
