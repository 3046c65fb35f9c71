//! Where games come from and go to: files, standard input, links and text on the command line.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use spinney_engine::record::Record;
use spinney_engine::{Board, EngineError, GameEntry, Line};

use crate::games;

/// No file of records or proofs is longer, in bytes.
const LONGEST: u64 = 1 << 30;

/// Games, or only a position.
pub(crate) enum Source<Games = Record> {
    /// A record or several, from whatever format they were in.
    Record(Games),
    /// The text of a position.
    Position(String),
}

/// The records of one file or text. Some may not be readable.
pub(crate) struct Records {
    place: String,
    read: Vec<Result<Record, EngineError>>,
}

impl Records {
    /// Where the record of a number is, from 1, as people are told.
    pub(crate) fn place(&self, number: usize) -> String {
        if self.read.len() == 1 {
            self.place.clone()
        } else {
            format!("{}, game {number}", self.place)
        }
    }

    /// The record of a number, or all of them, each with its number.
    pub(crate) fn chosen(&self, number: Option<usize>) -> anyhow::Result<Vec<(usize, Record)>> {
        let all = self.read.len();
        if let Some(number) = number.filter(|number| !(1..=all).contains(number)) {
            let games = if all == 1 { "only one game".to_owned() } else { format!("{all} games") };
            bail!("--game {number}: {} has {games}", self.place);
        }
        let numbers = number.map_or(1..=all, |number| number..=number);
        let record = |number: usize| {
            let read = self.read[number - 1].clone().with_context(|| self.place(number));
            read.map(|record| (number, record))
        };
        numbers.map(record).collect()
    }

    /// The record of a number, or the first one, about which nobody is left in doubt.
    pub(crate) fn one(&self, number: Option<usize>) -> anyhow::Result<Record> {
        if number.is_none() && self.read.len() > 1 {
            eprintln!("{}: the first of {} games", self.place, self.read.len());
        }
        let chosen = self.chosen(Some(number.unwrap_or(1)))?;
        chosen.into_iter().next().map(|(_, record)| record).ok_or_else(|| anyhow!("no game"))
    }
}

/// Reads all that an argument names: a file, `-` for standard input, a link, the text of a record
/// or of a position, or a position file.
pub(crate) fn read_all(argument: &str) -> anyhow::Result<Source<Records>> {
    let text = text_of(argument)?;
    // Records may begin as positions do, but have more lines.
    let is_line = text.trim().lines().count() <= 1;
    if spinney_engine::game_of_position(&text).is_ok()
        && (is_line || Board::from_text(text.trim()).is_ok())
    {
        return Ok(Source::Position(text.trim().to_owned()));
    }
    let place = if text == argument { "the record".to_owned() } else { argument.to_owned() };
    if spinney_engine::is_position_file(&text) {
        let record = spinney_engine::read_record(&text, None).context(place)?;
        return Ok(Source::Position(record.start));
    }
    let read = spinney_engine::read_records(&text, None).context(place.clone())?;
    Ok(Source::Record(Records { place, read }))
}

/// The same where one game is wanted. Of several it is the first.
pub(crate) fn read(argument: &str) -> anyhow::Result<Source> {
    Ok(match read_all(argument)? {
        Source::Record(records) => Source::Record(records.one(None)?),
        Source::Position(text) => Source::Position(text),
    })
}

/// A record of what an argument names, of several games the one of that number or the first. A
/// position is the record of a game without moves.
pub(crate) fn record(argument: &str, number: Option<usize>) -> anyhow::Result<Record> {
    match read_all(argument)? {
        Source::Record(records) => records.one(number),
        Source::Position(text) => {
            let board = Board::from_text(&text)?;
            Ok(Record::new(board.game(), board.text()))
        }
    }
}

/// The end of a record's main line, or where it stands after as many moves as an option of that
/// name says.
pub(crate) fn line_after(
    record: &Record,
    option: &str,
    moves: Option<usize>,
) -> anyhow::Result<Line> {
    let all = record.moves().count();
    if let Some(moves) = moves
        && moves > all
    {
        bail!("{option} {moves}: the record has only {all} moves");
    }
    Ok(Line::of_record(record, moves)?)
}

fn text_of(argument: &str) -> anyhow::Result<String> {
    if argument == "-" {
        return bounded(io::stdin().lock()).context("standard input");
    }
    if !Path::new(argument).exists() {
        let is_text = argument.contains(['#', ';', '(', ' ']);
        if is_text {
            return Ok(argument.to_owned());
        }
        // The name of a game alone is where it usually starts.
        if let Ok(game) = spinney_engine::game(argument) {
            return Ok(game.default_position.to_owned());
        }
        let names = spinney_engine::games().iter().map(|game| game.name);
        let meant = spinney_engine::nearest(argument, names);
        let meant = meant.map_or(String::new(), |name| format!(" (did you mean {name}?)"));
        bail!(
            "{argument}: no such file{meant}; give a file, - for standard input, a HexWorld or \
             trmph link, or a position such as \"{}\"",
            games::usual().default_position
        );
    }
    text_file(Path::new(argument))
}

/// The text of a file.
pub(crate) fn text_file(path: &Path) -> anyhow::Result<String> {
    File::open(path).and_then(bounded).with_context(|| format!("cannot read {}", path.display()))
}

fn bounded(input: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    if input.take(LONGEST + 1).read_to_end(&mut bytes)? as u64 > LONGEST {
        return Err(io::Error::other("too long for a record"));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("not UTF-8 text"))
}

/// The format to write a game in: that of the file's ending, or the game's usual one.
pub(crate) fn format_of(path: &Path, game: &GameEntry) -> &'static str {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let named = game.record_formats.iter().find(|format| format.eq_ignore_ascii_case(ending));
    named.copied().unwrap_or(game.record_formats[0])
}

/// Writes a file as a whole.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
