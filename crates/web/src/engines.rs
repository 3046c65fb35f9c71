//! The engines at work: how players are opened and kept warm, and how long thinking is cut into
//! turns.

use std::fmt;
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use spinney_engine::{Board, EngineError, Limits, Line, Player, Preset, Report, Resources, Stop};

use crate::client::Client;
use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::workers::Post;

/// How long one turn of thinking lasts before others get theirs.
const TURN: Duration = Duration::from_millis(400);
/// The time between live reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(150);
/// How long it may take to set an engine up at a position.
const OPENING: Duration = Duration::from_secs(5);

/// Whose tree a player grows: trees of different thoughts are kept apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Desk {
    pub(crate) game: String,
    pub(crate) preset: String,
    pub(crate) purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The engine's own moves.
    Move,
    /// What somebody looks at, by the number of the socket.
    Analysis(u64),
    /// A look at a whole game.
    Review,
    /// A hint.
    Hint,
}

impl fmt::Display for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Desk { game, preset, purpose } = self;
        let for_what = match purpose {
            Purpose::Move => "for its move",
            Purpose::Analysis(_) => "for an analysis",
            Purpose::Review => "for a review",
            Purpose::Hint => "for a hint",
        };
        // The whole name is the key to the game, and logs are read by others.
        let game: String = game.chars().take(4).collect();
        write!(f, "{preset} thinks {for_what} in game {game}…")
    }
}

/// What opens a preset's player for games that start from a board.
type Opener = dyn Fn(Preset, &Board) -> Result<Box<dyn Player>, EngineError> + Send + Sync;

/// Players that may be needed again, with their trees; the least recently used goes first.
pub(crate) struct Engines {
    idle: Mutex<Vec<(Desk, Box<dyn Player>)>>,
    /// How many may think at once.
    pub(crate) at_work: usize,
    most_idle: usize,
    /// Players that were given up and not let go yet: they have taken the memory of idle ones.
    lost: AtomicIsize,
    threads: usize,
    /// MiB for each player.
    memory: u64,
    open: Box<Opener>,
}

impl Engines {
    /// At most `at_work` of them think at once with that many threads each, fewer where there is
    /// too little memory for as many, and all of them together take `memory` MiB.
    pub(crate) fn new(at_work: usize, threads: usize, memory: u64) -> Engines {
        // A tree of a few MiB is small but still thinks well.
        const LEAST: u64 = 4;
        // One more is kept for later, at least.
        let at_work = at_work.clamp(1, (memory / LEAST).saturating_sub(1).max(1) as usize);
        let most_idle = (memory / 64).saturating_sub(at_work as u64).clamp(1, 64) as usize;
        let memory = (memory / (at_work + most_idle) as u64).max(1);
        Engines {
            idle: Mutex::default(),
            at_work,
            most_idle,
            lost: AtomicIsize::new(0),
            threads,
            memory,
            open: Box::new(open),
        }
    }

    /// The same, with players of another kind.
    #[cfg(test)]
    pub(crate) fn opened_by(self, open: Box<Opener>) -> Engines {
        Engines { open, ..self }
    }

    /// A preset as it plays on this server: within its share, reporting to whoever watches, and with
    /// a seed of its own, so that no two games need be alike.
    fn prepared(&self, desk: &Desk) -> Result<Preset, EngineError> {
        let preset = Preset::load(&desk.preset)?;
        let resources = Resources {
            threads: Some(preset.usable_threads(self.threads as u32)),
            memory: Some(self.memory as u32),
            seed: Some(fresh_seed()),
        };
        let preset = preset.within(&resources)?.watched(REPORT_INTERVAL)?;
        match desk.purpose {
            Purpose::Analysis(_) => preset.comparing_moves(),
            Purpose::Move | Purpose::Review | Purpose::Hint => Ok(preset),
        }
    }

    fn take(&self, desk: &Desk, start: &Board) -> Result<Box<dyn Player>, EngineError> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle.iter().position(|(known, _)| known == desk).map(|at| idle.remove(at));
        drop(idle);
        match known {
            Some((_, player)) => Ok(player),
            None => (self.open)(self.prepared(desk)?, start),
        }
    }

    fn give_back(&self, desk: Desk, player: Box<dyn Player>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push((desk, player));
        let lost = self.lost.load(Relaxed).max(0) as usize;
        let most = self.most_idle.saturating_sub(lost);
        let too_many = idle.len().saturating_sub(most);
        let dropped: Vec<_> = idle.drain(..too_many).collect();
        drop(idle);
        drop(dropped);
    }

    /// What was given up has come back, and is not used again.
    fn let_go<T>(&self, given_up: T) {
        drop(given_up);
        self.lost.fetch_sub(1, Relaxed);
    }

    /// Forgets what was thought for a socket that is closed or a game that is put away.
    pub(crate) fn forget(&self, of: impl Fn(&Desk) -> bool) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let (gone, kept): (Vec<_>, Vec<_>) = idle.drain(..).partition(|(desk, _)| of(desk));
        *idle = kept;
        drop(idle);
        drop(gone);
    }
}

/// A player of the preset for games that start from a board.
pub(crate) fn open(preset: Preset, start: &Board) -> Result<Box<dyn Player>, EngineError> {
    Ok(spinney_engine::open_preset(preset, Some(&start.text()))?.player)
}

/// A seed that differs from player to player, so that no two games need be alike.
fn fresh_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without randomness, games repeat; that is no reason to stop.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes) >> 1
}

/// What a thought came to, and how long the engine was at it.
pub(crate) type Thought = Result<(Report, Duration), Refusal>;

/// One thought about one position, turn by turn.
pub(crate) struct Thinking {
    pub(crate) client: Client,
    pub(crate) desk: Desk,
    /// The game up to where it is thought about.
    pub(crate) line: Line,
    pub(crate) limits: Limits,
    pub(crate) stop: Stop,
    pub(crate) spent: Duration,
    pub(crate) listener: Box<dyn FnMut(&Report) + Send>,
    pub(crate) reply: Reply<Thought>,
}

impl Thinking {
    /// Waits for the first turn, or says why there will be none; then there is no reply either.
    pub(crate) fn start(self, engines: &Arc<Engines>, queue: &Arc<Queue>) -> Result<(), Refusal> {
        let (engines, later) = (Arc::clone(engines), Arc::clone(queue));
        queue.push(self.client, Box::new(move |post| self.turn(&engines, &later, post)))
    }

    fn turn(mut self, engines: &Arc<Engines>, queue: &Arc<Queue>, post: &Post) {
        if self.stop.is_stopped() {
            return self.reply.give(Err(Refusal::CalledOff));
        }
        if !post.is_manned() {
            return self.reply.give(Err(Refusal::NoEngine));
        }
        self.expect(post, engines, OPENING);
        let player = engines.take(&self.desk, self.line.start());
        if !post.done() {
            return engines.let_go(player);
        }
        let mut player = match player {
            Ok(player) => player,
            Err(error) => return self.reply.give(Err(error.into())),
        };
        loop {
            let left = self.left();
            let turn = left.move_time.unwrap_or(TURN);
            self.expect(post, engines, turn);
            let (listener, reply) = (&mut self.listener, &self.reply);
            let begun = Instant::now();
            let thought = player.think(&self.line, &left, &self.stop, &mut |report| {
                // Nobody listens to one who was given up.
                if reply.is_due() {
                    listener(report);
                }
            });
            // All that it did counts, whichever part of it a report is about.
            let took = begun.elapsed();
            if !post.done() {
                return engines.let_go(player);
            }
            let report = match thought {
                Ok(report) => report,
                Err(error) => return self.reply.give(Err(error.into())),
            };
            self.spent += took;
            if let Some(playouts) = &mut self.limits.playouts {
                *playouts = playouts.saturating_sub(report.playouts);
            }
            let done = self.stop.is_stopped()
                || report.proven_winner.is_some()
                || self.limits.playouts == Some(0)
                || self.limits.move_time.is_some_and(|time| self.spent >= time)
                // It has nothing more to think about.
                || took < turn / 2;
            if done {
                engines.give_back(self.desk, player);
                return self.reply.give(Ok((report, self.spent)));
            }
            (self.listener)(&report);
            if queue.length() > 0 {
                engines.give_back(self.desk.clone(), player);
                let (again, later) = (Arc::clone(engines), Arc::clone(queue));
                let client = self.client;
                let next = Box::new(move |post: &Post| self.turn(&again, &later, post));
                return queue.push_again(client, next);
            }
        }
    }

    /// Has the watchdog answer if what follows takes much longer than that.
    fn expect(&self, post: &Post, engines: &Arc<Engines>, within: Duration) {
        let (stop, reply) = (self.stop.clone(), self.reply.clone());
        let engines = Arc::clone(engines);
        post.expect(within, self.desk.to_string(), move |why| {
            if matches!(why, Refusal::EngineLost) {
                engines.lost.fetch_add(1, Relaxed);
            }
            // It may still hear it one day.
            stop.stop();
            reply.give(Err(why));
        });
    }

    /// The limits of the next turn.
    fn left(&self) -> Limits {
        let time = self.limits.move_time.map(|time| time.saturating_sub(self.spent));
        let time = time.map_or(TURN, |time| time.min(TURN)).max(Duration::from_millis(1));
        Limits { move_time: Some(time), ..self.limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_presets_took_memory_that_the_server_had_not_given_them() {
        for (memory, at_work) in [(16, 1), (16, 64), (64, 2), (1024, 8), (100_000, 3)] {
            let engines = Engines::new(at_work, 1, memory);
            let players = (engines.at_work + engines.most_idle) as u64;
            assert!(players * engines.memory <= memory && engines.at_work <= at_work);
            for game in spinney_engine::games() {
                for preset in game.presets {
                    let (game_name, name) = (game.name.to_owned(), preset.name.to_owned());
                    let desk = Desk { game: game_name, preset: name, purpose: Purpose::Hint };
                    let given = engines.prepared(&desk).unwrap();
                    let whole: f64 = given
                        .parameters()
                        .iter()
                        // Alpha-beta's table is a part of what its search has.
                        .filter(|p| ["search.memory", "play.solver-memory"].contains(&&*p.name))
                        .filter(|p| p.name == "search.memory" || given.threads() > 1)
                        .map(|p| p.value.parse::<f64>().unwrap())
                        .sum();
                    assert!(whole <= engines.memory as f64, "{}: {whole} MiB", preset.name);
                    // Some tables are filled at once, so only small ones are made here.
                    if memory <= 64 {
                        let start = game.board(game.default_position).unwrap();
                        (engines.open)(given, &start).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn a_thought_takes_its_limits_in_turns() {
        let engines = Arc::new(Engines::new(1, 1, 64));
        let queue = Arc::new(Queue::default());
        let (sender, receiver) = std::sync::mpsc::channel();
        let thinking = Thinking {
            client: Client::of([192, 0, 2, 1].into()),
            desk: Desk { game: "g".into(), preset: "hex/best".into(), purpose: Purpose::Hint },
            line: Line::new(Board::from_text("hex 11x11").unwrap()),
            limits: Limits::move_time(TURN * 2 + TURN / 2),
            stop: Stop::new(),
            spent: Duration::ZERO,
            listener: Box::new(|_| {}),
            reply: Reply::new(move |thought| sender.send(thought).unwrap()),
        };
        thinking.start(&engines, &queue).unwrap();
        let post = Post::new(TURN);
        let mut turns = 0;
        // Somebody else always waits.
        while queue.length() > 0 {
            let other = Client::of([192, 0, 2, 2].into());
            queue.push(other, Box::new(|_| {})).unwrap();
            queue.next().unwrap()(&post);
            queue.next().unwrap()(&post);
            turns += 1;
        }
        let (report, spent) = receiver.recv().unwrap().unwrap();
        // Three turns, or two where the machine is busy and a turn takes longer.
        assert!(turns >= 2, "{turns}");
        assert!(spent >= TURN * 2 && report.best().is_some());
    }
}
