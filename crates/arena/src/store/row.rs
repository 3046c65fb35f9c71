//! A game as a row of the table `games`.

use std::time::Duration;

use rusqlite::{Connection, Row, named_params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::StoreError;
use crate::job::Job;
use crate::player::FaultKind;
use crate::result::{Ending, FaultMade, GameResult};

/// Every game of an event, or of all of them.
pub(super) const SELECT: &str =
    "SELECT * FROM games WHERE ?1 IS NULL OR event = ?1 ORDER BY number";

const INSERT: &str = "\
    INSERT INTO games (id, event, round, pair, game, position, opening, first, second, players,
        reward_first, rewards, winner, ending, fault_seat, fault_player, fault_kind, fault_problem,
        fault_transcript, plies, moves, thinking, versions, machine, started, wall, seed, job)
    VALUES (:id, :event, :round, :pair, :game, :position, :opening, :first, :second, :players,
        :reward_first, :rewards, :winner, :ending, :fault_seat, :fault_player, :fault_kind,
        :fault_problem, :fault_transcript, :plies, :moves, :thinking, :versions, :machine,
        :started, :wall, :seed, :job)
    ON CONFLICT (id) DO NOTHING";

/// Adds a game's row, unless it is there; returns how many rows were added.
pub(super) fn insert(connection: &Connection, result: &GameResult) -> rusqlite::Result<usize> {
    let job = &result.job;
    let names: Vec<&str> = job.seats.iter().map(|seat| seat.name.as_str()).collect();
    let name = |seat: usize| names.get(seat).copied();
    let thinking: Vec<f64> =
        (0..names.len()).map(|seat| result.thinking(seat).as_secs_f64()).collect();
    let fault = result.fault.as_ref();
    connection.prepare_cached(INSERT)?.execute(named_params! {
        ":id": job.id(),
        ":event": job.event,
        ":round": job.round,
        ":pair": job.pair,
        ":game": job.game,
        ":position": job.position,
        ":opening": json(&job.opening),
        ":first": name(0).unwrap_or_default(),
        ":second": name(1).unwrap_or_default(),
        ":players": json(&names),
        ":reward_first": result.rewards.first().copied().unwrap_or_default(),
        ":rewards": json(&result.rewards),
        ":winner": result.winner().and_then(name),
        ":ending": result.ending.name(),
        ":fault_seat": fault.map(|fault| fault.seat as i64),
        ":fault_player": fault.and_then(|fault| name(fault.seat)),
        ":fault_kind": fault.map(|fault| fault.kind.name()),
        ":fault_problem": fault.map(|fault| &fault.problem),
        ":fault_transcript": fault.map(|fault| &fault.transcript),
        ":plies": result.moves.len() as i64,
        ":moves": json(&result.moves),
        ":thinking": json(&thinking),
        ":versions": json(&result.versions),
        ":machine": result.machine,
        ":started": result.started as i64,
        ":wall": result.wall.as_secs_f64(),
        ":seed": job.seed as i64,
        ":job": json(job),
    })
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

fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("words and numbers can be written")
}
