//! Where results are kept, from the moment they exist.

pub(crate) mod column;
mod row;
mod sqlite;
#[cfg(test)]
pub(crate) mod tests;

pub use sqlite::{Merged, SqliteStore};
pub(crate) use sqlite::{Schema, open_database};

use crate::result::GameResult;

/// Where results are kept.
pub trait Store {
    /// Keeps a game. When this returns, neither the end of this program nor of the machine's power
    /// loses it. A game that is there already is left as it is, and returned.
    fn keep(&mut self, game: &GameResult) -> Result<Option<GameResult>, StoreError>;

    /// Shows the games of an event, or of all of them, one by one in the order in which they were
    /// kept.
    fn visit(
        &self,
        event: Option<&str>,
        visit: &mut dyn FnMut(GameResult),
    ) -> Result<(), StoreError>;

    /// The games of an event, or of all of them.
    fn games(&self, event: Option<&str>) -> Result<Vec<GameResult>, StoreError> {
        let mut games = Vec::new();
        self.visit(event, &mut |game| games.push(game))?;
        Ok(games)
    }
}

/// What can be wrong with a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be used.
    #[error("{path}: {problem}")]
    File {
        /// Which file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// What SQLite says.
    #[error("the store: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A row that this program did not write so.
    #[error("the store: game {id}: {problem}")]
    Row {
        /// Which game.
        id: String,
        /// What is wrong with it.
        problem: String,
    },
}
