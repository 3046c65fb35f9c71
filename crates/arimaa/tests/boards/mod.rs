//! Boards with pieces at random, where there is much to see.

use spinney_arimaa::Position;
use spinney_game::{Game, Rng};

/// Pieces anywhere, with rabbits near their goal more often than not.
pub fn random_board(rng: &mut Rng) -> Option<Position> {
    let mut squares = ['.'; 64];
    let letters =
        ['R', 'R', 'R', 'C', 'C', 'D', 'H', 'M', 'E', 'r', 'c', 'c', 'd', 'd', 'h', 'h', 'm', 'e'];
    for &letter in letters.iter().filter(|_| rng.below(3) > 0).collect::<Vec<_>>() {
        let rows = if letter == 'R' { 5 } else { 8 };
        let at = rng.below(rows * 8) as usize;
        if squares[at] == '.' && !(letter == 'R' && at < 8) {
            squares[at] = letter;
        }
    }
    let board = String::from_iter(squares);
    let position = Position::from_text(&format!("arimaa g [{board}]")).ok()?;
    if rng.below(2) == 0 {
        return position.winner().is_none().then_some(position);
    }
    // The same for Silver: turned upside down.
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let turned: String = board.chars().rev().map(swap).collect();
    let position = Position::from_text(&format!("arimaa s [{turned}]")).ok()?;
    position.winner().is_none().then_some(position)
}
