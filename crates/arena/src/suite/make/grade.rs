//! How much search a test takes.

use spinney_engine::{Board, EngineError, Limits, Preset};

use super::session;
use crate::suite::Test;

/// How many grades there are.
pub(super) const GRADES: usize = HARDEST + 1;
/// The grade of tests for which no number of [`PLAYOUTS`] is enough,
pub(super) const HARD: usize = PLAYOUTS.len();
/// and that of tests that most searches of a given length miss. Only who asks for them gets them.
pub(super) const HARDEST: usize = HARD + 1;
/// A test has the first grade whose playouts are enough for the game's best player to pass it every
/// time.
pub const PLAYOUTS: [u64; 3] = [100, 1_000, 10_000];
/// How often it is asked, each time with other dice. `spinney suite --cycles` has the same dice.
pub const CYCLES: u64 = 3;
/// Most searches of that many.
const MOST: usize = 2;

/// What tags of grades begin with.
const TAG: &str = "grade-";

/// The grade of a test, from 0 on.
pub(super) fn measure(preset: &Preset, test: &Test) -> Result<usize, EngineError> {
    for (grade, playouts) in PLAYOUTS.into_iter().enumerate() {
        if misses(preset, test, playouts, 1)? == 0 {
            return Ok(grade);
        }
    }
    Ok(HARD)
}

/// Whether most searches of so many playouts miss a test.
pub(super) fn is_mostly_missed(
    preset: &Preset,
    test: &Test,
    playouts: u64,
) -> Result<bool, EngineError> {
    Ok(misses(preset, test, playouts, MOST)? == MOST)
}

/// How many searches miss a test, up to `most`.
fn misses(preset: &Preset, test: &Test, playouts: u64, most: usize) -> Result<usize, EngineError> {
    let board = Board::from_text(&test.position)?;
    let mut misses = 0;
    for seed in 1..=CYCLES {
        let mut session = session(preset, &board, seed)?;
        let answer = test.ask(&mut session, &Limits::playouts(playouts))?;
        misses += usize::from(answer.score < 1.0);
        if misses == most {
            break;
        }
    }
    Ok(misses)
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
