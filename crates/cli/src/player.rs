//! Arguments that several commands share: who plays, on which board, and for how long.

use std::ffi::OsStr;
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, value_parser};
use spinney_engine::{GameEntry, Limits, Preset, Resources, Session, Setup, Swap};

/// No time that people give is longer: a year.
const LONGEST_SECONDS: f64 = 366.0 * 86_400.0;

/// Who plays.
#[derive(Args, Clone, Default)]
pub(crate) struct PlayerArguments {
    /// Who plays: a preset that `spinney preset list` names, or a preset file
    #[arg(long, short, value_name = "PRESET")]
    pub(crate) preset: Option<String>,
    /// Set a parameter of the preset, such as search.exploration=0.7 (may be repeated)
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    assignments: Vec<(String, String)>,
    /// Work with that many threads, a solver's included
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    threads: Option<u32>,
    /// Let the whole player take that many MiB at most
    #[arg(long, value_name = "MIB", value_parser = value_parser!(u32).range(1..))]
    memory: Option<u32>,
}

impl PlayerArguments {
    /// Whether nothing was asked for.
    pub(crate) fn is_bare(&self) -> bool {
        let PlayerArguments { preset, assignments, threads, memory } = self;
        preset.is_none() && assignments.is_empty() && threads.is_none() && memory.is_none()
    }

    /// The name of the preset to load for a game: the one that was asked for, or its first one.
    pub(crate) fn preset_name(&self, game: &GameEntry) -> String {
        game.preset_name(self.preset.as_deref())
    }

    /// The game of the preset that was asked for.
    pub(crate) fn game(&self) -> anyhow::Result<&'static GameEntry> {
        let Some(name) = &self.preset else { bail!("name a game or a preset") };
        Ok(Preset::load(name)?.game())
    }

    /// Loads nothing, but makes sure that the preset is there, can be had with these parameters and
    /// plays the game.
    pub(crate) fn check(&self, game: &GameEntry) -> anyhow::Result<()> {
        let preset = Preset::load_with(&self.preset_name(game), &self.assignments)?;
        if preset.game().name != game.name {
            bail!(
                "the preset {} plays {}, not {}; presets for {} are {}",
                preset.name(),
                preset.game().title,
                game.title,
                game.title,
                game.preset_names().join(", ")
            );
        }
        Ok(())
    }

    /// The same, with that many MiB where nobody asks for others.
    pub(crate) fn or_memory(self, mib: u32) -> PlayerArguments {
        PlayerArguments { memory: self.memory.or(Some(mib)), ..self }
    }

    /// A session of the player at the position of that text. The seed counts where nobody has set
    /// another.
    pub(crate) fn open(
        &self,
        game: &GameEntry,
        start: &str,
        seed: Option<u64>,
    ) -> anyhow::Result<Session> {
        self.check(game)?;
        let preset = self.preset_name(game);
        let resources = Resources { threads: self.threads, memory: self.memory, seed };
        Ok(spinney_engine::open_within(&preset, Some(start), &self.assignments, &resources)?)
    }
}

/// A name and its value, as an argument.
pub(crate) fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write it as name=value, such as search.exploration=0.7".to_owned()),
    }
}

/// On which board.
#[derive(Args, Clone, Default)]
pub(crate) struct BoardArguments {
    #[arg(long, short, help = SIZE_HELP.as_str())]
    pub(crate) size: Option<String>,
    /// How the second player may swap
    #[arg(long, value_name = "RULE")]
    pub(crate) swap: Option<SwapRule>,
    /// Start from this position: its text, as `spinney show --format position` prints it
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["size", "swap"])]
    pub(crate) position: Option<String>,
}

/// Made once for all commands: every game is asked for its usual board.
static SIZE_HELP: LazyLock<String> = LazyLock::new(|| {
    let usual = |game: &GameEntry| {
        let Setup { size, players, .. } = game.usual_setup();
        let part = if players.is_empty() { size } else { players };
        (!part.is_empty()).then(|| format!("{part} ({})", game.title))
    };
    let sizes: Vec<_> = spinney_engine::games().iter().filter_map(usual).collect();
    format!(
        "The board's size, or who plays, as the game writes it: {}; `spinney games` lists more",
        sizes.join(", ")
    )
});

/// What a swap means.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SwapRule {
    /// The first stone changes its colour, and is mirrored where each side has edges of its own
    #[value(alias = "swap-pieces")]
    Pieces,
    /// The players change places
    #[value(alias = "swap-sides")]
    Sides,
    /// There is no swap
    #[value(alias = "none")]
    Off,
}

impl BoardArguments {
    /// The text of the position to start from. Where nobody says anything about the swap, it is
    /// the game's usual one or none.
    pub(crate) fn start(&self, game: &GameEntry, usual_swap: bool) -> String {
        if let Some(position) = &self.position {
            return position.clone();
        }
        let mut setup = game.usual_setup();
        if let Some(size) = &self.size {
            // Where the size is always the same, it is the players whom people choose.
            let part = if setup.players.is_empty() { &mut setup.size } else { &mut setup.players };
            *part = size.trim().to_owned();
        }
        setup.swap = match self.swap {
            Some(SwapRule::Pieces) => Swap::Pieces,
            Some(SwapRule::Sides) => Swap::Sides,
            None if usual_swap => setup.swap,
            Some(SwapRule::Off) | None => Swap::Off,
        };
        setup.to_string()
    }
}

/// For how long to think about a move.
#[derive(Args, Clone, Copy, Default)]
pub(crate) struct ThinkArguments {
    /// Think that many seconds about a move
    #[arg(long, visible_alias = "time-per-move", value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Make that many playouts for a move at most
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) playouts: Option<u64>,
}

impl ThinkArguments {
    /// The limits that were asked for, if any were.
    pub(crate) fn limits(&self) -> Option<Limits> {
        let limits = Limits { move_time: self.time, playouts: self.playouts, ..Limits::default() };
        (!limits.is_unbounded()).then_some(limits)
    }
}

/// A time in seconds, as an argument.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST_SECONDS => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("give a number of seconds above 0, such as 2 or 0.5".to_owned()),
    }
}

/// Reads the name of a game.
pub(crate) fn game_names() -> GameNames {
    let names = spinney_engine::games().iter().map(|game| game.name);
    GameNames { names: PossibleValuesParser::new(names), or_position: false }
}

/// Reads the name of a game, or the text of a position to start from.
pub(crate) fn game_or_position() -> GameNames {
    GameNames { or_position: true, ..game_names() }
}

/// Names of games, with what was probably meant by a name that is none.
#[derive(Clone)]
pub(crate) struct GameNames {
    names: PossibleValuesParser,
    or_position: bool,
}

impl TypedValueParser for GameNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = value.to_str().unwrap_or_default();
        let mut words = text.split_whitespace();
        let (first, is_long) = (words.next().unwrap_or_default(), words.next().is_some());
        if self.or_position && is_long && spinney_engine::game(first).is_ok() {
            return Ok(text.to_owned());
        }
        let known = spinney_engine::games().iter().map(|game| game.name);
        if !known.clone().any(|name| name == text)
            && spinney_engine::nearest(text, known).is_some()
            && let Err(error) = spinney_engine::game(text)
        {
            let mut command = command.clone();
            return Err(command.error(clap::error::ErrorKind::InvalidValue, error));
        }
        self.names.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.names.possible_values()
    }
}
