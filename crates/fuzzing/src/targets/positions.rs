//! Positions and moves.

use spinney_engine::{Board, game};

use super::{parts, text};

/// A position of that game, and in other parts moves to be played there, one a line. The side comes
/// first where it is not the side to move: `white: a1`.
pub(super) fn read_and_play(name: &str, input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let game = game(name).unwrap_or_else(|error| panic!("{error}"));
    let parts = parts(text);
    let Ok(mut board) = game.board(&parts[0]) else { return false };
    check(&board);
    let mut understood = true;
    for line in parts[1..].iter().flat_map(|part| part.lines()) {
        let (side, text) = match line.split_once(": ") {
            Some((side, text)) => (Some(side), text),
            None => (None, line),
        };
        match board.play(side, text) {
            Ok((played, next)) => {
                // A move as it was written leads to the same position as one that was typed.
                let again = board.play(Some(played.side), &played.text);
                assert_eq!(again.map(|(_, board)| board).ok().as_ref(), Some(&next), "{line}");
                board = next;
            }
            Err(_) => understood = false,
        }
    }
    check(&board);
    understood
}

/// What holds of every position.
fn check(board: &Board) {
    let text = board.text();
    let again = Board::from_text(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.text(), text);
    assert_eq!(again.hash(), board.hash(), "{text}");
    let start = board.start_of(&board.setup()).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(start.setup(), board.setup(), "{text}");
    let moves = board.legal_moves();
    assert_eq!(moves.is_empty(), board.outcome().is_some(), "{text}");
    assert_eq!(again.legal_moves(), moves, "{text}");
    let picture = board.picture();
    assert!(!picture.to_text(false).is_empty() && picture.to_svg().ends_with("</svg>\n"), "{text}");
    board.facts();
}
