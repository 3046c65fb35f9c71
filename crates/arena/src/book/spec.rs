//! How a book is grown, in a TOML file. Every mistake is told with its line.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use spinney_engine::{Board, EngineError, TextError, host};

use super::evaluation::Judge;
use crate::entrant::Entrant;

/// No file is longer, in bytes.
const LONGEST: u64 = 1 << 20;

/// How a book is grown.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The position that it starts from.
    pub position: String,
    /// Which positions are evaluated.
    pub method: Method,
    /// How they are.
    pub judge: Judge,
    /// Positions that a solver may look at before; 0 for no solver.
    pub solver_nodes: u64,
    /// No more evaluations than that; 0 for no such bound.
    pub evaluations: u64,
    /// Evaluations of a round, at least, where the method does not say.
    pub batch: usize,
    /// Where all dice come from.
    pub seed: u64,
    /// The text that it was read from.
    pub text: String,
}

/// Which positions are evaluated.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// Level by level.
    Levels(Levels),
    /// Lincke's drop-out expansion.
    BestFirst(BestFirst),
    /// Where a choice may still change.
    Bandit(Bandit),
}

/// Settings of the method `levels`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Levels {
    /// How deep.
    pub depth: u32,
    /// Evaluations of each position.
    pub evaluations: u32,
    /// Levels up to this one follow all moves, those with proven results too.
    pub keep_all: u32,
    /// Moves are followed that are less than so many standard errors behind the best.
    pub margin: f64,
    /// At most so many moves of a position are followed; 0 for no such bound.
    pub width: usize,
}

impl Default for Levels {
    fn default() -> Levels {
        Levels { depth: 2, evaluations: 1, keep_all: 1, margin: 1.96, width: 0 }
    }
}

/// Settings of the method `best-first`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct BestFirst {
    /// At most so many moves of a position are looked at, those that a search liked best; 0 for all.
    pub width: usize,
    /// What it costs to leave the best line by a move that wins never instead of always, in moves of
    /// depth.
    pub drop_out: f64,
}

impl Default for BestFirst {
    fn default() -> BestFirst {
        BestFirst { width: 8, drop_out: 20.0 }
    }
}

/// Settings of the method `bandit`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Bandit {
    /// A position's moves are looked at after so many evaluations of it.
    pub expand_after: u32,
    /// At most so many moves, as in `best-first`; 0 for all.
    pub width: usize,
    /// How much more games go to moves of which little is known.
    pub exploration: f64,
}

impl Default for Bandit {
    fn default() -> Bandit {
        Bandit { expand_after: 4, width: 0, exploration: 0.3 }
    }
}

/// The file, as docs/books.md explains it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    position: String,
    seed: Option<u32>,
    evaluations: Option<u64>,
    batch: Option<usize>,
    judge: JudgeTable,
    levels: Option<Levels>,
    best_first: Option<BestFirst>,
    bandit: Option<Bandit>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct JudgeTable {
    by: By,
    preset: Option<String>,
    #[serde(default)]
    set: BTreeMap<String, toml::Value>,
    playouts: Option<u64>,
    games: Option<u32>,
    #[serde(default)]
    solver_nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum By {
    Solver,
    Search,
    SelfPlay,
}

impl Spec {
    /// Reads a spec from a file.
    pub fn open(path: &Path) -> Result<Spec, EngineError> {
        let place = path.display().to_string();
        let text = host::read_text(path, LONGEST).map_err(|error| TextError::at(&place, error))?;
        Spec::read(&text).map_err(|error| TextError::at(place, error).into())
    }

    /// Reads a spec.
    pub fn read(text: &str) -> Result<Spec, EngineError> {
        let file: File = toml::from_str(text)
            .map_err(|error| TextError::at("spec", error.to_string().trim()))?;
        let wrong = |place: &str, problem: &str| EngineError::from(TextError::at(place, problem));
        let board = Board::from_text(&file.position)?;
        if board.sides().len() != 2 || board.is_chance() {
            return Err(wrong("position", "books are for two players without dice"));
        }
        let method = match (file.levels, file.best_first, file.bandit) {
            (Some(levels), None, None) => Method::Levels(levels),
            (None, Some(best_first), None) => Method::BestFirst(best_first),
            (None, None, Some(bandit)) => Method::Bandit(bandit),
            _ => return Err(wrong("method", "wants one of [levels], [best-first], [bandit]")),
        };
        let evaluations = file.evaluations.unwrap_or_default();
        if evaluations == 0 && !matches!(method, Method::Levels(_)) {
            return Err(wrong("evaluations", "only [levels] ends without a number of them"));
        }
        let table = &file.judge;
        if table.by == By::Solver && table.solver_nodes == 0 {
            return Err(wrong("judge.solver-nodes", "a solver wants a number of positions"));
        }
        Ok(Spec {
            judge: judge(table, &board)?,
            solver_nodes: table.solver_nodes,
            position: board.text(),
            method,
            evaluations,
            batch: file.batch.unwrap_or(16).max(1),
            seed: file.seed.unwrap_or(1).into(),
            text: text.to_owned(),
        })
    }
}

fn judge(table: &JudgeTable, board: &Board) -> Result<Judge, EngineError> {
    if table.by == By::Solver {
        return Ok(Judge::Solver);
    }
    let wrong = |place: &str, problem: &str| EngineError::from(TextError::at(place, problem));
    let playouts = table.playouts.filter(|playouts| *playouts > 0);
    let Some(playouts) = playouts else {
        return Err(wrong("judge.playouts", "a number of playouts for each search, above 0"));
    };
    let set = table.set.iter().map(|(name, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (name.clone(), value)
    });
    let game = board.entry()?;
    let preset = game.preset_name(table.preset.as_deref());
    let mut player = Entrant::of_preset(game, &preset, set.collect())?;
    player.control.playouts = Some(playouts);
    player.threads = 1;
    match table.by {
        By::SelfPlay => match table.games.filter(|games| *games > 0) {
            Some(games) => Ok(Judge::SelfPlay { player, games }),
            None => Err(wrong("judge.games", "how many games an evaluation is, above 0")),
        },
        _ => Ok(Judge::Search(player)),
    }
}
