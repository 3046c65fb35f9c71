//! Who thinks about turns: players that are kept with their trees, within one amount of memory.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use spinney_engine::{
    Board, EngineError, Limits, Line, Player, PlayerPool, Preset, Report, Resources, Stop,
    TextError, game_of_position, play_turn,
};

use super::answer::Failure;
use super::{Answer, Options, Query};

/// What the program takes beside its players, in MiB: its code, tables of games, what waits.
const BASE: u64 = 48;
/// How often players report where partial reports are wanted.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// One turn of a query.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) query: Arc<Query>,
    /// The start, as the game writes it.
    start: Arc<str>,
    pub(super) key: Arc<Key>,
    pub(super) turn: usize,
    pub(super) stop: Stop,
    /// The number of the query's line, and its length.
    line: u64,
    pub(super) bytes: usize,
}

impl Task {
    pub(super) fn is_same(&self, other: &Task) -> bool {
        self.turn == other.turn && Arc::ptr_eq(&self.query, &other.query)
    }

    /// The answer to one that was taken back.
    pub(super) fn cancelled(&self) -> Answer<'_> {
        Answer::Cancelled { id: &self.query.id, turn: self.turn, report: None }
    }

    /// The answer to one that cannot be thought about.
    fn error(&self, error: &EngineError) -> Answer<'_> {
        let (id, turn) = (Some(self.query.id.as_str()), Some(self.turn));
        Answer::Error { id, turn, line: self.line, error: error.to_string() }
    }

    /// The game up to the turn. It is played anew for each, because boards are large and many wait.
    fn played(&self) -> Result<Line, EngineError> {
        let mut line = Line::new(Board::from_text(&self.start)?);
        for entry in &self.query.moves[..self.turn] {
            play_turn(&mut line, entry)?;
        }
        Ok(line)
    }
}

/// What players differ in. Two queries with the same key use the same trees.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    preset: String,
    overrides: Vec<(String, String)>,
    /// Players are made for a board and its rules.
    setup: String,
    reports: bool,
}

pub(super) struct Thinkers {
    pool: PlayerPool<Key>,
    search_threads: usize,
    limits: Option<Limits>,
}

impl Thinkers {
    pub(super) fn new(options: &Options) -> Thinkers {
        let Options { threads, search_threads, memory, limits, .. } = options;
        let at_work = (threads / (*search_threads).max(1)).max(1);
        let memory = memory.saturating_sub(BASE).max(memory / 2);
        let pool = PlayerPool::new(at_work, memory);
        Thinkers { pool, search_threads: *search_threads, limits: *limits }
    }

    /// How many think at the same time.
    pub(super) fn at_work(&self) -> usize {
        self.pool.at_work()
    }

    /// Drops all trees that nobody uses just now.
    pub(super) fn forget(&self) {
        self.pool.forget(|_| true);
    }

    /// The turns that a query asks for, if all of it can be done.
    pub(super) fn tasks(
        &self,
        query: Query,
        line: u64,
        bytes: usize,
    ) -> Result<Vec<Task>, Failure> {
        let prepared = self.prepare(&query).map_err(|error| Failure::new(Some(&query.id), error));
        let (start, key) = prepared?;
        let last = query.moves.len();
        let turns = query.turns.clone().unwrap_or_else(|| vec![last]);
        if turns.is_empty() {
            return Err(Failure::new(Some(&query.id), "\"turns\" names none"));
        }
        if let Some(turn) = turns.iter().find(|turn| **turn > last) {
            let problem = format!("\"turns\": there is no turn {turn}, the last one is {last}");
            return Err(Failure::new(Some(&query.id), problem));
        }
        let mut seen = turns.clone();
        seen.sort_unstable();
        if seen.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Failure::new(Some(&query.id), "\"turns\" names one twice"));
        }
        let (query, start, key) = (Arc::new(query), Arc::from(start), Arc::new(key));
        let task = |turn| Task {
            query: Arc::clone(&query),
            start: Arc::clone(&start),
            key: Arc::clone(&key),
            turn,
            stop: Stop::new(),
            line,
            bytes,
        };
        Ok(turns.into_iter().map(task).collect())
    }

    /// Reads all that a query names, so that whatever is wrong is told at once.
    fn prepare(&self, query: &Query) -> Result<(String, Key), EngineError> {
        let named = match (&query.game, &query.position, &query.preset) {
            (Some(game), _, _) => spinney_engine::game(game)?,
            (None, Some(position), _) => game_of_position(position)?,
            (None, None, Some(preset)) => Preset::load(preset)?.game(),
            (None, None, None) => {
                let problem = "name a game, a position or a preset";
                return Err(TextError::at("query", problem).into());
            }
        };
        let start = named.board(query.position.as_deref().unwrap_or(named.default_position))?;
        let key = Key {
            preset: named.preset_name(query.preset.as_deref()),
            overrides: query.overrides(),
            setup: start.setup().to_string(),
            reports: query.report_every.is_some(),
        };
        let prepared = self.preset(&key)?;
        if prepared.game().name != named.name {
            let problem = format!("plays {}, not {}", prepared.game().name, named.name);
            return Err(TextError::word(prepared.name(), problem).into());
        }
        let mut line = Line::new(start.clone());
        for (number, entry) in query.moves.iter().enumerate() {
            play_turn(&mut line, entry).map_err(|error| {
                let place = format!("\"moves\", entry {}", number + 1);
                EngineError::from(TextError::at(place, error))
            })?;
        }
        Ok((start.text(), key))
    }

    /// The preset of a key within what a player may use. Only those that come with the program: a
    /// query should not depend on files, nor tell of any.
    fn preset(&self, key: &Key) -> Result<Preset, EngineError> {
        if !spinney_engine::presets().any(|known| known.name == key.preset) {
            let problem = "is no preset that comes with the program: spinney preset list";
            return Err(TextError::word(&key.preset, problem).into());
        }
        let preset = Preset::load(&key.preset)?;
        let resources = Resources {
            threads: Some(preset.usable_threads(self.search_threads as u32)),
            memory: Some(self.pool.share() as u32),
            seed: None,
        };
        let every = if key.reports { REPORT_INTERVAL } else { Duration::ZERO };
        preset.watched(every)?.comparing_moves()?.prepared(&key.overrides, &resources)
    }

    fn open(&self, task: &Task) -> Result<Box<dyn Player>, EngineError> {
        match self.pool.take(&task.key) {
            Some(player) => Ok(player),
            None => {
                let preset = self.preset(&task.key)?;
                Ok(spinney_engine::open_preset(preset, Some(&task.key.setup))?.player)
            }
        }
    }

    /// Thinks about a turn and says what came of it. It is an error if nobody can be told.
    pub(super) fn think(
        &self,
        task: &Task,
        say: &mut dyn FnMut(&Answer<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Query { id, candidates, .. } = &*task.query;
        let (line, mut player) = match task.played().and_then(|l| Ok((l, self.open(task)?))) {
            Ok(ready) => ready,
            Err(error) => return say(&task.error(&error)),
        };
        if task.query.fresh {
            player.clear();
        }
        let limits = task.query.limits().or(self.limits).unwrap_or(player.default_limits());
        let position = line.board().text();
        let every = task.query.report_every.map(Duration::from_secs_f64);
        let (mut last, mut spoken) = (Instant::now(), Ok(()));
        let found = player.think(&line, &limits, &task.stop, &mut |report| {
            if spoken.is_ok() && every.is_some_and(|every| last.elapsed() >= every) {
                last = Instant::now();
                let report = &shortened(report, *candidates);
                let position = &position;
                spoken = say(&Answer::Partial { id, turn: task.turn, position, report });
                if spoken.is_err() {
                    task.stop.stop();
                }
            }
        });
        self.pool.give_back((*task.key).clone(), player);
        spoken?;
        match found {
            Err(error) => say(&task.error(&error)),
            Ok(report) => {
                let report = &shortened(&report, *candidates);
                let (turn, position) = (task.turn, &position);
                say(&match task.stop.is_stopped() {
                    true => Answer::Cancelled { id, turn, report: Some(report) },
                    false => Answer::Report { id, turn, position, report },
                })
            }
        }
    }
}

/// A report with no more candidates than are wanted.
fn shortened(report: &Report, most: Option<usize>) -> Report {
    let mut report = report.clone();
    report.candidates.truncate(most.unwrap_or(usize::MAX));
    report
}
