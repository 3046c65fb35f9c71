//! Who takes part: one of our presets or a foreign program, its threads and its time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use spinney_engine::{EngineError, GameEntry, Preset, TextError};

use crate::own;
use crate::player::TimeControl;

/// Somebody who takes part in a match or tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// What it is called, in one event once only.
    pub name: String,
    /// Who plays.
    pub program: Program,
    /// How many threads it may use; they count against the event's cores.
    pub threads: u32,
    /// Its time, handicaps included.
    pub control: TimeControl,
}

impl Entrant {
    /// One of our presets, or a preset file, with some parameters set otherwise; it brings its
    /// number of threads along. `uct` alone means the game's own preset of that name.
    pub fn of_preset(
        game: &GameEntry,
        preset: &str,
        set: BTreeMap<String, String>,
    ) -> Result<Entrant, EngineError> {
        let name = game.preset_name(Some(preset));
        let embedded = game.presets.iter().find(|embedded| embedded.name == name);
        let (name, text) = match embedded {
            Some(embedded) => (embedded.name.to_owned(), None),
            None => {
                // A file that makes sense only with what is set is kept with it.
                let loaded = Preset::load(&name).or_else(|_| own::preset(&name, None, &set))?;
                if loaded.game().name != game.name {
                    let problem = format!("plays {}, not {}", loaded.game().title, game.title);
                    return Err(TextError::at(preset, problem).into());
                }
                let from_file = preset != loaded.game().name;
                (loaded.name().to_owned(), from_file.then(|| loaded.to_toml()))
            }
        };
        let preset = own::preset(&name, text.as_deref(), &set)
            .map_err(|error| TextError::at(&name, error))?;
        let threads = preset.threads();
        let program = Program::Preset { name: name.clone(), text, set };
        Ok(Entrant { name, program, threads, control: TimeControl::default() })
    }

    /// Calls it, and its preset, something else.
    pub(crate) fn rename(&mut self, name: &str) {
        self.name = name.to_owned();
        if let Program::Preset { name: preset, .. } = &mut self.program {
            *preset = name.to_owned();
        }
    }

    /// A foreign program that may use one thread, until it is told otherwise.
    pub fn of_program(external: External) -> Entrant {
        let program = external.command.split_whitespace().next().unwrap_or_default();
        let name = Path::new(program).file_name().map_or(program.into(), |n| n.to_string_lossy());
        Entrant {
            name: name.into_owned(),
            program: Program::External(external),
            threads: 1,
            control: TimeControl::default(),
        }
    }
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Program {
    /// Our own engine.
    Preset {
        /// The name of a preset that comes with the program, or of a file.
        name: String,
        /// The whole preset where it came from a file, so that a game does not depend on the file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Parameters that are set otherwise: `search.exploration`.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        set: BTreeMap<String, String>,
    },
    /// A program that somebody else wrote.
    External(External),
}

/// How a foreign program is started and spoken to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct External {
    /// The language that it speaks.
    pub protocol: Protocol,
    /// What starts it, as typed into a shell.
    pub command: String,
    /// Lines that are sent to it before each game, once the board is set up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// How it differs from others that speak the same language: `morat`, `mohex`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// Where it is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// What is added to its environment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
}

/// The languages that foreign programs speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// GTP 2 as Hex programs use it.
    Gtp,
    /// CodeCup's.
    CodeCup,
    /// The Arimaa Engine Interface.
    Aei,
    /// `getMove`: a program that is started for each turn, as arimaa.com's bots are.
    GetMove,
}

impl Protocol {
    /// Every language.
    pub const ALL: [Protocol; 4] =
        [Protocol::Gtp, Protocol::CodeCup, Protocol::Aei, Protocol::GetMove];

    /// Its name, as in `gtp:command`.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::CodeCup => "codecup",
            Protocol::Aei => "aei",
            Protocol::GetMove => "getmove",
        }
    }

    /// The language and the command of a foreign program, if this is one: `gtp:command`.
    pub fn split(player: &str) -> Option<(Protocol, &str)> {
        let (name, command) = player.split_once(':')?;
        let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.name() == name)?;
        Some((protocol, command.trim()))
    }
}
