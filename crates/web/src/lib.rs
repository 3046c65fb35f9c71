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
//! Without the feature `server`, what is left is a table for a page that has no server (`local`): that
//! much also runs in a browser.
//!
//! ```
//! # #[cfg(feature = "server")]
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! use spinney_web::{Server, Settings};
//! let folder = tempfile::tempdir()?;
//! let server = Server::bind("127.0.0.1:0".parse().unwrap(), Settings::new(folder.path())).await?;
//! assert!(server.address().ip().is_loopback());
//! server.run(async { /* until this ends */ }).await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```

#![cfg_attr(
    not(feature = "server"),
    allow(dead_code, reason = "a table by itself is asked for less than a server's")
)]

#[cfg(feature = "server")]
mod access;
#[cfg(feature = "server")]
mod api;
#[cfg(feature = "server")]
mod app;
#[cfg(feature = "server")]
mod bind;
#[cfg(feature = "server")]
mod body;
#[cfg(feature = "server")]
mod client;
#[cfg(feature = "server")]
mod connections;
#[cfg(feature = "server")]
mod engines;
mod evaluation;
#[cfg(feature = "server")]
mod folder_lock;
#[cfg(all(test, feature = "server"))]
mod fuzz;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
#[cfg(feature = "server")]
mod game_store;
#[cfg(feature = "server")]
mod guard;
mod kept;
mod knowledge;
mod limits;
mod local;
mod message;
mod offer;
#[cfg(feature = "server")]
mod page;
#[cfg(feature = "server")]
mod queue;
mod refusal;
#[cfg(feature = "server")]
mod reply;
#[cfg(feature = "server")]
mod search_task;
mod seed;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod settings;
#[cfg(feature = "server")]
mod site;
#[cfg(feature = "server")]
mod slots;
#[cfg(feature = "server")]
mod socket;
#[cfg(feature = "server")]
mod stream;
mod table;
mod tree;
#[cfg(all(test, feature = "server"))]
mod trouble;
mod view;
#[cfg(feature = "server")]
mod workers;

#[cfg(feature = "server")]
pub use access::{Access, AccessLog};
#[cfg(feature = "server")]
pub use bind::BindError;
#[cfg(feature = "server")]
pub use client::{ClientLimits, Rate};
pub use limits::{LARGEST_GAME, LONGEST_LINE, LONGEST_RECORD, MOST_NODES};
pub use local::LocalPage;
#[cfg(feature = "server")]
pub use server::Server;
#[cfg(feature = "server")]
pub use settings::{
    LONGEST_HEAD, LONGEST_MESSAGE, Log, MOST_SEARCHES, MOST_SEARCHES_IN_ALL, ServerLimits, Settings,
};
#[cfg(feature = "server")]
pub use site::{SiteFile, site};
