//! All that is kept of a game that was played.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::player::{Evaluation, FaultKind};

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// What was to be played.
    pub job: Job,
    /// Every move from the starting position on, the opening's and chance's included.
    pub moves: Vec<MoveMade>,
    /// What each seat got: 1 for a win, 0 for a loss, parts of it for a draw.
    pub rewards: Vec<f64>,
    /// How it came to its end.
    pub ending: Ending,
    /// What a player did that cost it the game.
    pub fault: Option<FaultMade>,
    /// What played at each seat, as it said itself.
    pub versions: Vec<String>,
    /// The machine that it was played on.
    pub machine: String,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// How long it took, the start of programs included.
    pub wall: Duration,
}

impl GameResult {
    /// The seat that won, if one did.
    pub fn winner(&self) -> Option<usize> {
        self.rewards.iter().position(|&reward| reward == 1.0)
    }

    /// How long a seat has thought.
    pub fn thinking(&self, seat: usize) -> Duration {
        let own = self.moves.iter().filter(|made| made.seat == Some(seat));
        own.map(|made| Duration::from_micros(made.micros)).sum()
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveMade {
    /// Who made it, as the game calls that player then: `black`; `chance` for a draw of lots.
    pub side: String,
    /// The move in the game's own notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The seat that decided it; none for an opening's move and for chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// How long that took, in microseconds.
    #[serde(default)]
    pub micros: u64,
    /// What the player thought of its position.
    #[serde(flatten)]
    pub evaluation: Evaluation,
}

/// What a player did that cost it the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultMade {
    /// Whose fault it was.
    pub seat: usize,
    /// What kind.
    pub kind: FaultKind,
    /// What happened, in one sentence.
    pub problem: String,
    /// The last part of what was said to and by the program.
    pub transcript: String,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules.
    Rules,
    /// Somebody gave up.
    Resignation,
    /// Somebody broke the rules, the clock or itself.
    Fault,
    /// It grew too long and was drawn.
    MoveCap,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 4] =
        [Ending::Rules, Ending::Resignation, Ending::Fault, Ending::MoveCap];

    /// Its name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Resignation => "resignation",
            Ending::Fault => "fault",
            Ending::MoveCap => "move-cap",
        }
    }
}
