//! Where judgements are kept, from the moment they exist.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::evaluation::{Evaluation, Judgement};
use crate::queue::Task;
use crate::store::{Schema, StoreError, open_database};

/// What the file is: `SpnB`.
const SCHEMA: Schema = Schema {
    application: 0x5370_6e42,
    version: 1,
    kind: "store of judgements",
    tables: "CREATE TABLE judgements (
    id TEXT PRIMARY KEY,              -- the evaluation's key: a hash of it
    evaluation TEXT NOT NULL,         -- what was to be judged, JSON
    judgement TEXT NOT NULL           -- what came of it, JSON
) STRICT;",
};

/// Judgements in one SQLite file.
pub struct JudgementStore {
    connection: Connection,
}

impl JudgementStore {
    /// Opens a store, and makes one where there is none.
    pub fn open(path: &Path) -> Result<JudgementStore, StoreError> {
        let connection = open_database(path, OpenFlags::default(), &SCHEMA)?;
        Ok(JudgementStore { connection })
    }

    /// A store that ends with the program.
    pub fn in_memory() -> Result<JudgementStore, StoreError> {
        JudgementStore::open(Path::new(":memory:"))
    }

    /// What came of an evaluation, if it was made.
    pub fn get(&self, id: &str) -> Result<Option<Judgement>, StoreError> {
        let query = "SELECT judgement FROM judgements WHERE id = ?1";
        let mut query = self.connection.prepare_cached(query)?;
        let text: Option<String> = query.query_row([id], |row| row.get(0)).optional()?;
        let read = |text: String| {
            serde_json::from_str(&text).map_err(|error| StoreError::Row {
                id: id.to_owned(),
                problem: format!("judgement: {error}"),
            })
        };
        text.map(read).transpose()
    }

    /// Keeps what came of an evaluation. One that is there already is left as it is.
    pub fn keep(&mut self, evaluation: &Evaluation, known: &Judgement) -> Result<(), StoreError> {
        let text = |value: serde_json::Result<String>| value.expect("words and numbers");
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO judgements VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING",
        )?;
        insert.execute((
            evaluation.id(),
            text(serde_json::to_string(evaluation)),
            text(serde_json::to_string(known)),
        ))?;
        Ok(())
    }

    /// How many judgements there are.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM judgements";
        Ok(self.connection.query_row(count, [], |row| row.get::<_, u32>(0))?.into())
    }
}
