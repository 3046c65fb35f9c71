//! The command line: one variant a command.

use clap::{Parser, Subcommand};

use crate::{
    analysis, analyze, bench, book, completions, engine, explain, export, games, man, r#match,
    merge, perft, play, preset, report, serve, show, site, solve, suite, tournament, version,
};

/// The whole command line.
#[derive(Parser)]
#[command(
    version = version::SHORT,
    long_version = version::LONG,
    about = about(),
    long_about = about() + "\n\nWithout a command, spinney opens its page in your browser.",
    after_help = include_str!("help/spinney.txt")
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
    #[command(alias = "analyse")]
    Analyze(analyze::Arguments),
    Site(site::Arguments),
    Show(show::Arguments),
    Explain(explain::Arguments),
    Solve(solve::Arguments),
    Engine(engine::Arguments),
    Analysis(analysis::Arguments),
    Match(Box<r#match::Arguments>),
    Tournament(tournament::Arguments),
    Report(report::Arguments),
    Merge(merge::Arguments),
    Export(export::Arguments),
    Suite(suite::Arguments),
    Book(book::Arguments),
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Preset(preset::Arguments),
    Games(games::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

fn about() -> String {
    format!("Play, analyse and study {}", games::titles(|_| true))
}

impl Cli {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.colour.write_global();
        preset::find_personal();
        match self.command {
            None => serve::Arguments::default().run(),
            Some(Command::Serve(arguments)) => arguments.run(),
            Some(Command::Play(arguments)) => arguments.run(),
            Some(Command::Analyze(arguments)) => arguments.run(),
            Some(Command::Site(arguments)) => arguments.run(),
            Some(Command::Show(arguments)) => arguments.run(),
            Some(Command::Explain(arguments)) => arguments.run(),
            Some(Command::Solve(arguments)) => arguments.run(),
            Some(Command::Engine(arguments)) => arguments.run(),
            Some(Command::Analysis(arguments)) => arguments.run(),
            Some(Command::Match(arguments)) => arguments.run(),
            Some(Command::Tournament(arguments)) => arguments.run(),
            Some(Command::Report(arguments)) => arguments.run(),
            Some(Command::Merge(arguments)) => arguments.run(),
            Some(Command::Export(arguments)) => arguments.run(),
            Some(Command::Suite(arguments)) => arguments.run(),
            Some(Command::Book(arguments)) => arguments.run(),
            Some(Command::Bench(arguments)) => arguments.run(),
            Some(Command::Perft(arguments)) => arguments.run(),
            Some(Command::Preset(arguments)) => arguments.run(),
            Some(Command::Games(arguments)) => arguments.run(),
            Some(Command::Completions(arguments)) => arguments.run(),
            Some(Command::Man(arguments)) => arguments.run(),
        }
    }
}
