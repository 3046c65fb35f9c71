//! What front doors hear: reports of thinking, outcomes of games, parameters, errors.

use std::time::Duration;

use serde::{Serialize, Serializer};
use spinney_game::{Rng, TextError};

use crate::book::BookRate;
use crate::nearest;
use crate::preset::comment;

/// What can go wrong between a front door and an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A text (move, position, record, parameter) that cannot be used. Nothing was changed.
    #[error(transparent)]
    Text(#[from] TextError),
    /// No game or preset of that name.
    #[error("{what} \"{name}\" is not known; {hint}")]
    Unknown {
        /// What kind of thing was looked for: `game`, `preset`, `parameter`.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// What would be right.
        hint: String,
    },
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// A search was asked for where the game is over.
    #[error("the game is over")]
    GameOver,
}

impl EngineError {
    /// No such thing. A name from outside can be anything, so a long one is cut.
    pub(crate) fn unknown(what: &'static str, name: &str, hint: String) -> EngineError {
        EngineError::Unknown { what, name: name.chars().take(60).collect(), hint }
    }

    /// The same, with the one of those that there are that was probably meant.
    pub(crate) fn unknown_of<'a>(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
        hint: String,
    ) -> EngineError {
        EngineError::unknown(what, name, nearest::question(name, known) + &hint)
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The winning side; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Each side's reward, in the order of [`Board::sides`](crate::Board::sides).
    pub rewards: Vec<f32>,
}

/// What an engine knows about a position at some moment of its thinking.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Whose turn it is and whose view `win_rate` is.
    pub side: &'static str,
    /// The candidates, the one to be played first, then by visits.
    pub candidates: Vec<Candidate>,
    /// The engine would rather resign than play on.
    pub resign: bool,
    /// The value of the position for `side`, 0 to 1.
    pub win_rate: f32,
    /// What is proven: `Some(side)` wins with right play.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub proven_winner: Option<&'static str>,
    /// Playouts made in this search.
    pub playouts: u64,
    /// Simulations made in this search: each goes down the tree to a leaf and is backed up.
    pub simulations: u64,
    /// Nodes in the tree.
    pub nodes: u64,
    /// Bytes that the tree takes, of `memory_cap`.
    pub memory: u64,
    /// Bytes that the tree may take.
    pub memory_cap: u64,
    /// How many moves ahead the last finished iteration looked, where the search deepens step by step.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub depth: Option<u32>,
    /// Wall time of this search.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub elapsed: Duration,
    /// The first candidate is not the search's choice but a fixed opening's, a set-up's or a book's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_book: bool,
}

impl Report {
    /// The move that the engine would play.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// Weakens the engine: each candidate is missed with that chance, and the best one that is not
    /// becomes the one to be played; any one, if all are missed.
    pub fn blunder(&mut self, rate: f32, rng: &mut Rng) {
        if rate <= 0.0 || self.candidates.is_empty() {
            return;
        }
        let noticed = self.candidates.iter().position(|_| rng.unit() >= rate);
        let chosen = noticed.unwrap_or_else(|| rng.below(self.candidates.len() as u32) as usize);
        self.candidates[..=chosen].rotate_right(1);
    }

    /// Playouts per second of wall time.
    pub fn playouts_per_second(&self) -> f64 {
        self.playouts as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// What an engine knows about one move.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How often the search has tried it.
    pub visits: u64,
    /// Its value for the side to move, 0 to 1.
    pub win_rate: f32,
    /// Its value when played at any later time, where the search keeps that.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub amaf: Option<f32>,
    /// How promising it looked at first sight, where the engine has an opinion.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub prior: Option<f32>,
    /// Proven to win (`true`) or to lose (`false`) for the side to move.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub proven: Option<bool>,
    /// What the player's opening book knows of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<BookRate>,
    /// The best line as the search sees it, this move first.
    pub line: Vec<String>,
}

/// One setting of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// Its dotted name: `search.exploration`.
    pub name: String,
    /// Its present value, as a preset file writes it.
    pub value: String,
    /// What it means, in one sentence.
    pub meaning: String,
}

impl Parameter {
    /// As a preset file could have it, with its meaning as a comment that is broken into lines:
    /// `search.exploration = 0.7 # …`.
    pub fn commented(&self) -> String {
        comment(&format!("{} = {} ", self.name, self.value), &self.meaning)
    }
}
