//! `spinney show`: a board as text or SVG, and records in other formats.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use spinney_engine::Line;
use spinney_engine::record::Record;

use crate::games;
use crate::output;
use crate::source;

/// Show a game or a position as text or SVG, or write it in another format
#[derive(Args)]
#[command(after_long_help = include_str!("help/show.txt"))]
pub(crate) struct Arguments {
    /// A file, - for standard input, a HexWorld or trmph link, or the text of a position
    source: String,
    /// Of a file with several games, show this one [default: the first]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// Show the position after that many moves [default: at the end]
    #[arg(long, visible_alias = "move", value_name = "N")]
    at: Option<usize>,
    /// Write the board to this file as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    svg: Option<PathBuf>,
    #[arg(long, default_value = "text", help = format_help())]
    format: String,
}

fn format_help() -> String {
    let mut formats: Vec<_> =
        spinney_engine::games().iter().flat_map(|game| game.record_formats).copied().collect();
    formats.sort_unstable();
    formats.dedup();
    let of = |format: &str| games::titles(|game| game.record_formats.contains(&format));
    let formats: Vec<_> =
        formats.iter().map(|format| format!("{format} ({})", of(format))).collect();
    let files = spinney_engine::games().iter().filter_map(|game| {
        let files = game.capabilities.position_files?;
        Some(format!(", or a position file: {} ({})", files.format, game.title))
    });
    format!(
        "What to print: text, svg, position, or a record in a format of its game: {}{}",
        formats.join(", "),
        files.collect::<String>()
    )
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let record = source::record(&self.source, self.game.map(|game| game as usize))?;
        let line = source::line_after(&record, "--at", self.at)?;
        let picture = line.board().picture();
        if let Some(path) = &self.svg {
            return source::write(path, &picture.to_svg());
        }
        let files = line.board().capabilities().position_files;
        let text = match self.format.as_str() {
            format if files.is_some_and(|files| files.format == format) => {
                spinney_engine::write_position_file(line.board())?
            }
            "text" => text(&record, &line, self.at),
            "svg" => picture.to_svg(),
            "position" => line.board().text() + "\n",
            format => {
                let written = match self.at {
                    Some(_) => spinney_engine::write_record(&so_far(&record, &line)?, format)?,
                    None => spinney_engine::write_record(&record, format)?,
                };
                let written = written.trim_end().to_owned() + "\n";
                // A file is to have the record as it is; a terminal would obey it.
                if io::stdout().is_terminal() { output::harmless(&written) } else { written }
            }
        };
        Ok(output::print(&text)?)
    }
}

/// The board under a heading that says which game this is.
fn text(record: &Record, line: &Line, at: Option<usize>) -> String {
    let mut text = String::new();
    let mut heading = |what: &str, value: &str| {
        if !value.is_empty() {
            writeln!(text, "{what:8}{}", output::harmless(value)).expect("a String takes all");
        }
    };
    heading("players", &record.players.join(" - "));
    heading("event", &record.event);
    heading("date", &record.date);
    heading("result", &record.result);
    if let Some(last) = line.last() {
        let (number, of) = (line.played().len(), record.moves().count());
        heading("move", &format!("{number} of {of}: {} {}", last.side, last.text));
    }
    let node = match at {
        Some(at) => record.tree.main_line().take_while(|&id| record.move_number(id) <= at).last(),
        None => record.tree.main_line().last(),
    };
    if let Some(node) = node {
        heading("comment", record.tree[node].comment.trim());
    }
    text + &line.board().picture().to_text(output::colour())
}

/// The record up to where the line stands, without its variations.
fn so_far(record: &Record, line: &Line) -> anyhow::Result<Record> {
    let played = line.record()?;
    Ok(Record {
        players: record.players.clone(),
        event: record.event.clone(),
        date: record.date.clone(),
        ..played
    })
}
