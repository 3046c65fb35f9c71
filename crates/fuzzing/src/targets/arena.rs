//! What matches and measurements are told by files.

use std::path::Path;

use spinney_arena::spec::Spec;
use spinney_arena::{opening, suite};
use spinney_engine::{Board, Line};

use super::{parts, text};

/// A tournament. Its openings are not looked for, which may take as long as somebody asks for.
pub(super) fn tournament(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let Ok(spec) = Spec::parse(text, "fuzz", Path::new("nowhere")) else { return false };
    let mut names: Vec<_> = spec.entrants.iter().map(|entrant| &entrant.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), spec.entrants.len(), "nobody is told apart from another: {text}");
    true
}

/// A file of tests. Every move is worth something, if only nothing.
pub(super) fn suite(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let Ok(tests) = suite::read(text) else { return false };
    for test in &tests {
        let board = Board::from_text(&test.position);
        let board = board.unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(board.text(), test.position, "{text}");
        let moves = board.legal_moves();
        let first = moves.first().unwrap_or_else(|| panic!("nobody moves: {text}"));
        if let Ok(score) = test.judge(&mut Line::new(board), first) {
            assert!((0.0..=1e6).contains(&score), "{score}: {text}");
        }
    }
    true
}

/// A position, and in the other part a file of openings from there.
pub(super) fn openings(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let parts = parts(text);
    let [position, file] = &parts[..] else { return false };
    let Ok(openings) = opening::parse(file, position, 0) else { return false };
    let lines: Vec<_> = openings.iter().map(|opening| opening.join(" ")).collect();
    // A game in which nothing was played is an opening, but no line of a list.
    if lines.iter().all(|line| !line.is_empty()) {
        let again = opening::parse(&lines.join("\n"), position, 0);
        let again = again.unwrap_or_else(|error| panic!("{error}: {text}\nwritten: {lines:?}"));
        assert_eq!(again, openings, "{text}");
    }
    true
}
