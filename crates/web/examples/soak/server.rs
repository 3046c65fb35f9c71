//! The real program, killed and started again.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::tally::Tally;
use super::{Options, Problem};

/// How long a server that is started may take to answer. It is an error if it takes longer.
const START: Duration = Duration::from_secs(60);
/// How often its health and its memory are looked at.
const LOOK: Duration = Duration::from_millis(100);

/// How long the server is left alone.
pub struct Life;

impl Life {
    /// Some seconds, and every fifth time so long that whoever is not answered has waited too long.
    pub fn number(number: u64) -> Duration {
        Duration::from_millis(if number.is_multiple_of(5) {
            45_000
        } else {
            2_000 + number * 1_700 % 6_000
        })
    }
}

pub struct Server {
    pub address: SocketAddr,
    /// Counts its lives, so that clients can tell whether it is another one.
    pub life: Arc<AtomicU64>,
    command: Command,
    folder: TempDir,
    child: Option<Child>,
}

impl Server {
    pub fn new(options: &Options) -> Result<Server, Problem> {
        let folder = tempfile::tempdir()?;
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut command = Command::new(&options.spinney);
        command
            .args(["serve", "--no-open", "--behind-proxy", "--threads", "2"])
            .args(["--search-threads", "1", "--max-connections", "2000"])
            .arg("--listen")
            .arg(address.to_string())
            .arg("--memory")
            .arg(options.memory.to_string())
            .arg("--games")
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Ok(Server { address, life: Arc::default(), command, folder, child: None })
    }

    /// Starts it, and waits until it answers.
    pub async fn start(&mut self, tally: &Tally) -> Result<(), Problem> {
        let start = Instant::now();
        self.child = Some(self.command.spawn()?);
        while health(self.address).is_none() {
            if start.elapsed() > START {
                return Err("the server does not start".into());
            }
            if let Some(ended) = self.child.as_mut().and_then(|child| child.try_wait().ok()?) {
                return Err(format!("the server has ended: {ended}").into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.life.fetch_add(1, Relaxed);
        tally.starts.add(start.elapsed());
        Ok(())
    }

    /// Lets it live that long, and looks how it is meanwhile.
    pub async fn live(&self, time: Duration, tally: &Tally) {
        let end = Instant::now() + time;
        let address = self.address;
        while Instant::now() < end {
            // On a thread of its own, lest what is measured is how busy the clients are.
            let looked = tokio::task::spawn_blocking(move || health(address)).await;
            match looked.ok().flatten() {
                Some(latency) => tally.health.add(latency),
                None => tally.unwell.one_more(),
            }
            if let Some(memory) = self.child.as_ref().and_then(|child| memory(child.id())) {
                tally.memory.at_least(memory);
            }
            tokio::time::sleep(LOOK).await;
        }
        tally.disk.at_least(self.disk());
    }

    /// Kills it without warning.
    pub fn kill(&mut self) -> Result<(), Problem> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// Bytes in its folder.
    pub fn disk(&self) -> u64 {
        bytes(self.folder.path())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill().ok();
    }
}

fn bytes(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(of) if of.is_dir() => bytes(&entry.path()),
        Ok(of) => of.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}

/// How long it takes until `/healthz` is answered; `None` if it is not.
fn health(server: SocketAddr) -> Option<Duration> {
    let start = Instant::now();
    let mut stream = TcpStream::connect_timeout(&server, START).ok()?;
    stream.set_read_timeout(Some(START)).ok()?;
    // From an address that no other client has.
    let head = super::http::head("GET", "/healthz", usize::from(u16::MAX), 0);
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.starts_with("HTTP/1.1 200").then(|| start.elapsed())
}

/// The most memory that a process ever had, in bytes, where the system says so.
fn memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
}
