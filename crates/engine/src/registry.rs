//! The games and presets that there are, and how to open a session of one.

use serde::Serialize;
use spinney_game::conformance::PerftLevel;
use spinney_game::{Game, Setup, Swap, TextError};

use crate::board::Board;
use crate::capabilities::Capabilities;
use crate::erased::{ErasedGame, Records};
use crate::games::GAMES;
use crate::preset::{Preset, personal};
use crate::report::EngineError;
use crate::resources::Resources;
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
    /// The boards that people mostly play on, besides any other that the game's text can say.
    pub boards: &'static [BoardChoice],
    /// The swap rules that it is played with, the usual one first.
    pub swaps: &'static [Swap],
    /// One line on how moves are written.
    pub notation: &'static str,
    /// How it is shown on a screen.
    pub display: Display,
    /// The formats that records can be written in, the usual one first.
    pub record_formats: &'static [&'static str],
    /// The presets that come with it; the first one is played unless another is asked for.
    pub presets: &'static [EmbeddedPreset],
    /// Who is measured where, unless somebody asks for others: presets and positions.
    pub(crate) bench: &'static [(&'static str, &'static str)],
    /// What it has besides rules, players and records.
    pub capabilities: Capabilities,
    /// How its records are read and written.
    pub(crate) records: &'static dyn Records,
    /// The game's own types at work.
    pub(crate) erased: &'static dyn ErasedGame,
}

/// A board that a game can be played on, or people it can be played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardChoice {
    /// As a position's text has it between the name of the game and the swap rule: `11x11`.
    pub text: &'static str,
    /// As people call it: `11×11`.
    pub label: &'static str,
}

/// How a game is shown on a screen, for front doors that draw: none of it changes play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Display {
    /// What its board is made of, and so how people move on it.
    pub board: BoardKind,
    /// How its moves are numbered.
    pub numbering: Numbering,
    /// The ways to turn its board, in degrees clockwise, the usual one first.
    pub rotations: &'static [i32],
}

impl Display {
    /// A board of cells that can be seen from either side, and a number for each move.
    pub const CELLS: Display =
        Display { board: BoardKind::Cells, numbering: Numbering::Moves, rotations: &[0, 180] };
}

/// What a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BoardKind {
    /// Cells: a move is the name of one.
    Cells,
    /// Squares that pieces step over.
    Squares,
    /// Tiles that are laid beside others, from players' hands.
    Tiles,
}

/// How moves are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// One by one.
    Moves,
    /// By turns, which are all the moves that a side makes in a row.
    Turns,
    /// By rounds of a turn of each side, with the first letter of the side: `2g`, `2s`. Positions
    /// that are not the start of a game begin with theirs.
    Rounds,
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
    /// The texts of starting positions that show what can be had.
    pub fn setups(&self) -> impl Iterator<Item = String> {
        let text = |choice: &BoardChoice| format!("{} {}", self.name, choice.text);
        self.boards.iter().map(move |choice| text(choice).trim_end().to_owned())
    }

    /// The name of a preset as people say it to somebody who knows the game: `uct` alone means the
    /// game's own, and nothing its first one.
    pub fn preset_name(&self, said: Option<&str>) -> String {
        let Some(said) = said else { return self.presets[0].name.to_owned() };
        let own = format!("{}/{said}", self.name);
        let is_own =
            self.presets.iter().any(|preset| preset.name == own) || personal::is_there(&own);
        if is_own { own } else { said.to_owned() }
    }

    /// The names of its presets: those that come with the program, and those of whoever uses it.
    pub fn preset_names(&self) -> Vec<String> {
        let embedded = self.presets.iter().map(|preset| preset.name.to_owned());
        let personal = personal::personal_presets().into_iter();
        embedded.chain(personal.filter(|name| name.split('/').next() == Some(self.name))).collect()
    }

    /// The tables of this game's presets.
    pub(crate) fn sections(&self) -> Vec<Section> {
        self.erased.sections()
    }

    /// How a game is usually set up.
    pub fn usual_setup(&self) -> Setup {
        let usual = self.board(self.default_position);
        usual.map_or_else(|_| Setup::plain(self.name), |board| board.setup())
    }

    /// The board of a position's text, which must be of this game.
    pub fn board(&self, text: &str) -> Result<Board, EngineError> {
        self.erased.board(self, text)
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
        let hint = format!("there are {}", names.join(", "));
        EngineError::unknown_of("game", name, names, hint)
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
///
/// See [`open_within`] for what the player may use.
pub fn open(
    preset: &str,
    position: Option<&str>,
    overrides: &[(String, String)],
) -> Result<Session, EngineError> {
    open_within(preset, position, overrides, &Resources::default())
}

/// The same with a player that keeps to some resources.
pub fn open_within(
    preset: &str,
    position: Option<&str>,
    overrides: &[(String, String)],
    resources: &Resources,
) -> Result<Session, EngineError> {
    let preset = Preset::load_with(preset, overrides)?;
    open_preset(preset.prepared(overrides, resources)?, position)
}

/// The same for a preset that is already there.
pub fn open_preset(preset: Preset, position: Option<&str>) -> Result<Session, EngineError> {
    let game = preset.game();
    let board = game.board(position.unwrap_or(game.default_position))?;
    let player = game.erased.player(preset, &board)?;
    Ok(Session::new(board, player))
}

/// How many sequences of moves there are from a position, and how many different positions they
/// lead to, at each depth from 0 on.
pub fn perft(board: &Board, depth: usize) -> Result<Vec<PerftLevel>, EngineError> {
    board.entry()?.erased.perft(board, depth)
}
