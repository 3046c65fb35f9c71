//! `spinney preset`: the players that come with the program, and those that its user keeps.

use std::path::PathBuf;

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
    /// List the presets that come with the program, and your own
    ///
    /// A preset file in your configuration folder is known by its name: on Linux,
    /// ~/.config/spinney/presets/GAME/mine.toml is GAME/mine.
    #[command(after_long_help = include_str!("help/preset-list.txt"))]
    List,
    /// Print a preset with every parameter, its meaning and its value
    ///
    /// What it prints is a preset file: change it, and give its path wherever a preset is asked
    /// for, or keep it where `spinney preset list` finds it.
    #[command(after_long_help = include_str!("help/preset-show.txt"))]
    Show {
        /// A preset or a preset file
        name: String,
    },
}

/// The folder that people keep presets in: `~/.config/spinney/presets`, or where the system has it.
fn folder() -> Option<PathBuf> {
    Some(dirs::config_dir()?.join("spinney/presets"))
}

/// Makes the presets of whoever uses the program known to every command, and says which of them are
/// not used.
pub(crate) fn find_personal() {
    let Some(folder) = folder() else { return };
    spinney_engine::set_preset_folder(folder);
    for (name, file) in spinney_engine::shadowed_presets() {
        let said = format!(
            "spinney: {} is not used: {name} comes with the program; give the file another name",
            file.display()
        );
        eprintln!("{}", output::harmless(&said));
    }
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
    for name in spinney_engine::personal_presets() {
        let about = match Preset::load(&name) {
            Ok(preset) => preset.about().to_owned(),
            Err(error) => format!("cannot be used: {error}"),
        };
        table.add_row([name, output::harmless(&about)]);
    }
    Ok(output::print_table(&table)?)
}
