//! Results as files that other programs read.

use std::io::Write;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use spinney_engine::record::{NodeId, Record};
use spinney_engine::{EngineError, TextError};

use crate::player::FaultKind;
use crate::result::{Ending, GameResult, MoveMade};
use crate::store::column::{self, Column, Format, Value};

/// What can go wrong when results are written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A game cannot be written in that format.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The output takes no more.
    #[error(transparent)]
    Output(#[from] std::io::Error),
    /// What the writer of CSV says.
    #[error(transparent)]
    Csv(#[from] csv::Error),
}

/// A format of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// One row a game, with a heading.
    Csv,
    /// One object a line, with every move.
    Json,
    /// Records in one of the game's own formats, such as `sgf`.
    Records(String),
    /// Records in the usual format of each game.
    Usual,
}

impl ExportFormat {
    /// The format of that name; a name that is not ours may be a game's.
    pub fn named(name: &str) -> ExportFormat {
        match name {
            "csv" => ExportFormat::Csv,
            "json" => ExportFormat::Json,
            other => ExportFormat::Records(other.to_owned()),
        }
    }
}

/// Writes games one by one in a format.
pub struct Exporter<W: Write> {
    output: Output<W>,
}

enum Output<W: Write> {
    Csv { writer: Box<csv::Writer<W>>, has_heading: bool },
    Json(W),
    Records(Option<String>, W),
}

impl<W: Write> Exporter<W> {
    /// Writes to `output`.
    pub fn new(format: ExportFormat, output: W) -> Exporter<W> {
        let output = match format {
            ExportFormat::Csv => {
                let writer = csv::WriterBuilder::new().has_headers(false).from_writer(output);
                Output::Csv { writer: Box::new(writer), has_heading: false }
            }
            ExportFormat::Json => Output::Json(output),
            ExportFormat::Records(format) => Output::Records(Some(format), output),
            ExportFormat::Usual => Output::Records(None, output),
        };
        Exporter { output }
    }

    /// Writes one game.
    pub fn write(&mut self, game: &GameResult) -> Result<(), ExportError> {
        match &mut self.output {
            Output::Csv { writer, has_heading } => {
                if !std::mem::replace(has_heading, true) {
                    writer.write_record(column::exported(Format::Csv).map(|column| column.name))?;
                }
                writer.serialize(cells(game))?;
            }
            Output::Json(output) => {
                let line = serde_json::to_string(&GameLine::whole(game))
                    .expect("words and numbers can be written");
                writeln!(output, "{line}")?;
            }
            Output::Records(format, output) => {
                let format = match format {
                    Some(format) => format.as_str(),
                    None => usual_format(&game.job.game)?,
                };
                let text = spinney_engine::write_record(&record(game)?, format)?;
                // An empty line sets games apart in every format.
                writeln!(output, "{}\n", text.trim_end())?;
            }
        }
        Ok(())
    }

    /// Sees everything off.
    pub fn finish(self) -> Result<(), ExportError> {
        match self.output {
            Output::Csv { mut writer, .. } => writer.flush()?,
            Output::Json(mut output) | Output::Records(_, mut output) => output.flush()?,
        }
        Ok(())
    }
}

/// The format that a game's records have unless another is asked for.
fn usual_format(game: &str) -> Result<&'static str, EngineError> {
    let formats = spinney_engine::game(game)?.record_formats;
    let none = || TextError::at(game, "has no format of records").into();
    formats.first().copied().ok_or_else(none)
}

/// A game as one object.
#[derive(Debug)]
pub struct GameLine<'a> {
    game: &'a GameResult,
    is_whole: bool,
}

impl<'a> GameLine<'a> {
    /// Everything that is known of a game.
    pub fn whole(game: &'a GameResult) -> GameLine<'a> {
        GameLine { game, is_whole: true }
    }

    /// The same without its moves and transcripts.
    pub fn short(game: &'a GameResult) -> GameLine<'a> {
        GameLine { game, is_whole: false }
    }

    fn columns(&self) -> impl Iterator<Item = &'static Column> + use<> {
        let is_whole = self.is_whole;
        column::exported(Format::Json).filter(move |column| is_whole || !column.is_long)
    }
}

/// What the columns that are part of a fault begin with.
const FAULT: &str = "fault_";

impl Serialize for GameLine<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        let mut has_fault = false;
        for column in self.columns() {
            if !column.name.starts_with(FAULT) {
                object.serialize_entry(column.name, &(column.value)(self.game))?;
            } else if !std::mem::replace(&mut has_fault, true) {
                let fault = self.game.fault.as_ref().map(|_| FaultLine(self));
                object.serialize_entry("fault", &fault)?;
            }
        }
        object.end()
    }
}

/// The fault of a game as one object.
struct FaultLine<'a>(&'a GameLine<'a>);

impl Serialize for FaultLine<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let parts = self.0.columns().filter_map(|column| {
            Some((column.name.strip_prefix(FAULT)?, (column.value)(self.0.game)))
        });
        to.collect_map(parts)
    }
}

/// A game as a row: what is a list elsewhere is separated by blanks here.
fn cells(game: &GameResult) -> Vec<Value<'_>> {
    let cell = |column: &Column| match (column.value)(game) {
        Value::Null => Value::Text("".into()),
        Value::Texts(texts) => Value::Text(texts.join(" ").into()),
        Value::Moves(moves) => {
            let moves: Vec<&str> = moves.iter().map(|made| made.text.as_str()).collect();
            Value::Text(moves.join(" ").into())
        }
        other => other,
    };
    column::exported(Format::Csv).map(cell).collect()
}

/// The record of a game, with what the players thought as comments.
pub fn record(game: &GameResult) -> Result<Record, EngineError> {
    let job = &game.job;
    let mut record = Record::new(&job.game, &job.position);
    record.players = job.seats.iter().map(|seat| seat.name.clone()).collect();
    record.event = job.event.clone();
    record.date = date(game.started);
    let mut at = NodeId::ROOT;
    let mut last_side = ["", ""];
    for (number, made) in game.moves.iter().enumerate() {
        at = record
            .play(at, &made.side, &made.text)
            .map_err(|error| TextError::at(format!("move {}", number + 1), error))?;
        record.tree[at].comment = comment(made);
        if let Some(seat) = made.seat.filter(|&seat| seat < 2) {
            last_side[seat] = &made.side;
        }
    }
    record.result = result(game, &last_side)?;
    Ok(record)
}

/// What a player thought when it moved, as a comment.
fn comment(made: &MoveMade) -> String {
    if made.seat.is_none() {
        return String::new();
    }
    let seconds = made.micros as f64 / 1e6;
    let mut words = Vec::new();
    if let Some(rate) = made.evaluation.win_rate {
        words.push(format!("win rate {:.1}%", 100.0 * rate));
    }
    if let Some(playouts) = made.evaluation.playouts {
        words.push(format!("{playouts} playouts"));
    }
    words.push(format!("{seconds:.3} s"));
    words.join(", ")
}

/// The result as SGF writes it: `B+`, `W+Resign`, `Draw`.
fn result(game: &GameResult, last_side: &[&str; 2]) -> Result<String, EngineError> {
    let Some(winner) = game.winner() else { return Ok("Draw".to_owned()) };
    // A seat that never moved is called what it was called at the start.
    let side = match last_side.get(winner) {
        Some(side) if !side.is_empty() => side.to_string(),
        _ => {
            let start = spinney_engine::Board::from_text(&game.job.position)?;
            start.sides().get(winner).map_or_else(String::new, |side| (*side).to_owned())
        }
    };
    let letter = side.chars().next().map_or(String::new(), |c| c.to_uppercase().collect());
    let how = match (game.ending, game.fault.as_ref().map(|fault| fault.kind)) {
        (Ending::Resignation, _) => "Resign",
        (Ending::Fault, Some(FaultKind::Time | FaultKind::Hang)) => "Time",
        (Ending::Fault, _) => "Forfeit",
        (Ending::Rules | Ending::MoveCap | Ending::Adjudication, _) => "",
    };
    Ok(format!("{letter}+{how}"))
}

/// A day of milliseconds since 1970, as SGF writes it: `2024-02-29`.
pub fn date(started: u64) -> String {
    // Days to a date of the Gregorian calendar, in years that begin in March.
    let days = started / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::tests::job;
    use crate::machine::Origin;
    use crate::own::Own;
    use crate::player::Player;
    use crate::referee;
    use crate::store::tests::version_1;
    use crate::store::{SqliteStore, Store};

    fn games() -> Vec<GameResult> {
        let own = || -> Box<dyn Player> {
            Box::new(Own::new("hex/uct", None, &Default::default()).unwrap())
        };
        ["hex 4x4", "hex 4x4 swap-pieces", "hex 4x4 swap-sides"]
            .map(|position| {
                referee::play(&job(position, &["b2"]), &mut [own(), own()], &Origin::default())
            })
            .map(Result::unwrap)
            .to_vec()
    }

    fn exported(format: &str, games: &[GameResult]) -> String {
        let mut bytes = Vec::new();
        let mut exporter = Exporter::new(ExportFormat::named(format), &mut bytes);
        for game in games {
            exporter.write(game).unwrap();
        }
        exporter.finish().unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn moves(game: &GameResult) -> Vec<(String, String)> {
        game.moves.iter().map(|made| (made.side.clone(), made.text.clone())).collect()
    }

    #[test]
    fn records_are_read_back_as_they_were_played() {
        let games = games();
        let text = exported("sgf", &games);
        let read = spinney_game::sgf::read(&text).unwrap();
        assert_eq!(read.len(), games.len());
        for (sgf, game) in read.iter().zip(&games) {
            let text = spinney_game::sgf::write([&sgf.tree]);
            let record = spinney_engine::read_record(&text, Some("hex")).unwrap();
            let line: Vec<_> =
                record.moves().map(|made| (made.side.clone(), made.text.clone())).collect();
            assert_eq!(line, moves(game));
            assert_eq!(record.players, ["A", "B"]);
            assert!(["B+", "W+"].contains(&record.result.as_str()), "{}", record.result);
        }
    }

    #[test]
    fn json_holds_everything_that_is_kept() {
        let games = games();
        for (line, game) in exported("json", &games).lines().zip(&games) {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["id"], game.job.id());
            assert_eq!(object["players"], serde_json::json!(["A", "B"]));
            let read: Vec<MoveMade> = serde_json::from_value(object["moves"].clone()).unwrap();
            assert_eq!(read, game.moves);
        }
    }

    #[test]
    fn csv_has_a_row_for_each_game() {
        let games = games();
        let text = exported("csv", &games);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let column = reader.headers().unwrap().iter().position(|name| name == "moves").unwrap();
        for (row, game) in reader.records().zip(&games) {
            let row = row.unwrap();
            assert_eq!(&row[0], game.job.id());
            let texts: Vec<_> = game.moves.iter().map(|made| made.text.as_str()).collect();
            assert_eq!(row[column], texts.join(" "));
        }
    }

    #[test]
    fn exports_are_those_of_before_to_the_letter() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open_existing(&version_1(folder.path())).unwrap();
        let games = store.games(None).unwrap();
        assert_eq!(exported("csv", &games), include_str!("store/version-1.csv"));
        // What has been added since is unknown of those games.
        let json = exported("json", &games).replace("\"build\":null,", "");
        assert_eq!(json, include_str!("store/version-1.json"));
        assert_eq!(exported("csv", &[]), "");
    }

    #[test]
    fn a_short_line_has_no_moves_and_no_transcript() {
        let game = crate::result::tests::result(0);
        let mut whole = serde_json::to_value(GameLine::whole(&game)).unwrap();
        let short = serde_json::to_value(GameLine::short(&game)).unwrap();
        let object = whole.as_object_mut().unwrap();
        assert!(object.remove("moves").is_some());
        let fault = object.get_mut("fault").unwrap().as_object_mut().unwrap();
        assert_eq!(fault.remove("transcript").unwrap(), "> genmove black\n");
        assert_eq!(whole, short);
        assert_eq!(short["fault"]["player"], "A");
    }

    #[test]
    fn a_format_that_the_game_does_not_have_is_refused() {
        let mut exporter = Exporter::new(ExportFormat::named("tea"), Vec::new());
        let problem = exporter.write(&games()[0]).unwrap_err().to_string();
        assert!(problem.contains("tea"), "{problem}");
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (started, day) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (1_709_251_199_999, "2024-02-29"),
            (1_735_689_600_000, "2025-01-01"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(date(started), day);
        }
    }
}
