//! Test suites: positions with what a good move does there, and how well players find it.
//!
//! The idea and the format are those of the Arimaa Test Suite that the thesis on Akimot describes,
//! for any game. A [`Test`] is a position, [criteria](Criteria) with weights, tags and a comment.
//!
//! ```
//! use spinney_arena::suite;
//! use spinney_engine::{Limits, open};
//! let tests = suite::read("\
//! [settings]
//! comment = One cell joins the two edges.
//! position = hex 3x3; black b1 b3; white a1 c3
//! tags = win
//! [criteria]
//! condition = score goal
//! ")?;
//! let mut session = open("hex/best", Some(&tests[0].position), &[])?;
//! let answer = tests[0].ask(&mut session, &Limits::playouts(500))?;
//! assert_eq!((answer.turn.as_str(), answer.score), ("b2", 1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod criteria;
mod exact;
mod file;
pub mod make;
mod program;
mod shipped;
mod turn;
mod write;

use std::path::{Path, PathBuf};
use std::time::Duration;

use spinney_engine::{EngineError, Limits, Line, Session, Stop, TextError, choose_turn, play_turn};

pub use self::criteria::{Atom, Block, Criteria};
pub use self::file::read;
pub use self::program::ProgramError;
pub use self::shipped::{shipped, shipped_names};
use crate::player::Evaluation;

/// A position, and what a good move does there.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What it is called: its file's name, with a number where the file has several.
    pub name: String,
    /// What it is about.
    pub comment: String,
    /// The position's text, rules included.
    pub position: String,
    /// Words by which tests are told apart.
    pub tags: Vec<String>,
    /// What is asked for.
    pub criteria: Criteria,
}

/// What a player did in a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Its move, or its whole turn where that is several.
    pub turn: String,
    /// How well it fulfils the criteria: the largest weight of what it fulfils, 0 for nothing.
    pub score: f64,
    /// What it thought when it chose its move, or the first one of its turn.
    pub evaluation: Evaluation,
    /// How long that took; of a foreign program, the whole turn.
    pub elapsed: Duration,
}

impl Test {
    /// Lets a player that stands at the test's position move under limits, and judges the move.
    pub fn ask(&self, session: &mut Session, limits: &Limits) -> Result<Answer, EngineError> {
        let choice = choose_turn(session, limits, &Stop::new(), &mut |_| {})?;
        let score = self.judge(&mut session.line, &choice.text)?;
        let evaluation = Evaluation::from(&choice.report);
        Ok(Answer { turn: choice.text, score, evaluation, elapsed: choice.report.elapsed })
    }

    /// How well a turn fulfils the criteria. It is played on the line.
    pub fn judge(&self, line: &mut Line, turn: &str) -> Result<f64, EngineError> {
        let Some(side) = line.board().to_move() else { return Err(EngineError::GameOver) };
        play_turn(line, turn)?;
        self.criteria.score(line.board(), side, turn)
    }
}

/// What keeps tests from being read: the file, and the line where it is one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {error}")]
pub struct SuiteError {
    /// The file or folder.
    pub file: String,
    /// What is wrong, and where in the file.
    pub error: TextError,
}

/// No file of tests is longer, in bytes.
const LONGEST_FILE: u64 = 1 << 20;
/// What files of tests are called.
const EXTENSION: &str = "ats";
/// An error names at most so many files.
const MOST_NAMES: usize = 20;

/// The tests of a file, whose ending may be left out, or of all files `*.ats` of a folder, those of
/// its folders included, in the order of their names. Where there is nothing of that name, it may
/// be a suite that [ships](shipped) with the program.
pub fn load(path: &Path) -> Result<Vec<Test>, SuiteError> {
    let fail = |problem: String| SuiteError {
        file: path.display().to_string(),
        error: TextError::at("file", problem),
    };
    if path.is_dir() {
        let mut paths = entries(path).map_err(|error| fail(error.to_string()))?;
        paths.retain(|path| path.is_dir() || is_suite(path));
        let tests: Vec<_> = paths.iter().map(|path| load(path)).collect::<Result<_, _>>()?;
        return Ok(tests.concat());
    }
    let Some(file) = file_of(path) else {
        let tests = path.to_str().and_then(shipped);
        return tests.unwrap_or_else(|| Err(fail(absence(path))));
    };
    let length = file.metadata().map_err(|error| fail(error.to_string()))?.len();
    if length > LONGEST_FILE {
        return Err(fail(format!("is longer than {LONGEST_FILE} bytes")));
    }
    let text = std::fs::read_to_string(&file).map_err(|error| fail(error.to_string()))?;
    let tests =
        read(&text).map_err(|error| SuiteError { file: file.display().to_string(), error })?;
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(named(tests, &stem))
}

/// The file that a path means: itself, or with the ending that files of tests have.
fn file_of(path: &Path) -> Option<PathBuf> {
    let mut with_ending = path.as_os_str().to_owned();
    with_ending.push(".");
    with_ending.push(EXTENSION);
    [path.to_owned(), with_ending.into()].into_iter().find(|path| path.exists())
}

/// Says that a file is not there, and what is.
fn absence(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut there = entries(folder.unwrap_or(Path::new("."))).unwrap_or_default();
    there.retain(|path| is_suite(path));
    let names = there.iter().filter_map(|path| path.file_stem()?.to_str());
    let beside = match names.take(MOST_NAMES).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "no file of tests is beside it".to_owned(),
        names => format!("beside it are {names}"),
    };
    let shipped = shipped_names().collect::<Vec<_>>().join(", ");
    format!("there is no such file; {beside}, and with the program come {shipped}")
}

fn is_suite(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// What is in a folder, by name.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = folder.read_dir()?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// Tests called by their file, with a number where it has several.
fn named(mut tests: Vec<Test>, stem: &str) -> Vec<Test> {
    let single = tests.len() == 1;
    for (number, test) in tests.iter_mut().enumerate() {
        test.name = if single { stem.to_owned() } else { format!("{stem}-{}", number + 1) };
    }
    tests
}
