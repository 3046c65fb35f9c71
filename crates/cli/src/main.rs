//! `spinney`: play in the browser or the terminal, serve an engine to other programs, analyse and show games, match players against each other, and measure.
//!
//! This is a front door: it knows the engine's sessions and reports, the protocols' servers and the
//! arena, and no game and no search. Each command is a module; `arguments` lists them.

mod analysis;
mod analyze;
mod arena;
mod arguments;
mod bench;
mod book;
mod completions;
mod destination;
mod engine;
mod explain;
mod export;
mod games;
mod interrupt;
mod man;
mod r#match;
mod merge;
mod output;
mod perft;
mod play;
mod player;
mod preset;
mod report;
mod serve;
mod show;
mod site;
mod solve;
mod source;
mod suite;
mod tournament;
mod version;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match arguments::Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("spinney: {}", output::harmless(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}
