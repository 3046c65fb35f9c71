//! `spinney perft`: how many ways a game can go.

use clap::Args;
use serde::Serialize;

use crate::output::{self, grouped};
use crate::player;

/// Count the sequences of moves and the positions that they lead to
///
/// For each depth from 0 on: how many sequences of that many moves there are (paths), and how many
/// different positions they lead to. This is how rules are compared between programs.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  spinney perft hex 3x3 --depth 4
  spinney perft y \"y 4 swap-sides; black b2\" --depth 3 --json")]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = player::game_names())]
    game: String,
    /// The position's text, or its size alone [default: where the game usually starts]
    position: Option<String>,
    /// How many moves deep
    #[arg(long, short)]
    depth: usize,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row<'a> {
    position: &'a str,
    depth: usize,
    paths: u128,
    distinct: usize,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = spinney_engine::game(&self.game)?;
        let position = match self.position.as_deref().map(str::trim) {
            None => game.default_position.to_owned(),
            Some(text) if text.split_whitespace().next() == Some(game.name) => text.to_owned(),
            Some(rest) => format!("{} {rest}", game.name),
        };
        let levels = spinney_engine::perft(&position, self.depth)?;
        let mut table = output::table(["depth", "paths", "distinct"], [true; 3]);
        for (depth, level) in levels.iter().enumerate() {
            let (paths, distinct) = (level.paths, level.distinct);
            if self.json {
                output::print_json(&Row { position: &position, depth, paths, distinct })?;
            } else {
                table.add_row([depth.to_string(), grouped(paths), grouped(distinct as u128)]);
            }
        }
        if !self.json {
            output::print_table(&table)?;
        }
        Ok(())
    }
}
