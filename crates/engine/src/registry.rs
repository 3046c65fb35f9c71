//! The games and presets that there are, and how to open a session of one.

use spinney_game::conformance::{PerftLevel, TurnCounts};
use spinney_game::{Game, TextError};

use crate::board::Board;
use crate::games::GAMES;
use crate::preset::Preset;
use crate::report::EngineError;
use crate::room::Room;
use crate::session::Session;
use crate::settings::Section;

/// A game, as a front door presents it.
pub struct GameEntry {
    /// Its name, as users type it: `hex`.
    pub name: &'static str,
    /// Its name, as a heading has it: `Hex`.
    pub title: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// The text of the position that a game usually starts from.
    pub default_position: &'static str,
    /// Texts of other starting positions, to show what can be had.
    pub setups: &'static [&'static str],
    /// One line on how moves are written.
    pub notation: &'static str,
    /// How many moves of one player make a turn at most; 1 where every move is a turn.
    pub turn_moves: usize,
    /// The formats that records can be written in, the usual one first.
    pub record_formats: &'static [&'static str],
    /// The presets that come with it; the first one is played unless another is asked for.
    pub presets: &'static [EmbeddedPreset],
    /// The game's own types at work.
    pub(crate) room: &'static dyn Room,
}

/// A preset that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedPreset {
    /// Its name: `hex/best`.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

impl GameEntry {
    /// The tables of this game's presets.
    pub(crate) fn sections(&self) -> Vec<Section> {
        self.room.sections()
    }

    /// The board of a position's text, which must be of this game.
    pub fn board(&self, text: &str) -> Result<Board, EngineError> {
        self.room.board(self, text)
    }

    /// Reads a position of this game and of no other one that shares its type.
    pub(crate) fn position<G: Game>(&self, text: &str) -> Result<G, TextError> {
        let position = G::from_text(text)?;
        if position.name() == self.name {
            Ok(position)
        } else {
            Err(TextError::word(
                text,
                format!("is a position of {}, not of {}", position.name(), self.name),
            ))
        }
    }
}

/// Every game.
pub fn games() -> &'static [GameEntry] {
    GAMES
}

/// The game of that name.
pub fn game(name: &str) -> Result<&'static GameEntry, EngineError> {
    games().iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<_> = games().iter().map(|entry| entry.name).collect();
        EngineError::unknown("game", name, format!("there are {}", names.join(", ")))
    })
}

/// The game that a position's text is of, by its first word.
pub fn game_of_position(position: &str) -> Result<&'static GameEntry, EngineError> {
    game(position.split_whitespace().next().unwrap_or(""))
}

/// Every preset that comes with the program.
pub fn presets() -> impl Iterator<Item = EmbeddedPreset> {
    games().iter().flat_map(|entry| entry.presets.iter().copied())
}

/// Opens a session: whoever `preset` says (a name such as `hex/best`, the name of a game for its
/// best player, or a file) with some parameters set otherwise, at `position` or where the game
/// usually starts.
pub fn open(
    preset: &str,
    position: Option<&str>,
    overrides: &[(String, String)],
) -> Result<Session, EngineError> {
    let mut preset = Preset::load(preset)?;
    for (name, value) in overrides {
        preset.set(name, value)?;
    }
    open_preset(preset, position)
}

/// The same for a preset that is already there.
pub fn open_preset(preset: Preset, position: Option<&str>) -> Result<Session, EngineError> {
    let game = preset.game();
    let board = game.board(position.unwrap_or(game.default_position))?;
    let player = game.room.player(preset, &board)?;
    Ok(Session::new(board, player))
}

/// A position as it would be if it were that side's turn, where the game lets the side move now.
pub fn with_turn(position: &str, side: &str) -> Result<String, EngineError> {
    let game = game_of_position(position)?;
    game.room.with_turn(game, position, side)
}

/// How many sequences of moves there are from a position, and how many different positions they
/// lead to, at each depth from 0 on.
pub fn perft(position: &str, depth: usize) -> Result<Vec<PerftLevel>, EngineError> {
    let game = game_of_position(position)?;
    game.room.perft(game, position, depth)
}

/// How many whole turns there are from a position, where a turn is several decisions of one
/// player; `None` where each decision is a turn.
pub fn count_turns(position: &str) -> Result<Option<TurnCounts>, EngineError> {
    let game = game_of_position(position)?;
    game.room.count_turns(game, position)
}
