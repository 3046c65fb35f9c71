//! The folder of games belongs to one server at a time. Two of them would each keep its own idea of
//! a game, and whoever writes last would undo moves that the other has told people of.
//!
//! The system holds the lock, not the file's presence: it is gone the moment the server is, however
//! that ends.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The file that is locked. It says where the server listens.
const NAME: &str = "server.lock";
/// How long a server that has just locked the folder may take to write where it is.
const WRITING: Duration = Duration::from_millis(500);
/// No address is longer.
const LONGEST: u64 = 1_000;

/// A folder that this server has to itself, until this is dropped.
#[derive(Debug)]
pub(crate) struct FolderLock {
    file: File,
}

/// Why a folder is not ours.
#[derive(Debug)]
pub(crate) enum Locked {
    /// Another server has it, and listens there, if it says where.
    ByAnother(Option<String>),
    /// The system does not let us lock it.
    Not(io::Error),
}

impl FolderLock {
    /// Takes a folder and says in it where this server is.
    pub(crate) fn take(folder: &Path, address: &str) -> Result<FolderLock, Locked> {
        let path = folder.join(NAME);
        let mut file = match lock(&path) {
            Ok(Some(file)) => file,
            Ok(None) => return Err(Locked::ByAnother(address_in(&path))),
            Err(error) => return Err(Locked::Not(error)),
        };
        let write = |file: &mut File| {
            file.set_len(0)?;
            file.rewind()?;
            writeln!(file, "{address}")?;
            file.flush()
        };
        write(&mut file).map_err(Locked::Not)?;
        Ok(FolderLock { file })
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // An address that nobody listens at any more helps nobody; the lock goes with the file.
        self.file.set_len(0).ok();
    }
}

/// Where the server is that has locked a folder.
fn address_in(path: &Path) -> Option<String> {
    const LOOKS: u32 = 10;
    for _ in 0..LOOKS {
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
        let address = text.trim();
        if read.is_ok() && !address.is_empty() {
            return Some(address.to_owned());
        }
        thread::sleep(WRITING / LOOKS);
    }
    None
}

/// Opens a file and locks it; `None`: another program has done so.
#[cfg(unix)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{FlockOperation, flock};
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Opens a file and locks it; `None`: another program has done so.
#[cfg(windows)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    /// Others may read the file while it is open, and not write to it.
    const FILE_SHARE_READ: u32 = 1;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).share_mode(FILE_SHARE_READ);
    match options.open(path) {
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_server_at_a_time_and_the_next_one_hears_where_that_is() {
        let folder = tempfile::tempdir().unwrap();
        let first = FolderLock::take(folder.path(), "http://127.0.0.1:7741/").unwrap();
        match FolderLock::take(folder.path(), "http://127.0.0.1:7742/") {
            Err(Locked::ByAnother(Some(address))) => assert_eq!(address, "http://127.0.0.1:7741/"),
            other => panic!("{other:?}"),
        }
        drop(first);
        FolderLock::take(folder.path(), "http://127.0.0.1:7742/").unwrap();
    }

    #[test]
    fn what_a_killed_server_has_left_behind_locks_nobody_out() {
        let folder = tempfile::tempdir().unwrap();
        let stale = "http://127.0.0.1:7741/, which was a much longer address than the next one\n";
        std::fs::write(folder.path().join(NAME), stale).unwrap();
        let _lock = FolderLock::take(folder.path(), "http://127.0.0.1:1/").unwrap();
        let text = std::fs::read_to_string(folder.path().join(NAME)).unwrap();
        assert_eq!(text, "http://127.0.0.1:1/\n");
    }
}
