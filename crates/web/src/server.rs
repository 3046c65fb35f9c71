//! A server from its address to its end.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::app::App;
use crate::bind::BindError;
use crate::engines::Engines;
use crate::settings::Settings;
use crate::{api, serve};

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
