//! `spinney suite make`: new test positions, from games of our own player.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use spinney_arena::suite::make::{Maker, Plan, Progress};
use spinney_arena::suite::{self, Test};

use crate::player::{self, BoardArguments};
use crate::{destination, interrupt};

/// Playouts of long searches where nobody says anything,
const USUAL_DEEP: u64 = 200_000;
/// and how many times those of the searches that are to miss a test.
const DEEP_FACTOR: u64 = 15;

/// Make test positions from games of the game's best player
///
/// Plays games, looks for positions in which few moves are right, proves which are where that is
/// possible, and grades each test by the search that the best player needs to pass it (tags grade-1
/// to grade-4; docs/suites.md tells how). With --missed-at, tests are looked for that most searches
/// of a given length miss (tag grade-5). Tests are added to the file as they are found; those that
/// it has count and stay. Ctrl-C keeps what was found.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/suite-make.txt"))]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = player::game_names())]
    game: String,
    /// The file that tests are added to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The board's size, or who plays (may be repeated: games are played on each in turn)
    #[arg(long, short)]
    size: Vec<String>,
    /// How many tests the file is to have
    #[arg(long, value_name = "N", default_value = "40", value_parser = value_parser!(u16).range(1..=10_000))]
    count: u16,
    /// Of all random choices: the same seed finds the same tests
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play that many games at most
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// Positions that it may take to prove what one move is worth
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Where no proof tells: playouts of the longest of three searches that have to agree on a move;
    /// 0 for proofs alone [default: 200000, or 15 times --missed-at]
    #[arg(long, value_name = "N")]
    deep: Option<u64>,
    /// Only tests that at least two of three searches of so many playouts miss
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    missed_at: Option<u64>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = spinney_engine::game(&self.game)?;
        let sizes: Vec<_> = match &self.size[..] {
            [] => vec![None],
            sizes => sizes.iter().cloned().map(Some).collect(),
        };
        let start = |size| BoardArguments { size, ..BoardArguments::default() }.start(game, false);
        let plan = Plan {
            starts: sizes.into_iter().map(start).collect(),
            count: self.count.into(),
            seed: self.seed,
            games: self.games,
            nodes: self.nodes,
            deep: self.deep.unwrap_or(match self.missed_at {
                Some(playouts) => DEEP_FACTOR * playouts,
                None => USUAL_DEEP,
            }),
            missed_at: self.missed_at,
        };
        destination::check(&self.out)?;
        let known = if self.out.exists() { suite::load(&self.out)? } else { Vec::new() };
        let mut maker = Maker::new(plan, &known)?;
        let stop = interrupt::stop()?;
        let bar = progress_bar(self.count.into());
        bar.set_position(known.len() as u64);
        let mut tests = known.len();
        while let Some(test) = maker.next(&stop, &mut |progress| show(&bar, progress))? {
            append(&self.out, &test, tests == 0)?;
            tests += 1;
        }
        bar.finish_and_clear();
        eprintln!("{} has {tests} tests, {} of them new", self.out.display(), tests - known.len());
        Ok(())
    }
}

/// Adds a test to a file, with an empty line before it unless it is the first.
fn append(path: &Path, test: &Test, is_first: bool) -> anyhow::Result<()> {
    let text = format!("{}{}", if is_first { "" } else { "\n" }, test.text());
    let write = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(text.as_bytes())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

fn show(bar: &ProgressBar, progress: &Progress) {
    let Progress { games, tests, graded } = progress;
    let graded: Vec<_> = graded.iter().map(usize::to_string).collect();
    bar.set_position(*tests as u64);
    let message = format!("tests, {games} games; by grade {}", graded.join(" "));
    // Where there is no terminal, a bar shows nothing.
    match bar.is_hidden() {
        true => eprintln!("{tests} {message}"),
        false => bar.set_message(message),
    }
}

fn progress_bar(tests: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}");
    ProgressBar::new(tests).with_style(style.expect("the template is right"))
}
