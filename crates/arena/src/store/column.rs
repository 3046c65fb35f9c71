//! The columns of a game, defined once: what the table of a store, CSV, JSON and the manual have.
//!
//! Their names are a promise to whoever reads them; columns are added, never renamed.

use std::borrow::Cow;

use serde::Serialize;

use crate::job::Job;
use crate::result::{GameResult, MoveMade};

/// Something that is told of a game.
pub(crate) struct Column {
    /// What it is called, everywhere but that a part of a fault is a field of the object `fault` in
    /// JSON: `fault_kind` is `fault.kind` there.
    pub(crate) name: &'static str,
    /// Its type in the table of a store, if it has a place there.
    sql: Option<&'static str>,
    /// The formats that it is written to.
    formats: &'static [Format],
    /// Whether it is so long that it comes last in exports and is left out of short ones.
    pub(crate) is_long: bool,
    /// What it means.
    meaning: &'static str,
    /// What it is of a game.
    pub(crate) value: fn(&GameResult) -> Value<'_>,
}

/// A format that columns are written to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Csv,
    Json,
}

/// What a column holds.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Value<'a> {
    Null,
    Integer(u64),
    Real(f64),
    Text(Cow<'a, str>),
    Texts(Vec<&'a str>),
    Reals(Vec<f64>),
    Moves(&'a [MoveMade]),
    Job(&'a Job),
}

impl<'a> Value<'a> {
    fn text(text: &'a str) -> Value<'a> {
        Value::Text(Cow::Borrowed(text))
    }

    /// A text that not every game has.
    fn maybe(text: Option<&'a str>) -> Value<'a> {
        text.map_or(Value::Null, Value::text)
    }
}

const BOTH: &[Format] = &[Format::Csv, Format::Json];
const CSV: &[Format] = &[Format::Csv];
const JSON: &[Format] = &[Format::Json];
const NEITHER: &[Format] = &[];

/// Every column, in the order of the table.
#[rustfmt::skip]
const COLUMNS: &[Column] = &[
    // SQLite counts by itself where it is told nothing.
    column("number", "INTEGER PRIMARY KEY", NEITHER, "in the order in which games were kept",
        |_| Value::Null),
    column("id", "TEXT NOT NULL UNIQUE", BOTH, "the game's key: a hash of its job",
        |game| Value::Text(Cow::Owned(game.job.id()))),
    column("event", "TEXT NOT NULL", BOTH, "the match or tournament",
        |game| Value::text(&game.job.event)),
    column("round", "INTEGER NOT NULL", BOTH, "stage of a knockout, else 0",
        |game| Value::Integer(game.job.round.into())),
    column("pair", "INTEGER NOT NULL", BOTH,
        "games of a pairing with the same number share an opening",
        |game| Value::Integer(game.job.pair.into())),
    column("game", "TEXT NOT NULL", BOTH, "its name",
        |game| Value::text(&game.job.game)),
    column("position", "TEXT NOT NULL", BOTH, "the starting position",
        |game| Value::text(&game.job.position)),
    column("opening", "TEXT NOT NULL", BOTH, "moves played for the players, JSON array",
        |game| Value::Texts(game.job.opening.iter().map(String::as_str).collect())),
    column("first", "TEXT NOT NULL", CSV, "who moved first",
        |game| Value::text(name(game, 0).unwrap_or_default())),
    column("second", "TEXT NOT NULL", CSV, "who moved second",
        |game| Value::text(name(game, 1).unwrap_or_default())),
    column("players", "TEXT NOT NULL", JSON, "everybody in order of the first turn, JSON array",
        |game| Value::Texts(game.job.seats.iter().map(|seat| seat.name.as_str()).collect())),
    column("reward_first", "REAL NOT NULL", CSV,
        "what the first player got: 1 won, 0 lost, 0.5 drawn",
        |game| Value::Real(game.rewards.first().copied().unwrap_or_default())),
    column("rewards", "TEXT NOT NULL", JSON, "what everybody got, JSON array",
        |game| Value::Reals(game.rewards.clone())),
    column("winner", "TEXT", BOTH, "who won; NULL for a draw",
        |game| Value::maybe(game.winner().and_then(|seat| name(game, seat)))),
    column("ending", "TEXT NOT NULL", BOTH, "rules, resignation, fault, move-cap, adjudication",
        |game| Value::text(game.ending.name())),
    column("fault_seat", "INTEGER", NEITHER,
        "whose fault ended the game: a place in players, from 0",
        |game| game.fault.as_ref().map_or(Value::Null, |fault| Value::Integer(fault.seat as u64))),
    column("fault_player", "TEXT", BOTH, "the same by name",
        |game| Value::maybe(game.fault.as_ref().and_then(|fault| name(game, fault.seat)))),
    column("fault_kind", "TEXT", BOTH, "start, crash, hang, time, illegal, garbled, refused",
        |game| Value::maybe(game.fault.as_ref().map(|fault| fault.kind.name()))),
    column("fault_problem", "TEXT", JSON, "what happened, in one sentence",
        |game| Value::maybe(game.fault.as_ref().map(|fault| fault.problem.as_str()))),
    column("fault_transcript", "TEXT", JSON, "what was said to and by the program",
        |game| Value::maybe(game.fault.as_ref().map(|fault| fault.transcript.as_str()))).long(),
    column("plies", "INTEGER NOT NULL", BOTH, "moves from the starting position on",
        |game| Value::Integer(game.moves.len() as u64)),
    column("moves", "TEXT NOT NULL", BOTH, "the record, JSON array of objects",
        |game| Value::Moves(&game.moves)).long(),
    column("thinking", "TEXT NOT NULL", JSON, "seconds that everybody thought, JSON array",
        |game| Value::Reals((0..game.job.seats.len()).map(|seat| thinking(game, seat)).collect())),
    only_in_csv("thinking_first", "seconds that the first player thought",
        |game| Value::Real(thinking(game, 0))),
    only_in_csv("thinking_second", "seconds that the second player thought",
        |game| Value::Real(thinking(game, 1))),
    column("versions", "TEXT NOT NULL", JSON, "what played, as it said itself, JSON array",
        |game| Value::Texts(game.versions.iter().map(String::as_str).collect())),
    column("machine", "TEXT NOT NULL", JSON, "where it was played",
        |game| Value::text(&game.machine)),
    column("started", "INTEGER NOT NULL", BOTH, "milliseconds since 1970",
        |game| Value::Integer(game.started)),
    column("wall", "REAL NOT NULL", BOTH, "seconds that the game took",
        |game| Value::Real(game.wall.as_secs_f64())),
    column("seed", "INTEGER NOT NULL", BOTH, "where its dice came from",
        |game| Value::Integer(game.job.seed)),
    column("job", "TEXT NOT NULL", NEITHER, "all that it takes to play the game again, JSON",
        |game| Value::Job(&game.job)),
    column("build", "TEXT", JSON, "the build of spinney that held it; NULL where that was not kept",
        |game| Value::maybe(game.build.as_deref())),
];

/// How many of the kept columns the first version of the schema had. Those that came later stand
/// after them, may be NULL, and are added to a store when it is opened: an older program reads and
/// writes the store as before, since it names its columns.
const FIRST_KEPT: usize = 29;

const fn column(
    name: &'static str,
    sql: &'static str,
    formats: &'static [Format],
    meaning: &'static str,
    value: fn(&GameResult) -> Value<'_>,
) -> Column {
    Column { name, sql: Some(sql), formats, is_long: false, meaning, value }
}

/// A column that follows from others, for those who can take no list apart.
const fn only_in_csv(
    name: &'static str,
    meaning: &'static str,
    value: fn(&GameResult) -> Value<'_>,
) -> Column {
    Column { name, sql: None, formats: CSV, is_long: false, meaning, value }
}

impl Column {
    const fn long(self) -> Column {
        Column { is_long: true, ..self }
    }
}

fn name(game: &GameResult, seat: usize) -> Option<&str> {
    game.job.seats.get(seat).map(|seat| seat.name.as_str())
}

fn thinking(game: &GameResult, seat: usize) -> f64 {
    game.thinking(seat).as_secs_f64()
}

/// The columns of the table, in its order.
pub(super) fn kept() -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().filter(|column| column.sql.is_some())
}

/// The columns of a format, in its order: that of the table, but the long ones last.
pub(crate) fn exported(format: Format) -> impl Iterator<Item = &'static Column> {
    let own = move |column: &&Column| column.formats.contains(&format);
    let short = COLUMNS.iter().filter(|column| !column.is_long);
    short.chain(COLUMNS.iter().filter(|column| column.is_long)).filter(own)
}

/// The definitions of the columns that a store may not have yet, by name.
pub(super) fn later() -> impl Iterator<Item = (&'static str, String)> {
    kept()
        .skip(FIRST_KEPT)
        .map(|column| (column.name, format!("{} {}", column.name, column.sql.unwrap_or_default())))
}

/// The schema of a store.
pub(super) fn schema() -> String {
    let last = kept().last().map(|column| column.name);
    let mut text = "CREATE TABLE games (\n".to_owned();
    for column in kept() {
        let Column { name, sql, meaning, .. } = column;
        let comma = if Some(*name) == last { "" } else { "," };
        let definition = format!("{name} {}{comma}", sql.unwrap_or_default());
        text += &format!("    {definition:<34}-- {meaning}\n");
    }
    text + ") STRICT;\n\nCREATE INDEX games_of_event ON games (event, number);\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the manual.
    fn manual() -> String {
        let mut text =
            "| column | store | CSV | JSON | |\n| --- | --- | --- | --- | --- |\n".to_owned();
        for column in COLUMNS {
            let Column { name, sql, formats, meaning, .. } = column;
            let sql = sql.and_then(|sql| sql.split(' ').next()).unwrap_or_default();
            let csv = if formats.contains(&Format::Csv) { "yes" } else { "" };
            let json = match name.strip_prefix("fault_") {
                _ if !formats.contains(&Format::Json) => String::new(),
                Some(part) => format!("`fault.{part}`"),
                None => "yes".to_owned(),
            };
            text += &format!("| `{name}` | {sql} | {csv} | {json} | {meaning} |\n");
        }
        text
    }

    #[test]
    fn the_manual_lists_every_column() {
        let page = include_str!("../../../../docs/arena.md");
        assert!(page.contains(&manual()), "docs/arena.md should have this table:\n{}", manual());
    }

    #[test]
    fn the_columns_are_those_of_version_1_and_later_ones() {
        let old = include_str!("version-1.sql");
        // What is said beside a column may become clearer.
        let bare = |text: &str| {
            let lines =
                text.lines().map(|line| line.split(" --").next().unwrap_or(line).trim_end());
            lines.collect::<Vec<_>>().join("\n")
        };
        let (old, mut schema) = (bare(old), bare(&schema()));
        for (_, definition) in later() {
            schema = schema.replace(&format!(",\n    {definition}"), "");
        }
        let (table, index) = schema.split_once("\n\n").unwrap();
        assert!(old.contains(table) && old.contains(index.trim_end()), "{schema}");
        assert!(later().all(|(_, definition)| !definition.contains("NOT NULL")));
    }

    #[test]
    fn every_part_of_a_csv_row_is_one_cell() {
        let game = crate::result::tests::result(0);
        for column in exported(Format::Csv) {
            let is_cell = !matches!((column.value)(&game), Value::Reals(_) | Value::Job(_));
            assert!(is_cell, "{}", column.name);
        }
    }
}
