//! How long it takes until a search heeds its stop.
//!
//!     cargo run --release -p spinney-engine --example interrupts -- 1000
//!
//! Solvers and players search random positions of Hex, Y and Poly-Y with one or two threads in memory
//! from 1 MiB up, and are stopped at random moments, so many times. Searches that end before that do
//! not count. On an idle machine each must have ended 50 ms after its stop; whether this one is idle
//! the program cannot know, so it only says what it has measured.

#[path = "../tests/truth/mod.rs"]
#[allow(dead_code, reason = "positions are taken from there, and nothing is solved")]
mod truth;

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use spinney_engine::proof::{ProofSettings, prover};
use spinney_engine::{EngineError, Limits, Resources, Rng, Stop, open_within};
use truth::scattered;

/// Boards on which searches take longer than it takes to stop them.
const BOARDS: [&str; 7] =
    ["hex 7x7", "hex 8x8 swap-pieces", "hex 11x11", "hex 13x13", "y 9", "y 12", "polyy 9,7"];
/// The latest moment of a stop, in milliseconds.
const LATEST: u32 = 400;
/// MiB, as a power of two.
const MOST_MEMORY: u32 = 7;

/// Who searches.
const SEARCHERS: [&str; 5] = ["solver", "best", "uct", "mohex-2009", "wolve-2008"];

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [interrupts] = &arguments[..] else { bail!("say how many INTERRUPTS") };
    let interrupts: usize = interrupts.parse().context("the number of interrupts")?;
    let mut rng = Rng::new(1, 0);
    let mut delays: Vec<(Duration, String)> = Vec::new();
    while delays.len() < interrupts {
        let board = BOARDS[rng.below(BOARDS.len() as u32) as usize];
        let game = board.split(' ').next().unwrap_or_default();
        let moves = rng.below(12) as usize;
        let Some(session) = scattered(board, moves, &mut rng) else { continue };
        let position = session.board().text();
        let searcher = SEARCHERS[rng.below(SEARCHERS.len() as u32) as usize];
        let (threads, memory) = (1 + rng.below(2), 1 << rng.below(MOST_MEMORY + 1));
        let moment = Duration::from_micros(rng.below(LATEST * 1_000).into());
        let delay = match searcher {
            "solver" => {
                let settings = ProofSettings {
                    memory: memory.into(),
                    threads: threads as usize,
                    ..ProofSettings::default()
                };
                let mut prover = prover(&position, &settings)?;
                stopped(moment, |stop| {
                    prover.solve(&position, &Limits::default(), stop, &mut |_| {}).map(drop)
                })?
            }
            player => {
                let resources = Resources {
                    threads: Some(threads),
                    memory: Some(memory),
                    ..Resources::default()
                };
                let preset = format!("{game}/{player}");
                // Not every game has every player, and not every player does with so little.
                let Ok(mut session) = open_within(&preset, Some(&position), &[], &resources) else {
                    continue;
                };
                stopped(moment, |stop| {
                    session.think(&Limits::default(), stop, &mut |_| {}).map(drop)
                })?
            }
        };
        if let Some(delay) = delay {
            let told = format!(
                "{searcher}, {threads} threads, {memory} MiB, after {} ms: {position}",
                moment.as_millis()
            );
            delays.push((delay, told));
        }
    }
    delays.sort();
    report(&delays);
    Ok(())
}

/// Runs a search and stops it at that moment. Says how long it went on after that; `None` if it had
/// ended before.
fn stopped(
    moment: Duration,
    search: impl FnOnce(&Stop) -> Result<(), EngineError>,
) -> Result<Option<Duration>, EngineError> {
    let stop = Stop::new();
    let (tell_end, end) = mpsc::channel();
    thread::scope(|scope| {
        let switch = stop.clone();
        let thrower = scope.spawn(move || {
            if end.recv_timeout(moment).is_ok() {
                return None;
            }
            let thrown = Instant::now();
            switch.stop();
            Some(thrown)
        });
        let result = search(&stop);
        let ended = Instant::now();
        tell_end.send(()).ok();
        let thrown = thrower.join().unwrap_or_default();
        result.map(|()| thrown.and_then(|thrown| ended.checked_duration_since(thrown)))
    })
}

fn report(delays: &[(Duration, String)]) {
    let ms = |delay: Duration| delay.as_secs_f64() * 1e3;
    let Some((worst, of)) = delays.last() else { return };
    let share = |percent: usize| ms(delays[(delays.len() - 1) * percent / 100].0);
    println!("{} searches stopped; heard within", delays.len());
    for percent in [50, 90, 99] {
        println!("  {:7.2} ms in {percent}% of them", share(percent));
    }
    println!("  {:7.2} ms in all: {of}", ms(*worst));
    let late = delays.iter().filter(|(delay, _)| delay.as_millis() >= 50).count();
    println!("{late} later than 50 ms");
    for (delay, of) in delays.iter().rev().take(late.min(10)) {
        println!("  {:7.2} ms: {of}", ms(*delay));
    }
}
