//! Connections that a side cannot be kept from, as text.

use serde::Serialize;
use spinney_game::TextError;

use crate::board::Board;
use crate::report::EngineError;

/// How strong a connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// It holds even if the opponent moves first.
    Full,
    /// It holds if its owner moves first.
    Semi,
}

/// A connection between two ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Connection {
    /// Whether it is full or needs a move.
    pub strength: Strength,
    /// The cells that it needs.
    pub carrier: Vec<String>,
    /// Where the owner of a semi-connection moves first; part of the carrier.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub key: Option<String>,
}

/// The connections of one side in a position.
///
/// Ends are cells, which stand for their chains, and edges.
pub trait Connections: Send {
    /// The connections of that strength between two ends.
    fn between(&self, strength: Strength, a: &str, b: &str) -> Result<Vec<Connection>, TextError>;

    /// The cells and edges with a connection of that strength to an end.
    fn connected_to(&self, strength: Strength, end: &str) -> Result<Vec<String>, TextError>;

    /// Where the side must play if it is its turn: all other moves lose.
    fn mustplay(&self) -> Vec<String>;

    /// How strong a connection that wins the side has, if it has one.
    fn wins(&self) -> Option<Strength>;
}

/// The connections of a side in a position, in games that are about connections.
pub fn connections(board: &Board, side: &str) -> Result<Box<dyn Connections>, EngineError> {
    match board.capabilities().connections {
        Some(game) => game.connections(board, side),
        None => {
            let problem = format!("{} is not about connections", board.title());
            Err(TextError::at("game", problem).into())
        }
    }
}
