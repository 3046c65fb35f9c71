//! Books as text: JSON, a line for each position, and SGF.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use spinney_book::{BookMove, Builder, Proof};
use spinney_engine::book::{self, BookRate, Visited};
use spinney_engine::record::{NodeId, Record};
use spinney_engine::{Board, write_record};

use super::{POSITION, open, percent, start_of, verdict, write};
use crate::{destination, output, source};

/// Write a book as text
///
/// As JSON each position is a line, with a line of moves that leads there. As SGF the book is a tree of
/// variations with win rates as comments.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/book-export.txt"))]
pub(super) struct Export {
    /// The book
    book: PathBuf,
    /// What is written
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// The position that is begun with [default: where the book starts]
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Json,
    Sgf,
}

impl Export {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let book = open(&self.book)?;
        let start = match &self.position {
            Some(text) => Board::from_text(text)?,
            None => start_of(&book, &self.book)?,
        };
        let visited = book::walk(&book, &start)?;
        match self.format {
            Format::Json => {
                for Visited { line, board, moves } in &visited {
                    output::print_json(&Row::new(board, line, moves))?;
                }
                Ok(())
            }
            Format::Sgf => {
                let record = record(&start, &visited)?;
                Ok(output::print(&write_record(&record, "sgf")?)?)
            }
        }
    }
}

/// A tree of all lines, with what the book knows of each move as its comment.
fn record(start: &Board, visited: &[Visited]) -> anyhow::Result<Record> {
    let mut record = Record::new(start.game(), start.text());
    for Visited { line, board, moves } in visited {
        let mut at = NodeId::ROOT;
        let mut before = start.clone();
        for text in line {
            let (played, after) = before.play(None, text)?;
            at = record.play(at, played.side, &played.text)?;
            before = after;
        }
        for (text, rate) in moves {
            let (played, _) = board.play(None, text)?;
            let node = record.play(at, played.side, &played.text)?;
            let known = format!("{} ± {}", percent(rate.win_rate), percent(rate.error));
            let games = format!("{} games, {} playouts", rate.games, rate.visits);
            let comment = match verdict(rate) {
                "" => format!("{known}, {games}"),
                proven => proven.to_owned(),
            };
            record.tree[node].comment = comment;
        }
    }
    Ok(record)
}

/// Make a book of positions in JSON, a line each
///
/// The lines are those that `spinney book export` writes; of each, "position" and "moves" count.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/book-import.txt"))]
pub(super) struct Import {
    /// The file of lines
    lines: PathBuf,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Import {
    pub(super) fn run(self) -> anyhow::Result<()> {
        destination::check(&self.out)?;
        let text = source::text_file(&self.lines)?;
        let mut builder = Builder::default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = || format!("{}, line {}", self.lines.display(), number + 1);
            let row: Row = serde_json::from_str(line).with_context(place)?;
            row.add_to(&mut builder).with_context(place)?;
        }
        let book = write(&self.out, &builder)?;
        let count = output::grouped(book.positions() as u128);
        Ok(output::print(&format!("{} has {count} positions\n", self.out.display()))?)
    }
}

/// A position and what is known of its moves.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    position: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    moves: Vec<MoveRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct MoveRow {
    r#move: String,
    win_rate: f32,
    error: f32,
    games: u32,
    visits: u32,
    #[serde(default)]
    proven: Option<bool>,
}

impl Row {
    pub(super) fn new(board: &Board, line: &[String], moves: &[(String, BookRate)]) -> Row {
        let moves = moves.iter().map(|(text, rate)| {
            let BookRate { games, visits, win_rate, error, proven } = *rate;
            MoveRow { r#move: text.clone(), win_rate, error, games, visits, proven }
        });
        Row { position: board.text(), line: line.to_vec(), moves: moves.collect() }
    }

    fn add_to(&self, builder: &mut Builder) -> anyhow::Result<()> {
        let board = Board::from_text(&self.position)?;
        if self.line.is_empty() && builder.origin.get(POSITION).is_none() {
            builder.origin.set(POSITION, &self.position);
        }
        let canonical = board.canonical()?;
        for known in &self.moves {
            let (played, _) = board.play(None, &known.r#move)?;
            let code = canonical.codes.iter().find(|(text, _)| *text == played.text);
            let Some(&(_, code)) = code else { continue };
            let proof = known.proven.map(|wins| if wins { Proof::Wins } else { Proof::Loses });
            let MoveRow { win_rate, error, games, visits, .. } = *known;
            builder.set(canonical.key, BookMove { code, visits, games, win_rate, error, proof });
        }
        Ok(())
    }
}
