//! The page: play, explore and analyse every game in a browser, and the server behind it.
//!
//! This is a front door: it knows the engine's sessions, reports, records and pictures, and no
//! game and no search. Games lie on a shelf (`shelf`, one file each), are played at tables
//! (`table`), and share the engines' time by a queue in which everybody takes turns (`queue`,
//! `engines`). The page itself is plain ES modules in `page`, built into the program; it draws
//! whatever cells a game's picture has. Nothing is printed here.
//!
//! ```
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! use spinney_web::{Server, Settings};
//! let folder = tempfile::tempdir()?;
//! let server = Server::bind("127.0.0.1:0".parse().unwrap(), Settings::new(folder.path())).await?;
//! assert!(server.address().ip().is_loopback());
//! server.run(async { /* until this ends */ }).await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```

mod api;
mod app;
mod bind;
mod client;
mod engines;
mod evaluation;
mod folder_lock;
#[cfg(test)]
mod fuzz;
mod guard;
mod insight;
mod kept;
mod message;
mod page;
mod queue;
mod refusal;
mod settings;
mod shelf;
mod socket;
mod table;
mod tree;
mod view;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;

pub use bind::BindError;
pub use client::{ClientLimits, Rate};
pub use settings::Settings;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<app::App>,
}

impl Server {
    /// Opens an address (port 0 takes any port that is free) and the folder of games, which no
    /// other server may have open.
    pub async fn bind(address: SocketAddr, settings: Settings) -> Result<Server, BindError> {
        let wrong = |source| BindError::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(wrong)?;
        let address = listener.local_addr().map_err(wrong)?;
        let app = app::App::start(settings, &format!("http://{address}/"))?;
        Ok(Server { listener, address, app })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` comes, then ends all thinking, says goodbye to every page and returns.
    /// Nothing is lost: a game is on disk before anybody hears of its last move.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let router = api::router(Arc::clone(&self.app));
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let app = Arc::clone(&self.app);
        let end = async move {
            end.await;
            app.close();
        };
        axum::serve(self.listener, service).with_graceful_shutdown(end).await?;
        self.app.see_guests_off().await;
        self.app.shelf.close();
        Ok(())
    }
}
