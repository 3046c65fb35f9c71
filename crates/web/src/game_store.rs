//! Where games are kept: a folder with one file a game. A file is replaced as a whole, so whoever
//! pulls the plug finds the game as it was before the move or after it, never in between.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use tempfile::NamedTempFile;

use crate::folder_lock::FolderLock;
use crate::kept::KeptGame;
use crate::refusal::Refusal;

/// Letters of an identifier: none that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Sixteen letters of 32 are 80 bits: a link that was not given away is not guessed.
const ID_LENGTH: usize = 16;

/// What the name of a file begins with that is being written.
const UNFINISHED: &str = ".new-";

/// The games on disk.
pub(crate) struct GameStore {
    folder: PathBuf,
    /// Nothing is written without it; `None` once the store is closed.
    lock: RwLock<Option<FolderLock>>,
    known: Mutex<Known>,
    most: usize,
    most_bytes: u64,
}

/// What is known without opening any file.
#[derive(Default)]
struct Known {
    /// Every game with the time of its last change and its size.
    games: HashMap<String, (SystemTime, u64)>,
    /// What all of them take.
    bytes: u64,
}

impl Known {
    fn put(&mut self, id: String, changed: SystemTime, bytes: u64) {
        self.remove(&id);
        self.games.insert(id, (changed, bytes));
        self.bytes += bytes;
    }

    fn remove(&mut self, id: &str) -> bool {
        let removed = self.games.remove(id);
        self.bytes -= removed.map_or(0, |(_, bytes)| bytes);
        removed.is_some()
    }
}

impl GameStore {
    /// Opens a folder that this server has to itself. It takes at most that many games, and no new
    /// ones when they take so many bytes.
    pub(crate) fn open(
        folder: &Path,
        lock: FolderLock,
        most: usize,
        most_bytes: u64,
    ) -> io::Result<GameStore> {
        let mut known = Known::default();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED)) {
                // A server was killed while it wrote this. Nobody was told of what is in it, and
                // nobody else writes here.
                fs::remove_file(&path)?;
                continue;
            }
            let is_json = path.extension().is_some_and(|extension| extension == "json");
            if let Some(id) = path.file_stem().and_then(|stem| stem.to_str())
                && is_json
                && is_id(id)
            {
                let file = entry.metadata()?;
                known.put(id.to_owned(), file.modified()?, file.len());
            }
        }
        let lock = RwLock::new(Some(lock));
        let (folder, known) = (folder.to_owned(), Mutex::new(known));
        Ok(GameStore { folder, lock, known, most, most_bytes })
    }

    /// A name that no game has.
    pub(crate) fn fresh_id(&self) -> io::Result<String> {
        let mut bytes = [0; ID_LENGTH];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
    }

    /// Lets the folder go: what is being written is finished, and nothing is written after that.
    pub(crate) fn close(&self) {
        self.lock.write().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Keeps a game in place of what it was.
    pub(crate) fn put(&self, game: &KeptGame) -> Result<(), Refusal> {
        let ours = self.lock.read().unwrap_or_else(PoisonError::into_inner);
        if ours.is_none() {
            return Err(Refusal::Closing);
        }
        let known = self.known();
        let is_new = !known.games.contains_key(&game.id);
        if is_new && (known.games.len() >= self.most || known.bytes >= self.most_bytes) {
            return Err(Refusal::Busy("this server keeps no more games"));
        }
        drop(known);
        let json = game.to_json();
        let mut file = NamedTempFile::with_prefix_in(UNFINISHED, &self.folder)?;
        file.write_all(&json)?;
        file.as_file().sync_data()?;
        file.persist(self.path(&game.id)).map_err(|error| error.error)?;
        self.known().put(game.id.clone(), SystemTime::now(), json.len() as u64);
        Ok(())
    }

    /// Reads a game.
    pub(crate) fn get(&self, id: &str) -> Result<KeptGame, Refusal> {
        if !is_id(id) || !self.known().games.contains_key(id) {
            return Err(Refusal::NoSuchGame);
        }
        let json = fs::read(self.path(id))?;
        KeptGame::from_json(&json).map_err(|problem| io::Error::other(problem).into())
    }

    /// Throws a game away.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Refusal> {
        let ours = self.lock.read().unwrap_or_else(PoisonError::into_inner);
        if ours.is_none() {
            return Err(Refusal::Closing);
        }
        if !self.known().remove(id) {
            return Err(Refusal::NoSuchGame);
        }
        Ok(fs::remove_file(self.path(id))?)
    }

    /// The games that changed last, the newest first.
    pub(crate) fn latest(&self, most: usize) -> Vec<String> {
        let known = self.known();
        let games = known.games.iter().map(|(id, (changed, _))| (*changed, id.clone()));
        let mut games: Vec<_> = games.collect();
        drop(known);
        games.sort_unstable_by(|a, b| b.cmp(a));
        games.into_iter().take(most).map(|(_, id)| id).collect()
    }

    /// How many games there are.
    pub(crate) fn count(&self) -> usize {
        self.known().games.len()
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a text can be the name of a game. Nothing else ever becomes part of a path.
fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::Seat;

    fn open(folder: &Path, most: usize) -> GameStore {
        GameStore::open(folder, FolderLock::take(folder, "here").unwrap(), most, 1_000_000).unwrap()
    }

    fn game(store: &GameStore) -> KeptGame {
        let id = store.fresh_id().unwrap();
        KeptGame::new(id, "hex", "hex 5x5".into(), vec![Seat::Person; 2])
    }

    #[test]
    fn games_are_there_after_the_store_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), 10);
        let [first, second] = [game(&store), game(&store)];
        store.put(&first).unwrap();
        store.put(&second).unwrap();
        store.put(&first).unwrap();
        fs::write(folder.path().join("stray.json"), "{}").unwrap();
        drop(store);
        let again = open(folder.path(), 10);
        assert_eq!(again.count(), 2);
        assert_eq!(again.get(&second.id).unwrap().to_json(), second.to_json());
        again.remove(&first.id).unwrap();
        assert!(matches!(again.get(&first.id), Err(Refusal::NoSuchGame)));
    }

    #[test]
    fn what_a_killed_server_has_half_written_is_swept_up() {
        let folder = tempfile::tempdir().unwrap();
        let half = folder.path().join(".new-half");
        fs::write(&half, "{").unwrap();
        assert_eq!(open(folder.path(), 10).count(), 0);
        assert!(!half.exists());
    }

    #[test]
    fn a_closed_store_leaves_the_folder_to_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), 10);
        let game = game(&store);
        store.put(&game).unwrap();
        store.close();
        let next = open(folder.path(), 10);
        assert!(matches!(store.put(&game), Err(Refusal::Closing)));
        assert!(matches!(store.remove(&game.id), Err(Refusal::Closing)));
        next.get(&game.id).unwrap();
    }

    #[test]
    fn a_full_store_takes_no_new_game_but_still_changes_of_old_ones() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), 1);
        let first = game(&store);
        store.put(&first).unwrap();
        assert!(matches!(store.put(&game(&store)), Err(Refusal::Busy(_))));
        store.put(&first).unwrap();
    }

    #[test]
    fn a_full_disk_takes_no_new_game_until_something_is_thrown_away() {
        let folder = tempfile::tempdir().unwrap();
        let store = GameStore { most_bytes: 150_000, ..open(folder.path(), 100) };
        let mut large = game(&store);
        large.tree.set_comment(crate::tree::ROOT, "x".repeat(100_000)).unwrap();
        store.put(&large).unwrap();
        store.put(&large).unwrap();
        let mut second = game(&store);
        store.put(&second).unwrap();
        second.tree.set_comment(crate::tree::ROOT, "x".repeat(100_000)).unwrap();
        store.put(&second).unwrap();
        assert!(matches!(store.put(&game(&store)), Err(Refusal::Busy(_))));
        drop(store);
        let again = GameStore { most_bytes: 150_000, ..open(folder.path(), 100) };
        assert!(matches!(again.put(&game(&again)), Err(Refusal::Busy(_))));
        again.remove(&large.id).unwrap();
        again.put(&game(&again)).unwrap();
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), 10);
        fs::write(folder.path().parent().unwrap().join("spinney-outside.json"), "{}").unwrap();
        for name in ["../spinney-outside", "..", "", "a/b", "aaaaaaaaaaaaaaa/", "AAAAAAAAAAAAAAAA"]
        {
            assert!(matches!(store.get(name), Err(Refusal::NoSuchGame)), "{name}");
        }
    }

    #[test]
    fn a_broken_file_is_an_error_and_no_panic() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), 10);
        let game = game(&store);
        store.put(&game).unwrap();
        fs::write(store.path(&game.id), "{\"version\":1").unwrap();
        assert!(matches!(store.get(&game.id), Err(Refusal::Disk(_))));
    }
}
