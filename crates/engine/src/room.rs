//! A game as the engine sees it where its types are not known.

use std::marker::PhantomData;
use std::time::Duration;

use spinney_game::conformance::{self, PerftLevel};
use spinney_game::record::Record;
use spinney_game::{Game, TextError};
use spinney_search::mcts;

use crate::bench::{self, Rates};
use crate::board::Board;
use crate::game_player::GamePlayer;
use crate::knowledge::Knowledge;
use crate::player::Player;
use crate::preset::Preset;
use crate::registry::GameEntry;
use crate::report::EngineError;
use crate::settings::{MCTS, PlaySettings, RANDOM, Section};

/// What every game has: boards and players.
pub(crate) trait Room: Sync {
    /// The tables of the game's presets.
    fn sections(&self) -> Vec<Section>;

    /// The board of a position's text.
    fn board(&self, game: &GameEntry, text: &str) -> Result<Board, EngineError>;

    /// The preset's player, for games that start from a board.
    fn player(&self, preset: Preset, start: &Board) -> Result<Box<dyn Player>, EngineError>;

    /// See [`crate::bench::run`].
    fn rates(&self, preset: &Preset, board: &Board, cpu: Duration) -> Result<Rates, EngineError>;

    /// See [`crate::bench::signature`].
    fn signature(&self, preset: &Preset, board: &Board) -> Result<u64, EngineError>;

    /// See [`crate::perft`].
    fn perft(&self, board: &Board, depth: usize) -> Result<Vec<PerftLevel>, EngineError>;
}

/// How a game's records are read and written.
pub(crate) trait Records: Sync {
    /// See [`crate::read_record`].
    fn read(&self, text: &str) -> Result<Record, TextError>;

    /// See [`crate::write_record`].
    fn write(&self, record: &Record, format: &str) -> Result<String, TextError>;

    /// The boards of a record's main line, one for every node.
    fn replay(&self, record: &Record) -> Result<Vec<Board>, TextError>;
}

/// The boards of positions.
pub(crate) fn boards<G: Game>(positions: Vec<G>) -> Vec<Board> {
    positions.into_iter().map(Board::new).collect()
}

/// The room of a game with the knowledge `K`.
pub(crate) struct RoomOf<K>(PhantomData<fn() -> K>);

impl<K> RoomOf<K> {
    pub(crate) const fn new() -> RoomOf<K> {
        RoomOf(PhantomData)
    }
}

impl<K: Knowledge> Room for RoomOf<K> {
    fn sections(&self) -> Vec<Section> {
        let players = [MCTS, RANDOM].into_iter().chain(K::players().iter().copied());
        let mut sections = vec![
            Section::of::<PlaySettings>("play").choosing("player", players),
            Section::of::<mcts::Settings>("search"),
        ];
        sections.extend(K::sections());
        sections
    }

    fn board(&self, game: &GameEntry, text: &str) -> Result<Board, EngineError> {
        Ok(Board::new(game.position::<K::Game>(text)?))
    }

    fn player(&self, preset: Preset, start: &Board) -> Result<Box<dyn Player>, EngineError> {
        Ok(Box::new(GamePlayer::<K>::new(preset, start)?))
    }

    fn rates(&self, preset: &Preset, board: &Board, cpu: Duration) -> Result<Rates, EngineError> {
        bench::rates::<K>(preset, board.expect()?, cpu)
    }

    fn signature(&self, preset: &Preset, board: &Board) -> Result<u64, EngineError> {
        bench::signature_of::<K>(preset, board.expect()?)
    }

    fn perft(&self, board: &Board, depth: usize) -> Result<Vec<PerftLevel>, EngineError> {
        Ok(conformance::perft(board.expect::<K::Game>()?, depth)?)
    }
}
