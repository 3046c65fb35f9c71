//! `spinney tournament`: events that a file describes.

use std::path::PathBuf;

use clap::Args;
use spinney_arena::spec::Spec;

use crate::arena::RunArguments;

/// Play a tournament that a file describes: round robin, gauntlet or knockout
///
/// Results are kept in one SQLite file, by default beside the description. Broken off at any
/// moment, the same command goes on where it was. docs/arena.md explains the file.
#[derive(Args)]
#[command(after_long_help = include_str!("help/tournament.txt"))]
pub(crate) struct Arguments {
    /// The tournament, a TOML file
    spec: PathBuf,
    #[command(flatten)]
    run: RunArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut spec = Spec::read(&self.spec)?;
        spec.store.get_or_insert_with(|| self.spec.with_extension("sqlite"));
        self.run.run(spec)
    }
}
