//! `spinney engine`: a player for other programs, over standard input and output.

mod transcript;

use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use spinney_protocol::{aei, codecup, getmove, gtp};

use self::transcript::Transcript;
use crate::games;
use crate::output;
use crate::player::{self, BoardArguments, PlayerArguments, ThinkArguments};
use crate::source;

/// Serve an engine to other programs over standard input and output
///
/// The engine answers commands on its standard output as they come on its standard input, and
/// keeps reading while it thinks, so that it can be interrupted. GTP is what HexGui, GoGui and
/// tournament scripts speak, for every game; CodeCup is the protocol of the contests of that name;
/// AEI and getMove are for games whose turns are several steps.
#[derive(Args)]
#[command(after_long_help = include_str!("help/engine.txt"))]
pub(crate) struct Arguments {
    /// The game [default: the one that the preset plays]
    #[arg(value_parser = player::game_names(), required_unless_present = "preset")]
    game: Option<String>,
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
    /// Add all that is heard and said to this file, line by line (not with getMove)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Carry out the messages of this file first (AEI)
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// The files of a position, a game record and a game's state (getMove)
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Protocol {
    /// The Go Text Protocol 2, with what HexGui and GoGui add to it
    Gtp,
    /// The protocol of the CodeCup contests
    Codecup,
    /// The Arimaa Engine Interface
    Aei,
    /// An older interface of the same programs: files in, a turn out
    Getmove,
}

/// MiB for a player of the contest, whose programs may take 64 MB, this one's own code included.
const CODECUP_MEMORY: u32 = 48;

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = match &self.game {
            Some(name) => spinney_engine::game(name)?,
            None => self.player.game()?,
        };
        // The contest always has a swap; over GTP, the rules are the controller's to turn on.
        let usual_swap = matches!(self.protocol, Protocol::Codecup);
        let start = self.board.start(game, usual_swap);
        let player = match self.protocol {
            Protocol::Codecup => self.player.clone().or_memory(CODECUP_MEMORY),
            _ => self.player.clone(),
        };
        let mut session = player.open(game, &start, None)?;
        let is_aei = matches!(self.protocol, Protocol::Aei);
        let is_getmove = matches!(self.protocol, Protocol::Getmove);
        if (is_aei || is_getmove) && game.capabilities.turns.is_none() {
            let others = games::titles(|game| game.capabilities.turns.is_some());
            bail!("AEI and getMove are for {others}, not for {}", game.title);
        }
        if self.init.is_some() && !is_aei {
            bail!("--init is for AEI");
        }
        if self.log.is_some() && is_getmove {
            bail!("--log is for conversations, and getMove is none");
        }
        if self.files.is_empty() == is_getmove {
            bail!("give files with --protocol getmove, and only there");
        }
        if !is_getmove && io::stdin().is_terminal() {
            eprintln!("This speaks to programs. To play: spinney play {}", game.name);
        }
        let log = self.log.as_deref().map(Transcript::open).transpose()?;
        let (input, stdout): (Box<dyn Read + Send>, Box<dyn Write>) = match &log {
            Some(log) => (Box::new(log.heard(io::stdin())), Box::new(log.said(io::stdout()))),
            None => (Box::new(io::stdin()), Box::new(io::stdout())),
        };
        let input = BufReader::new(input);
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
                gtp::serve(&mut session, &options, input, stdout)?;
            }
            Protocol::Aei => {
                let options = aei::Options {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    limits: self.think.limits(),
                    ..aei::Options::default()
                };
                let first = match &self.init {
                    Some(file) => source::text_file(file)? + "\n",
                    None => String::new(),
                };
                let input = BufReader::new(io::Cursor::new(first).chain(input));
                aei::serve(&mut session, &options, input, stdout)?;
            }
            Protocol::Getmove => {
                let files = self.files.iter().map(|file| source::text_file(file));
                let files = files.collect::<anyhow::Result<Vec<_>>>()?;
                let turn = getmove::answer(&mut session, &files, self.think.limits())?;
                output::print(&format!("{turn}\n"))?;
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
                codecup::serve(&mut session, &options, input, stdout, io::stderr())?;
            }
        }
        Ok(())
    }
}
