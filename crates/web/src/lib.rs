//! The page: play, explore and analyse every game in a browser, and the server behind it.
//!
//! This is a front door: it knows the engine's boards, players, reports, records and pictures, and no
//! game and no search. Games are kept in a store (`game_store`, one file each), are played at tables
//! (`table`), and share the engines' time by a queue in which everybody takes turns (`search_task`,
//! `queue`, `engines`, `workers`). What strangers may take is bounded where they come in (`connections`,
//! `body`, `client`) and where work is done for them (`slots`); `settings` has every limit. The page
//! itself is plain ES modules in `page`, built into the program; it draws whatever cells a game's
//! picture has. Nothing is printed here.
//!
//! ```
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! use spinney_web::{Server, Settings};
//! let folder = tempfile::tempdir()?;
//! let server = Server::bind("127.0.0.1:0".parse().unwrap(), Settings::new(folder.path())).await?;
//! assert!(server.address().ip().is_loopback());
//! server.run(async { /* until this ends */ }).await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```

mod access;
mod api;
mod app;
mod bind;
mod body;
mod client;
mod connections;
mod engines;
mod evaluation;
mod folder_lock;
#[cfg(test)]
mod fuzz;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod game_store;
mod guard;
mod kept;
mod knowledge;
mod message;
mod page;
mod queue;
mod refusal;
mod reply;
mod search_task;
mod serve;
mod settings;
mod slots;
mod socket;
mod stream;
mod table;
mod tree;
#[cfg(test)]
mod trouble;
mod view;
mod workers;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;

use app::App;
use engines::Engines;

pub use access::{Access, AccessLog};
pub use bind::BindError;
pub use client::{ClientLimits, Rate};
pub use settings::{
    LARGEST_GAME, LONGEST_HEAD, LONGEST_LINE, LONGEST_MESSAGE, LONGEST_RECORD, Log, MOST_NODES,
    MOST_SEARCHES, MOST_SEARCHES_IN_ALL, ServerLimits, Settings,
};

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

impl Server {
    /// Opens an address (port 0 takes any port that is free) and the folder of games, which no
    /// other server may have open.
    pub async fn bind(address: SocketAddr, settings: Settings) -> Result<Server, BindError> {
        let wrong = |source| BindError::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(wrong)?;
        let address = listener.local_addr().map_err(wrong)?;
        let search_threads = settings.search_threads.clamp(1, settings.threads.max(1));
        let at_work = (settings.threads / search_threads).max(1);
        let engines = Engines::new(at_work, search_threads, settings.memory);
        Ok(Server { listener, address, app: App::start(settings, address, engines)? })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` comes, then ends all searches, says goodbye to every page, gives what is
    /// being answered a moment to come to its end, and returns. Nothing is lost: a game is on disk
    /// before anybody hears of its last move.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let router = api::router(Arc::clone(&self.app));
        serve::serve(self.listener, router, &self.app, end).await;
        let app = Arc::clone(&self.app);
        // What is being written is finished first.
        tokio::task::spawn_blocking(move || app.store.close()).await.ok();
    }
}
