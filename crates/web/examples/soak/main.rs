//! A server under everything at once, for minutes, killed and started again all the time.
//!
//!     cargo build --release
//!     cargo run --release -p spinney-web --example soak -- --minutes 10
//!
//! Starts the real program on a folder of its own. Pages have positions analysed, people play, slow
//! readers take nothing of what they asked for, floods come, connections stay half open, large records
//! are converted; the server is killed without warning every few seconds, and now and then left alone
//! for longer. In the end it says what was measured, and fails if a move was lost that a player had
//! been told of, if somebody was not answered, if a request failed on the server's account, or if memory
//! or disk went beyond their bounds.
//!
//! `--sockets N` pages (500), `--memory MIB` for engines (64), `--base MIB` that a server may take beside
//! that (256), `--spinney PATH` of the program (the one that was built beside this one).

mod clients;
mod http;
mod page;
mod server;
mod tally;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use server::{Life, Server};
use tally::Tally;

/// What the soak is run with.
struct Options {
    minutes: f64,
    sockets: usize,
    memory: u64,
    base: u64,
    spinney: PathBuf,
}

type Problem = Box<dyn std::error::Error + Send + Sync>;

fn options() -> Result<Options, Problem> {
    let beside = std::env::current_exe()?;
    let beside = beside.parent().and_then(|examples| examples.parent()).ok_or("no folder")?;
    let mut options = Options {
        minutes: 1.0,
        sockets: 500,
        memory: 64,
        base: 256,
        spinney: beside.join("spinney").with_extension(std::env::consts::EXE_EXTENSION),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--minutes" => options.minutes = value.parse()?,
            "--sockets" => options.sockets = value.parse()?,
            "--memory" => options.memory = value.parse()?,
            "--base" => options.base = value.parse()?,
            "--spinney" => options.spinney = value.into(),
            _ => return Err(format!("{name} is no option of the soak").into()),
        }
    }
    if !options.spinney.is_file() {
        let problem = format!("there is no {}: cargo build --release", options.spinney.display());
        return Err(problem.into());
    }
    Ok(options)
}

#[tokio::main]
async fn main() -> Result<(), Problem> {
    let options = options()?;
    let tally = Arc::new(Tally::default());
    let mut server = Server::new(&options)?;
    let end = Instant::now() + Duration::from_secs_f64(options.minutes * 60.0);
    server.start(&tally).await?;
    clients::start_all(&server, &tally, options.sockets);
    let mut lives = 0;
    while Instant::now() < end {
        lives += 1;
        let rest = end.saturating_duration_since(Instant::now());
        server.live(Life::number(lives).min(rest), &tally).await;
        server.kill()?;
        server.start(&tally).await?;
    }
    clients::look_for_every_move(&server, &tally).await?;
    server.kill()?;
    println!("{lives} lives of the server in {} minutes", options.minutes);
    tally.report(&options, server.disk());
    let broken = tally.broken(&options);
    if broken.is_empty() { Ok(()) } else { Err(broken.join("; ").into()) }
}
