//! `spinney book grow`: evaluations until the spec is fulfilled.

use std::path::PathBuf;

use clap::{Args, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use spinney_arena::book::{JudgementStore, Progress, Spec, grow};

use super::{POSITION, write};
use crate::output::{self, grouped};
use crate::{destination, interrupt, version};

/// Grow a book as a spec says
///
/// Every evaluation is kept the moment it exists, in a store beside the spec. Broken off at any moment,
/// the same command goes on where it was, and the book is the same in the end.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/book-grow.txt"))]
pub(super) struct Arguments {
    /// How the book is grown, a TOML file (docs/books.md)
    spec: PathBuf,
    /// The book to write [default: beside the spec, with the ending .book]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep evaluations in this SQLite file [default: beside the spec, with the ending .sqlite]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Evaluate that many positions at a time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Show nothing before the end
    #[arg(short, long)]
    quiet: bool,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let spec = Spec::open(&self.spec)?;
        let out = self.out.unwrap_or_else(|| self.spec.with_extension("book"));
        let store = self.store.unwrap_or_else(|| self.spec.with_extension("sqlite"));
        destination::check(&out)?;
        let mut store = JudgementStore::open(&store)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = self.workers.map_or(cores, usize::from);
        let stop = interrupt::stop()?;
        let bar = if self.quiet { ProgressBar::hidden() } else { progress_bar(spec.evaluations) };
        let ended = grow(&spec, &mut store, workers, &stop, &mut |progress| show(&bar, progress))?;
        bar.finish_and_clear();
        let mut builder = ended.graph.book();
        builder.origin.set(POSITION, &spec.position);
        builder.origin.set("build", version::SHORT);
        builder.origin.set("spec", &spec.text);
        let book = write(&out, &builder)?;
        let Progress { made, found, .. } = ended.progress;
        let mut text = format!(
            "{} has {} positions, {} moves; {} evaluations, {} of them new\n",
            out.display(),
            grouped(book.positions() as u128),
            grouped(book.moves() as u128),
            grouped(made.into()),
            grouped((made - found).into()),
        );
        if ended.is_stopped {
            text += "Stopped. The same command goes on from here.\n";
        }
        Ok(output::print(&text)?)
    }
}

fn show(bar: &ProgressBar, progress: &Progress) {
    if bar.length() < Some(progress.asked) {
        bar.set_length(progress.asked);
    }
    // Those that were found took no time, which the rate should not count.
    bar.set_position(progress.made);
    bar.set_message(format!("evaluations, {} positions", progress.positions));
}

fn progress_bar(evaluations: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {per_sec}, {eta} left");
    ProgressBar::new(evaluations).with_style(style.expect("the template is right"))
}
