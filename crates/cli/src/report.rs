//! `spinney report`: how the events of a store stand.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use spinney_arena::report;
use spinney_arena::result::GameResult;
use spinney_arena::standing::{Sequential, Standing};
use spinney_arena::statistics::Sprt;
use spinney_arena::store::{SqliteStore, Store};

use crate::arena::{self, lines, tables};
use crate::{destination, output, source};

/// Show how the matches and tournaments of a store stand
///
/// Standings with ratings, cross tables, faults and, if asked for, what a sequential test says so
/// far. A store may be looked at while its match goes on.
#[derive(Args)]
#[command(after_long_help = include_str!("help/report.txt"))]
pub(crate) struct Arguments {
    /// The file that results are kept in
    store: PathBuf,
    /// Only this event
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Say whether the first player of a match is ELO1 stronger or only ELO0
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true,
        value_parser = arena::sprt
    )]
    sprt: Option<Sprt>,
    /// Write an HTML page about the games to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object for each event
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.html.iter().try_for_each(|path| destination::check(path))?;
        let store = SqliteStore::open_existing(&self.store)?;
        let events = events(store.games(self.event.as_deref())?);
        if let (true, Some(name)) = (events.is_empty(), &self.event) {
            bail!("{}: there is no event \"{name}\"", self.store.display());
        }
        let mut texts = Vec::new();
        for (name, games) in &events {
            let standing = Standing::of(games);
            let sequential = self.sprt.and_then(|test| Sequential::of(test, games));
            let builds = distinct(games.iter().filter_map(|game| game.build.as_deref()));
            if self.json {
                let positions = positions(games);
                lines::event(name, &positions, &builds, &standing, sequential.as_ref())?;
            } else {
                let heading =
                    format!("{name}: {}, {} games", positions(games).join(", "), games.len());
                let mut text = tables::standing(&heading, &standing, sequential.as_ref(), None);
                for build in &builds {
                    text += &format!("Held by spinney {build}\n");
                }
                texts.push(text);
            }
        }
        if events.is_empty() && !self.json {
            texts.push("no games\n".to_owned());
        }
        output::print(&output::harmless(&texts.join("\n")))?;
        if let Some(path) = &self.html {
            let title = events.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
            let games: Vec<_> = events.into_iter().flat_map(|(_, games)| games).collect();
            source::write(path, &report::html(&title, &games))?;
        }
        Ok(())
    }
}

/// The games of each event, in the order in which events began.
fn events(games: Vec<GameResult>) -> Vec<(String, Vec<GameResult>)> {
    let mut events: Vec<(String, Vec<GameResult>)> = Vec::new();
    for game in games {
        match events.iter_mut().find(|(name, _)| *name == game.job.event) {
            Some((_, own)) => own.push(game),
            None => events.push((game.job.event.clone(), vec![game])),
        }
    }
    events
}

/// Where the games of an event started.
fn positions(games: &[GameResult]) -> Vec<&str> {
    distinct(games.iter().map(|game| game.job.position.as_str()))
}

/// Some texts, each once.
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    texts.collect::<BTreeSet<_>>().into_iter().collect()
}
