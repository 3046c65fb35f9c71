//! The command line: one variant a command.

use clap::{Parser, Subcommand};

use crate::{bench, engine, games, perft, preset};

/// Play, analyse and study Hex, Y and Poly-Y with one Monte Carlo tree search
#[derive(Parser)]
#[command(version, propagate_version = false, subcommand_required = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Engine(engine::Arguments),
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Preset(preset::Arguments),
    Games(games::Arguments),
}

impl Cli {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Engine(arguments) => arguments.run(),
            Command::Bench(arguments) => arguments.run(),
            Command::Perft(arguments) => arguments.run(),
            Command::Preset(arguments) => arguments.run(),
            Command::Games(arguments) => arguments.run(),
        }
    }
}
