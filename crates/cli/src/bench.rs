//! `spinney bench`: how fast players are.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, value_parser};
use serde::Serialize;
use spinney_engine::bench::{self, BenchCase};
use spinney_engine::{Limits, Preset, Resources, Rng, Stop};

use crate::output::{self, grouped};
use crate::player;

/// Measure playouts and simulations per second of CPU time
///
/// For each player: playouts from a position without a tree, playouts that the tree search makes from
/// its leaves, and simulations of the tree search (each of which may make several), per second of CPU
/// time on one thread, so that other work on the machine matters little. Searches are measured the second time, when
/// their memory is at hand. The signature is a number that stays the same as
/// long as the player searches the same way.
#[derive(Args)]
#[command(after_long_help = include_str!("help/bench.txt"))]
pub(crate) struct Arguments {
    /// Measure this player only: a preset or a preset file (may be repeated)
    #[arg(long, short, value_name = "PRESET")]
    preset: Vec<String>,
    /// Measure at the position of this text instead of the usual one
    #[arg(long, value_name = "TEXT", requires = "preset")]
    position: Option<String>,
    /// CPU time for each figure, in seconds
    #[arg(long, default_value = "1", value_parser = player::seconds)]
    seconds: Duration,
    /// Also measure tree playouts per second of wall time with 1 to N threads
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Print signatures only, which takes little time
    #[arg(long, conflicts_with = "threads")]
    signature: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// What is known of one player.
#[derive(Serialize)]
struct Row {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    playouts_per_cpu_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree_playouts_per_cpu_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    simulations_per_cpu_s: Option<f64>,
    /// By the number of threads.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tree_playouts_per_wall_s: BTreeMap<u32, f64>,
    signature: String,
}

/// What is known of one player, with the names that earlier versions gave the figures.
#[derive(Serialize)]
struct JsonRow<'a> {
    #[serde(flatten)]
    row: &'a Row,
    #[serde(skip_serializing_if = "Option::is_none")]
    sims_per_cpu_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    walks_per_cpu_s: Option<f64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    sims_per_wall_s: &'a BTreeMap<u32, f64>,
}

impl<'a> From<&'a Row> for JsonRow<'a> {
    fn from(row: &'a Row) -> JsonRow<'a> {
        JsonRow {
            row,
            sims_per_cpu_s: row.tree_playouts_per_cpu_s,
            walks_per_cpu_s: row.simulations_per_cpu_s,
            sims_per_wall_s: &row.tree_playouts_per_wall_s,
        }
    }
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let cases = self.cases()?;
        let widest = cases.iter().map(|case| case_name(case).chars().count()).max().unwrap_or(0);
        let headings = ["player", "playouts/s", "tree playouts/s", "simulations/s", "signature"];
        let mut head = Some(line(widest, headings));
        let mut scaling = Vec::new();
        let mut failed = 0;
        for case in &cases {
            // A line is printed as soon as it is known, and what cannot be measured costs only
            // its own.
            let row = match self.measure(case) {
                Ok(row) => row,
                Err(error) if cases.len() == 1 => return Err(error),
                Err(error) => {
                    eprintln!("{}: {error:#}", case_name(case));
                    failed += 1;
                    continue;
                }
            };
            if self.json {
                output::print_json(&JsonRow::from(&row))?;
                continue;
            }
            let rate = |rate: Option<f64>| rate.map_or("-".to_owned(), |r| grouped(r as u128));
            let rates =
                [row.playouts_per_cpu_s, row.tree_playouts_per_cpu_s, row.simulations_per_cpu_s];
            let [playouts, in_tree, simulations] = rates.map(rate);
            output::print(&head.take().unwrap_or_default())?;
            let words = [&*row.name, &playouts, &in_tree, &simulations, &row.signature];
            output::print(&line(widest, words))?;
            scaling.extend(scaling_line(&row.name, &row.tree_playouts_per_wall_s));
        }
        output::print(&scaling.concat())?;
        match failed {
            0 => Ok(()),
            _ => bail!("{failed} of {} players could not be measured", cases.len()),
        }
    }

    /// What was asked for: the presets at their usual positions, or every usual case.
    fn cases(&self) -> anyhow::Result<Vec<BenchCase>> {
        if self.preset.is_empty() {
            return Ok(bench::cases());
        }
        let case = |name: &String| {
            let mut case = bench::usual_case(name)?;
            case.position = self.position.clone().unwrap_or(case.position);
            Ok(case)
        };
        self.preset.iter().map(case).collect()
    }

    fn measure(&self, case: &BenchCase) -> anyhow::Result<Row> {
        if self.signature {
            return Ok(Row {
                name: case_name(case),
                playouts_per_cpu_s: None,
                tree_playouts_per_cpu_s: None,
                simulations_per_cpu_s: None,
                tree_playouts_per_wall_s: BTreeMap::new(),
                signature: format!("{:016x}", bench::signature(case)?),
            });
        }
        let result = bench::run(case, self.seconds)?;
        // Of all players, each is measured with what it can use; one who was named must be able to.
        let own = Preset::load(&case.preset)?;
        let is_meant = |n: &u32| !self.preset.is_empty() || own.usable_threads(*n) == *n;
        let threads = (1..=self.threads.unwrap_or(0)).filter(is_meant);
        let wall = threads.map(|n| Ok((n, wall_rate(case, n, self.seconds)?)));
        Ok(Row {
            name: result.name,
            playouts_per_cpu_s: Some(result.playouts_per_cpu_s),
            tree_playouts_per_cpu_s: Some(result.tree_playouts_per_cpu_s),
            simulations_per_cpu_s: Some(result.simulations_per_cpu_s),
            tree_playouts_per_wall_s: wall.collect::<anyhow::Result<_>>()?,
            signature: format!("{:016x}", result.signature),
        })
    }
}

/// As results name it: the preset, then the position.
fn case_name(case: &BenchCase) -> String {
    format!("{} {}", case.preset, case.position)
}

/// A line of the table, whose first column is that wide.
fn line(widest: usize, [name, playouts, in_tree, simulations, signature]: [&str; 5]) -> String {
    format!("{name:widest$}  {playouts:>12}  {in_tree:>15}  {simulations:>13}  {signature:>16}\n")
}

/// Tree playouts per second of wall time with that many threads.
fn wall_rate(case: &BenchCase, threads: u32, time: Duration) -> anyhow::Result<f64> {
    let resources = Resources { threads: Some(threads), ..Resources::default() };
    let preset = Preset::load(&case.preset)?.within(&resources)?.watched(time)?;
    let mut session = spinney_engine::open_preset(preset, Some(&case.position))?;
    // Only players think: where the game begins with a draw, it is made.
    let mut rng = Rng::new(1, 0);
    while session.board().to_move().is_none() && session.board().outcome().is_none() {
        session.line.roll(&mut rng)?;
    }
    // The first time is a rehearsal: see `bench::run`.
    session.think(&Limits::move_time(time), &Stop::new(), &mut |_| {})?;
    session.player.clear();
    let report = session.think(&Limits::move_time(time), &Stop::new(), &mut |_| {})?;
    Ok(report.playouts as f64 / report.elapsed.as_secs_f64().max(1e-9))
}

/// How much faster more threads are: `…, tree playouts by threads: 1: 90,000/s (1.00×), …`.
fn scaling_line(name: &str, rates: &BTreeMap<u32, f64>) -> Option<String> {
    let one = rates.get(&1)?;
    let times: Vec<_> = rates
        .iter()
        .map(|(n, rate)| format!("{n}: {}/s ({:.2}×)", grouped(*rate as u128), rate / one))
        .collect();
    Some(format!("{name}, tree playouts by threads: {}\n", times.join(", ")))
}
