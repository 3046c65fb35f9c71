//! Where games are kept: a folder with one file a game. A file is replaced as a whole, so whoever
//! pulls the plug finds the game as it was before the move or after it, never in between.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tempfile::NamedTempFile;

use crate::kept::KeptGame;
use crate::refusal::Refusal;

/// Letters of an identifier: none that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Sixteen letters of 32 are 80 bits: a link that was not given away is not guessed.
const ID_LENGTH: usize = 16;

/// The games on disk.
pub(crate) struct Shelf {
    folder: PathBuf,
    /// Every game with the time of its last change.
    known: Mutex<HashMap<String, SystemTime>>,
    most: usize,
}

impl Shelf {
    /// Opens a folder, which is made where it is missing. It takes at most that many games.
    pub(crate) fn open(folder: &Path, most: usize) -> io::Result<Shelf> {
        fs::create_dir_all(folder)?;
        let mut known = HashMap::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let is_json = path.extension().is_some_and(|extension| extension == "json");
            if let Some(id) = path.file_stem().and_then(|stem| stem.to_str())
                && is_json
                && is_id(id)
            {
                known.insert(id.to_owned(), entry.metadata()?.modified()?);
            }
        }
        Ok(Shelf { folder: folder.to_owned(), known: Mutex::new(known), most })
    }

    /// A name that no game has.
    pub(crate) fn fresh_id(&self) -> io::Result<String> {
        let mut bytes = [0; ID_LENGTH];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
    }

    /// Puts a game on the shelf in place of what it was.
    pub(crate) fn put(&self, game: &KeptGame) -> Result<(), Refusal> {
        let is_new = !self.lock().contains_key(&game.id);
        if is_new && self.count() >= self.most {
            return Err(Refusal::Busy("this server keeps no more games"));
        }
        let mut file = NamedTempFile::with_prefix_in(".new-", &self.folder)?;
        file.write_all(&game.to_json())?;
        file.as_file().sync_data()?;
        file.persist(self.path(&game.id)).map_err(|error| error.error)?;
        self.lock().insert(game.id.clone(), SystemTime::now());
        Ok(())
    }

    /// Takes a game from the shelf, where it stays.
    pub(crate) fn get(&self, id: &str) -> Result<KeptGame, Refusal> {
        if !is_id(id) || !self.lock().contains_key(id) {
            return Err(Refusal::NoSuchGame);
        }
        let json = fs::read(self.path(id))?;
        KeptGame::from_json(&json).map_err(|problem| io::Error::other(problem).into())
    }

    /// Throws a game away.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Refusal> {
        if self.lock().remove(id).is_none() {
            return Err(Refusal::NoSuchGame);
        }
        Ok(fs::remove_file(self.path(id))?)
    }

    /// The games that changed last, the newest first.
    pub(crate) fn latest(&self, most: usize) -> Vec<String> {
        let mut games: Vec<_> = self.lock().iter().map(|(id, time)| (*time, id.clone())).collect();
        games.sort_unstable_by(|a, b| b.cmp(a));
        games.into_iter().take(most).map(|(_, id)| id).collect()
    }

    /// How many games there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, SystemTime>> {
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

    fn game(shelf: &Shelf) -> KeptGame {
        let id = shelf.fresh_id().unwrap();
        KeptGame::new(id, "hex", "hex 5x5".into(), vec![Seat::Person; 2])
    }

    #[test]
    fn games_are_there_after_the_shelf_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path(), 10).unwrap();
        let [first, second] = [game(&shelf), game(&shelf)];
        shelf.put(&first).unwrap();
        shelf.put(&second).unwrap();
        shelf.put(&first).unwrap();
        fs::write(folder.path().join("stray.json"), "{}").unwrap();
        fs::write(folder.path().join(".new-half"), "{").unwrap();
        let again = Shelf::open(folder.path(), 10).unwrap();
        assert_eq!(again.count(), 2);
        assert_eq!(again.get(&second.id).unwrap().to_json(), second.to_json());
        again.remove(&first.id).unwrap();
        assert!(matches!(again.get(&first.id), Err(Refusal::NoSuchGame)));
    }

    #[test]
    fn a_full_shelf_takes_no_new_game_but_still_changes_of_old_ones() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path(), 1).unwrap();
        let first = game(&shelf);
        shelf.put(&first).unwrap();
        assert!(matches!(shelf.put(&game(&shelf)), Err(Refusal::Busy(_))));
        shelf.put(&first).unwrap();
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path(), 10).unwrap();
        fs::write(folder.path().parent().unwrap().join("spinney-outside.json"), "{}").unwrap();
        for name in ["../spinney-outside", "..", "", "a/b", "aaaaaaaaaaaaaaa/", "AAAAAAAAAAAAAAAA"]
        {
            assert!(matches!(shelf.get(name), Err(Refusal::NoSuchGame)), "{name}");
        }
    }

    #[test]
    fn a_broken_file_is_an_error_and_no_panic() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path(), 10).unwrap();
        let game = game(&shelf);
        shelf.put(&game).unwrap();
        fs::write(shelf.path(&game.id), "{\"version\":1").unwrap();
        assert!(matches!(shelf.get(&game.id), Err(Refusal::Disk(_))));
    }
}
