//! `spinney analyze`: a game, move by move.

mod graph;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use spinney_engine::analysis::{self, MoveAnalysis};
use spinney_engine::record::Record;
use spinney_engine::{Limits, Stop};

use crate::output;
use crate::player::{PlayerArguments, ThinkArguments};
use crate::source::{self, Source};

/// Time for each move where nobody says anything.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// A move that gives away this much of the win rate is a mistake, and a blunder.
const MISTAKE: f32 = 0.1;
const BLUNDER: f32 = 0.25;
/// Moves of the best line that the table shows.
const LINE: usize = 6;

/// Judge every move of a game: win rates, better moves, what each move gave away
///
/// For each move of the main line: the mover's chance to win after it, what the engine would have
/// played, and the loss, the difference between both. `?` marks a loss of 10 percent or more, `??`
/// of 25 percent or more. Ctrl-C ends the analysis with the moves judged so far.
#[derive(Args)]
#[command(after_long_help = include_str!("help/analyze.txt"))]
pub(crate) struct Arguments {
    /// A file, - for standard input, or a HexWorld or trmph link
    record: String,
    #[command(flatten)]
    player: PlayerArguments,
    #[command(flatten)]
    think: ThinkArguments,
    /// Draw the win rate over the game to this file, with the mistakes marked
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object a line for each move
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Source::Record(record) = source::read(&self.record)? else {
            bail!("this is a position without moves; give the record of a game");
        };
        if record.moves().next().is_none() {
            bail!("the record has no moves");
        }
        let game = spinney_engine::game(&record.game)?;
        let mut session = self.player.open(game, &record.start, None)?;
        let limits = self.think.limits().unwrap_or(Limits::move_time(USUAL_TIME));

        let stop = Stop::new();
        let thrown = stop.clone();
        ctrlc::set_handler(move || {
            // Whoever presses it twice does not want the moves judged so far either.
            if thrown.is_stopped() {
                std::process::exit(130);
            }
            thrown.stop();
        })?;
        let bar = progress_bar(&record);
        let mut broken = None;
        let judged =
            analysis::game(&mut *session.player, &record, &limits, &stop, &mut |judged| {
                bar.set_message(format!("{}. {} {}", judged.number, judged.side, judged.played));
                bar.inc(1);
                if self.json
                    && let Err(error) = output::print_json(judged)
                {
                    broken = Some(error);
                    stop.stop();
                }
            })?;
        bar.finish_and_clear();
        if let Some(error) = broken {
            return Err(error);
        }
        if !self.json {
            output::print_table(&table(&judged))?;
        }
        if let Some(path) = &self.svg {
            source::write(path, &graph::svg(&record, &judged)?)?;
        }
        Ok(())
    }
}

fn progress_bar(record: &Record) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {eta} left")
        .expect("the template is right");
    ProgressBar::new(record.moves().count() as u64).with_style(style)
}

fn table(judged: &[MoveAnalysis]) -> comfy_table::Table {
    let headings =
        ["", "side", "move", "win rate", "best", "its rate", "loss", "", "expected play"];
    let numbers = [true, false, false, true, false, true, true, false, false];
    let mut table = output::table(headings, numbers);
    for m in judged {
        let percent = |rate: f32| format!("{:.1}%", 100.0 * rate);
        let is_best = m.best == m.played;
        table.add_row([
            m.number.to_string(),
            m.side.to_owned(),
            m.played.clone(),
            percent(m.win_rate_played),
            if is_best { "=".to_owned() } else { m.best.clone() },
            percent(m.win_rate_best),
            if is_best { "-".to_owned() } else { percent(m.loss) },
            verdict(m).unwrap_or_default().to_owned(),
            m.best_line.iter().take(LINE).map(String::as_str).collect::<Vec<_>>().join(" "),
        ]);
    }
    table
}

/// How people mark a bad move.
fn verdict(judged: &MoveAnalysis) -> Option<&'static str> {
    match judged.loss {
        loss if loss >= BLUNDER => Some("??"),
        loss if loss >= MISTAKE => Some("?"),
        _ => None,
    }
}
