//! `spinney preset`: the players that come with the program.

use clap::{Args, Subcommand};
use spinney_engine::Preset;

use crate::output;

/// List the players, or show one with all of its parameters
///
/// A preset is a player: a game, how it searches, what it knows, how it behaves at the board.
#[derive(Args)]
#[command(after_long_help = include_str!("help/preset.txt"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the presets that come with the program
    #[command(after_long_help = include_str!("help/preset-list.txt"))]
    List,
    /// Print a preset with every parameter, its meaning and its value
    ///
    /// What it prints is a preset file: change it, and give its path wherever a preset is asked
    /// for.
    #[command(after_long_help = include_str!("help/preset-show.txt"))]
    Show {
        /// A preset or a preset file
        name: String,
    },
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::List => list(),
            Command::Show { name } => Ok(output::print(&Preset::load(&name)?.to_toml())?),
        }
    }
}

fn list() -> anyhow::Result<()> {
    let mut table = output::table(["preset", "what it is"], [false; 2]);
    for embedded in spinney_engine::presets() {
        table.add_row([embedded.name, Preset::load(embedded.name)?.about()]);
    }
    Ok(output::print_table(&table)?)
}
