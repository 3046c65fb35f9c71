//! `spinney analyze`: games, move by move, and positions with all their candidates.

mod graph;
mod moves;
mod position;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use spinney_engine::analysis::{self, MoveAnalysis};
use spinney_engine::record::Record;
use spinney_engine::{Board, Limits, Line, Stop};

use crate::player::{PlayerArguments, ThinkArguments};
use crate::source::{self, Source};
use crate::{interrupt, output};

/// Time for each move where nobody says anything.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Judge every move of a game: win rates, better moves, what each move gave away
///
/// For each move of the main line: the mover's chance to win after it, what the engine would have
/// played, and the loss, the difference between both. `?` marks a loss of 10 percent or more, `??`
/// of 25 percent or more. Where a turn is several moves, whole turns are judged. A position alone is
/// shown with all candidates, and so is that after so many moves of a game with --at. Ctrl-C ends
/// the analysis with what there is.
#[derive(Args)]
#[command(after_long_help = include_str!("help/analyze.txt"))]
pub(crate) struct Arguments {
    /// Files, - for standard input, HexWorld or trmph links, or texts of positions
    #[arg(required = true)]
    sources: Vec<String>,
    #[command(flatten)]
    player: PlayerArguments,
    #[command(flatten)]
    think: ThinkArguments,
    /// Judge only this game of a file [default: all of them]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// Judge only these moves, by the numbers of the table: 10-20, 10- or 12
    #[arg(long, value_name = "RANGE", value_parser = moves::range)]
    moves: Option<RangeInclusive<usize>>,
    /// Look at the position after that many moves instead, with all candidates
    #[arg(long, visible_alias = "move", value_name = "N", conflicts_with_all = ["moves", "svg", "output"])]
    at: Option<usize>,
    /// Draw the win rate over the game to this file, with the mistakes marked
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the games to this file, with the analysis as comments and better moves as variations
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object a line for each move
    #[arg(long)]
    json: bool,
}

/// One thing to look at.
struct Task {
    /// Where it comes from, where there are several.
    place: String,
    subject: Subject,
}

enum Subject {
    Game(Record),
    Position(Line),
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let tasks = self.tasks()?;
        let is_game = |task: &&Task| matches!(task.subject, Subject::Game(_));
        let games = tasks.iter().filter(is_game).count();
        if self.svg.is_some() && (games != 1 || tasks.len() != 1) {
            bail!("--svg draws one game; of several, --game N chooses one");
        }
        if self.output.is_some() && games == 0 {
            bail!("--output is for games: a position has no moves to write comments on");
        }
        let stop = interrupt::stop()?;
        let limits = self.think.limits().unwrap_or(Limits::move_time(USUAL_TIME));
        let are_several = tasks.len() > 1;
        let mut noted = Vec::new();
        for Task { place, subject } in tasks {
            if stop.is_stopped() {
                break;
            }
            let heading = are_several.then_some(place.as_str());
            match subject {
                Subject::Position(line) => {
                    let start = line.board().text();
                    let mut session = self.player.open(line.board().entry()?, &start, None)?;
                    session.go_on_from(line);
                    let report =
                        session.think(&limits, &stop, &mut |_| {}).context(place.clone())?;
                    position::print(heading, session.board(), &report, self.json)?;
                }
                Subject::Game(mut record) => {
                    let judged =
                        self.judge(&record, heading, &limits, &stop).context(place.clone())?;
                    if self.output.is_some() {
                        analysis::annotate(&mut record, &judged)?;
                        noted.push(record);
                    }
                }
            }
        }
        if let (Some(path), Some(first)) = (&self.output, noted.first()) {
            let format = source::format_of(path, spinney_engine::game(&first.game)?);
            source::write(path, &spinney_engine::write_records(&noted, format)?)?;
        }
        Ok(())
    }

    /// What there is to look at.
    fn tasks(&self) -> anyhow::Result<Vec<Task>> {
        let mut tasks = Vec::new();
        for argument in &self.sources {
            let records = match source::read_all(argument)? {
                Source::Position(text) => {
                    let subject = Subject::Position(Line::new(Board::from_text(&text)?));
                    tasks.push(Task { place: text, subject });
                    continue;
                }
                Source::Record(records) => records,
            };
            for (number, record) in records.chosen(self.game.map(|game| game as usize))? {
                let place = records.place(number);
                let subject = match self.at {
                    Some(at) => Subject::Position(source::line_after(&record, "--at", Some(at))?),
                    None if record.moves().next().is_none() => {
                        bail!("{place}: the record has no moves; --at 0 looks at its position");
                    }
                    None => Subject::Game(record),
                };
                tasks.push(Task { place, subject });
            }
        }
        Ok(tasks)
    }

    /// Judges a game and prints what there is to say.
    fn judge(
        &self,
        record: &Record,
        heading: Option<&str>,
        limits: &Limits,
        stop: &Stop,
    ) -> anyhow::Result<Vec<MoveAnalysis>> {
        let numbers = self.moves.clone().unwrap_or(1..=usize::MAX);
        let bar = progress_bar(analysis::count(record, &numbers)?);
        let game = spinney_engine::game(&record.game)?;
        let mut session = self.player.open(game, &record.start, None)?;
        let mut broken = None;
        let mut tell = |judged: &MoveAnalysis| {
            bar.set_message(format!("{}. {} {}", judged.label, judged.side, judged.played));
            bar.inc(1);
            if self.json
                && let Err(error) = moves::print_json(heading, judged)
            {
                broken = Some(error);
                stop.stop();
            }
        };
        let judged =
            analysis::game(&mut *session.player, record, &numbers, limits, stop, &mut tell)?;
        bar.finish_and_clear();
        if let Some(error) = broken {
            return Err(error);
        }
        if !self.json {
            moves::print_table(heading, record, &judged)?;
        }
        if let Some(path) = &self.svg {
            source::write(path, &graph::svg(record, &judged)?)?;
        }
        Ok(judged)
    }
}

fn progress_bar(moves: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {eta} left")
        .expect("the template is right");
    ProgressBar::new(moves as u64).with_style(style)
}

/// A chance to win as people read it.
fn percent(rate: f32) -> String {
    format!("{:.1}%", 100.0 * rate)
}

/// The first moves of a line of play.
fn beginning(line: &[String]) -> String {
    /// Moves of the best line that a table shows.
    const SHOWN: usize = 6;
    line.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Says what a table is about, where there are several.
fn print_heading(heading: Option<&str>, about: &str) -> anyhow::Result<()> {
    let Some(place) = heading else { return Ok(()) };
    let about = if about.is_empty() { String::new() } else { format!(": {about}") };
    Ok(output::print(&format!("\n{}\n", output::harmless(&format!("{place}{about}"))))?)
}
