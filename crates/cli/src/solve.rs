//! `spinney solve`: who wins with right play, proven.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use cpu_time::ProcessTime;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use spinney_engine::proof::{self, Opening, ProofSettings, Prover, Proving, TableError};
use spinney_engine::{Board, CellMark, GameEntry, Limits, Picture, Stop};

use crate::output::{self, grouped};
use crate::player;
use crate::source::{self, Source};
use crate::{destination, interrupt};

/// No strategy that is written out has more positions.
const LONGEST_STRATEGY: usize = 2_000_000;

/// Prove who wins with right play
///
/// Says who wins at a position and with which moves, each of them proven, or that it is a draw. With
/// --openings every move of the position is decided, symmetric ones together. `spinney games` says
/// which games can be solved.
#[derive(Args)]
#[command(after_long_help = include_str!("help/solve.txt"))]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = player::game_names())]
    game: String,
    /// A size such as 7x7, the text of a position, a record's file, or - for standard input
    #[arg(required_unless_present = "check")]
    source: Option<String>,
    /// Solve the position after that many moves of a record [default: at the end]
    #[arg(long, visible_alias = "move", value_name = "N")]
    at: Option<usize>,
    /// Decide every move of the position, symmetric ones together
    #[arg(long)]
    openings: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Write a board that shows the winning and losing moves to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a strategy that wins against every reply to this file
    #[arg(long, value_name = "FILE")]
    strategy: Option<PathBuf>,
    /// Check a strategy that was written by --strategy, and nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "openings", "strategy"])]
    check: Option<PathBuf>,
    /// Go on from this table of proof numbers if it exists, and keep it there
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Work with that many threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Let the table of proof numbers take that many MiB
    #[arg(long, value_name = "MIB", default_value_t = ProofSettings::default().memory)]
    memory: u64,
    /// Give up after that many seconds; with --openings, on each of them
    #[arg(long, value_name = "SECONDS", value_parser = player::seconds)]
    time: Option<Duration>,
}

/// What became of an opening, as `--json` prints it.
#[derive(Serialize)]
struct Row<'a> {
    opening: &'a str,
    cells: &'a [String],
    winner: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a str>,
    cpu_s: f64,
    nodes: u64,
}

/// What became of a position, as `--json` prints it.
#[derive(Serialize)]
struct Whole<'a> {
    position: &'a str,
    winner: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a str>,
    winning_moves: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing_moves: Option<&'a [String]>,
    cpu_s: f64,
    nodes: u64,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(path) = &self.check {
            return check(path);
        }
        let game = spinney_engine::game(&self.game)?;
        let position = self.position(game)?;
        let files = [&self.svg, &self.strategy, &self.table];
        files.into_iter().flatten().try_for_each(|path| destination::check(path))?;
        let settings = ProofSettings {
            memory: self.memory,
            threads: self.threads,
            ..ProofSettings::default()
        };
        let mut prover = proof::prover(&position, &settings)?;
        self.load(&mut *prover)?;
        let stop = interrupt::stop()?;
        let solved = Solve {
            arguments: &self,
            prover: &mut *prover,
            position: &position,
            stop,
            began: Instant::now(),
        }
        .run();
        self.save(&*prover)?;
        solved
    }

    /// The position that the arguments name, as text.
    fn position(&self, game: &GameEntry) -> anyhow::Result<String> {
        let text = self.source.as_deref().unwrap_or_default().trim();
        let sized = format!("{} {text}", game.name);
        if let Ok(board) = game.board(&sized) {
            self.check_no_moves()?;
            return Ok(board.text());
        }
        let (start, record) = match source::read(text)? {
            Source::Position(text) => (text, None),
            Source::Record(record) => (record.start.clone(), Some(record)),
        };
        let of = spinney_engine::game_of_position(&start)?;
        if of.name != game.name {
            bail!("this is {}, not {}", of.title, game.title);
        }
        Ok(match record {
            Some(record) => source::line_after(&record, "--at", self.at)?.board().text(),
            None => {
                self.check_no_moves()?;
                game.board(&start)?.text()
            }
        })
    }

    /// Where there is no record, there are no moves to go on by.
    fn check_no_moves(&self) -> anyhow::Result<()> {
        match self.at {
            Some(moves) if moves > 0 => {
                bail!("--at {moves}: this is a position, and no record of moves")
            }
            _ => Ok(()),
        }
    }

    fn load(&self, prover: &mut dyn Prover) -> anyhow::Result<()> {
        let Some(path) = self.table.as_deref().filter(|path| path.exists()) else {
            return Ok(());
        };
        let load = |file: File| prover.load(&mut BufReader::new(file));
        let loaded = File::open(path).map_err(TableError::from).and_then(load);
        loaded.with_context(|| format!("cannot use {}", path.display()))
    }

    /// Keeps the table: the new one is whole before it takes the old one's place.
    fn save(&self, prover: &dyn Prover) -> anyhow::Result<()> {
        let Some(path) = &self.table else {
            return Ok(());
        };
        destination::replace(path, |out| prover.save(out))
    }
}

/// Plays a strategy against every reply.
fn check(path: &Path) -> anyhow::Result<()> {
    let text = source::text_file(path)?;
    let positions = proof::check_strategy(&text).with_context(|| path.display().to_string())?;
    let claim = text.lines().next().unwrap_or_default();
    Ok(output::print(&format!(
        "{claim}: true, whatever the opponent does ({} positions)\n",
        grouped(positions as u128)
    ))?)
}

/// One run of the command.
struct Solve<'a> {
    arguments: &'a Arguments,
    prover: &'a mut dyn Prover,
    position: &'a str,
    stop: Stop,
    began: Instant,
}

/// The word for a draw.
const DRAW: &str = "draw";

/// What a position is worth.
#[derive(Clone, Copy)]
enum Worth {
    Won(&'static str),
    Drawn,
}

impl Worth {
    fn word(self) -> &'static str {
        match self {
            Worth::Won(winner) => winner,
            Worth::Drawn => DRAW,
        }
    }
}

/// What an opening leads to, if that is proven, and how many positions it took.
struct Outcome {
    result: Option<Worth>,
    nodes: u64,
}

impl Solve<'_> {
    fn run(&mut self) -> anyhow::Result<()> {
        let mut picture = Board::from_text(self.position)?.picture();
        if self.arguments.openings {
            self.openings(&mut picture)?;
        } else {
            self.whole(&mut picture)?;
        }
        if let Some(path) = &self.arguments.svg {
            source::write(path, &picture.to_svg())?;
        } else if !self.arguments.json {
            output::print(&picture.to_text(output::colour()))?;
        }
        if self.stop.is_stopped() {
            let goes_on = match &self.arguments.table {
                Some(_) => "The same command goes on from here.",
                None => "With --table FILE, the same command could go on from here.",
            };
            eprintln!("Stopped. {goes_on}");
            return Ok(());
        }
        if let Some(path) = &self.arguments.strategy {
            let bar = spinner("writing the strategy");
            let strategy = self.prover.strategy(self.position, LONGEST_STRATEGY, &self.stop)?;
            bar.finish_and_clear();
            source::write(path, &strategy)?;
        }
        Ok(())
    }

    /// Who wins at the position or that nobody does, and with which moves.
    fn whole(&mut self, picture: &mut Picture) -> anyhow::Result<()> {
        let start = ProcessTime::now();
        let known = self.solve(self.position, "")?;
        let mut nodes = known.nodes;
        let mut best = Vec::new();
        let board = Board::from_text(self.position)?;
        let mover = board.to_move();
        let mut open = 0;
        let is_won = known.winner.is_some() && known.winner == mover;
        if is_won || known.is_drawn {
            best.extend(known.best_move.clone());
            for opening in self.prover.openings(self.position)? {
                let Outcome { result, nodes: more } = self.outcome(&opening)?;
                nodes += more;
                match result {
                    None => open += opening.moves.len(),
                    Some(Worth::Won(winner)) if is_won && Some(winner) == mover => {
                        best.extend(opening.moves);
                    }
                    Some(Worth::Drawn) if known.is_drawn => best.extend(opening.moves),
                    Some(_) => {}
                }
            }
        }
        let moves = board.legal_moves();
        best.sort_by_key(|m| moves.iter().position(|legal| legal == m));
        best.dedup();
        for cell in &best {
            mark(picture, cell, if is_won { "+" } else { "=" });
        }
        let cpu_s = start.elapsed().as_secs_f64();
        let (winning, drawing) = if known.is_drawn { (&[][..], &*best) } else { (&*best, &[][..]) };
        if self.arguments.json {
            return output::print_json(&Whole {
                position: self.position,
                winner: known.winner,
                result: known.is_drawn.then_some(DRAW),
                winning_moves: winning,
                drawing_moves: known.is_drawn.then_some(drawing),
                cpu_s,
                nodes,
            });
        }
        let others = match open {
            0 => String::new(),
            _ => format!(" ({open} other moves are not decided yet)"),
        };
        let moves = best.join(" ");
        let verdict = match known.winner {
            None if known.is_drawn => format!("nobody wins; a draw is kept with {moves}{others}"),
            None => format!("not decided yet: {}", numbers(&known)),
            Some(winner) if is_won => format!("{winner} to move wins with {moves}{others}"),
            Some(winner) => format!("{winner} wins, whatever is played"),
        };
        let nodes = grouped(nodes.into());
        Ok(output::print(&format!("{verdict}\n{nodes} positions, {cpu_s:.2} s of CPU time\n"))?)
    }

    /// Who wins after every move.
    fn openings(&mut self, picture: &mut Picture) -> anyhow::Result<()> {
        let mover = Board::from_text(self.position)?.to_move();
        let mut table = output::table(
            ["opening", "winner", "positions", "CPU s", "also"],
            [false, false, true, true, false],
        );
        let whole = ProcessTime::now();
        let mut all = 0;
        for opening in self.prover.openings(self.position)? {
            let start = ProcessTime::now();
            let Outcome { result, nodes } = self.outcome(&opening)?;
            let cpu_s = start.elapsed().as_secs_f64();
            all += nodes;
            let note = result.map(|result| match result {
                Worth::Won(winner) if Some(winner) == mover => "+",
                Worth::Won(_) => "-",
                Worth::Drawn => "=",
            });
            for (cell, note) in opening.moves.iter().zip(note.into_iter().cycle()) {
                mark(picture, cell, note);
            }
            let Some((first, others)) = opening.moves.split_first() else { continue };
            if self.arguments.json {
                let (winner, drawn) = match result {
                    Some(Worth::Won(winner)) => (Some(winner), None),
                    Some(Worth::Drawn) => (None, Some(DRAW)),
                    None => (None, None),
                };
                let cells = &opening.moves;
                let row = Row { opening: first, cells, winner, result: drawn, cpu_s, nodes };
                output::print_json(&row)?;
            } else {
                table.add_row([
                    first.clone(),
                    result.map_or("?", Worth::word).to_owned(),
                    grouped(nodes.into()),
                    format!("{cpu_s:.2}"),
                    others.join(" "),
                ]);
            }
        }
        if !self.arguments.json {
            let cpu_s = whole.elapsed().as_secs_f64();
            output::print_table(&table)?;
            let all = grouped(all.into());
            output::print(&format!("{all} positions, {cpu_s:.2} s of CPU time\n"))?;
        }
        Ok(())
    }

    /// What an opening leads to, and how many positions that took.
    fn outcome(&mut self, opening: &Opening) -> anyhow::Result<Outcome> {
        if let Some(outcome) = Board::from_text(&opening.after)?.outcome() {
            let result = outcome.winner.map_or(Worth::Drawn, Worth::Won);
            return Ok(Outcome { result: Some(result), nodes: 0 });
        }
        let known = self.solve(&opening.after, &opening.moves[0])?;
        let drawn = known.is_drawn.then_some(Worth::Drawn);
        Ok(Outcome { result: known.winner.map(Worth::Won).or(drawn), nodes: known.nodes })
    }

    fn solve(&mut self, position: &str, label: &str) -> anyhow::Result<Proving> {
        let bar = spinner(label);
        // Openings are questions of their own; the moves of one position are all part of one.
        let spent = if self.arguments.openings { Duration::ZERO } else { self.began.elapsed() };
        let left = self.arguments.time.map(|time| time.saturating_sub(spent));
        let limits = Limits { move_time: left, ..Limits::default() };
        let known = self.prover.solve(position, &limits, &self.stop, &mut |known| {
            bar.set_message(format!(
                "{label} {} positions, {} a second; {}",
                grouped(known.nodes.into()),
                grouped((known.nodes as f64 / known.elapsed.as_secs_f64().max(1e-9)) as u128),
                numbers(known),
            ));
        })?;
        bar.finish_and_clear();
        Ok(known)
    }
}

/// How many positions a proof takes at least, as far as that is known.
fn numbers(known: &Proving) -> String {
    let safe = known.safe.map_or_else(String::new, |side| format!("{side} does not lose; "));
    format!(
        "{safe}to prove a win {}, a loss {}",
        grouped(known.proof_number.into()),
        grouped(known.disproof_number.into())
    )
}

/// Notes on a cell whether a move there wins, draws or loses. The best move stands out.
fn mark(picture: &mut Picture, cell: &str, note: &str) {
    if let Some(cell) = picture.cell_mut(cell) {
        cell.note = Some(note.to_owned());
        if note == "+" {
            cell.mark = Some(CellMark::Hint);
        }
    }
}

fn spinner(label: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
        .expect("the template is right");
    let bar = ProgressBar::new_spinner().with_style(style).with_message(label.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
