//! A tournament against programs that do everything wrong, broken off all the time.
//!
//!     cargo build --release
//!     cargo run --release -p spinney-arena --example hostile -- --minutes 10
//!
//! The real program plays a gauntlet with a preset against programs that hang, lie, flood, drip, crash
//! and leave children behind. Every few seconds it is killed, terminated or interrupted, and the same
//! command goes on. In the end it says what was measured, and fails if a game is missing that somebody
//! was told of, if a program is not called what it is, if programs outlive a tournament that was asked
//! to end, or if memory or disk went beyond their bounds. For Linux, where processes can be looked up.
//!
//! `--spinney PATH` of the program (the one that was built beside this one).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use spinney_arena::store::{SqliteStore, Store as _};

type Problem = Box<dyn std::error::Error + Send + Sync>;

/// What a program does when it is to move, and the fault that this is.
const SINS: [(&str, &str, &str); 13] = [
    ("honest", "", ""),
    ("silent", "sleep 1000", "hang"),
    ("spinning", "while :; do :; done", "hang"),
    ("stubborn", "trap '' TERM INT HUP; sleep 1000", "hang"),
    ("endless line", "tr '\\0' x < /dev/zero", "garbled"),
    ("endless lines", "yes thinking", "garbled"),
    ("complaining", "yes complaint >&2", "hang"),
    ("dripping", "while :; do printf x; sleep 0.1; done", "garbled"),
    ("cheating", "printf '= z99\\n\\n'; continue", "illegal"),
    ("colourful", "printf '= \\033[2J\\007\\n\\n'; continue", "illegal"),
    ("crashing", "kill -SEGV $$", "crash"),
    ("deaf", "exec 1>&-; sleep 1000", "crash"),
    ("fertile", "setsid sleep 1000 & sh -c 'sleep 1000 & sleep 1000' & sleep 1000", "hang"),
];

/// Marks every process of this run, so that it can be found whoever its parent is.
const MARK: &str = "SPINNEY_HOSTILE";
/// Games of each pairing: more than can be played in some minutes.
const GAMES: u32 = 1_000;
/// What the tournament may take, in bytes: two games at a time with conversations that are cut.
const MOST_MEMORY: u64 = 256 << 20;
/// What a game may take on disk, in bytes, its conversation included.
const MOST_DISK: u64 = 40 << 10;
/// How long a tournament that was asked to end may take until it has: a game in progress is
/// finished, and on a busy machine that takes its time.
const FAREWELL: Duration = Duration::from_secs(60);

fn main() -> Result<(), Problem> {
    let mut minutes = 1.0;
    let beside = std::env::current_exe()?;
    let beside = beside.parent().and_then(|examples| examples.parent()).ok_or("no folder")?;
    let mut spinney = beside.join("spinney");
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--minutes" => minutes = value.parse()?,
            "--spinney" => spinney = PathBuf::from(value),
            _ => return Err(format!("{name} is no option of this").into()),
        }
    }
    let folder = tempfile::tempdir()?;
    let mut siege = Siege::new(spinney, folder.path())?;
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    while Instant::now() < end {
        siege.one_life()?;
    }
    siege.verdict()
}

/// How a tournament is ended.
#[derive(Clone, Copy)]
enum Ending {
    Kill,
    Terminate,
    Interrupt,
}

struct Siege {
    spinney: PathBuf,
    folder: PathBuf,
    mark: String,
    lives: u64,
    /// Ids of games that somebody was told of.
    told: BTreeSet<String>,
    memory: u64,
    /// Processes that a killed tournament could not end.
    orphans: usize,
    slowest_farewell: Duration,
}

impl Siege {
    fn new(spinney: PathBuf, folder: &Path) -> Result<Siege, Problem> {
        let mut event = format!(
            "name = \"siege\"\nposition = \"hex 3x3\"\nformat = \"gauntlet\"\ngames = {GAMES}\n\
             cores = 2\n[bounds]\npatience = 0.4\n[time]\nper-move = 0.2\n[[player]]\n\
             preset = \"hex/uct\"\ntime = {{ playouts = 20 }}\n"
        );
        for (name, sin, _) in SINS {
            let file = format!("{}.sh", name.replace(' ', "-"));
            fs::write(folder.join(&file), script(sin))?;
            event += &format!(
                "[[player]]\nname = \"{name}\"\nprotocol = \"gtp\"\ncommand = \"sh {file}\"\n\
                 dir = \".\"\n"
            );
        }
        fs::write(folder.join("siege.toml"), event)?;
        Ok(Siege {
            spinney,
            folder: folder.to_owned(),
            mark: format!("{MARK}={}", std::process::id()),
            lives: 0,
            told: BTreeSet::new(),
            memory: 0,
            orphans: 0,
            slowest_farewell: Duration::ZERO,
        })
    }

    /// Has the tournament played for some seconds and ends it.
    fn one_life(&mut self) -> Result<(), Problem> {
        let (mut child, reader) = self.start()?;
        let life = Duration::from_millis(2_000 + self.lives * 1_700 % 6_000);
        let end = Instant::now() + life;
        while Instant::now() < end {
            self.memory = self.memory.max(memory(child.id()).unwrap_or(0));
            if let Some(ended) = child.try_wait()? {
                return Err(format!("the tournament has ended by itself: {ended}").into());
            }
            thread::sleep(Duration::from_millis(50));
        }
        let endings = [Ending::Kill, Ending::Terminate, Ending::Interrupt];
        let ending = endings[self.lives as usize % endings.len()];
        self.lives += 1;
        self.end(&mut child, ending)?;
        let told = reader.join().map_err(|_| "what was told could not be read")?;
        self.told.extend(told);
        Ok(())
    }

    fn start(&self) -> Result<(Child, JoinHandle<Vec<String>>), Problem> {
        let (name, value) = self.mark.split_once('=').ok_or("no mark")?;
        let mut child = Command::new(&self.spinney)
            .args(["tournament", "siege.toml", "--json"])
            .current_dir(&self.folder)
            .env(name, value)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let reader = thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.filter_map(|line| id_of(&line)).collect()
        });
        Ok((child, reader))
    }

    fn end(&mut self, child: &mut Child, ending: Ending) -> Result<(), Problem> {
        let signal = match ending {
            Ending::Kill => Signal::KILL,
            Ending::Terminate => Signal::TERM,
            Ending::Interrupt => Signal::INT,
        };
        let start = Instant::now();
        kill_process(Pid::from_child(child), signal)?;
        while child.try_wait()?.is_none() {
            if start.elapsed() > FAREWELL {
                return Err("the tournament does not end when it is asked to".into());
            }
            thread::sleep(Duration::from_millis(10));
        }
        let left = marked(&self.mark);
        if matches!(ending, Ending::Kill) {
            // Nobody is left who could end them, so whoever killed must.
            self.orphans += left.len();
            for process in left {
                // It may have ended meanwhile.
                kill_process(process, Signal::KILL).ok();
            }
            return Ok(());
        }
        self.slowest_farewell = self.slowest_farewell.max(start.elapsed());
        if left.is_empty() {
            return Ok(());
        }
        Err(format!("{} programs outlive a tournament that was asked to end", left.len()).into())
    }

    fn verdict(self) -> Result<(), Problem> {
        let file = self.folder.join("siege.sqlite");
        let disk = fs::metadata(&file)?.len();
        let (mut games, mut wrong) = (BTreeSet::new(), Vec::new());
        let mut faults: BTreeMap<String, u64> = BTreeMap::new();
        SqliteStore::open(&file)?.visit(None, &mut |game| {
            games.insert(game.job.id());
            let sinner = game.job.seats.iter().find(|seat| seat.name != "hex/uct");
            let name = sinner.map_or("", |seat| seat.name.as_str());
            let expected = SINS.iter().find(|(known, ..)| *known == name).map_or("", |sin| sin.2);
            let kind = game.fault.map(|fault| fault.kind.to_string()).unwrap_or_default();
            if kind != expected {
                wrong.push(format!("{name} is called {kind:?}"));
            }
            *faults.entry(kind).or_default() += 1;
        })?;
        let lost = self.told.difference(&games).count();
        println!("{} lives of the tournament, {} games, {faults:?}", self.lives, games.len());
        println!("games told of: {}; lost: {lost}", self.told.len());
        println!("slowest farewell: {:.1} s", self.slowest_farewell.as_secs_f64());
        println!("processes left behind where it was killed: {}; else none", self.orphans);
        println!("memory: at most {:.0} MiB", self.memory as f64 / (1 << 20) as f64);
        println!("disk: {:.1} kB a game", disk as f64 / 1e3 / games.len().max(1) as f64);
        if lost > 0 {
            return Err("games are missing".into());
        }
        if let Some(first) = wrong.first() {
            return Err(format!("{} of {}: {first}", wrong.len(), games.len()).into());
        }
        if self.memory > MOST_MEMORY || disk > MOST_DISK * (games.len() as u64 + 100) {
            return Err("the tournament took more than it may".into());
        }
        Ok(())
    }
}

/// A GTP program for a board of 3×3 cells, which it fills in order, and which sins when it is to make
/// its second move.
fn script(sin: &str) -> String {
    format!(
        r#"
taken=" "
moves=0
while read -r command colour cell; do
    case "$command" in
        name) printf '= Sinner\n\n' ;;
        clear_board) taken=" "; moves=0; printf '= \n\n' ;;
        play) taken="$taken$cell "; printf '= \n\n' ;;
        genmove)
            moves=$((moves + 1))
            if [ "$moves" = 2 ]; then
                : sin
                {sin}
            fi
            for cell in a1 c3 a3 b1 c1 a2 b2 c2 b3; do
                case "$taken" in *" $cell "*) ;; *) break ;; esac
            done
            taken="$taken$cell "
            printf '= %s\n\n' "$cell" ;;
        quit) printf '= \n\n'; exit ;;
        *) printf '= \n\n' ;;
    esac
done
"#
    )
}

/// The game that a line of JSON tells of.
fn id_of(line: &str) -> Option<String> {
    let line: serde_json::Value = serde_json::from_str(line).ok()?;
    Some(line["id"].as_str()?.to_owned())
}

/// All processes of this run that are still there.
fn marked(mark: &str) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let is_marked = |process: &i32| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())
    };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(is_marked).filter_map(Pid::from_raw).collect()
}

/// The most memory that a process ever had, in bytes.
fn memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
}
