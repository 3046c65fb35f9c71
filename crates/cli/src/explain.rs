//! `spinney explain`: what can be proven about a position without search, and why.

mod words;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use spinney_engine::explanation::{self, Layer, Mark};

use crate::output;
use crate::source;

/// Explain a position: dead and captured cells, inferior moves, connections, who must play where
///
/// Everything that is said is proven, without search. The board shows the empty cells with a
/// letter each; below it stands why. `spinney games` says which games have such explanations.
#[derive(Args)]
#[command(after_long_help = include_str!("help/explain.txt"))]
pub(crate) struct Arguments {
    /// A file, - for standard input, a HexWorld or trmph link, or the text of a position
    source: String,
    /// Of a file with several games, explain this one [default: the first]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// Explain the position after that many moves [default: at the end]
    #[arg(long, visible_alias = "move", value_name = "N")]
    at: Option<usize>,
    /// What to draw on the board
    #[arg(long, value_enum, default_value_t = Shown::Moves)]
    show: Shown,
    /// Whose connections or parts to draw [default: the side to move]
    #[arg(long)]
    side: Option<String>,
    /// Write the board to this file as SVG, and print nothing
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print everything as one JSON object
    #[arg(long)]
    json: bool,
}

/// A layer of the drawing.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Shown {
    /// Fill-in, inferior moves and the moves that are left
    Moves,
    /// The carriers of connections, by number
    Connections,
    /// Parts of the board that must be won one by one
    Parts,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let record = source::record(&self.source, self.game.map(|game| game as usize))?;
        let line = source::line_after(&record, "--at", self.at)?;
        let board = line.board();
        let told = explanation::explain(board)?;
        let sides = board.sides();
        let side = match &self.side {
            Some(name) => match sides.iter().find(|side| side.eq_ignore_ascii_case(name)) {
                Some(side) => side,
                None => bail!("--side {name}: there are {}", sides.join(" and ")),
            },
            None => told.to_move.unwrap_or(sides[0]),
        };
        let mut picture = board.picture();
        let legend = told.draw(
            &mut picture,
            match self.show {
                Shown::Moves => Layer::Moves,
                Shown::Connections => Layer::Connections(side),
                Shown::Parts => Layer::Parts(side),
            },
        );
        if let Some(path) = &self.svg {
            let meanings: Vec<_> = legend.iter().map(spelled).collect();
            if !meanings.is_empty() {
                picture.caption = format!("{}: {}", picture.caption, meanings.join(", "));
            }
            source::write(path, &picture.to_svg())?;
        }
        if self.json {
            return output::print_json(&told);
        }
        if self.svg.is_none() {
            let board = picture.to_text(output::colour());
            output::print(&(board + &words::legend(&legend) + &words::verdicts(&told, &sides)))?;
        }
        Ok(())
    }
}

fn spelled(mark: &Mark) -> String {
    format!("{} {}", mark.glyph, mark.meaning)
}
