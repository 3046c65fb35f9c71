//! Moves that are not left to the search: fixed openings, a game's own set-ups, books.

use std::path::Path;
use std::sync::Arc;

use spinney_book::Book;
use spinney_game::{Game, Rng};
use spinney_search::{Budget, Limits};

use crate::book::{self, BookRate};
use crate::plugin::GamePlugin;
use crate::report::{EngineError, Report};
use crate::settings::PlaySettings;

/// Playouts where the move is known already: enough for a first idea of the win rate.
const OPENING_PLAYOUTS: u64 = 1_000;

/// What `play.book` says for none.
pub(crate) const NO_BOOK: &str = "off";

/// The book of a preset.
pub(crate) fn book(play: &PlaySettings) -> Result<Option<Arc<Book>>, EngineError> {
    match play.book.as_str() {
        NO_BOOK => Ok(None),
        path => book::open(Path::new(path)).map(Some),
    }
}

/// What is said of a position before anybody searches.
pub(crate) struct Advice<M> {
    /// The move to play, if there is one.
    pub(crate) played: Option<M>,
    /// What a book knows of moves here.
    known: Vec<(M, BookRate)>,
    /// No search could say more of the move.
    is_set_up: bool,
}

impl<M: Copy + PartialEq> Advice<M> {
    /// The first that has something to say: the preset's fixed openings, the game's set-ups, the book.
    pub(crate) fn at<P: GamePlugin>(
        position: &P::Game,
        play: &PlaySettings,
        plugin: &P,
        book: Option<&Book>,
        seed: u64,
    ) -> Advice<M>
    where
        P::Game: Game<Move = M>,
    {
        let known = book.map_or_else(Vec::new, |book| book::known(book, position));
        let fixed = play.opening(position).and_then(|text| position.parse_move(text).ok());
        let set_up = plugin.setup_move(position);
        let from_book = || {
            let mut rng = Rng::new(seed, position.hash());
            book::choose(&known, play.book_variety, &mut rng).map(|(m, _)| m)
        };
        let played = fixed.or(set_up).or_else(from_book);
        Advice { played, known, is_set_up: set_up.is_some() }
    }

    /// What may still be thought: where the choice is made, the clock is kept for those to come.
    pub(crate) fn budget(&self, limits: &Limits, budget: Budget) -> Budget {
        match self.is_set_up || self.played.is_some() && limits.clock.is_some() {
            true => budget.at_most(OPENING_PLAYOUTS),
            false => budget,
        }
    }

    /// Puts the move first, and beside each move what the book knows of it.
    pub(crate) fn tell(&self, report: &mut Report, text: impl Fn(M) -> String) {
        for (m, rate) in &self.known {
            let text = text(*m);
            if let Some(candidate) = report.candidates.iter_mut().find(|c| c.text == text) {
                candidate.book = Some(*rate);
            }
        }
        let Some(first) = self.played.map(text) else { return };
        if let Some(index) = report.candidates.iter().position(|c| c.text == first) {
            report.candidates[..=index].rotate_right(1);
            report.from_book = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use spinney_book::{BookMove, Builder, Proof};
    use spinney_search::{Limits, Stop};

    use crate::registry::open;
    use crate::report::Report;
    use crate::session::Session;

    fn think(session: &mut Session) -> Report {
        session.think(&Limits::playouts(50), &Stop::new(), &mut |_| {}).unwrap()
    }

    /// A book in which a move of a position is worth something.
    fn book_of(known: &[(&str, &str, f32, Option<Proof>)]) -> (tempfile::TempDir, PathBuf) {
        let mut builder = Builder::default();
        for &(position, m, win_rate, proof) in known {
            let canonical = crate::Board::from_text(position).unwrap().canonical().unwrap();
            let code = canonical.codes.iter().find(|(text, _)| text == m).unwrap().1;
            let known = BookMove { code, visits: 7, games: 9, win_rate, error: 0.1, proof };
            builder.set(canonical.key, known);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.book");
        std::fs::write(&path, builder.bytes()).unwrap();
        (folder, path)
    }

    #[test]
    fn a_move_is_taken_from_the_book_and_reported_as_one() {
        let (_folder, path) = book_of(&[
            ("hex 5x5 swap-pieces", "a5", 0.5, None),
            ("hex 5x5 swap-pieces; black b2; white to move", "swap-pieces", 0.7, None),
            ("hex 5x5 swap-pieces; black b2; white to move", "c3", 0.4, None),
        ]);
        let path = path.display().to_string();
        let set = [("play.book".to_owned(), path)];
        let mut session = open("hex/uct", Some("hex 5x5 swap-pieces"), &set).unwrap();
        let report = think(&mut session);
        let best = report.best().unwrap();
        // The corner across from it is the same move.
        assert!(["a5", "e1"].contains(&best.text.as_str()), "{}", best.text);
        assert!(report.from_book);
        assert_eq!(best.book.unwrap().games, 9);
        session.line.play(None, "b2").unwrap();
        let report = think(&mut session);
        assert_eq!(report.best().unwrap().text, "swap-pieces");
        let reply = report.candidates.iter().find(|c| c.text == "c3").unwrap();
        assert_eq!(reply.book.unwrap().win_rate, 0.4);
        // Out of the book the search decides.
        session.line.play(None, "c3").unwrap();
        let report = think(&mut session);
        assert!(!report.from_book && report.candidates.iter().all(|c| c.book.is_none()));
        session.line.undo().unwrap();
        session.player.set_parameter("play.book", "off").unwrap();
        assert!(!think(&mut session).from_book);
    }

    #[test]
    fn a_book_that_cannot_be_read_is_told_and_nothing_is_changed() {
        let (folder, path) = book_of(&[("hex 5x5", "a5", 0.9, None)]);
        let mut session = open("hex/uct", Some("hex 5x5"), &[]).unwrap();
        session.player.set_parameter("play.book", &path.display().to_string()).unwrap();
        let nowhere = folder.path().join("nowhere.book");
        let damaged = folder.path().join("damaged.book");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[20] ^= 1;
        std::fs::write(&damaged, bytes).unwrap();
        for wrong in [nowhere, damaged] {
            let error = session.player.set_parameter("play.book", &wrong.display().to_string());
            let error = error.unwrap_err().to_string();
            assert!(error.contains(&wrong.display().to_string()), "{error}");
            assert!(think(&mut session).from_book, "the first one is still open");
        }
    }
}
