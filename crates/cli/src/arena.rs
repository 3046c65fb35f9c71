//! What `spinney match` and `spinney tournament` share: running an event, showing how it stands.

mod lines;
mod progress;
mod tables;

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use spinney_arena::report;
use spinney_arena::spec::Spec;
use spinney_arena::statistics::Sprt;
use spinney_arena::store::{SqliteStore, Store};
use spinney_arena::tournament::{self, Why};
use spinney_engine::Stop;

use self::lines::Lines;
use self::progress::Bar;
use crate::{destination, output, source};

/// How an event is run and shown.
#[derive(Args)]
pub(crate) struct RunArguments {
    /// Keep results in this SQLite file; the same command goes on where it was broken off
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Let the players use that many cores at the same time [default: all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    cores: Option<u32>,
    /// Play at most that many games at a time [default: as many as the cores allow]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    concurrency: Option<u32>,
    /// Stop as soon as it is clear whether the first player is ELO1 stronger or only ELO0
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true,
        value_parser = sprt
    )]
    sprt: Option<Sprt>,
    /// Write an HTML page about the results to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Show nothing before the end
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON object a line: the start, each game, the end
    #[arg(long)]
    json: bool,
}

impl RunArguments {
    /// Runs the event and shows what came of it.
    pub(crate) fn run(self, mut spec: Spec) -> anyhow::Result<()> {
        spec.cores = self.cores.or(spec.cores);
        spec.concurrency = self.concurrency.unwrap_or(spec.concurrency);
        spec.sprt = self.sprt.or(spec.sprt);
        self.report.iter().try_for_each(|path| destination::check(path))?;
        let shows_bar = !self.quiet && !self.json;
        let mut bar = Bar::new(shows_bar);
        let tournament = spec.tournament_with(&mut |found, wanted| bar.openings(found, wanted))?;
        let path = self.store.or(spec.store);
        let mut store = match &path {
            Some(path) => SqliteStore::open(path)?,
            None => SqliteStore::in_memory()?,
        };
        let stop = stop_on_interrupt()?;

        let mut lines = Lines::new(self.json, path.as_deref());
        let mut broken = None;
        let ended = tournament.run(&mut store, &tournament::seat, &stop, &mut |progress| {
            bar.show(progress);
            if let Err(error) = lines.show(&tournament.event, progress) {
                stop.stop();
                broken.get_or_insert(error);
            }
        })?;
        bar.finish();
        if let Some(error) = broken {
            return Err(error);
        }
        if self.json {
            lines.end(&tournament.event, &ended)?;
        } else {
            output::print(&tables::summary(&tournament.event, &ended))?;
        }
        if let Some(path) = &self.report {
            let own: HashSet<&String> = ended.ids.iter().collect();
            let mut games = store.games(Some(&tournament.event.name))?;
            games.retain(|game| own.contains(&game.job.id()));
            source::write(path, &report::html(&tournament.event.name, &games))?;
        }
        if ended.why == Why::Stopped && path.is_some() && !self.json {
            eprintln!("Stopped. The same command goes on from here.");
        }
        Ok(())
    }
}

/// A switch that Ctrl-C and SIGTERM throw; the second time, the program ends at once, and the
/// programs that play in it with it.
fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let thrown = stop.clone();
    ctrlc::set_handler(move || {
        if thrown.is_stopped() {
            spinney_arena::external::end_programs();
            std::process::exit(130);
        }
        eprintln!("\nFinishing the games in progress. Press Ctrl-C again to leave at once.");
        thrown.stop();
    })?;
    Ok(stop)
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let usual = Sprt::default();
    let sprt = match numbers.as_deref() {
        Ok(&[elo0, elo1]) => Sprt { elo0, elo1, ..usual },
        Ok(&[elo0, elo1, alpha, beta]) => Sprt { elo0, elo1, alpha, beta },
        _ => return Err("write it as 0,20 or 0,20,0.05,0.05".to_owned()),
    };
    if !sprt.is_sound() {
        return Err("ELO0 must be below ELO1, and ALPHA and BETA between 0 and 0.5".to_owned());
    }
    Ok(sprt)
}

/// The time until something ends, as people say it: `3 min`.
fn rough(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}
