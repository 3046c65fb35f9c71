//! How a server runs, and every limit that it has.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::access::AccessLog;
use crate::client::ClientLimits;

/// The longest head of a request, in bytes.
pub const LONGEST_HEAD: usize = 32 * 1024;
/// The longest message that a page may send, and the longest request without a record, in bytes.
pub const LONGEST_MESSAGE: usize = 64 * 1024;
/// Searches of one client that wait for their turn.
pub const MOST_SEARCHES: usize = 1_000;
/// Searches of all clients that wait for their turn.
pub const MOST_SEARCHES_IN_ALL: usize = 10_000;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder that games are kept in.
    pub games: PathBuf,
    /// No more games are kept.
    pub max_games: usize,
    /// MiB that games may take on disk before no new one is begun.
    pub max_disk: u64,
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
    /// What all of them together may take.
    pub limits: ServerLimits,
    /// Names that the server is reached by, besides those of this machine; empty: any name, where
    /// the address is not this machine's own.
    pub hosts: Vec<String>,
    /// A proxy stands before the server and says whom it speaks for (`X-Forwarded-For`).
    pub behind_proxy: bool,
    /// Whether everybody may see which games there are.
    pub list_games: bool,
    /// The file of the engine for pages that are to run it themselves.
    pub engine: Option<PathBuf>,
    /// Where whoever runs the server is told of what went wrong in it.
    pub log: Log,
    /// Who is told of every request.
    pub access_log: AccessLog,
}

impl Settings {
    /// What suits one person on this machine.
    pub fn new(games: impl Into<PathBuf>) -> Settings {
        let threads = thread::available_parallelism().map_or(1, |n| n.get());
        Settings {
            games: games.into(),
            max_games: 100_000,
            max_disk: 4096,
            threads,
            search_threads: (threads / 2).max(1),
            memory: 1024,
            analysis_time: Duration::from_secs(600),
            clients: ClientLimits::default(),
            limits: ServerLimits::default(),
            hosts: Vec::new(),
            behind_proxy: false,
            list_games: true,
            engine: None,
            log: Log::default(),
            access_log: AccessLog::default(),
        }
    }
}

/// What all clients together may take of a server. A client's own share is in [`ClientLimits`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerLimits {
    /// Open connections, WebSockets included. When there are as many, a newcomer takes the place of
    /// the one that has kept the server waiting for a request longest.
    pub connections: usize,
    /// A connection over which no whole request head comes for this long is closed.
    pub head_time: Duration,
    /// A request whose body is not there by then is refused.
    pub body_time: Duration,
    /// A client that takes nothing of what it is sent for this long is gone.
    pub send_time: Duration,
    /// Bytes of request bodies that are held at once.
    pub bodies: usize,
    /// Requests that are worked on at once, apart from conversions.
    pub requests_at_work: usize,
    /// Records that are read or written at once.
    pub conversions: usize,
    /// Bytes of games that are held in memory: those that nobody plays or looks at are put away
    /// when there are more.
    pub tables: usize,
    /// A request that has waited this long to be worked on is refused.
    pub waiting_time: Duration,
    /// An engine that goes on this long after it should have ended is given up.
    pub engine_patience: Duration,
    /// When the server is told to end, what is being answered gets this long to come to its end.
    pub closing_time: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 1_000,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            send_time: Duration::from_secs(20),
            bodies: 32 << 20,
            requests_at_work: 32,
            conversions: 2,
            tables: 64 << 20,
            waiting_time: Duration::from_secs(10),
            engine_patience: Duration::from_secs(10),
            closing_time: Duration::from_secs(3),
        }
    }
}

/// Somebody who is told what went wrong, one line at a time. By default nobody is.
#[derive(Clone, Default)]
pub struct Log(Option<Arc<Tell>>);

type Tell = dyn Fn(&str) + Send + Sync;

impl Log {
    /// Tells this one.
    pub fn new(tell: impl Fn(&str) + Send + Sync + 'static) -> Log {
        Log(Some(Arc::new(tell)))
    }

    pub(crate) fn tell(&self, line: &str) {
        if let Log(Some(tell)) = self {
            tell(line);
        }
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Log").field(&self.0.is_some()).finish()
    }
}
