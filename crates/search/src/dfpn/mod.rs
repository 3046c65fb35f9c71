//! Df-pn: depth-first proof-number search.
//!
//! Every open position has two numbers: how many others would at least have to turn out well to
//! prove it won, and to prove it lost, for the player to move. The search always works where the
//! least is missing. It is depth first: it stays below a position until that one's numbers reach
//! limits beyond which another position would be the better place, and a table of fixed size
//! remembers the numbers of all. What the game can prove by itself it says through
//! [`Insight`]; only the most promising moves count at first, and more as they are refuted.
//!
//! ```
//! use spinney_game::{Game, NoInsight, Player, demo::Countdown};
//! use spinney_search::{Limits, Stop, dfpn::{Settings, Solver}};
//! let mut solver = Solver::new(NoInsight, Settings::default());
//! let eight_left = Countdown::from_text("countdown 8")?;
//! let progress = solver.solve(&eight_left, &Limits::default(), &Stop::new(), &mut |_| {});
//! assert_eq!(progress.winner, Some(Player(1))); // a multiple of four is lost
//! # Ok::<(), spinney_game::TextError>(())
//! ```
//!
//! The game must have two players, no chance, no draws and no way to repeat a position.

mod bounds;
mod grounds;
mod notes;
pub mod strategy;
mod table;
mod walk;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Actor, Game, Insight, Player, TextError};

use self::bounds::{Bounds, NEVER};
use self::grounds::Kept;
use self::notes::{Child, Note, Notes, Seen};
use self::table::Table;
use self::walk::Walker;
use crate::{Limits, Oracle, Stop};

/// How often whoever listens hears about the search.
const REPORT_EVERY: Duration = Duration::from_millis(200);
/// Places for marks on the positions that threads work on.
const MARKS: usize = 1 << 12;
/// What a saved table starts with.
const MAGIC: &[u8; 16] = b"spinney df-pn 1\n";
/// No search has more threads.
const MAX_THREADS: usize = 256;

/// How a proof search works.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DocumentedFields)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Settings {
    /// Megabytes for the table of proof numbers, the notes on positions and the grounds of proofs
    /// together.
    pub memory: u64,
    /// Threads that work on one proof.
    pub threads: usize,
    /// Moves of a position that are worked on from the start.
    pub widening_base: usize,
    /// Share of the moves not yet refuted that are worked on besides those.
    pub widening_share: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { memory: 256, threads: 1, widening_base: 1, widening_share: 0.35 }
    }
}

impl Settings {
    /// What is wrong with the settings, if anything.
    pub fn check(&self) -> Result<(), TextError> {
        if !(1..=MAX_THREADS).contains(&self.threads) {
            let problem = format!("{} is not 1 to {MAX_THREADS}", self.threads);
            return Err(TextError::at("threads", problem));
        }
        if !(1..=1 << 20).contains(&self.memory) {
            return Err(TextError::at("memory", format!("{} is not 1 to 1048576", self.memory)));
        }
        if !(0.0..=1.0).contains(&self.widening_share) {
            let problem = format!("{} is not 0 to 1", self.widening_share);
            return Err(TextError::at("widening-share", problem));
        }
        if self.widening_base == 0 {
            return Err(TextError::at("widening-base", "at least one move must count"));
        }
        Ok(())
    }
}

/// How far a proof has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress<M> {
    /// Who wins, if that is proven.
    pub winner: Option<Player>,
    /// A move that wins, where the player to move does and the search has one.
    pub winning_move: Option<M>,
    /// The proof number: positions that must still turn out well for the player to move to win.
    pub proof_number: u32,
    /// The same for the opponent.
    pub disproof_number: u32,
    /// Positions looked at by this search.
    pub nodes: u64,
    /// Wall time of this search.
    pub elapsed: Duration,
}

/// Proves who wins.
pub struct Solver<G: Game, I: Insight<G>> {
    insight: I,
    settings: Settings,
    table: Arc<Table>,
    shared: Option<Shared<G, I>>,
}

/// What all threads work with.
struct Shared<G: Game, I: Insight<G>> {
    settings: Settings,
    table: Arc<Table>,
    notes: Notes<G, I::Account>,
    grounds: Kept<I::Grounds>,
    nodes: AtomicU64,
    /// How many threads work below positions with that mark.
    marks: Box<[AtomicU8]>,
}

impl<G: Game, I: Insight<G>> Shared<G, I> {
    fn new(settings: &Settings, table: &Arc<Table>, position: &G) -> Shared<G, I> {
        // Notes are long and worth a look at the position.
        let bytes = settings.memory << 20;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        Shared {
            settings: settings.clone(),
            table: Arc::clone(table),
            notes: Notes::new(bytes * 3 / 8, Notes::<G, I::Account>::typical(moves.len())),
            grounds: Kept::new(bytes / 4),
            nodes: AtomicU64::new(0),
            marks: (0..MARKS).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    fn mark(&self, key: u64) -> &AtomicU8 {
        &self.marks[key as usize % MARKS]
    }

    /// Threads that work on a position now.
    fn workers_on(&self, key: u64) -> u32 {
        // One thread alone walks the same way whatever shares its marks.
        if self.settings.threads == 1 { 0 } else { self.mark(key).load(Relaxed).into() }
    }

    /// Marks a position until the guard is dropped.
    fn working_on(&self, key: u64) -> impl Drop + use<'_, G, I> {
        struct Working<'a>(&'a AtomicU8);
        impl Drop for Working<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Relaxed);
            }
        }
        let mark = self.mark(key);
        mark.fetch_add(1, Relaxed);
        Working(mark)
    }
}

impl<G: Game, I: Insight<G> + Sync> Solver<G, I> {
    /// A solver that knows nothing yet. The settings must pass their [check](Settings::check).
    pub fn new(mut insight: I, settings: Settings) -> Solver<G, I> {
        // Each thread has its own.
        insight.keep_within((settings.memory << 20) as usize / 8 / settings.threads);
        let table = new_table(&settings);
        Solver { insight, settings, table, shared: None }
    }

    /// Works on a position until it is proven, a limit (of nodes or of time) is reached, or `stop`
    /// is thrown, telling `listener` from time to time how it goes. What was found out is kept
    /// for later calls.
    pub fn solve(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Progress<G::Move> {
        let Actor::Player(player) = position.actor() else {
            return self.progress(position, Player::FIRST, 0, Duration::ZERO);
        };
        self.shared.get_or_insert_with(|| Shared::new(&self.settings, &self.table, position));
        let solver = &*self;
        let shared = solver.shared.as_ref().expect("was made above");
        let key = solver.insight.key(position);
        let start = Instant::now();
        let before = shared.nodes.load(Relaxed);
        let done = AtomicBool::new(false);
        let out_of = || {
            stop.is_stopped()
                || done.load(Relaxed)
                || limits.nodes.is_some_and(|n| shared.nodes.load(Relaxed) - before >= n)
                || limits.move_time.is_some_and(|time| start.elapsed() >= time)
        };
        let prove = |insight: I, go_on: &mut dyn FnMut() -> bool| {
            let mut walker = Walker { shared, insight, go_on, stopped: false };
            let all = Bounds { phi: NEVER, delta: NEVER };
            while !walker.stopped && !shared.table.bounds(key).is_some_and(Bounds::is_proven) {
                walker.walk(position, key, all);
            }
            done.store(true, Relaxed);
        };
        thread::scope(|scope| {
            for _ in 1..solver.settings.threads {
                let insight = solver.insight.clone();
                scope.spawn(|| prove(insight, &mut || !out_of()));
            }
            let mut last = start;
            prove(solver.insight.clone(), &mut || {
                if last.elapsed() >= REPORT_EVERY {
                    last = Instant::now();
                    listener(&solver.progress(position, player, before, start.elapsed()));
                }
                !out_of()
            });
        });
        self.progress(position, player, before, start.elapsed())
    }

    /// Who wins at a position, if this solver has proven it.
    pub fn known(&self, position: &G) -> Option<Player> {
        known(&self.table, &self.insight, position)
    }

    /// What this solver has proven and will prove, for others to ask while it works.
    pub fn oracle(&self) -> Arc<dyn Oracle<G>>
    where
        G: 'static,
        I: 'static,
    {
        Arc::new(Proven { table: Arc::clone(&self.table), insight: self.insight.clone() })
    }

    /// What the proof of a position rests on, if it is proven and that is still known.
    pub fn grounds(&self, position: &G) -> Option<I::Grounds> {
        self.known(position)?;
        self.shared.as_ref()?.grounds.get(position.hash())
    }

    /// Writes what is proven and what is open, to be [loaded](Solver::load) another time.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(MAGIC)?;
        self.table.save(out)
    }

    /// Goes on from what was [saved](Solver::save) while working on a position of the same game.
    pub fn load(&mut self, from: &mut impl Read) -> io::Result<()> {
        let mut magic = [0; MAGIC.len()];
        from.read_exact(&mut magic)?;
        if &magic != MAGIC {
            let problem = "this is not a table of proof numbers";
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        // An error leaves what was there.
        let table = new_table(&self.settings);
        table.load(from)?;
        (self.table, self.shared) = (table, None);
        Ok(())
    }

    fn progress(
        &self,
        position: &G,
        player: Player,
        before: u64,
        elapsed: Duration,
    ) -> Progress<G::Move> {
        let winner = self.known(position);
        let shared = self.shared.as_ref();
        let key = self.insight.key(position);
        let bounds = self.table.bounds(key).unwrap_or(Bounds::OPEN);
        // The notes kept may be of an image of this position.
        let winning_move = (winner == Some(player)).then(|| {
            let note = match Note::take(&mut self.insight.clone(), position) {
                Seen::Open(note) => note,
                Seen::Decided(_, _, winning) => return winning,
            };
            let wins = |child: &&Child<_>| self.known(&note.after(child)) == Some(player);
            note.children.iter().find(wins).map(|child| child.played)
        });
        Progress {
            winner,
            winning_move: winning_move.flatten(),
            proof_number: bounds.phi,
            disproof_number: bounds.delta,
            nodes: shared.map_or(0, |shared| shared.nodes.load(Relaxed) - before),
            elapsed,
        }
    }
}

/// An empty table of proof numbers. Entries are short and many: it takes a quarter of the memory,
/// insight an eighth, and [`Shared`] the rest.
fn new_table(settings: &Settings) -> Arc<Table> {
    Arc::new(Table::new((settings.memory << 20) / 4))
}

/// What a solver has proven.
struct Proven<I> {
    table: Arc<Table>,
    insight: I,
}

impl<G: Game, I: Insight<G> + Sync> Oracle<G> for Proven<I> {
    fn winner(&self, position: &G) -> Option<Player> {
        known(&self.table, &self.insight, position)
    }
}

/// Who wins at a position, if the table says so.
fn known<G: Game>(table: &Table, insight: &impl Insight<G>, position: &G) -> Option<Player> {
    let Actor::Player(player) = position.actor() else {
        return position.rewards().and_then(|rewards| rewards.winner());
    };
    let bounds = table.bounds(insight.key(position))?;
    bounds.is_proven().then(|| if bounds.phi == 0 { player } else { player.opponent() })
}
