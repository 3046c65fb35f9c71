//! Df-pn: depth-first proof-number search.
//!
//! Every open position has two numbers: how many others would at least have to turn out well to
//! prove it won, and to prove it lost, for the player to move. The search always works where the
//! least is missing. It is depth first: it stays below a position until that one's numbers reach
//! limits beyond which another position would be the better place, and a table of fixed size
//! remembers the numbers of all. What the game can prove by itself it says through
//! [`StaticProver`]; only the most promising moves count at first, and more as they are refuted.
//!
//! ```
//! use spinney_game::{Game, NoProver, Player, demo::Countdown};
//! use spinney_search::{Limits, Stop, dfpn::{Settings, Solver}};
//! let mut solver = Solver::new(NoProver, Settings::default())?;
//! let eight_left = Countdown::from_text("countdown 8")?;
//! let progress = solver.solve(&eight_left, &Limits::default(), &Stop::new(), &mut |_| {});
//! assert_eq!(progress.winner, Some(Player(1))); // a multiple of four is lost
//! # Ok::<(), spinney_game::TextError>(())
//! ```
//!
//! The game must have two players, no chance and no way to repeat a position. One that has draws is
//! asked two questions, by an [`OutcomeSolver`].

mod bounds;
mod notes;
mod outcome;
mod places;
mod saved;
mod search;
pub mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Actor, Game, Player, StaticProver, TextError};

use self::bounds::Bounds;
use self::notes::Note;
pub use self::outcome::{OutcomeProgress, OutcomeSolver, Value};
use self::places::Places;
use self::saved::Origin;
pub use self::saved::TableError;
use self::search::Search;
use self::table::Table;
use crate::{Budget, Oracle, Stop, memory};

/// Places for marks on the positions that threads work on.
const MARKS: usize = 1 << 12;
/// No search has more threads.
const MAX_THREADS: usize = 256;

/// How a proof search works.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DocumentedFields)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Settings {
    /// MiB for the table of proof numbers, the notes on positions and the carriers of proofs together.
    pub memory: u64,
    /// Threads that work on one proof.
    pub threads: usize,
    /// How many moves of a position are searched from the start (dynamic widening).
    pub widening_base: usize,
    /// Which share of the moves not yet refuted is searched besides those.
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
        memory::check(self.memory as f64)?;
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

impl<M> Progress<M> {
    fn new(winner: Option<Player>, bounds: Bounds) -> Progress<M> {
        Progress {
            winner,
            winning_move: None,
            proof_number: bounds.phi,
            disproof_number: bounds.delta,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }
}

/// Proves who wins.
pub struct Solver<G: Game, I: StaticProver<G>> {
    prover: I,
    settings: Settings,
    room: Room,
    table: Arc<Table>,
    shared: Option<Shared<G, I>>,
}

/// What may take how many bytes.
#[derive(Clone, Copy)]
struct Room {
    table: u64,
    notes: u64,
    carrier: u64,
    prover: u64,
}

impl Room {
    /// Shares out that many bytes. Entries of the table are short and many; notes are long, and
    /// each is worth a look at a position.
    fn within(bytes: u64) -> Room {
        Room { table: bytes / 4, notes: bytes * 3 / 8, carrier: bytes / 4, prover: bytes / 8 }
    }
}

/// What all threads work with.
struct Shared<G: Game, I: StaticProver<G>> {
    settings: Settings,
    table: Arc<Table>,
    /// By the key of the position that they were taken at.
    notes: Places<Arc<Note<G, I::Context>>>,
    /// What proofs rest on, by the hash of the position, for when they are carried on to those
    /// before it.
    carrier: Places<I::Carrier>,
    nodes: AtomicU64,
    /// How many threads work below positions with that mark.
    marks: Box<[AtomicU8]>,
}

impl<G: Game, I: StaticProver<G>> Shared<G, I> {
    fn new(settings: &Settings, room: Room, table: &Arc<Table>, position: &G) -> Shared<G, I> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        Shared {
            settings: settings.clone(),
            table: Arc::clone(table),
            notes: Places::within(room.notes, Note::<G, I::Context>::bytes(moves.len())),
            carrier: Places::within(room.carrier, 0),
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

impl<G: Game, I: StaticProver<G> + Sync> Solver<G, I> {
    /// A solver that knows nothing yet. An error names the setting that cannot be.
    pub fn new(prover: I, settings: Settings) -> Result<Solver<G, I>, TextError> {
        settings.check()?;
        let room = Room::within(settings.memory << 20);
        Solver::with_room(prover, settings, room)
    }

    fn with_room(mut prover: I, settings: Settings, room: Room) -> Result<Solver<G, I>, TextError> {
        let table = Arc::new(new_table(room)?);
        // Each thread has its own.
        prover.keep_within(room.prover as usize / settings.threads);
        Ok(Solver { prover, settings, room, table, shared: None })
    }

    /// Works on a position until it is proven, a limit (of nodes or of time) is reached, or `stop`
    /// is thrown, telling `listener` from time to time how it goes. What was found out is kept
    /// for later calls, as far as there is room for it.
    pub fn solve(
        &mut self,
        position: &G,
        budget: impl Into<Budget>,
        stop: &Stop,
        listener: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Progress<G::Move> {
        let Actor::Player(player) = position.actor() else {
            let winner = position.rewards().and_then(|rewards| rewards.winner());
            return Progress::new(winner, Bounds::OPEN);
        };
        let Solver { prover, settings, room, table, shared } = self;
        let shared = shared.get_or_insert_with(|| Shared::new(settings, *room, table, position));
        Search::new(shared, prover, position, player, &budget.into(), stop).run(listener)
    }

    /// Who wins at a position, if this solver has proven it.
    pub fn known(&self, position: &G) -> Option<Player> {
        known(&self.table, &self.prover, position)
    }

    /// What this solver has proven and will prove, for others to ask while it works.
    pub fn oracle(&self) -> Arc<dyn Oracle<G>>
    where
        G: 'static,
        I: 'static,
    {
        Arc::new(Proven { table: Arc::clone(&self.table), prover: self.prover.clone() })
    }

    /// What the proof of a position rests on, if it is proven and that is still known.
    pub fn carrier(&self, position: &G) -> Option<I::Carrier> {
        self.known(position)?;
        self.shared.as_ref()?.carrier.get(position.hash())
    }

    /// Writes what is proven and what is open on the board where games start from that position,
    /// to be [loaded](Solver::load) another time.
    pub fn save(&self, start: &G, out: &mut impl Write) -> io::Result<()> {
        saved::save(&self.table, &Origin::of(&self.prover, start), out)
    }

    /// Goes on from what was [saved](Solver::save) with the same board, instead of from what was
    /// known before. Whatever is wrong with it, it is all taken over or none of it.
    pub fn load(&mut self, start: &G, from: &mut impl Read) -> Result<(), TableError> {
        let table = self.read_table(start, from)?;
        saved::end(from)?;
        self.take_over(table);
        Ok(())
    }

    /// Reads a table that was [saved](Solver::save), and no further.
    fn read_table(&self, start: &G, from: &mut impl Read) -> Result<Table, TableError> {
        let table = new_table(self.room)?;
        saved::load(&table, &Origin::of(&self.prover, start), from)?;
        Ok(table)
    }

    fn take_over(&mut self, table: Table) {
        (self.table, self.shared) = (Arc::new(table), None);
    }
}

fn new_table(room: Room) -> Result<Table, TextError> {
    Table::new(room.table).ok_or_else(|| TextError::at("memory", "there is not as much"))
}

/// What a solver has proven.
struct Proven<I> {
    table: Arc<Table>,
    prover: I,
}

impl<G: Game, I: StaticProver<G> + Sync> Oracle<G> for Proven<I> {
    fn winner(&self, position: &G) -> Option<Player> {
        known(&self.table, &self.prover, position)
    }
}

/// Who wins at a position, if the table says so.
fn known<G: Game>(table: &Table, prover: &impl StaticProver<G>, position: &G) -> Option<Player> {
    let Actor::Player(player) = position.actor() else {
        return position.rewards().and_then(|rewards| rewards.winner());
    };
    let bounds = table.bounds(prover.key(position))?;
    bounds.is_proven().then(|| bounds.winner(player))
}
