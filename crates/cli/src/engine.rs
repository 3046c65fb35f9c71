//! `spinney engine`: a player for other programs, over standard input and output.

use std::io::{self, BufReader, IsTerminal};
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use spinney_protocol::{codecup, gtp};

use crate::player::{self, BoardArguments, PlayerArguments, ThinkArguments};

/// Serve an engine to other programs over standard input and output
///
/// The engine answers commands on its standard output as they come on its standard input, and
/// keeps reading while it thinks, so that it can be interrupted. GTP is what HexGui, GoGui and
/// tournament scripts speak; CodeCup is the protocol of the Poly-Y contest.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  HexGui: Program > New Program, with this command:
    spinney engine hex
  One move on a 13x13 board:
    printf 'boardsize 13\\ngenmove black\\nquit\\n' | spinney engine hex --time 5
  A contestant with ten seconds for its game:
    spinney engine polyy --protocol codecup --game-time 10")]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = player::game_names())]
    game: String,
    /// The language to speak
    #[arg(long, default_value = "gtp")]
    protocol: Protocol,
    #[command(flatten)]
    player: PlayerArguments,
    #[command(flatten)]
    board: BoardArguments,
    #[command(flatten)]
    think: ThinkArguments,
    /// Think while the opponent thinks (GTP)
    #[arg(long)]
    ponder: bool,
    /// The time for all moves of a game together, in seconds (CodeCup) [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = player::seconds)]
    game_time: Option<Duration>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Protocol {
    /// The Go Text Protocol 2, as Hex programs use it
    Gtp,
    /// The protocol of the CodeCup contests
    Codecup,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = spinney_engine::game(&self.game)?;
        self.player.check(game)?;
        // The contest always has a swap; over GTP, the rules are the controller's to turn on.
        let usual_swap = matches!(self.protocol, Protocol::Codecup);
        let mut session = spinney_engine::open(
            &self.player.preset_name(game),
            Some(&self.board.start(game, usual_swap)),
            &self.player.overrides(),
        )?;
        if io::stdin().is_terminal() {
            eprintln!("This speaks to programs. To play: spinney play {}", game.name);
        }
        let (input, output) = (BufReader::new(io::stdin()), io::stdout());
        match self.protocol {
            Protocol::Gtp => {
                if self.game_time.is_some() {
                    bail!("--game-time is for CodeCup; over GTP, send time_settings");
                }
                let settings = gtp::Settings {
                    move_time: self.think.time,
                    playouts: self.think.playouts,
                    ponder: self.ponder,
                    ..gtp::Settings::default()
                };
                let options = gtp::Options {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    settings,
                    ..gtp::Options::default()
                };
                gtp::serve(&mut *session, &options, input, output)?;
            }
            Protocol::Codecup => {
                if self.think.limits().is_some() || self.ponder {
                    bail!("--time, --playouts and --ponder are for GTP; CodeCup has --game-time");
                }
                let mut options = codecup::Options::default();
                if let Some(time) = self.game_time {
                    options.game_time = time;
                    // A second of thirty; short games cannot spare as much.
                    options.margin = options.margin.min(time / 20);
                }
                codecup::serve(&mut *session, &options, input, output, io::stderr())?;
            }
        }
        Ok(())
    }
}
