//! How much search a test takes.

use spinney_engine::{Board, EngineError, Limits, Preset};

use super::session;
use crate::suite::Test;

/// How many grades there are.
pub(super) const GRADES: usize = PLAYOUTS.len() + 1;
/// A test has the first grade whose playouts are enough for the game's best player to pass it every
/// time, and the last one if none are.
pub const PLAYOUTS: [u64; 3] = [100, 1_000, 10_000];
/// How often it is asked, each time with other dice. `spinney suite --cycles` has the same dice.
pub const CYCLES: u64 = 3;

/// What tags of grades begin with.
const TAG: &str = "grade-";

/// The grade of a test, from 0 on.
pub(super) fn measure(preset: &Preset, test: &Test) -> Result<usize, EngineError> {
    let board = Board::from_text(&test.position)?;
    for (grade, playouts) in PLAYOUTS.into_iter().enumerate() {
        let mut is_passed = true;
        for seed in 1..=CYCLES {
            let mut session = session(preset, &board, seed)?;
            is_passed &= test.ask(&mut session, &Limits::playouts(playouts))?.score >= 1.0;
            if !is_passed {
                break;
            }
        }
        if is_passed {
            return Ok(grade);
        }
    }
    Ok(GRADES - 1)
}

/// How it is written.
pub(super) fn tag(grade: usize) -> String {
    format!("{TAG}{}", grade + 1)
}

/// The grade that tags tell.
pub(super) fn of_tags(tags: &[String]) -> Option<usize> {
    let numbers = tags.iter().filter_map(|tag| tag.strip_prefix(TAG)?.parse().ok());
    numbers.map(|number: usize| number.wrapping_sub(1)).find(|grade| *grade < GRADES)
}
