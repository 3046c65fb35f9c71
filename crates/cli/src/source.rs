//! Where games come from and go to: files, standard input, links and text on the command line.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use spinney_engine::record::Record;
use spinney_engine::{Board, Line};

use crate::games;

/// No file of records or proofs is longer, in bytes.
const LONGEST: u64 = 1 << 30;

/// A game, or only a position.
pub(crate) enum Source {
    /// A record, from whatever format it was in.
    Record(Record),
    /// The text of a position.
    Position(String),
}

/// Reads what an argument names: a file, `-` for standard input, a link, the text of a record or
/// the text of a position.
pub(crate) fn read(argument: &str) -> anyhow::Result<Source> {
    let text = text_of(argument)?;
    if spinney_engine::game_of_position(&text).is_ok() {
        return Ok(Source::Position(text.trim().to_owned()));
    }
    let place = if text == argument { "the record".to_owned() } else { argument.to_owned() };
    let record = spinney_engine::read_record(&text, None).context(place)?;
    Ok(Source::Record(record))
}

/// A record of what an argument names. A position is the record of a game without moves.
pub(crate) fn record(argument: &str) -> anyhow::Result<Record> {
    match read(argument)? {
        Source::Record(record) => Ok(record),
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
        bail!(
            "{argument}: no such file; give a file, - for standard input, a HexWorld or trmph \
             link, or a position such as \"{}\"",
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

/// Writes a file as a whole.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
