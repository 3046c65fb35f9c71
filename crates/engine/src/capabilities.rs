//! What only some games have. A front door asks for it and leaves out what there is not, so that
//! it need not know which game it serves.

use spinney_arimaa::TurnCounts;

use crate::board::Board;
use crate::connections::Connections;
use crate::explanation::Explanation;
use crate::forecast::Forecast;
use crate::proof::{ProofSettings, Prover, StrategyError};
use crate::report::EngineError;

/// What a game has besides rules, players and records.
pub struct Capabilities {
    /// Proofs of who wins or that nobody does, by search.
    pub proofs: Option<&'static dyn Proofs>,
    /// Connections that a side cannot be kept from.
    pub connections: Option<&'static dyn FindsConnections>,
    /// What is provable without search, with its reasons.
    pub explanations: Option<&'static dyn Explains>,
    /// What may be expected where luck has a part.
    pub forecasts: Option<&'static dyn Forecasts>,
    /// Turns of several moves.
    pub turns: Option<&'static Turns>,
    /// Files of single positions, in a format of their own.
    pub position_files: Option<&'static PositionFiles>,
}

impl Capabilities {
    /// Nothing of the kind.
    pub const NONE: Capabilities = Capabilities {
        proofs: None,
        connections: None,
        explanations: None,
        forecasts: None,
        turns: None,
        position_files: None,
    };
}

/// Proves who wins, or that nobody does. There are two players and no chance; whether there are draws
/// is told by the prover that the game brings.
pub trait Proofs: Sync {
    /// A prover for the board's topology.
    fn prover(
        &self,
        board: &Board,
        settings: &ProofSettings,
    ) -> Result<Box<dyn Prover>, EngineError>;

    /// See [`check_strategy`](crate::proof::check_strategy).
    fn check_strategy(&self, text: &str) -> Result<usize, StrategyError>;
}

/// Finds connections between stones and edges.
pub trait FindsConnections: Sync {
    /// The connections of a side.
    fn connections(&self, board: &Board, side: &str) -> Result<Box<dyn Connections>, EngineError>;
}

/// Explains positions.
pub trait Explains: Sync {
    /// What is provable about a position without search.
    fn explain(&self, board: &Board) -> Result<Explanation, EngineError>;
}

/// Foretells positions.
pub trait Forecasts: Sync {
    /// What may be expected of a position, from what everybody can see.
    fn forecast(&self, board: &Board) -> Result<Forecast, EngineError>;
}

/// How a turn of several moves is written and counted.
pub struct Turns {
    /// How many moves of one player make a turn at most.
    pub most_moves: usize,
    /// The word that ends a turn early.
    pub end: &'static str,
    /// Whether pieces are still being set up, which no search has an opinion of.
    pub sets_up: fn(&Board) -> bool,
    /// Whether a word of a written turn is no move but tells what came of one.
    pub is_remark: fn(&str) -> bool,
    /// How many turns there are from a position.
    pub count: fn(&Board) -> Result<TurnCounts, EngineError>,
    /// Whether the side to move reaches its goal in the turn that begins: exactly, and faster than
    /// by counting.
    pub can_win: fn(&Board) -> Result<bool, EngineError>,
}

/// How a single position is written to a file. The game's record reader reads it as a game without
/// moves.
pub struct PositionFiles {
    /// What the format is called, which is how such files end.
    pub format: &'static str,
    /// Whether a text looks like such a file, right or wrong.
    pub is_file: fn(&str) -> bool,
    /// A position as such a file.
    pub write: fn(&Board) -> Result<String, EngineError>,
}
