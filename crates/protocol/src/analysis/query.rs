//! What may be asked.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use spinney_engine::Limits;
use utoipa::ToSchema;

use super::answer::Failure;

/// A position, or several of one game, to be thought about.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// Comes back with every answer. No other query that is still at work may have it.
    #[schema(max_length = 1000)]
    pub id: String,
    /// The game's name, `hex`, where neither the position nor the preset tells.
    pub game: Option<String>,
    /// Where the game starts: `hex 11x11`, or any other position; the game's usual board where
    /// nothing is said.
    pub position: Option<String>,
    /// The moves from there, chance's among them. Where a turn is several moves, one entry may be
    /// all of them.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Which positions of the game are meant, by how many of the entries of `moves` were played before
    /// them; the last one where nothing is said. Each has an answer of its own.
    pub turns: Option<Vec<usize>>,
    /// Who thinks: `hex/best`, or `best` alone; the game's first preset where nothing is said.
    pub preset: Option<String>,
    /// Parameters of the preset that are set otherwise, by their dotted names.
    #[serde(default)]
    pub settings: BTreeMap<String, serde_json::Value>,
    /// At most so many playouts for a turn.
    #[schema(minimum = 1)]
    pub playouts: Option<u64>,
    /// At most so many seconds for a turn.
    #[schema(exclusive_minimum = 0.0)]
    pub seconds: Option<f64>,
    /// At most so many new nodes for a turn.
    #[schema(minimum = 1)]
    pub nodes: Option<u64>,
    /// So many seconds between partial reports, at least 0.1; none where nothing is said.
    #[schema(minimum = 0.1)]
    pub report_every: Option<f64>,
    /// Those of higher priority are taken first, and of the same, those that came first. What is
    /// being thought about is not interrupted.
    #[serde(default)]
    pub priority: i64,
    /// Whether to begin without what was found before, so that the answer does not depend on it.
    #[serde(default)]
    pub fresh: bool,
    /// At most so many candidates, those to be played first.
    #[schema(minimum = 1)]
    pub candidates: Option<usize>,
}

/// Something else than thinking, with an `id` that comes back in its answer.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Action {
    /// Which version of the program this is.
    Version,
    /// Ends the query of that id, or all of them: what waits is answered without a report, what is
    /// being thought about with what is known so far.
    Cancel {
        /// Which query; all of them where nothing is said.
        of: Option<String>,
        /// Only these turns of it.
        turns: Option<Vec<usize>>,
    },
    /// Forgets all that players remember of earlier queries.
    Forget,
}

/// One line.
pub(super) enum Request {
    Query(Box<Query>),
    Action { id: String, action: Action },
}

/// What is looked at first, whatever else there is.
#[derive(Deserialize)]
struct Head {
    id: Option<serde_json::Value>,
    action: Option<serde_json::Value>,
}

impl Request {
    pub(super) fn read(line: &str) -> Result<Request, Failure> {
        let head: Head = serde_json::from_str(line).map_err(|error| Failure::new(None, error))?;
        let id = match head.id {
            Some(serde_json::Value::String(id)) => id,
            Some(_) => return Err(Failure::new(None, "\"id\" must be a string")),
            None => return Err(Failure::new(None, "there is no \"id\"")),
        };
        let failed = |error: serde_json::Error| Failure::new(Some(&id), error);
        if head.action.is_some() {
            let action = serde_json::from_str(line).map_err(failed)?;
            return Ok(Request::Action { id, action });
        }
        let query: Query = serde_json::from_str(line).map_err(failed)?;
        query.check().map_err(|problem| Failure::new(Some(&id), problem))?;
        Ok(Request::Query(Box::new(query)))
    }
}

/// No time that people give is longer: a year.
const LONGEST_SECONDS: f64 = 366.0 * 86_400.0;
/// No id is longer, in bytes.
const LONGEST_ID: usize = 1000;
/// No report comes sooner after another.
const SOONEST: f64 = 0.1;

impl Query {
    /// What can be seen of it without knowing any game.
    fn check(&self) -> Result<(), String> {
        if self.id.len() > LONGEST_ID {
            return Err(format!("\"id\" is longer than {LONGEST_ID} bytes"));
        }
        if self.seconds.is_some_and(|s| !(s > 0.0 && s <= LONGEST_SECONDS)) {
            return Err("\"seconds\" must be above 0 and at most a year".to_owned());
        }
        if self.report_every.is_some_and(|s| !(SOONEST..=LONGEST_SECONDS).contains(&s)) {
            return Err(format!("\"reportEvery\" must be at least {SOONEST} and at most a year"));
        }
        for (name, value) in [("playouts", self.playouts), ("nodes", self.nodes)] {
            if value == Some(0) {
                return Err(format!("\"{name}\" must be at least 1"));
            }
        }
        if self.candidates == Some(0) {
            return Err("\"candidates\" must be at least 1".to_owned());
        }
        Ok(())
    }

    /// The limits of a turn, if it says any.
    pub(super) fn limits(&self) -> Option<Limits> {
        let move_time = self.seconds.map(Duration::from_secs_f64);
        let limits =
            Limits { playouts: self.playouts, nodes: self.nodes, move_time, ..Limits::default() };
        (!limits.is_unbounded()).then_some(limits)
    }

    /// The parameters that are set, as a preset takes them.
    pub(super) fn overrides(&self) -> Vec<(String, String)> {
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.settings.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    }
}
