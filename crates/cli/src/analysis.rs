//! `spinney analysis`: queries in JSON over standard input and output.

use std::io::{self, BufReader, IsTerminal};

use clap::{Args, value_parser};
use spinney_protocol::analysis;

use crate::output;
use crate::player::ThinkArguments;

/// Answer queries in JSON, many at a time, over standard input and output
///
/// For scripts that have positions judged. Each line of the input is a query: a position or a start and
/// moves, which turns of it, how long to think. Answers come as they are ready, each with its query's
/// id. An error names its query and ends nothing. When the input ends, what was asked for is still
/// answered. docs/protocols.md tells more, and --schema every field.
#[derive(Args)]
#[command(after_long_help = include_str!("help/analysis.txt"))]
pub(crate) struct Arguments {
    /// Print the JSON schema of what is read and written, and do nothing else
    #[arg(long)]
    schema: bool,
    /// Threads for all searches together [default: one for every core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    threads: Option<u32>,
    /// Threads for one search; with more, fewer queries are thought about at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    search_threads: u32,
    /// MiB that the program takes at most
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = value_parser!(u32).range(64..))]
    memory: u32,
    #[command(flatten)]
    think: ThinkArguments,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.schema {
            let schema = serde_json::to_string_pretty(&analysis::schema())?;
            return Ok(output::print(&format!("{schema}\n"))?);
        }
        if io::stdin().is_terminal() {
            eprintln!(
                "This speaks to programs, in JSON. For a look at a game: spinney analyze FILE"
            );
        }
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let options = analysis::Options {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            threads: self.threads.map_or(cores, |n| n as usize),
            search_threads: self.search_threads as usize,
            memory: self.memory.into(),
            limits: self.think.limits(),
        };
        let input = BufReader::new(io::stdin());
        Ok(analysis::serve(&options, input, io::stdout(), output::is_heard)?)
    }
}
