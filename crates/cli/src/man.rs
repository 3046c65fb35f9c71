//! `spinney man`: pages for `man`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::arguments::Cli;
use crate::output;

/// Write the manual pages of spinney and of each of its commands
///
/// They say what `--help` says. Without a folder, spinney's own page is printed.
#[derive(Args)]
#[command(after_long_help = include_str!("help/man.txt"))]
pub(crate) struct Arguments {
    /// The folder that the pages are written to; it is made if it is not there
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Some(folder) = self.folder else {
            let mut page = Vec::new();
            Man::new(Cli::command()).render(&mut page)?;
            return Ok(output::print(&String::from_utf8(page)?)?);
        };
        let written = fs::create_dir_all(&folder)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder));
        written.with_context(|| format!("cannot write to {}", folder.display()))
    }
}
