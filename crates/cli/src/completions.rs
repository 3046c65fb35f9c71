//! `spinney completions`: for shells.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::Cli;
use crate::output;

/// Print a script that completes spinney's arguments in a shell
#[derive(Args)]
#[command(after_long_help = include_str!("help/completions.txt"))]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // The generator takes no errors, and whoever reads our output may go away.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "spinney", &mut script);
        Ok(output::print(&String::from_utf8(script)?)?)
    }
}
