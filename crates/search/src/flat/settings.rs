//! Every technique of the flat analysis, as one field each.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

/// How an [`Analysis`](super::Analysis) looks at a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct Settings {
    /// By what moves are judged: the share of wins among the playouts that start with the move
    /// (`expected-outcome`), that have it anywhere (`first-order`, all moves as first), that have it
    /// together with one other move (`second-order`) or with a set of moves that grows (`patterns`).
    pub statistics: Statistics,
    /// How the moves of a playout are chosen: `uniform` (each as likely), or `semi-random` (the one of
    /// the highest value so far, with noise added; not with `expected-outcome`).
    pub playouts: Playouts,
    /// Which move is played: the one of the best own value (`first-order`), the one whose best answer
    /// is worst for the opponent (`answers`), or the best by minimax over the tree of patterns (`tree`).
    pub final_move: FinalMove,
    /// How random semi-random playouts are: noise from 0 to this is added to a move's value.
    pub noise: f32,
    /// How many patterns there are at most, with `statistics = "patterns"`.
    pub patterns: u32,
    /// How many moves a pattern has at most, with `statistics = "patterns"`.
    pub pattern_moves: u32,
    /// After how many playouts a pattern is added, with `statistics = "patterns"`.
    pub pattern_interval: u32,
    /// Which pattern is added: the one whose line may turn out best (`upper-bound`), or the one of which
    /// knowing more is worth most (`expected-gain`).
    pub criterion: Criterion,
    /// How many playouts the statistics count for that a new pattern takes over from the one it
    /// extends; the first one starts with as many even results.
    pub copied_weight: f32,
    /// How fast old playouts are forgotten: the share of its weight that each loses with every later one.
    /// 0 forgets nothing.
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
    /// As the game's own batches draw them.
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
