//! What `spinney match` and `spinney tournament` share: running an event, showing how it stands.

pub(crate) mod lines;
mod progress;
pub(crate) mod tables;

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, value_parser};
use spinney_arena::export::{ExportFormat, Exporter};
use spinney_arena::job::Adjudication;
use spinney_arena::report;
use spinney_arena::result::GameResult;
use spinney_arena::spec::Spec;
use spinney_arena::statistics::Sprt;
use spinney_arena::store::{SqliteStore, Store};
use spinney_arena::tournament::{self, Why};
use spinney_engine::Stop;

use self::lines::Lines;
use self::progress::Bar;
use crate::{destination, output, source, version};

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
    /// Stop as soon as it is clear whether the first player is ELO1 stronger or only ELO0; where no
    /// number of games is given, play until it is
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
    /// Add the record of each game to this file as it ends, in the game's usual format
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Give a game to whoever is sure to win: `proven` (by one of our players), or `agreed:N[:RATE]`
    /// (by everybody for N moves, with that chance to win) (may be repeated) [default rate: 0.95]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    adjudicate: Vec<Rule>,
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
        for rule in &self.adjudicate {
            rule.add_to(&mut spec.bounds.adjudicate);
        }
        self.report.iter().try_for_each(|path| destination::check(path))?;
        let mut records = self.records.as_deref().map(Records::open).transpose()?;
        let shows_bar = !self.quiet && !self.json;
        let mut bar = Bar::new(shows_bar);
        let mut tournament =
            spec.tournament_with(&mut |found, wanted| bar.openings(found, wanted))?;
        tournament.origin.build = Some(version::LONG.to_owned());
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
            let recorded = match (&mut records, progress.game) {
                (Some(records), Some(game)) => records.add(game),
                _ => Ok(()),
            };
            if let Err(error) = recorded.and(lines.show(&tournament.event, progress)) {
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

/// Reads a sequential test.
pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
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

/// A rule by which games are given to somebody before the rules do.
#[derive(Clone, Copy)]
enum Rule {
    Proven,
    Agreed { moves: u32, rate: f32 },
}

impl Rule {
    fn add_to(self, rules: &mut Adjudication) {
        match self {
            Rule::Proven => rules.proven = true,
            Rule::Agreed { moves, rate } => (rules.agreed, rules.rate) = (moves, rate),
        }
    }
}

fn rule(text: &str) -> Result<Rule, String> {
    let parts: Vec<&str> = text.split(':').collect();
    let (moves, rate) = match parts[..] {
        ["proven"] => return Ok(Rule::Proven),
        ["agreed", moves] => (moves.parse().ok(), Some(Adjudication::default().rate)),
        ["agreed", moves, rate] => (moves.parse().ok(), rate.parse().ok()),
        _ => (None, None),
    };
    match (moves, rate) {
        (Some(moves), Some(rate)) if moves > 0 && rate > 0.5 && rate <= 1.0 => {
            Ok(Rule::Agreed { moves, rate })
        }
        _ => Err("write it as proven, agreed:4 or agreed:4:0.95, with a rate over 0.5".to_owned()),
    }
}

/// A file that records are added to.
struct Records {
    path: PathBuf,
    exporter: Exporter<File>,
}

impl Records {
    fn open(path: &Path) -> anyhow::Result<Records> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Records { path: path.to_owned(), exporter: Exporter::new(ExportFormat::Usual, file) })
    }

    fn add(&mut self, game: &GameResult) -> anyhow::Result<()> {
        self.exporter.write(game).with_context(|| self.path.display().to_string())
    }
}

/// The time until something ends, as people say it: `3 min`.
fn rough(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}
