//! A game as a row of the table `games`.

use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::types::{Null, ToSql, ToSqlOutput};
use rusqlite::{Connection, Row, params_from_iter};
use serde::de::DeserializeOwned;

use super::StoreError;
use super::column::{self, Value};
use crate::job::Job;
use crate::player::FaultKind;
use crate::result::{Ending, FaultMade, GameResult};

/// The columns that are read and written.
static NAMES: LazyLock<String> =
    LazyLock::new(|| column::kept().map(|column| column.name).collect::<Vec<_>>().join(", "));

/// Every game of an event, or of all of them.
pub(super) static SELECT: LazyLock<String> = LazyLock::new(|| {
    format!("SELECT {} FROM games WHERE ?1 IS NULL OR event = ?1 ORDER BY number", *NAMES)
});

/// The game of an id.
pub(super) static SELECT_ONE: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {} FROM games WHERE id = ?1", *NAMES));

static INSERT: LazyLock<String> = LazyLock::new(|| {
    let places = vec!["?"; column::kept().count()].join(", ");
    format!("INSERT INTO games ({}) VALUES ({places}) ON CONFLICT (id) DO NOTHING", *NAMES)
});

/// Adds a game's row, unless it is there; returns how many rows were added.
pub(super) fn insert(connection: &Connection, result: &GameResult) -> rusqlite::Result<usize> {
    let values = column::kept().map(|column| (column.value)(result));
    connection.prepare_cached(&INSERT)?.execute(params_from_iter(values))
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Null => Null.into(),
            Value::Integer(number) => (*number as i64).into(),
            Value::Real(number) => (*number).into(),
            Value::Text(text) => text.as_ref().into(),
            Value::Texts(_) | Value::Reals(_) | Value::Moves(_) | Value::Job(_) => {
                serde_json::to_string(self).expect("words and numbers can be written").into()
            }
        })
    }
}

/// The result that was kept, or what is wrong with the row.
pub(super) fn read(row: &Row<'_>) -> Result<GameResult, StoreError> {
    let id: String = row.get("id")?;
    let wrong = |column: &str, problem: String| StoreError::Row {
        id: id.clone(),
        problem: format!("{column}: {problem}"),
    };
    let unknown = |column: &str, word: &str| wrong(column, format!("\"{word}\" is not known"));
    let job: Job = parsed(row, "job", &wrong)?;
    let rewards: Vec<f64> = parsed(row, "rewards", &wrong)?;
    let ending: String = row.get("ending")?;
    let fault = match row.get::<_, Option<String>>("fault_kind")? {
        None => None,
        Some(kind) => Some(FaultMade {
            seat: row
                .get::<_, u32>("fault_seat")
                .ok()
                .map(|seat| seat as usize)
                .ok_or_else(|| wrong("fault_seat", "no such player".to_owned()))?,
            kind: FaultKind::ALL
                .into_iter()
                .find(|known| known.name() == kind)
                .ok_or_else(|| unknown("fault_kind", &kind))?,
            problem: row.get("fault_problem")?,
            transcript: row.get("fault_transcript")?,
        }),
    };
    let game = GameResult {
        moves: parsed(row, "moves", &wrong)?,
        rewards,
        ending: Ending::ALL
            .into_iter()
            .find(|known| known.name() == ending)
            .ok_or_else(|| unknown("ending", &ending))?,
        fault,
        versions: parsed(row, "versions", &wrong)?,
        machine: row.get("machine")?,
        build: row.get("build")?,
        started: row.get::<_, i64>("started")? as u64,
        wall: Duration::try_from_secs_f64(row.get("wall")?)
            .map_err(|error| wrong("wall", error.to_string()))?,
        job,
    };
    game.check().map_err(|problem| StoreError::Row { id: id.clone(), problem })?;
    Ok(game)
}

fn parsed<T: DeserializeOwned>(
    row: &Row<'_>,
    column: &str,
    wrong: &dyn Fn(&str, String) -> StoreError,
) -> Result<T, StoreError> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| wrong(column, error.to_string()))
}
