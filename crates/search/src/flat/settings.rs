//! Every technique of the flat analysis, as one field each.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

/// How an [`Analysis`](super::Analysis) looks at a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct Settings {
    /// What is counted: `expected-outcome` (playouts that start with a move), `first-order` (playouts with the move anywhere), `second-order` (the same after each move of the player to move) or `patterns` (the same after sets of moves that grow while playing out).
    pub statistics: Statistics,
    /// How moves are drawn: `uniform`, or `semi-random` (the move of the highest value so far plus noise; not with `expected-outcome`).
    pub playouts: Playouts,
    /// What the move to be played is best by: `first-order`, `answers` (the opponent's best answer is worst) or `tree` (min-max over the tree of known patterns).
    pub final_move: FinalMove,
    /// With `playouts = "semi-random"`: the noise added to a move's value is evenly spread from 0 to this.
    pub noise: f32,
    /// With `statistics = "patterns"`: at most this many patterns.
    pub patterns: u32,
    /// With `statistics = "patterns"`: no pattern has more moves than this.
    pub pattern_moves: u32,
    /// With `statistics = "patterns"`: a new pattern after every so many playouts.
    pub pattern_interval: u32,
    /// What makes a pattern worth having: `upper-bound` (how good its line can still be hoped to be) or `expected-gain` (how much is to be expected of knowing more about it).
    pub criterion: Criterion,
    /// A new pattern starts with its parent's statistics, as if they were of so many playouts; the empty one starts with as many even results.
    pub copied_weight: f32,
    /// The share of its weight that every playout loses with each one after it; 0 forgets nothing.
    pub forgetting: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            statistics: Statistics::FirstOrder,
            playouts: Playouts::Uniform,
            final_move: FinalMove::FirstOrder,
            noise: 0.5,
            patterns: 99,
            pattern_moves: 7,
            pattern_interval: 100,
            criterion: Criterion::UpperBound,
            copied_weight: 10.0,
            forgetting: 0.0,
        }
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Statistics {
    /// The playouts that start with a move.
    ExpectedOutcome,
    /// The playouts in which a move is made at any time.
    #[default]
    FirstOrder,
    /// The same among those with a given move of the player to move.
    SecondOrder,
    /// The same among those with a given set of moves.
    Patterns,
}

/// How moves are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Playouts {
    /// As the game's own volleys draw them.
    #[default]
    Uniform,
    /// The move of the highest value so far plus noise.
    SemiRandom,
}

/// What decides which move is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalMove {
    /// The move's own value.
    #[default]
    FirstOrder,
    /// The value of the opponent's best answer.
    Answers,
    /// The value of the line that it starts in the tree of known patterns.
    Tree,
}

/// What makes a pattern worth having.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// How good its line can still be hoped to be.
    #[default]
    UpperBound,
    /// How much is to be expected of knowing more about it.
    ExpectedGain,
}

/// More patterns than playouts of any number could fill with sense.
const MOST_PATTERNS: u32 = 10_000;

impl Settings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        let require = |field: &str, good: bool, rule: &str| {
            if good { Ok(()) } else { Err(TextError::at(field, format_args!("must be {rule}"))) }
        };
        require("noise", (0.0..=1e3).contains(&self.noise), "from 0 to 1000")?;
        require("patterns", self.patterns <= MOST_PATTERNS, "at most 10000")?;
        require("pattern-moves", self.pattern_moves <= 100, "at most 100")?;
        require("pattern-interval", self.pattern_interval > 0, "at least 1")?;
        require("copied-weight", (0.0..=1e6).contains(&self.copied_weight), "from 0 to 1000000")?;
        require("forgetting", (0.0..=0.5).contains(&self.forgetting), "from 0 to 0.5")?;
        let follows = self.playouts == Playouts::SemiRandom;
        let apart = self.statistics == Statistics::ExpectedOutcome;
        require("playouts", !(follows && apart), "uniform where only first moves are counted")
    }
}
