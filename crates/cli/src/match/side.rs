//! What can be said of each of two players.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, value_parser};
use spinney_arena::entrant::{Entrant, External, Protocol};
use spinney_arena::player::TimeControl;
use spinney_engine::GameEntry;

use crate::player;

/// What was said of one player.
pub(super) struct Side {
    name: Option<String>,
    set: Vec<(String, String)>,
    threads: Option<u32>,
    time: TimeControl,
    handicap: Option<f64>,
    init: Vec<String>,
    dialect: Option<String>,
    dir: Option<PathBuf>,
    env: Vec<(String, String)>,
}

/// The arguments of one player; their names end in its letter.
#[rustfmt::skip] // Each time it is formatted, its attributes drift to the right.
macro_rules! side {
    ($side:ident, $letter:literal) => {
        #[derive(Args)]
        pub(super) struct $side {
            /// What it is called
            #[arg(id = concat!("name-", $letter), long, value_name = "NAME")]
            name: Option<String>,
            /// Set a parameter of its preset, such as search.exploration=0.7 (may be repeated)
            #[arg(id = concat!("set-", $letter), long, value_name = "NAME=VALUE",
                value_parser = player::assignment)]
            set: Vec<(String, String)>,
            /// How many threads it uses
            #[arg(id = concat!("threads-", $letter), long, value_name = "N",
                value_parser = value_parser!(u32).range(1..))]
            threads: Option<u32>,
            /// Its seconds for each move
            #[arg(id = concat!("time-", $letter), long, value_name = "SECONDS",
                value_parser = player::seconds)]
            time: Option<Duration>,
            /// Its seconds for the game
            #[arg(id = concat!("game-time-", $letter), long, value_name = "SECONDS",
                value_parser = player::seconds)]
            game_time: Option<Duration>,
            /// The seconds that each of its moves adds to its time of the game
            #[arg(id = concat!("increment-", $letter), long, value_name = "SECONDS",
                value_parser = player::seconds)]
            increment: Option<Duration>,
            /// Its playouts for each move
            #[arg(id = concat!("playouts-", $letter), long, value_name = "N",
                value_parser = value_parser!(u64).range(1..))]
            playouts: Option<u64>,
            /// Multiply its times by this
            #[arg(id = concat!("handicap-", $letter), long, value_name = "FACTOR")]
            handicap: Option<f64>,
            /// Send this line to the program before each game (may be repeated)
            #[arg(id = concat!("init-", $letter), long, value_name = "LINE",
                allow_hyphen_values = true)]
            init: Vec<String>,
            /// How the program's GTP differs: morat, mohex, hexgui
            #[arg(id = concat!("dialect-", $letter), long, value_name = "NAME")]
            dialect: Option<String>,
            /// Start the program in this folder
            #[arg(id = concat!("dir-", $letter), long, value_name = "FOLDER")]
            dir: Option<PathBuf>,
            /// Add to the program's environment (may be repeated)
            #[arg(id = concat!("env-", $letter), long, value_name = "NAME=VALUE",
                value_parser = player::assignment)]
            env: Vec<(String, String)>,
        }

        impl From<$side> for Side {
            fn from(side: $side) -> Side {
                Side {
                    name: side.name,
                    set: side.set,
                    threads: side.threads,
                    time: TimeControl {
                        per_move: side.time,
                        per_game: side.game_time,
                        increment: side.increment,
                        playouts: side.playouts,
                    },
                    handicap: side.handicap,
                    init: side.init,
                    dialect: side.dialect,
                    dir: side.dir,
                    env: side.env,
                }
            }
        }
    };
}

side!(SideA, "a");
side!(SideB, "b");

impl Side {
    /// The entrant that was asked for. Whoever has a time of its own does not have everybody's.
    pub(super) fn entrant(
        self,
        player: &str,
        game: &GameEntry,
        everybodys: TimeControl,
    ) -> anyhow::Result<Entrant> {
        let mut entrant = match Protocol::split(player) {
            Some((protocol, command)) => {
                if !self.set.is_empty() {
                    bail!("parameters are set in presets; send a program its own with --init");
                }
                Entrant::of_program(External {
                    protocol,
                    command: command.to_owned(),
                    init: self.init,
                    dialect: self.dialect,
                    dir: self.dir,
                    env: self.env.into_iter().collect(),
                })
            }
            None => {
                let is_foreign = self.dialect.is_some() || self.dir.is_some();
                if is_foreign || !self.init.is_empty() || !self.env.is_empty() {
                    bail!(
                        "--init, --dialect, --dir and --env are for programs such as gtp:COMMAND"
                    );
                }
                let set: BTreeMap<_, _> = self.set.into_iter().collect();
                Entrant::of_preset(game, player, set)?
            }
        };
        entrant.name = self.name.unwrap_or(entrant.name);
        entrant.threads = self.threads.unwrap_or(entrant.threads);
        entrant.control = if self.time.is_unset() { everybodys } else { self.time };
        if let Some(factor) = self.handicap {
            if !(1e-3..=1e3).contains(&factor) {
                bail!("a handicap is 0.001 to 1000 times the time");
            }
            entrant.control = entrant.control.scaled(factor);
        }
        Ok(entrant)
    }
}
