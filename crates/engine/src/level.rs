//! How strong the engine plays against a person.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use spinney_game::TextError;
use spinney_search::Limits;

/// From 1, the weakest, to [`Level::STRONGEST`]: how much a player may think about a move. Any
/// player can be weakened so, and its mistakes remain its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const STRONGEST: Level = Level(5);

    /// Every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::STRONGEST.0).map(Level)
    }

    /// The level of that number, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        Level::all().find(|level| level.0 == number)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What a move may take.
    pub fn limits(self) -> Limits {
        match self.0 {
            1 => Limits::playouts(50),
            2 => Limits::playouts(500),
            3 => Limits::playouts(5_000),
            4 => Limits::move_time(Duration::from_secs(2)),
            _ => Limits::move_time(Duration::from_secs(10)),
        }
    }

    /// The same in words: `500 playouts a move`.
    pub fn about(self) -> String {
        match self.limits() {
            Limits { playouts: Some(playouts), .. } => format!("{playouts} playouts a move"),
            limits => format!("{} s a move", limits.move_time.unwrap_or_default().as_secs()),
        }
    }
}

impl Default for Level {
    /// Answers at once, and is no pushover.
    fn default() -> Level {
        Level(3)
    }
}

impl FromStr for Level {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Level, TextError> {
        text.parse().ok().and_then(Level::new).ok_or_else(|| {
            let problem = format!("levels are 1 (weakest) to {}", Level::STRONGEST);
            TextError::word(text, problem)
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}
