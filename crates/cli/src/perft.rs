//! `spinney perft`: how many ways a game can go.

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use spinney_engine::{Board, game_of_position};

use crate::output::{self, grouped};
use crate::player;

/// Count the sequences of moves and the positions that they lead to
///
/// For each depth from 0 on: how many sequences of that many moves there are (paths), and how many
/// different positions they lead to. This is how rules are compared between programs. Where a turn
/// is several steps of one player, whole turns are counted unless a depth is given.
#[derive(Args)]
#[command(after_long_help = include_str!("help/perft.txt"))]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = player::game_names())]
    game: String,
    /// The position's text, or its size alone [default: where the game usually starts]
    position: Option<String>,
    /// How many moves deep
    #[arg(long, short)]
    depth: Option<usize>,
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

#[derive(Serialize)]
struct Turns<'a> {
    side: &'a str,
    board: &'a str,
    steps: u64,
    distinct_turns: u64,
    step_paths_by_len: &'a [u64],
    complete_turn_paths_by_len: &'a [u64],
    goal_turns: u64,
    min_goal_steps: Option<u8>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = spinney_engine::game(&self.game)?;
        let position = match self.position.as_deref().map(str::trim) {
            None => game.default_position.to_owned(),
            Some(text) if game_of_position(text).is_ok_and(|named| named.name == game.name) => {
                text.to_owned()
            }
            Some(rest) => format!("{} {rest}", game.name),
        };
        let board = Board::from_text(&position)?;
        let Some(depth) = self.depth else { return self.turns(&board) };
        let levels = spinney_engine::perft(&board, depth)?;
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

    /// Counts whole turns.
    fn turns(&self, board: &Board) -> anyhow::Result<()> {
        let Some(counts) = spinney_engine::count_turns(board)? else {
            bail!("a turn of {} is one move: say how deep to count with --depth", self.game);
        };
        if self.json {
            return output::print_json(&Turns {
                side: &counts.side,
                board: &counts.board,
                steps: counts.steps,
                distinct_turns: counts.distinct_turns,
                step_paths_by_len: &counts.step_paths_by_len,
                complete_turn_paths_by_len: &counts.complete_turn_paths_by_len,
                goal_turns: counts.goal_turns,
                min_goal_steps: counts.min_goal_steps,
            });
        }
        let mut table = output::table(["steps", "paths", "complete"], [true; 3]);
        let lengths = counts.step_paths_by_len.iter().zip(&counts.complete_turn_paths_by_len);
        for (i, (&paths, &complete)) in lengths.enumerate() {
            table.add_row([(i + 1).to_string(), grouped(paths.into()), grouped(complete.into())]);
        }
        output::print_table(&table)?;
        let goal = match counts.min_goal_steps {
            Some(least) => {
                format!("{} reach the goal, in {least} steps at best", counts.goal_turns)
            }
            None => "none reaches the goal".to_owned(),
        };
        let turns = grouped(counts.distinct_turns.into());
        Ok(output::print(&format!("{turns} different turns; {goal}\n"))?)
    }
}
