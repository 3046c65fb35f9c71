//! `spinney merge`: the games of several stores in one.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use spinney_arena::store::SqliteStore;

use crate::output;

/// Put the games of several stores of results into one
///
/// The first store is made if it is not there; the others stay as they are. A game that is in
/// several of them, known by everything that it depends on, is taken once.
#[derive(Args)]
#[command(after_long_help = include_str!("help/merge.txt"))]
pub(crate) struct Arguments {
    /// The store that takes the games in
    into: PathBuf,
    /// The stores that they come from
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // All of them are looked at before anything is written.
        let mut sources = Vec::new();
        for path in &self.from {
            if is_same(path, &self.into) {
                bail!("{}: is the store that takes the games in", path.display());
            }
            sources.push((path, SqliteStore::open_existing(path)?));
        }
        let mut into = SqliteStore::open(&self.into)?;
        for (path, source) in sources {
            let merged = into.absorb(&source)?;
            let mut line = format!("{}: {} games added", path.display(), merged.added);
            if merged.known > 0 {
                line += &format!(", {} were there", merged.known);
            }
            if merged.different > 0 {
                line += &format!(" ({} of them went otherwise and stay so)", merged.different);
            }
            output::print(&format!("{line}\n"))?;
        }
        Ok(())
    }
}

fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
