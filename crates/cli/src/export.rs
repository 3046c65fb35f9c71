//! `spinney export`: results in other formats.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use spinney_arena::export::{ExportError, ExportFormat, Exporter};
use spinney_arena::store::{SqliteStore, Store};

/// Write the games of a match or tournament in another format
///
/// As CSV (one row a game), JSON (one object a line, with every move) or as records in one of the
/// game's own formats, such as SGF.
#[derive(Args)]
#[command(after_long_help = include_str!("help/export.txt"))]
pub(crate) struct Arguments {
    /// The file that results are kept in
    store: PathBuf,
    /// csv, json, or a format of the game's records such as sgf [default: the game's usual one]
    #[arg(long)]
    format: Option<String>,
    /// Only the games of this event
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let store = SqliteStore::open_existing(&self.store)?;
        let format = self.format.as_deref().map_or(ExportFormat::Usual, ExportFormat::named);
        let output: Box<dyn Write> = match &self.output {
            Some(path) => Box::new(
                File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
            ),
            None => Box::new(io::stdout().lock()),
        };
        let mut exporter = Exporter::new(format, BufWriter::new(output));
        let mut failure: Option<ExportError> = None;
        store.visit(self.event.as_deref(), &mut |game| {
            if failure.is_none() {
                failure = exporter.write(&game).err();
            }
        })?;
        match failure {
            Some(error) => Err(error.into()),
            None => Ok(exporter.finish()?),
        }
    }
}
