//! The command line: one variant a command.

use clap::{Parser, Subcommand};

use crate::{
    analyze, bench, completions, engine, explain, export, games, r#match, perft, play, preset,
    serve, show, solve, suite, tournament,
};

/// Play, analyse and study Hex, Y, Poly-Y, Tantrix and Arimaa
///
/// Without a command, spinney opens its page in your browser.
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Examples:
  spinney                              play and analyse in the browser
  spinney play                         play Hex in the terminal
  spinney play y --side white          play Y, the engine moves first
  spinney analyze game.sgf             find the mistakes in a game
  spinney explain game.sgf --move 20   say what is provable in a position
  spinney engine hex                   serve HexGui and other programs
  spinney match hex/best hex/uct       find out who is stronger

`spinney help COMMAND` tells more about a command."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    colour: colorchoice_clap::Color,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Arguments),
    Play(play::Arguments),
    Analyze(analyze::Arguments),
    Show(show::Arguments),
    Explain(explain::Arguments),
    Solve(solve::Arguments),
    Engine(engine::Arguments),
    Match(Box<r#match::Arguments>),
    Tournament(tournament::Arguments),
    Export(export::Arguments),
    Suite(suite::Arguments),
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Preset(preset::Arguments),
    Games(games::Arguments),
    Completions(completions::Arguments),
}

impl Cli {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.colour.write_global();
        match self.command {
            None => serve::Arguments::default().run(),
            Some(Command::Serve(arguments)) => arguments.run(),
            Some(Command::Play(arguments)) => arguments.run(),
            Some(Command::Analyze(arguments)) => arguments.run(),
            Some(Command::Show(arguments)) => arguments.run(),
            Some(Command::Explain(arguments)) => arguments.run(),
            Some(Command::Solve(arguments)) => arguments.run(),
            Some(Command::Engine(arguments)) => arguments.run(),
            Some(Command::Match(arguments)) => arguments.run(),
            Some(Command::Tournament(arguments)) => arguments.run(),
            Some(Command::Export(arguments)) => arguments.run(),
            Some(Command::Suite(arguments)) => arguments.run(),
            Some(Command::Bench(arguments)) => arguments.run(),
            Some(Command::Perft(arguments)) => arguments.run(),
            Some(Command::Preset(arguments)) => arguments.run(),
            Some(Command::Games(arguments)) => arguments.run(),
            Some(Command::Completions(arguments)) => arguments.run(),
        }
    }
}
