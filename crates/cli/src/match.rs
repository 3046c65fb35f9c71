//! `spinney match`: two players, many games.

mod side;

use std::time::Duration;

use anyhow::bail;
use clap::{Args, value_parser};
use spinney_arena::entrant::Protocol;
use spinney_arena::job::Bounds;
use spinney_arena::opening::{Judge, Openings};
use spinney_arena::player::TimeControl;
use spinney_arena::spec::Spec;
use spinney_engine::{GameEntry, Preset};

use self::side::{Side, SideA, SideB};
use crate::arena::RunArguments;
use crate::games;
use crate::player::{self, BoardArguments};

/// Play a match between two players, ours or anyone's, and say who is stronger
///
/// A player is a preset that `spinney preset list` names, a preset file, or a foreign program:
/// gtp:COMMAND, codecup:COMMAND, aei:COMMAND, getmove:COMMAND. Each opening is played twice with the seats
/// changed. Our own rules decide what is legal, who has won and whose time is up.
#[derive(Args)]
#[command(after_long_help = include_str!("help/match.txt"))]
pub(crate) struct Arguments {
    /// The first player
    a: String,
    /// The second player
    b: String,
    /// The game, where neither the players nor --position say it
    #[arg(long, value_parser = player::game_names())]
    game: Option<String>,
    #[command(flatten)]
    board: BoardArguments,
    /// How many games to play [default: 100, or each opening from both sides; with --sprt, as many
    /// as it takes]
    #[arg(long, short = 'n', value_name = "N", value_parser = value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// How games begin: none, first-moves, random:PLIES, balanced:PLIES, or a file with SGF or a
    /// list of moves on each line
    #[arg(long, value_name = "WHAT", default_value = "none", value_parser = openings)]
    openings: Openings,
    /// Where all dice come from
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// What the match is called in the store [default: the players' names]
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    #[command(flatten)]
    time: TimeArguments,
    /// Draw a game after that many moves
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    move_cap: u32,
    /// How late a player may be before it has lost on time, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Bounds::default().grace)]
    grace: f64,
    /// How long after its time was up a program that does not answer hangs, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Bounds::default().patience)]
    patience: f64,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten, next_help_heading = "The first player")]
    side_a: SideA,
    #[command(flatten, next_help_heading = "The second player")]
    side_b: SideB,
}

/// Both players' time.
#[derive(Args, Clone, Copy)]
struct TimeArguments {
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", value_parser = player::seconds)]
    time: Option<Duration>,
    /// Seconds for each player's game
    #[arg(long, value_name = "SECONDS", value_parser = player::seconds)]
    game_time: Option<Duration>,
    /// Seconds that each move adds to the time of a game
    #[arg(long, value_name = "SECONDS", value_parser = player::seconds)]
    increment: Option<Duration>,
    /// Playouts for each move
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    playouts: Option<u64>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = self.game()?;
        let both = TimeControl {
            per_move: self.time.time,
            per_game: self.time.game_time,
            increment: self.time.increment,
            playouts: self.time.playouts,
        };
        let sides: [(&str, Side); 2] =
            [(&self.a, self.side_a.into()), (&self.b, self.side_b.into())];
        let mut spec = Spec::new("", self.board.start(game, false));
        for (player, side) in sides {
            spec.entrants.push(side.entrant(player, game, both)?);
        }
        spec.tell_apart();
        spec.name = self
            .event
            .unwrap_or_else(|| format!("{} - {}", spec.entrants[0].name, spec.entrants[1].name));
        spec.games = self.games;
        spec.openings = self.openings;
        spec.seed = self.seed.into();
        spec.bounds = Bounds {
            move_cap: self.move_cap,
            grace: self.grace,
            patience: self.patience,
            ..Bounds::default()
        };
        self.run.run(spec)
    }

    /// The game that is played: as it is said, or the players' own.
    fn game(&self) -> anyhow::Result<&'static GameEntry> {
        if let Some(game) = &self.game {
            return Ok(spinney_engine::game(game)?);
        }
        if let Some(position) = &self.board.position {
            return Ok(spinney_engine::game_of_position(position)?);
        }
        let presets = [&self.a, &self.b].into_iter().filter(|p| Protocol::split(p).is_none());
        let mut failure = None;
        for preset in presets {
            match Preset::load(preset) {
                Ok(preset) => return Ok(preset.game()),
                // The other one may tell: `best` alone is a preset of its game.
                Err(error) => _ = failure.get_or_insert(error),
            }
        }
        match failure {
            Some(error) => Err(error.into()),
            None => bail!("say which game these programs play: --game {}", games::names("|")),
        }
    }
}

/// Reads where openings come from.
fn openings(text: &str) -> Result<Openings, String> {
    let plies = |text: &str| text.parse().map_err(|_| format!("\"{text}\" is no number of moves"));
    match text.split_once(':') {
        Some(("random", number)) => Ok(Openings::Random { plies: plies(number)?, count: 0 }),
        Some(("balanced", number)) => {
            let judge = Judge::default();
            Ok(Openings::Balanced { plies: plies(number)?, count: 0, judge })
        }
        _ => match text {
            "none" => Ok(Openings::None),
            "first-moves" => Ok(Openings::FirstMoves),
            path => Ok(Openings::File { path: path.into(), plies: 0 }),
        },
    }
}
