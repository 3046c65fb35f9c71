//! `spinney play`: a game in the terminal.

mod command;
mod game;
mod input;
mod setup;
mod thinking;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use spinney_engine::Level;

use crate::games;
use crate::player::{self, BoardArguments, PlayerArguments, ThinkArguments};
use game::TerminalGame;
use input::Input;
use setup::Setup;

/// Play in the terminal
///
/// You and the engine move in turn; moves are names of cells. `help` lists what else can be typed:
/// undo, hint, swap, save and so on. Without options it asks which board, side and level you
/// want; with any option it starts at once.
#[derive(Args)]
#[command(after_long_help = include_str!("help/play.txt"))]
pub(crate) struct Arguments {
    #[arg(value_parser = player::game_names(), help = game_help())]
    game: Option<String>,
    #[command(flatten)]
    board: BoardArguments,
    /// Whom you play [default: black]
    #[arg(long)]
    side: Option<Side>,
    #[arg(long, conflicts_with_all = ["time", "playouts"], help = level_help())]
    level: Option<Level>,
    #[command(flatten)]
    think: ThinkArguments,
    #[command(flatten)]
    player: PlayerArguments,
    /// Save the game to this file as SGF after every move, replacing what is there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

fn game_help() -> String {
    format!("The game [default: {}]", games::usual().name)
}

fn level_help() -> String {
    let (strongest, usual) = (Level::STRONGEST, Level::default());
    format!("How strong the engine is, from 1 (weakest) to {strongest} [default: {usual}]")
}

/// Which sides a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Side {
    /// You move first
    #[default]
    #[value(aliases = ["first", "gold"])]
    Black,
    /// The engine moves first
    #[value(aliases = ["second", "silver"])]
    White,
    /// You play both sides, and may ask for hints
    Both,
    /// The engine plays itself
    None,
}

impl Side {
    /// Whether a person has the player of that place in the order of first turns.
    fn has(self, seat: usize) -> bool {
        match self {
            Side::Black => seat == 0,
            Side::White => seat != 0,
            Side::Both => true,
            Side::None => false,
        }
    }
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let input = Input::listen()?;
        let asks = self.is_bare();
        let mut setup = Setup {
            game: self.game.as_deref().map_or(Ok(games::usual()), spinney_engine::game)?,
            board: self.board,
            side: self.side.unwrap_or_default(),
            level: self.level.unwrap_or_default(),
            limits: self.think.limits(),
            player: self.player,
        };
        if asks && !setup.ask(&input)? {
            return Ok(());
        }
        TerminalGame::new(setup, &input, self.save)?.play()
    }

    /// Whether nothing was asked for but perhaps a game.
    fn is_bare(&self) -> bool {
        let Arguments { game: _, board, side, level, think, player, save } = self;
        let BoardArguments { size, swap, position } = board;
        size.is_none()
            && swap.is_none()
            && position.is_none()
            && side.is_none()
            && level.is_none()
            && think.limits().is_none()
            && player.is_bare()
            && save.is_none()
    }
}
