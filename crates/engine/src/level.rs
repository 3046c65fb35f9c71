//! How strong the engine plays against a person.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use spinney_game::TextError;
use spinney_search::Limits;

/// From 1, the weakest, to [`Level::STRONGEST`]: how many of its moves a player misses, and how
/// long it may think. Any player can be weakened so, and its mistakes remain its own: of what it
/// notices it plays what it likes best. Thinking less alone would not do, because players know
/// good moves at first sight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const STRONGEST: Level = Level(10);

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

    /// What a turn may take.
    pub fn limits(self) -> Limits {
        match self.0 {
            1..=3 => Limits::playouts(500),
            4..=5 => Limits::playouts(1_000),
            6 => Limits::playouts(2_000),
            7 => Limits::playouts(10_000),
            8 => Limits::move_time(Duration::from_millis(100)),
            9 => Limits::move_time(Duration::from_secs(1)),
            _ => Limits::move_time(Duration::from_secs(10)),
        }
    }

    /// The chance that it misses a move, for each of its moves: see [`Report::blunder`].
    ///
    /// [`Report::blunder`]: crate::Report::blunder
    pub fn blunder_rate(self) -> f32 {
        match self.0 {
            1 => 0.95,
            2 => 0.82,
            3 => 0.7,
            4 => 0.5,
            5 => 0.3,
            6 => 0.12,
            _ => 0.0,
        }
    }

    /// The same in words: `1000 playouts a move, blunder rate 50%`.
    pub fn about(self) -> String {
        let effort = match self.limits() {
            Limits { playouts: Some(playouts), .. } => format!("{playouts} playouts a move"),
            limits => format!("{} s a move", limits.move_time.unwrap_or_default().as_secs_f32()),
        };
        match self.blunder_rate() {
            0.0 => effort,
            rate => format!("{effort}, blunder rate {:.0}%", 100.0 * rate),
        }
    }
}

impl Default for Level {
    /// Answers at once, and is no pushover.
    fn default() -> Level {
        Level(5)
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
