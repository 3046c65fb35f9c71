//! How strong the engine plays against a person.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use spinney_engine::Limits;

/// The strongest level.
pub(super) const STRONGEST: u8 = 5;

/// From 1, the weakest, to [`STRONGEST`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Level(u8);

impl Default for Level {
    /// Answers at once, and is no pushover.
    fn default() -> Level {
        Level(3)
    }
}

impl Level {
    /// What a move may take.
    pub(super) fn limits(self) -> Limits {
        match self.0 {
            1 => Limits::playouts(50),
            2 => Limits::playouts(500),
            3 => Limits::playouts(5_000),
            4 => Limits::move_time(Duration::from_secs(2)),
            _ => Limits::move_time(Duration::from_secs(10)),
        }
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        match text.parse() {
            Ok(level @ 1..=STRONGEST) => Ok(Level(level)),
            _ => Err(format!("levels are 1 (weakest) to {STRONGEST}, not \"{text}\"")),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}
