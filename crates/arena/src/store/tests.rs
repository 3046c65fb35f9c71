//! Stores that an older program has written.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::*;
use crate::player::FaultKind;
use crate::result::Ending;

/// A store as version 1 of the schema was written before columns were defined in one place: two of
/// the four games of a match, and a game that was lost by a fault.
pub(crate) fn version_1(folder: &Path) -> PathBuf {
    let path = folder.join("version-1.sqlite");
    let old = Connection::open(&path).unwrap();
    old.execute_batch(include_str!("version-1.sql")).unwrap();
    path
}

#[test]
fn a_store_of_version_1_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open_existing(&version_1(folder.path())).unwrap();
    let games = store.games(None).unwrap();
    let ids: Vec<String> = games.iter().map(|game| game.job.id()).collect();
    let kept = include_str!("version-1.csv").lines().skip(1);
    assert_eq!(ids, kept.map(|line| &line[..32]).collect::<Vec<_>>());
    assert_eq!(store.games(Some("cup")).unwrap(), games[..2]);
    assert_eq!(
        (games[0].moves.len(), games[0].ending, games[0].winner()),
        (12, Ending::Rules, Some(1))
    );
    assert_eq!(games[0].wall.as_micros(), 4087);
    let fault = games[2].fault.as_ref().unwrap();
    assert_eq!((fault.seat, fault.kind), (0, FaultKind::Crash));
    assert_eq!((&*fault.problem, &*fault.transcript), ("it's gone", "> genmove black\n"));
}

#[test]
fn a_row_is_written_as_version_1_wrote_it() {
    let folder = tempfile::tempdir().unwrap();
    let old = version_1(folder.path());
    let new = folder.path().join("new.sqlite");
    let mut store = SqliteStore::open(&new).unwrap();
    for game in SqliteStore::open_existing(&old).unwrap().games(None).unwrap() {
        assert_eq!(store.keep(&game).unwrap(), None);
    }
    let dump = |path: &Path| -> Vec<String> {
        let connection = Connection::open(path).unwrap();
        let mut texts = Vec::new();
        // The third game was the fifth one to be kept when that store was written, and comments in
        // the schema may become clearer.
        let tables = "SELECT type, name, tbl_name FROM sqlite_schema";
        for query in [tables, "PRAGMA table_info(games)", "SELECT * FROM games"] {
            let mut query = connection.prepare(query).unwrap();
            let names: Vec<String> =
                query.column_names().iter().map(|&name| name.to_owned()).collect();
            let mut rows = query.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                for (place, name) in names.iter().enumerate() {
                    if name != "number" {
                        texts.push(format!("{name} = {:?}", row.get_ref(place).unwrap()));
                    }
                }
            }
        }
        texts
    };
    assert_eq!(dump(&new), dump(&old));
}

#[test]
fn a_store_of_version_1_keeps_the_builds_of_games_that_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let path = version_1(folder.path());
    let added = crate::result::tests::result(0);
    SqliteStore::open(&path).unwrap().keep(&added).unwrap();
    let games = SqliteStore::open_existing(&path).unwrap().games(None).unwrap();
    let builds: Vec<_> = games.iter().map(|game| game.build.as_deref()).collect();
    assert_eq!(builds, [None, None, None, added.build.as_deref()]);
    // An older program names the columns that it knows, and nothing else has changed for it.
    let old = Connection::open(&path).unwrap();
    let version: i32 = old.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
}
