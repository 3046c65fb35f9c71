//! `spinney play`: a game in the terminal.

mod command;
mod game;
mod input;
mod setup;
mod side;
mod thinking;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use spinney_engine::Level;

use crate::games;
use crate::player::{self, BoardArguments, PlayerArguments, ThinkArguments};
use game::TerminalGame;
use input::Input;
use setup::Setup;
use side::Side;

/// Play in the terminal
///
/// You and the engine move in turn. `help` says how moves are written and what else can be typed:
/// undo, hint, save and so on. Without options it asks which board, side and level you
/// want; with any option it starts at once.
#[derive(Args)]
#[command(after_long_help = include_str!("help/play.txt"))]
pub(crate) struct Arguments {
    #[arg(value_parser = player::game_or_position(), help = game_help())]
    game: Option<String>,
    #[command(flatten)]
    board: BoardArguments,
    /// Whom you play: first, second, both, none, or a side by its name [default: first]
    #[arg(long)]
    side: Option<String>,
    #[arg(long, conflicts_with_all = ["time", "playouts"], help = level_help())]
    level: Option<Level>,
    #[command(flatten)]
    think: ThinkArguments,
    #[command(flatten)]
    player: PlayerArguments,
    /// Save the game to this file after every move, replacing what is there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

fn game_help() -> String {
    format!("The game, or a position to start from [default: {}]", games::usual().name)
}

fn level_help() -> String {
    let (strongest, usual) = (Level::STRONGEST, Level::default());
    format!("How strong the engine is, from 1 (weakest) to {strongest} [default: {usual}]")
}

impl Arguments {
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        let input = Input::listen()?;
        if let Some(text) = self.game.take_if(|game| game.contains(char::is_whitespace)) {
            let BoardArguments { size, swap, position } = &self.board;
            if size.is_some() || swap.is_some() || position.is_some() {
                bail!("\"{text}\" says already which board it is");
            }
            self.game = Some(spinney_engine::game_of_position(&text)?.name.to_owned());
            self.board.position = Some(text);
        }
        let asks = self.is_bare();
        let game = match (self.game.as_deref(), &self.board.position) {
            (Some(name), _) => spinney_engine::game(name)?,
            (None, Some(position)) => spinney_engine::game_of_position(position)?,
            (None, None) => games::usual(),
        };
        let mut setup = Setup {
            game,
            board: self.board,
            side: Side::First,
            level: self.level.unwrap_or_default(),
            limits: self.think.limits(),
            player: self.player,
        };
        if let Some(name) = &self.side {
            setup.side = setup.side_named(name)?;
        }
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
