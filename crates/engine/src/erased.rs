//! A game as the engine sees it where its types are not known.

use std::marker::PhantomData;
use std::time::Duration;

use spinney_game::conformance::{self, PerftLevel};
use spinney_game::record::Record;
use spinney_game::{Game, Symmetry, TextError};
use spinney_search::{Kind, TimeSettings, alphabeta, expectimax, flat, mcts};

use crate::bench::{self, Rates};
use crate::board::Board;
use crate::book::{self, Canonical};
use crate::game_player::GamePlayer;
use crate::line::Line;
use crate::player::Player;
use crate::plugin::GamePlugin;
use crate::preset::Preset;
use crate::registry::GameEntry;
use crate::report::EngineError;
use crate::settings::{PlaySettings, Section};
use crate::state::{Stepped, Steps};

/// What every game has: boards and players.
pub(crate) trait ErasedGame: Sync {
    /// The tables of the game's presets.
    fn sections(&self) -> Vec<Section>;

    /// The board of a position's text.
    fn board(&self, game: &GameEntry, text: &str) -> Result<Board, EngineError>;

    /// The preset's player, for games that start from a board.
    fn player(&self, preset: Preset, start: &Board) -> Result<Box<dyn Player>, EngineError>;

    /// The state where a game of this kind stands.
    fn state(&self, line: &Line) -> Result<Box<dyn Steps>, EngineError>;

    /// Where a board's position is in books.
    fn canonical(&self, board: &Board) -> Result<Canonical, EngineError>;

    /// Its key alone.
    fn canonical_key(&self, board: &Board) -> Result<u64, EngineError>;

    /// See [`crate::bench::run`].
    fn rates(&self, preset: &Preset, board: &Board, cpu: Duration) -> Result<Rates, EngineError>;

    /// See [`crate::bench::signature`].
    fn signature(&self, preset: &Preset, board: &Board) -> Result<u64, EngineError>;

    /// See [`crate::perft`].
    fn perft(&self, board: &Board, depth: usize) -> Result<Vec<PerftLevel>, EngineError>;
}

/// How much a text looks like a game's record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Resemblance {
    /// Not at all.
    None,
    /// There may be one in it, behind other text.
    Some,
    /// It begins like one.
    Clear,
    /// It says so, where others look the same.
    Named,
}

/// How a game's records are read and written.
pub(crate) trait Records: Sync {
    /// Whether a text looks like one of them, right or wrong.
    fn resembles(&self, text: &str) -> Resemblance;

    /// The first record of a text.
    fn read(&self, text: &str) -> Result<Record, TextError>;

    /// Every record of a text, at least one, each for itself.
    fn read_all(&self, text: &str) -> Vec<Result<Record, TextError>>;

    /// See [`crate::write_record`].
    fn write(&self, record: &Record, format: &str) -> Result<String, TextError>;

    /// The boards of a record's main line, one for every node.
    fn replay(&self, record: &Record) -> Result<Vec<Board>, TextError>;
}

/// The boards of positions.
pub(crate) fn boards<G: Game>(positions: Vec<G>) -> Vec<Board> {
    positions.into_iter().map(Board::new).collect()
}

/// A game plug-in whose types nobody sees.
pub(crate) struct Erased<P>(PhantomData<fn() -> P>);

impl<P> Erased<P> {
    pub(crate) const fn new() -> Erased<P> {
        Erased(PhantomData)
    }
}

impl<P: GamePlugin> ErasedGame for Erased<P> {
    fn sections(&self) -> Vec<Section> {
        let kinds = || [Kind::Mcts, Kind::Random].into_iter().chain(P::searches().iter().copied());
        let mut sections = vec![
            Section::of::<PlaySettings>("play").choosing("player", kinds().map(Kind::name)),
            Section::of::<TimeSettings>("time"),
            Section::of::<mcts::Settings>("search"),
        ];
        sections.extend(P::sections());
        sections.extend(kinds().filter_map(settings_of));
        sections
    }

    fn board(&self, game: &GameEntry, text: &str) -> Result<Board, EngineError> {
        Ok(Board::new(game.position::<P::Game>(text)?))
    }

    fn player(&self, preset: Preset, start: &Board) -> Result<Box<dyn Player>, EngineError> {
        Ok(Box::new(GamePlayer::<P>::new(preset, start)?))
    }

    fn state(&self, line: &Line) -> Result<Box<dyn Steps>, EngineError> {
        Ok(Box::new(Stepped::<P::Game>::of_line(line)?))
    }

    fn canonical(&self, board: &Board) -> Result<Canonical, EngineError> {
        Ok(book::canonical(board.expect::<P::Game>()?))
    }

    fn canonical_key(&self, board: &Board) -> Result<u64, EngineError> {
        Ok(board.expect::<P::Game>()?.canonical_hash())
    }

    fn rates(&self, preset: &Preset, board: &Board, cpu: Duration) -> Result<Rates, EngineError> {
        bench::rates::<P>(preset, board.expect()?, cpu)
    }

    fn signature(&self, preset: &Preset, board: &Board) -> Result<u64, EngineError> {
        bench::signature_of::<P>(preset, board.expect()?)
    }

    fn perft(&self, board: &Board, depth: usize) -> Result<Vec<PerftLevel>, EngineError> {
        Ok(conformance::perft(board.expect::<P::Game>()?, depth)?)
    }
}

/// The table of a search's settings, where it has one of its own.
fn settings_of(kind: Kind) -> Option<Section> {
    match kind {
        Kind::AlphaBeta => Some(Section::of::<alphabeta::Settings>(kind.name())),
        Kind::Expectimax => Some(Section::of::<expectimax::Settings>(kind.name())),
        Kind::Flat => Some(Section::of::<flat::Settings>(kind.name())),
        Kind::Mcts | Kind::Product | Kind::Random => None,
    }
}
