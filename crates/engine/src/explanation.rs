//! What can be proven about a position without search, and why: fill-in, inferior moves,
//! connections, where a side must play, who wins.
//!
//! [`explain`] says it in names of cells and sides, so that a front door needs to know no game; an
//! [`Explanation`] serialises as it is. [`Explanation::draw`] puts it on a picture of the
//! position.
//!
//! ```
//! use spinney_engine::Board;
//! use spinney_engine::explanation::{Ground, explain};
//! let told = explain(&Board::from_text("hex 3x3; black b2; white a2; black to move")?)?;
//! assert_eq!((told.winner, told.ground), (Some("black"), Some(Ground::FillIn)));
//! # Ok::<(), spinney_engine::EngineError>(())
//! ```

mod drawing;

use serde::Serialize;
use spinney_game::TextError;

use crate::board::Board;
use crate::connections::Connection;
use crate::report::EngineError;

pub use self::drawing::{Layer, Mark};

/// Everything that is known of a position without search.
///
/// Inferior moves, the mustplay, parts and connections are those of the board with its fill-in
/// laid. Where fill-in decides the game, or it is over, there are none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The position, as text.
    pub position: String,
    /// Whose turn it is; `None` when the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub to_move: Option<&'static str>,
    /// What the rest holds under, if not always.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub note: Option<&'static str>,
    /// The side that wins with right play, where that is proven.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub winner: Option<&'static str>,
    /// How that is proven.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ground: Option<Ground>,
    /// Empty cells that may be taken for stones without changing any outcome.
    pub fill_in: Vec<FillIn>,
    /// Moves that the side to move need not consider, with the reason.
    pub inferior: Vec<InferiorMove>,
    /// Where the side to move must play, since all else leaves the opponent a winning connection;
    /// `None` if nothing is known to threaten.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mustplay: Option<Vec<String>>,
    /// The moves that are left. If the side to move can win, then with one of these; where it is
    /// the proven winner, each of them wins; where it has lost, there are none.
    pub moves: Vec<String>,
    /// What each side has, in the order of their first turn.
    pub sides: Vec<SideKnowledge>,
}

/// How a winner is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// The game is over.
    GameOver,
    /// The fill-in alone wins.
    FillIn,
    /// A connection that cannot be broken.
    Connection,
    /// The side to move has no move that could win.
    NoMoves,
}

/// An empty cell that may be taken for a stone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FillIn {
    /// The cell.
    pub cell: String,
    /// Whose stone to imagine on it.
    pub side: &'static str,
    /// Why.
    pub cause: FillInCause,
}

/// Why a cell may be taken for a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum FillInCause {
    /// Its colour matters to nobody.
    Dead,
    /// The side can answer every intrusion.
    Captured,
}

/// A move that need not be considered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InferiorMove {
    /// The move.
    pub cell: String,
    /// Why it is left out.
    pub reason: Inferiority,
    /// The opponent's reply, or the better move.
    pub by: String,
    /// Where `by` captures the move: what it takes besides, cells that are then dead or captured.
    pub carrier: Vec<String>,
}

/// In what way a move is inferior.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Inferiority {
    /// The opponent's reply makes it dead.
    Vulnerable,
    /// The opponent's reply captures it.
    CapturedReversible,
    /// The better move captures it, or makes it dead: it is as good as both.
    FillInDominated,
    /// The better move joins all that it could join.
    PathDominated,
}

/// What one side has in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SideKnowledge {
    /// The side.
    pub side: &'static str,
    /// Connections that win the game: a full one, if it has one, then those that it must move for.
    pub winning: Vec<Connection>,
    /// Connections between its chains and edges: the smallest one of each pair that is not joined
    /// by two others anyway.
    pub connections: Vec<Link>,
    /// Parts of the board that it must win one by one; none if the board is not cut.
    pub parts: Vec<Vec<String>>,
}

/// A connection and what it joins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Link {
    /// The two ends: edges, and cells that stand for their chains.
    pub ends: [String; 2],
    /// How they are joined.
    #[serde(flatten)]
    pub connection: Connection,
}

/// Explains a position, in games with knowledge of this kind.
pub fn explain(board: &Board) -> Result<Explanation, EngineError> {
    match board.capabilities().explanations {
        Some(game) => game.explain(board),
        None => {
            let problem = "has no knowledge of dead cells and connections";
            Err(TextError::at("game", format!("{} {problem}", board.title())).into())
        }
    }
}
