//! `spinney serve`: the page.

mod access_log;
mod allocator;
mod limits;
mod signals;

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::{Args, Parser, value_parser};
use spinney_web::{AccessLog, BindError, Log, Server, ServerLimits, Settings};

use crate::{output, player};

/// The port that the page is at, where it is free.
const USUAL_PORT: u16 = 7741;

/// Play and analyse in the browser
///
/// Starts a server on this machine and opens its page, where every game can be played, explored
/// and analysed. Games are kept on disk after every move. This is also what `spinney` alone does.
/// Ctrl-C ends it, a second one at once. docs/web.md tells how to serve others, and SECURITY.md what
/// that opens.
#[derive(Args)]
#[command(after_long_help = limits::help())]
pub(crate) struct Arguments {
    /// The address to listen on [default: 127.0.0.1:7741, or any free port of this machine]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// The folder that games are kept in, which one server at a time may use [default:
    /// spinney/games in your data folder]
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// Keep that many games at most
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = at_least_one())]
    max_games: u32,
    /// MiB that games may take on disk before no new one is begun
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = value_parser!(u64).range(1..))]
    max_disk: u64,
    /// Keep that many connections open at most; of those that send no request, the oldest gives way
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least_one())]
    max_connections: u32,
    /// Threads for all engines together [default: one for every core]
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    threads: Option<u32>,
    /// Threads for one search [default: half of them]
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    search_threads: Option<u32>,
    /// MiB for what all engines together remember
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = value_parser!(u64).range(16..))]
    memory: u64,
    /// The longest that an engine thinks about a position that somebody looks at
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = player::seconds)]
    analysis_time: Duration,
    /// A name that the server is reached by (may be repeated)
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Believe what a proxy before the server says about whom it speaks for
    #[arg(long)]
    behind_proxy: bool,
    /// The engine as browsers run it, for pages whose settings ask for it (docs/browser.md)
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// Write a line of JSON for every request to this file, or to standard output (-); a file that
    /// has grown to 64 MiB goes on as FILE.1
    #[arg(long, value_name = "FILE")]
    access_log: Option<PathBuf>,
}

fn at_least_one() -> clap::builder::RangedI64ValueParser<u32> {
    value_parser!(u32).range(1..)
}

impl Default for Arguments {
    /// What `spinney serve` without options means.
    fn default() -> Arguments {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            arguments: Arguments,
        }
        Alone::parse_from(["serve"]).arguments
    }
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        allocator::make_thrifty();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve());
        // What still runs had its time, and nobody was told anything of it.
        runtime.shutdown_background();
        served
    }

    async fn serve(self) -> anyhow::Result<()> {
        let opens = !self.no_open;
        // Whoever reads the address may end the program at once.
        let ended = signals::ended()?;
        limits::allow_connections(self.max_connections.into());
        let log = self.access_log.as_deref().map(access_log::Writer::open).transpose()?;
        let access_log = log.as_ref().map(access_log::Writer::log).unwrap_or_default();
        let server = self.bind(access_log).await?;
        let address = format!("http://{}/", server.address());
        output::print(&format!("Spinney is at {address} (Ctrl-C ends it)\n"))?;
        if opens {
            // Where there is no browser, the address is all that can be given.
            open::that_detached(&address).ok();
        }
        server.run(ended).await;
        if let Some(log) = log {
            log.finish();
        }
        Ok(())
    }

    async fn bind(self, access_log: AccessLog) -> anyhow::Result<Server> {
        let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, USUAL_PORT));
        let wanted = self.listen;
        let settings = Settings { access_log, ..self.settings(wanted.unwrap_or(usual))? };
        let mut bound = Server::bind(wanted.unwrap_or(usual), settings.clone()).await;
        if let (Err(BindError::Address { source, .. }), None) = (&bound, wanted)
            && source.kind() == ErrorKind::AddrInUse
        {
            bound = Server::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), settings).await;
        }
        bound.map_err(|error| match error {
            BindError::FolderInUse { .. } => {
                anyhow!("{error}\nUse that one, or name another folder with --games FOLDER")
            }
            error => error.into(),
        })
    }

    fn settings(self, address: SocketAddr) -> anyhow::Result<Settings> {
        let games = match self.games.or_else(|| Some(dirs::data_dir()?.join("spinney/games"))) {
            Some(games) => games,
            None => bail!("there is no folder for your games; name one with --games"),
        };
        let usual = Settings::new(games);
        let threads = self.threads.map_or(usual.threads, |n| n as usize);
        Ok(Settings {
            max_games: self.max_games as usize,
            max_disk: self.max_disk,
            limits: ServerLimits { connections: self.max_connections as usize, ..usual.limits },
            threads,
            search_threads: self.search_threads.map_or((threads / 2).max(1), |n| n as usize),
            memory: self.memory,
            analysis_time: self.analysis_time,
            // Whoever can reach this machine's own address may know what is on it.
            list_games: address.ip().is_loopback() && !self.behind_proxy,
            engine: self.engine,
            hosts: self.hosts,
            behind_proxy: self.behind_proxy,
            log: Log::new(|line| eprintln!("spinney: {line}")),
            ..usual
        })
    }
}
