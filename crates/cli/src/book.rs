//! `spinney book`: opening books, from growing them to looking at them.

mod grow;
mod text;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use spinney_book::{Book, Builder, Proof};
use spinney_engine::book::{self, BookRate};
use spinney_engine::{Board, CellMark};

use crate::destination;
use crate::output::{self, grouped};
use crate::source::{self, Source};

/// Grow opening books, look at them and put them together
///
/// A book knows what moves of the first positions of a game are worth. Players take moves from it with
/// --set play.book=FILE. docs/books.md explains how books are grown and what is in the file.
#[derive(Args)]
#[command(after_long_help = include_str!("help/book.txt"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Grow(grow::Arguments),
    Show(Show),
    Stats(Stats),
    Map(Map),
    Export(text::Export),
    Import(text::Import),
    Merge(Merge),
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Grow(arguments) => arguments.run(),
            Command::Show(arguments) => arguments.run(),
            Command::Stats(arguments) => arguments.run(),
            Command::Map(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(),
            Command::Import(arguments) => arguments.run(),
            Command::Merge(arguments) => arguments.run(),
        }
    }
}

/// Show what a book knows of a position
#[derive(Args)]
#[command(after_long_help = include_str!("help/book-show.txt"))]
struct Show {
    /// The book
    book: PathBuf,
    /// A position's text, a record's file, or - for standard input [default: where the book starts]
    position: Option<String>,
    /// After that many moves of a record [default: at the end]
    #[arg(long, visible_alias = "move", value_name = "N")]
    at: Option<usize>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

impl Show {
    fn run(self) -> anyhow::Result<()> {
        let known = open(&self.book)?;
        let board = match &self.position {
            None => start_of(&known, &self.book)?,
            Some(argument) => match source::read(argument)? {
                Source::Position(text) => Board::from_text(&text)?,
                Source::Record(record) => {
                    source::line_after(&record, "--at", self.at)?.board().clone()
                }
            },
        };
        let moves = book::moves(&known, &board)?;
        if self.json {
            return output::print_json(&text::Row::new(&board, &[], &moves));
        }
        if moves.is_empty() {
            return Ok(output::print("The book does not know this position.\n")?);
        }
        let headings = ["move", "win rate", "±", "games", "playouts", ""];
        let mut table = output::table(headings, [false, true, true, true, true, false]);
        for (text, rate) in &moves {
            table.add_row([
                text.clone(),
                percent(rate.win_rate),
                percent(rate.error),
                grouped(rate.games.into()),
                grouped(rate.visits.into()),
                verdict(rate).to_owned(),
            ]);
        }
        output::print(&board.picture().to_text(output::colour()))?;
        Ok(output::print_table(&table)?)
    }
}

/// Tell where a book comes from and how much it knows
#[derive(Args)]
#[command(after_long_help = include_str!("help/book-stats.txt"))]
struct Stats {
    /// The book
    book: PathBuf,
}

impl Stats {
    fn run(self) -> anyhow::Result<()> {
        let known = open(&self.book)?;
        let mut text = String::new();
        for (name, value) in known.origin().facts() {
            text += &output::hanging(name, value, " ");
            text.push('\n');
        }
        let moves = || known.entries().flat_map(|entry| entry.moves());
        let proven = |proof| moves().filter(|known| known.proof == Some(proof)).count();
        text += &format!(
            "{} positions, {} moves; {} proven to win, {} to lose; {} games, {} playouts; {} bytes\n",
            grouped(known.positions() as u128),
            grouped(known.moves() as u128),
            grouped(proven(Proof::Wins) as u128),
            grouped(proven(Proof::Loses) as u128),
            grouped(moves().map(|known| u128::from(known.games)).sum()),
            grouped(moves().map(|known| u128::from(known.visits)).sum()),
            grouped(known.bytes().len() as u128),
        );
        Ok(output::print(&text)?)
    }
}

/// Draw what a book knows of every move at a position
///
/// On each cell stands the chance, in percent, of whoever plays there, + for a proven win and - for a
/// proven loss. Where the opponent may swap, that is counted: the best first move is the one nearest to
/// even.
#[derive(Args)]
#[command(after_long_help = include_str!("help/book-map.txt"))]
struct Map {
    /// The book
    book: PathBuf,
    /// The position's text [default: where the book starts]
    position: Option<String>,
    /// Write the drawing to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Map {
    fn run(self) -> anyhow::Result<()> {
        let known = open(&self.book)?;
        let board = match &self.position {
            None => start_of(&known, &self.book)?,
            Some(text) => Board::from_text(text)?,
        };
        let moves = book::moves(&known, &board)?;
        let mut picture = board.picture();
        for (index, (text, rate)) in moves.iter().enumerate() {
            let Some(cell) = picture.cell_mut(text) else { continue };
            cell.note = Some(match rate.proven {
                Some(true) => "+".to_owned(),
                Some(false) => "-".to_owned(),
                None => format!("{:.0}", 100.0 * rate.win_rate),
            });
            if index == 0 {
                cell.mark = Some(CellMark::Hint);
            }
        }
        match &self.svg {
            Some(path) => source::write(path, &picture.to_svg()),
            None => Ok(output::print(&picture.to_text(output::colour()))?),
        }
    }
}

/// Put what several books know into one
///
/// Where several of them know a move, proofs count more than anything, and estimates by how sure they
/// are. Books that have proven contrary things are refused.
#[derive(Args)]
#[command(after_long_help = include_str!("help/book-merge.txt"))]
struct Merge {
    /// The book to write; what it knows already counts as well
    into: PathBuf,
    /// The books that are put into it
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

impl Merge {
    fn run(self) -> anyhow::Result<()> {
        destination::check(&self.into)?;
        let mut all = match self.into.exists() {
            true => Builder::from(&open(&self.into)?),
            false => Builder::default(),
        };
        for path in &self.from {
            let book = open(path)?;
            all.merge(&book).with_context(|| path.display().to_string())?;
            for (name, value) in book.origin().facts() {
                if all.origin.get(name).is_none() {
                    all.origin.set(name, value);
                }
            }
        }
        let book = write(&self.into, &all)?;
        let (positions, moves) = (grouped(book.positions() as u128), grouped(book.moves() as u128));
        Ok(output::print(&format!(
            "{} has {positions} positions, {moves} moves\n",
            self.into.display()
        ))?)
    }
}

fn open(path: &Path) -> anyhow::Result<Book> {
    Ok(book::open(path)?.as_ref().clone())
}

/// Writes a book where no half of one can be seen.
fn write(path: &Path, builder: &Builder) -> anyhow::Result<Book> {
    let book = builder.book();
    destination::replace(path, |out| out.write_all(book.bytes()))?;
    Ok(book)
}

/// What a book calls the position that it starts from.
const POSITION: &str = "position";

fn start_of(book: &Book, path: &Path) -> anyhow::Result<Board> {
    match book.origin().get(POSITION) {
        Some(text) => Ok(Board::from_text(text)?),
        None => bail!("{} does not say where it starts; name a position", path.display()),
    }
}

fn percent(rate: f32) -> String {
    format!("{:.1}%", 100.0 * rate)
}

fn verdict(rate: &BookRate) -> &'static str {
    match rate.proven {
        Some(true) => "wins, proven",
        Some(false) => "loses, proven",
        None => "",
    }
}
