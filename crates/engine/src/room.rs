//! The door between a game's own types and everything that speaks text.

use std::marker::PhantomData;
use std::time::Duration;

use spinney_game::conformance::{self, PerftLevel, TurnCounts};
use spinney_game::record::Record;
use spinney_game::{Game, TextError, player_named};
use spinney_search::dfpn::strategy::Strategy;
use spinney_search::mcts;

use crate::bench::{self, Rates};
use crate::board::Board;
use crate::connections::Connections;
use crate::explanation::Explanation;
use crate::forecast::Forecast;
use crate::game_player::GamePlayer;
use crate::knowledge::Knowledge;
use crate::player::Player;
use crate::preset::Preset;
use crate::proof::{self, ProofSettings, Prover, StrategyError};
use crate::registry::GameEntry;
use crate::report::EngineError;
use crate::settings::{MCTS, PlaySettings, RANDOM, Section};

/// What can be done with a game, seen from where its types are not known.
pub(crate) trait Room: Sync {
    /// The tables of the game's presets.
    fn sections(&self) -> Vec<Section>;

    /// The board of a position's text.
    fn board(&self, game: &GameEntry, text: &str) -> Result<Board, EngineError>;

    /// The preset's player, for games that start from a board.
    fn player(&self, preset: Preset, start: &Board) -> Result<Box<dyn Player>, EngineError>;

    /// See [`crate::bench::run`].
    fn rates(&self, preset: &Preset, position: &str, cpu: Duration) -> Result<Rates, EngineError>;

    /// See [`crate::bench::signature`].
    fn signature(&self, preset: &Preset, position: &str) -> Result<u64, EngineError>;

    /// See [`crate::read_record`].
    fn read_record(&self, text: &str) -> Result<Record, TextError>;

    /// See [`crate::write_record`].
    fn write_record(&self, record: &Record, format: &str) -> Result<String, TextError>;

    /// See [`crate::replay`].
    fn replay(&self, record: &Record) -> Result<Vec<String>, TextError>;

    /// See [`crate::proof::prover`].
    fn prover(
        &self,
        game: &'static GameEntry,
        position: &str,
        settings: &ProofSettings,
    ) -> Result<Box<dyn Prover>, EngineError>;

    /// See [`crate::connections::connections`].
    fn connections(
        &self,
        game: &'static GameEntry,
        position: &str,
        side: &str,
    ) -> Result<Box<dyn Connections>, EngineError>;

    /// See [`crate::explanation::explain`].
    fn explain(&self, game: &'static GameEntry, position: &str)
    -> Result<Explanation, EngineError>;

    /// See [`crate::forecast::forecast`].
    fn forecast(
        &self,
        game: &'static GameEntry,
        position: &str,
    ) -> Result<Option<Forecast>, EngineError>;

    /// See [`crate::proof::check_strategy`].
    fn check_strategy(&self, text: &str) -> Result<usize, StrategyError>;

    /// See [`crate::with_turn`].
    fn with_turn(
        &self,
        game: &GameEntry,
        position: &str,
        side: &str,
    ) -> Result<String, EngineError>;

    /// See [`crate::perft`].
    fn perft(
        &self,
        game: &GameEntry,
        position: &str,
        depth: usize,
    ) -> Result<Vec<PerftLevel>, EngineError>;

    /// See [`crate::count_turns`].
    fn count_turns(
        &self,
        game: &GameEntry,
        position: &str,
    ) -> Result<Option<TurnCounts>, EngineError>;
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

    fn rates(&self, preset: &Preset, position: &str, cpu: Duration) -> Result<Rates, EngineError> {
        bench::rates::<K>(preset, &preset.game().position(position)?, cpu)
    }

    fn signature(&self, preset: &Preset, position: &str) -> Result<u64, EngineError> {
        bench::signature_of::<K>(preset, &preset.game().position(position)?)
    }

    fn read_record(&self, text: &str) -> Result<Record, TextError> {
        K::read_record(text)
    }

    fn write_record(&self, record: &Record, format: &str) -> Result<String, TextError> {
        K::write_record(record, format)
    }

    fn replay(&self, record: &Record) -> Result<Vec<String>, TextError> {
        Ok(K::replay(record)?.iter().map(Game::text).collect())
    }

    fn prover(
        &self,
        game: &'static GameEntry,
        position: &str,
        settings: &ProofSettings,
    ) -> Result<Box<dyn Prover>, EngineError> {
        let position = game.position(position)?;
        K::prover(game, &position, settings).ok_or_else(|| proof::not_for(game))
    }

    fn connections(
        &self,
        game: &'static GameEntry,
        position: &str,
        side: &str,
    ) -> Result<Box<dyn Connections>, EngineError> {
        let position: K::Game = game.position(position)?;
        let player = player_named(&position, side)?;
        K::connections(&position, player).ok_or_else(|| {
            TextError::at("game", format!("{} is not about connections", game.title)).into()
        })
    }

    fn explain(
        &self,
        game: &'static GameEntry,
        position: &str,
    ) -> Result<Explanation, EngineError> {
        K::explain(&game.position(position)?).ok_or_else(|| {
            let problem = "has no knowledge of dead cells and connections";
            TextError::at("game", format!("{} {problem}", game.title)).into()
        })
    }

    fn forecast(
        &self,
        game: &'static GameEntry,
        position: &str,
    ) -> Result<Option<Forecast>, EngineError> {
        let best = Preset::load(game.presets[0].name)?;
        Ok(K::new(&best).forecast(&game.position(position)?))
    }

    fn check_strategy(&self, text: &str) -> Result<usize, StrategyError> {
        let (start, strategy) = Strategy::from_text::<K::Game>(text)?;
        strategy.check(&start)
    }

    fn with_turn(
        &self,
        game: &GameEntry,
        position: &str,
        side: &str,
    ) -> Result<String, EngineError> {
        Ok(self.board(game, position)?.handed_to(side)?.text())
    }

    fn perft(
        &self,
        game: &GameEntry,
        position: &str,
        depth: usize,
    ) -> Result<Vec<PerftLevel>, EngineError> {
        Ok(conformance::perft(&game.position::<K::Game>(position)?, depth)?)
    }

    fn count_turns(
        &self,
        game: &GameEntry,
        position: &str,
    ) -> Result<Option<TurnCounts>, EngineError> {
        Ok(K::count_turns(&game.position(position)?))
    }
}
