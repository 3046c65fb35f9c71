//! How a server runs.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::client::ClientLimits;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder that games are kept in.
    pub games: PathBuf,
    /// No more games are kept.
    pub max_games: usize,
    /// Threads for all engines together.
    pub threads: usize,
    /// Threads for each of them.
    pub search_threads: usize,
    /// MiB for all search trees together.
    pub memory: u64,
    /// The longest that an engine thinks about a position that somebody looks at.
    pub analysis_time: Duration,
    /// What each client may do.
    pub clients: ClientLimits,
    /// Names that the server is reached by, besides those of this machine; empty: any name, where
    /// the address is not this machine's own.
    pub hosts: Vec<String>,
    /// A proxy stands before the server and says whom it speaks for (`X-Forwarded-For`).
    pub behind_proxy: bool,
    /// Whether everybody may see which games there are.
    pub list_games: bool,
}

impl Settings {
    /// What suits one person on this machine.
    pub fn new(games: impl Into<PathBuf>) -> Settings {
        let threads = thread::available_parallelism().map_or(1, |n| n.get());
        Settings {
            games: games.into(),
            max_games: 100_000,
            threads,
            search_threads: (threads / 2).max(1),
            memory: 1024,
            analysis_time: Duration::from_secs(600),
            clients: ClientLimits::default(),
            hosts: Vec::new(),
            behind_proxy: false,
            list_games: true,
        }
    }
}
