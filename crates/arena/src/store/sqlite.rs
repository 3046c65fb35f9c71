//! Results in one SQLite file.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::{Store, StoreError, column, row};
use crate::result::GameResult;

/// What the file is, in the field of its header that SQLite keeps for that: `Spny`.
const APPLICATION: i32 = 0x5370_6e79;
/// The version of the schema.
const VERSION: i32 = 1;
/// How long to wait for others who use the file, to open it.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait for them once it is open: a match should not end because somebody reads its
/// results at leisure.
const LONG_PATIENCE: Duration = Duration::from_secs(600);

/// What a database of ours is.
pub(crate) struct Schema<'a> {
    /// What is in the field of its header that SQLite keeps for that.
    pub(crate) application: i32,
    /// The version of its tables.
    pub(crate) version: i32,
    /// What it is, in words.
    pub(crate) kind: &'a str,
    /// What makes its tables.
    pub(crate) tables: &'a str,
}

/// Opens a database, and makes its tables where it is new.
pub(crate) fn open_database(
    path: &Path,
    flags: OpenFlags,
    schema: &Schema<'_>,
) -> Result<Connection, StoreError> {
    let wrong = |problem: String| StoreError::File { path: path.display().to_string(), problem };
    let told = |error: rusqlite::Error| {
        let not_ours = error.sqlite_error_code() == Some(ErrorCode::NotADatabase);
        wrong(if not_ours { "is no SQLite file".to_owned() } else { error.to_string() })
    };
    let mut connection = Connection::open_with_flags(path, flags).map_err(told)?;
    connection.busy_timeout(PATIENCE)?;
    // One file at rest and every commit on the disk: a rollback journal, synced with the folder it
    // is in.
    connection.pragma_update(None, "synchronous", "EXTRA").map_err(told)?;
    let number = |connection: &Connection, name: &str| {
        connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0))
    };
    // Whoever comes first makes the tables; others wait for it.
    let making = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let making = making.map_err(told)?;
    let tables: i64 =
        making.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        making.execute_batch(schema.tables)?;
        making.pragma_update(None, "application_id", schema.application)?;
        making.pragma_update(None, "user_version", schema.version)?;
    } else if number(&making, "application_id")? != schema.application {
        return Err(wrong(format!("is a database, but no {}", schema.kind)));
    }
    let version = number(&making, "user_version")?;
    if version != schema.version {
        let known = schema.version;
        return Err(wrong(format!("has schema {version}; this program knows {known}")));
    }
    making.commit()?;
    connection.busy_timeout(LONG_PATIENCE)?;
    Ok(connection)
}

/// Results in one SQLite file.
pub struct SqliteStore {
    connection: Connection,
}

impl SqliteStore {
    /// Opens a store, and makes one where there is none.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::prepare(path, OpenFlags::default())
    }

    /// Opens a store to read from; there must be one.
    pub fn open_existing(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::prepare(path, OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// A store that ends with the program.
    pub fn in_memory() -> Result<SqliteStore, StoreError> {
        SqliteStore::prepare(Path::new(":memory:"), OpenFlags::default())
    }

    fn prepare(path: &Path, flags: OpenFlags) -> Result<SqliteStore, StoreError> {
        let tables = column::schema();
        let schema = Schema {
            application: APPLICATION,
            version: VERSION,
            kind: "store of results",
            tables: &tables,
        };
        let mut connection = open_database(path, flags, &schema)?;
        let adding = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (name, definition) in column::later() {
            let known = "SELECT count(*) FROM pragma_table_info('games') WHERE name = ?1";
            if adding.query_row(known, [name], |row| row.get::<_, i64>(0))? == 0 {
                adding.execute_batch(&format!("ALTER TABLE games ADD COLUMN {definition}"))?;
            }
        }
        adding.commit()?;
        Ok(SqliteStore { connection })
    }
}

/// What came of putting one store's games into another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that were not there.
    pub added: u64,
    /// Games that were there already, and stayed as they were.
    pub known: u64,
    /// Of these, games that went otherwise in the other store: the same job, played twice.
    pub different: u64,
}

impl SqliteStore {
    /// Takes in the games of another store, in their order: all of them or, where something is wrong
    /// with one, none.
    pub fn absorb(&mut self, other: &SqliteStore) -> Result<Merged, StoreError> {
        let games = other.games(None)?;
        let adding = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut merged = Merged::default();
        for game in &games {
            if row::insert(&adding, game)? == 1 {
                merged.added += 1;
                continue;
            }
            merged.known += 1;
            let mut query = adding.prepare_cached(&row::SELECT_ONE)?;
            let mut rows = query.query([game.job.id()])?;
            let own = rows.next()?.map(row::read).transpose()?;
            let is_same = own.is_some_and(|own| {
                let texts = |game: &GameResult| -> Vec<String> {
                    game.moves.iter().map(|made| made.text.clone()).collect()
                };
                own.rewards == game.rewards && texts(&own) == texts(game)
            });
            merged.different += u64::from(!is_same);
        }
        adding.commit()?;
        Ok(merged)
    }
}

impl Store for SqliteStore {
    fn keep(&mut self, game: &GameResult) -> Result<Option<GameResult>, StoreError> {
        if row::insert(&self.connection, game)? == 1 {
            return Ok(None);
        }
        let mut query = self.connection.prepare_cached(&row::SELECT_ONE)?;
        let mut rows = query.query([game.job.id()])?;
        rows.next()?.map(row::read).transpose()
    }

    fn visit(
        &self,
        event: Option<&str>,
        visit: &mut dyn FnMut(GameResult),
    ) -> Result<(), StoreError> {
        let mut query = self.connection.prepare_cached(&row::SELECT)?;
        let mut rows = query.query([event])?;
        while let Some(row) = rows.next()? {
            visit(row::read(row)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::tests::result;

    #[test]
    fn what_is_kept_comes_back_as_it_was() {
        let mut store = SqliteStore::in_memory().unwrap();
        assert_eq!(store.keep(&result(0)).unwrap(), None);
        assert_eq!(store.keep(&result(1)).unwrap(), None);
        assert_eq!(store.games(Some("test")).unwrap(), [result(0), result(1)]);
        assert_eq!(store.games(Some("other")).unwrap(), []);
        assert_eq!(store.games(None).unwrap().len(), 2);
    }

    #[test]
    fn a_game_is_kept_once() {
        let mut store = SqliteStore::in_memory().unwrap();
        assert_eq!(store.keep(&result(0)).unwrap(), None);
        let again = GameResult { machine: "there".into(), ..result(0) };
        assert_eq!(store.keep(&again).unwrap(), Some(result(0)));
        assert_eq!(store.games(None).unwrap(), [result(0)]);
    }

    #[test]
    fn stores_are_merged_and_a_game_is_there_once() {
        let [mut one, mut other] = [(), ()].map(|()| SqliteStore::in_memory().unwrap());
        one.keep(&result(0)).unwrap();
        other.keep(&GameResult { machine: "there".into(), ..result(0) }).unwrap();
        other.keep(&result(1)).unwrap();
        assert_eq!(one.absorb(&other).unwrap(), Merged { added: 1, known: 1, different: 0 });
        assert_eq!(one.games(None).unwrap(), [result(0), result(1)]);
        assert_eq!(one.absorb(&other).unwrap(), Merged { added: 0, known: 2, different: 0 });
        let mut third = SqliteStore::in_memory().unwrap();
        third.keep(&GameResult { rewards: vec![0.5, 0.5], ..result(1) }).unwrap();
        assert_eq!(one.absorb(&third).unwrap(), Merged { added: 0, known: 1, different: 1 });
        assert_eq!(one.games(None).unwrap(), [result(0), result(1)]);
    }

    #[test]
    fn a_store_outlives_whoever_wrote_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.sqlite");
        SqliteStore::open(&path).unwrap().keep(&result(0)).unwrap();
        assert_eq!(SqliteStore::open_existing(&path).unwrap().games(None).unwrap(), [result(0)]);
        let files = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 1, "nothing lies beside it");
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let problem = |name: &str| {
            SqliteStore::open_existing(&folder.path().join(name)).err().unwrap().to_string()
        };
        assert!(problem("missing.sqlite").contains("missing.sqlite"));
        std::fs::write(folder.path().join("text"), "a text that is long enough ".repeat(40))
            .unwrap();
        assert!(problem("text").contains("no SQLite file"));
        let other = Connection::open(folder.path().join("other")).unwrap();
        other.execute_batch("CREATE TABLE things (name TEXT)").unwrap();
        assert!(problem("other").contains("no store of results"));
        let newer = SqliteStore::open(&folder.path().join("newer")).unwrap();
        newer.connection.pragma_update(None, "user_version", 99).unwrap();
        assert!(problem("newer").contains("schema 99"));
    }

    #[test]
    fn a_row_that_makes_no_sense_is_named() {
        let mut store = SqliteStore::in_memory().unwrap();
        store.keep(&result(0)).unwrap();
        for (column, value) in [("moves", "[{]"), ("ending", "tea"), ("rewards", "[1]")] {
            let change = format!("UPDATE games SET {column} = ?1");
            store.connection.execute_batch("SAVEPOINT before").unwrap();
            store.connection.execute(&change, [value]).unwrap();
            let problem = store.games(None).unwrap_err().to_string();
            assert!(problem.contains(column) && problem.contains(&result(0).job.id()), "{problem}");
            store.connection.execute_batch("ROLLBACK TO before").unwrap();
        }
    }
}
