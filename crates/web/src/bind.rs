//! Why a server cannot start.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use crate::folder_lock::{FolderLock, Locked};
use crate::settings::Log;

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// Another server has the folder of games.
    #[error(
        "the games in {} are served by another Spinney already{}",
        folder.display(),
        address.as_ref().map(|address| format!(", at {address}")).unwrap_or_default()
    )]
    FolderInUse {
        /// The folder.
        folder: PathBuf,
        /// Where the other server is, if it says so.
        address: Option<String>,
    },
    /// The folder of games cannot be used.
    #[error("cannot keep games in {}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The system lets no thread be started.
    #[error("cannot start: {0}")]
    Threads(io::Error),
}

/// Makes a folder where it is missing, and takes it for a server at that address.
pub(crate) fn take_folder(folder: &Path, address: &str) -> Result<FolderLock, BindError> {
    let wrong = |source| BindError::Folder { folder: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(wrong)?;
    FolderLock::take(folder, address).map_err(|locked| match locked {
        Locked::ByAnother(address) => BindError::FolderInUse { folder: folder.to_owned(), address },
        Locked::Not(source) => wrong(source),
    })
}

/// How many connections there can be of those that are wanted: each takes a file, of which the
/// system lets a program have only so many.
#[cfg(unix)]
pub(crate) fn connections_within(wanted: usize, log: &Log) -> usize {
    use rustix::process::{Resource, getrlimit};
    /// Files for the games, the page's drawings of them and the program itself.
    const OTHER_FILES: u64 = 100;
    let Some(files) = getrlimit(Resource::Nofile).current else { return wanted };
    let possible = files.saturating_sub(OTHER_FILES).max(1);
    let possible = usize::try_from(possible).unwrap_or(usize::MAX);
    if possible < wanted {
        log.tell(&format!(
            "there can be {possible} connections, not {wanted}: the system allows {files} files"
        ));
    }
    wanted.min(possible)
}

/// How many connections there can be of those that are wanted.
#[cfg(not(unix))]
pub(crate) fn connections_within(wanted: usize, _: &Log) -> usize {
    wanted
}
