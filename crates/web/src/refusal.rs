//! Why a wish is not granted. Nothing has changed then.

#[cfg(feature = "server")]
mod response;

use spinney_engine::EngineError;

use crate::tree::Full;

#[cfg(feature = "server")]
pub(crate) use response::ErrorBody;

/// Why a wish is not granted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The wish makes no sense.
    #[error("{0}")]
    Wrong(String),
    /// The engine says why.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The game has no room for more.
    #[error(transparent)]
    Full(#[from] Full),
    /// There is no such game.
    #[error("there is no such game here")]
    NoSuchGame,
    /// There is no such node in the game.
    #[error("the game has no move with that number")]
    NoSuchNode,
    /// Somebody else is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A request or a record is longer than what is read here.
    #[error("this is too long: at most {0} bytes are read here")]
    TooLong(usize),
    /// A request does not come to its end.
    #[error("the rest of the request did not come in time")]
    TooSlow,
    /// A client asks for more than its share.
    #[error("slow down: {0}")]
    TooMuch(&'static str),
    /// The server has no room for more.
    #[error("{0}")]
    Busy(&'static str),
    /// A search was given up.
    #[error("the engine did not come to an end and was given up")]
    EngineLost,
    /// All threads are taken by such searches.
    #[error("no engine is left here: the server must be restarted")]
    NoEngine,
    /// Something went wrong here that should not.
    #[error("this went wrong on the server")]
    Fault,
    /// The server ends.
    #[error("the server is closing")]
    Closing,
    /// Nobody wants to know any more.
    #[error("called off")]
    CalledOff,
    /// A page of another site asks.
    #[error("this is not for pages of other sites")]
    Foreign,
    /// The disk does not do its part.
    #[error("the game cannot be kept: {0}")]
    Disk(#[from] std::io::Error),
}

impl Refusal {
    pub(crate) fn wrong(problem: impl Into<String>) -> Refusal {
        Refusal::Wrong(problem.into())
    }
}
