//! What is counted and measured, and what of it must hold.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::Options;

/// Bytes that the folder may take for every game that was begun: games here are short.
const DISK_FOR_A_GAME: u64 = 64 << 10;

#[derive(Default)]
pub struct Number(AtomicU64);

impl Number {
    pub fn one_more(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    pub fn at_least(&self, value: u64) {
        self.0.fetch_max(value, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Durations of one kind.
#[derive(Default)]
pub struct Times(Mutex<Vec<Duration>>);

impl Times {
    pub fn add(&self, time: Duration) {
        lock(&self.0).push(time);
    }

    fn text(&self) -> String {
        let mut times = lock(&self.0).clone();
        times.sort();
        let Some(worst) = times.last() else { return "none".to_owned() };
        let ms = |time: &Duration| time.as_secs_f64() * 1e3;
        let share = |percent: usize| ms(&times[(times.len() - 1) * percent / 100]);
        format!(
            "{}; half within {:.1} ms, 99% within {:.1} ms, all within {:.1} ms",
            times.len(),
            share(50),
            share(99),
            ms(worst)
        )
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[derive(Default)]
pub struct Tally {
    pub starts: Times,
    pub health: Times,
    /// Times that `/healthz` was not answered while the server was alive.
    pub unwell: Number,
    pub memory: Number,
    pub disk: Number,
    pub games: Number,
    /// Requests and messages with their answers.
    pub answers: Times,
    pub refused: Number,
    /// Somebody has waited in vain while the server lived.
    pub unanswered: Number,
    /// Answers with a status of 500 or more, but for those that say that there is too much to do.
    pub failed: Number,
    pub conversions: Number,
    pub half_open: Number,
    pub floods: Number,
    pub analyses: Number,
    pub analysts: Number,
    pub engine_moves: Number,
    /// By game, the moves that somebody was told are played: node and move.
    moves: Mutex<HashMap<String, HashMap<u64, String>>>,
    lost: Mutex<BTreeSet<String>>,
}

impl Tally {
    /// A player is told that a move is played.
    pub fn told(&self, game: &str, node: u64, played: &str) {
        let mut moves = lock(&self.moves);
        moves.entry(game.to_owned()).or_default().insert(node, played.to_owned());
    }

    /// Looks for the moves of a game that players were told of among the nodes that the server tells.
    pub fn look_for_moves(&self, game: &str, told: &serde_json::Value) {
        let moves = lock(&self.moves).get(game).cloned().unwrap_or_default();
        let nodes = told["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
        for (node, played) in moves {
            let is_there = |n: &&serde_json::Value| n["id"] == node && n["move"] == *played;
            if !nodes.iter().any(|n| is_there(&n)) {
                lock(&self.lost).insert(format!("{played} at node {node} of {game}"));
            }
        }
    }

    /// The games in which players were told of moves.
    pub fn games_with_moves(&self) -> Vec<String> {
        lock(&self.moves).keys().cloned().collect()
    }

    pub fn report(&self, options: &Options, disk: u64) {
        let told: usize = lock(&self.moves).values().map(HashMap::len).sum();
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        println!("starts: {}", self.starts.text());
        println!("health: {}; {} not answered", self.health.text(), self.unwell.get());
        println!(
            "answers: {}; {} refused, {} in vain, {} failed",
            self.answers.text(),
            self.refused.get(),
            self.unanswered.get(),
            self.failed.get()
        );
        println!(
            "moves told of: {told} in {} games; lost: {}",
            self.games.get(),
            self.lost().len()
        );
        println!(
            "analyses: {} reports to {} pages; {} moves of engines",
            self.analyses.get(),
            self.analysts.get(),
            self.engine_moves.get()
        );
        println!(
            "beside that: {} conversions, {} connections left half open, {} floods turned away",
            self.conversions.get(),
            self.half_open.get(),
            self.floods.get()
        );
        println!(
            "memory: at most {:.0} MiB, with {} for engines and {} beside that allowed",
            mib(self.memory.get()),
            options.memory,
            options.base
        );
        println!("disk: at most {:.1} MiB, {:.1} at the end", mib(self.disk.get()), mib(disk));
    }

    fn lost(&self) -> BTreeSet<String> {
        lock(&self.lost).clone()
    }

    /// What should hold and does not.
    pub fn broken(&self, options: &Options) -> Vec<String> {
        let mut broken = Vec::new();
        if let Some(first) = self.lost().first() {
            broken.push(format!("{} moves were lost, such as {first}", self.lost().len()));
        }
        for (count, what) in [
            (self.unanswered.get(), "were not answered"),
            (self.failed.get(), "were answered with a failure"),
            (self.unwell.get(), "looks at the server's health were in vain"),
        ] {
            if count > 0 {
                broken.push(format!("{count} {what}"));
            }
        }
        if self.memory.get() > (options.memory + options.base) << 20 {
            broken.push("the server took more memory than it may".to_owned());
        }
        if self.disk.get() > (1 << 20) + self.games.get() * DISK_FOR_A_GAME {
            broken.push("the folder of games is larger than its games".to_owned());
        }
        broken
    }
}
