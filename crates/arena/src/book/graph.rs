//! Positions of a book that grows, and what their values follow from.

use std::collections::{BTreeMap, HashMap, HashSet};

use spinney_book::{BookMove, Builder, Proof};
use spinney_engine::{Board, EngineError};

use super::evaluation::Judgement;

/// What an estimate without games is taken to be off by: a search's chance to win is no sample.
const SEARCH_ERROR: f64 = 0.1;

/// Positions and how moves lead from one to another. Images under symmetries are one position, so
/// moves lead together again.
#[derive(Debug)]
pub struct Graph {
    root: u64,
    nodes: HashMap<u64, Node>,
}

/// One position.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) tally: Tally,
    /// Moves that were looked at, where any were. Those that are images of each other are one.
    pub(crate) edges: Vec<Edge>,
    /// Whether these are all.
    is_whole: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) code: u32,
    pub(crate) child: u64,
}

/// What was judged at a position itself, as whoever is to move sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Evaluations that were taken in.
    pub(crate) evaluations: u32,
    pub(crate) games: u32,
    points: f64,
    pub(crate) visits: u64,
    win_rate: Option<f64>,
    proven: Option<bool>,
    /// Moves in the order in which a search liked them.
    moves: Vec<String>,
}

/// What a position is worth to whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The chance to win, 0 to 1.
    pub rate: f64,
    /// Its standard error.
    pub error: f64,
    /// Whether whoever moves wins, if that is proven.
    pub proven: Option<bool>,
}

impl Value {
    fn exact(wins: bool) -> Value {
        Value { rate: f64::from(u8::from(wins)), error: 0.0, proven: Some(wins) }
    }

    /// The same as the other side sees it.
    pub(crate) fn turned(self) -> Value {
        Value { rate: 1.0 - self.rate, proven: self.proven.map(|wins| !wins), ..self }
    }
}

impl Tally {
    fn add(&mut self, judgement: Judgement) {
        let Judgement { games, points, visits, win_rate, proven, moves } = judgement;
        self.evaluations += 1;
        self.games += games;
        self.points += points;
        self.visits += visits;
        self.win_rate = win_rate.or(self.win_rate);
        self.proven = self.proven.or(proven);
        if !moves.is_empty() {
            self.moves = moves;
        }
    }

    fn value(&self) -> Option<Value> {
        if let Some(wins) = self.proven {
            return Some(Value::exact(wins));
        }
        if self.games > 0 {
            // Laplace's estimate keeps the error of a run of wins above nothing.
            let (games, points) = (f64::from(self.games), self.points);
            let smooth = (points + 1.0) / (games + 2.0);
            let error = (smooth * (1.0 - smooth) / games).sqrt();
            return Some(Value { rate: points / games, error, proven: None });
        }
        self.win_rate.map(|rate| Value { rate, error: SEARCH_ERROR, proven: None })
    }
}

impl Graph {
    /// A graph of one position, of which nothing is known.
    pub fn new(root: Board) -> Result<Graph, EngineError> {
        let mut graph = Graph { root: 0, nodes: HashMap::new() };
        graph.root = graph.enter(root, None)?;
        Ok(graph)
    }

    /// The position that the book starts from.
    pub(crate) fn root(&self) -> u64 {
        self.root
    }

    pub(crate) fn node(&self, key: u64) -> &Node {
        &self.nodes[&key]
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The key of a position, which is part of the graph from now on. `moved` is who came there by a
    /// move.
    fn enter(&mut self, board: Board, moved: Option<usize>) -> Result<u64, EngineError> {
        let key = board.canonical_key()?;
        self.nodes.entry(key).or_insert_with(|| {
            // Where the game is over, nobody is to move; it is seen by whoever did not move last.
            let winner = board.outcome().and_then(|outcome| outcome.winner);
            let winner =
                winner.and_then(|side| board.sides().iter().position(|name| *name == side));
            let proven = winner.map(|winner| Some(winner) != moved);
            let tally = Tally { proven, ..Tally::default() };
            Node { board, tally, edges: Vec::new(), is_whole: false }
        });
        Ok(key)
    }

    /// Takes in what was judged at a position.
    pub(crate) fn judge(&mut self, key: u64, judgement: Judgement) {
        if let Some(node) = self.nodes.get_mut(&key) {
            node.tally.add(judgement);
        }
    }

    /// Looks at the moves of a position: all of them, or so many that a search there liked best.
    pub(crate) fn expand(&mut self, key: u64, width: usize) -> Result<(), EngineError> {
        let node = &self.nodes[&key];
        let board = node.board.clone();
        let mut codes = board.canonical()?.codes;
        let all: HashSet<u32> = codes.iter().map(|(_, code)| *code).collect();
        if width > 0 && !node.tally.moves.is_empty() {
            let place = |text: &str| node.tally.moves.iter().position(|m| m == text);
            codes.sort_by_key(|(text, _)| place(text).unwrap_or(usize::MAX));
        }
        let mut edges: BTreeMap<u32, String> = BTreeMap::new();
        for (text, code) in codes {
            if width > 0 && edges.len() == width && !edges.contains_key(&code) {
                continue;
            }
            edges.entry(code).or_insert(text);
        }
        let is_whole = edges.len() == all.len();
        let mut made = Vec::with_capacity(edges.len());
        for (code, text) in edges {
            let (_, after) = board.play(None, &text)?;
            made.push(Edge { code, child: self.enter(after, board.seat_to_move())? });
        }
        let node = self.nodes.get_mut(&key).expect("it was just looked at");
        (node.edges, node.is_whole) = (made, is_whole);
        Ok(())
    }

    /// What every position is worth, by what was judged at it or follows from those after it.
    pub fn values(&self) -> HashMap<u64, Value> {
        let mut values = HashMap::new();
        self.value(self.root, &mut values);
        values
    }

    fn value(&self, key: u64, values: &mut HashMap<u64, Value>) -> Option<Value> {
        if let Some(known) = values.get(&key) {
            return Some(*known);
        }
        let node = &self.nodes[&key];
        // Those after a proven position are looked at as well: they may be played from the book.
        let after: Vec<_> = node
            .edges
            .iter()
            .map(|edge| self.value(edge.child, values).map(Value::turned))
            .collect();
        let value = match node.tally.proven {
            Some(wins) => Some(Value::exact(wins)),
            None => node.best(&after).or_else(|| node.tally.value()),
        };
        if let Some(value) = value {
            values.insert(key, value);
        }
        value
    }

    /// What there is to put into a book.
    pub fn book(&self) -> Builder {
        let values = self.values();
        let mut builder = Builder::default();
        let mut keys: Vec<_> = self.nodes.keys().copied().collect();
        keys.sort_unstable();
        for key in keys {
            for edge in &self.nodes[&key].edges {
                let Some(value) = values.get(&edge.child).copied().map(Value::turned) else {
                    continue;
                };
                let tally = &self.nodes[&edge.child].tally;
                let proof = value.proven.map(|wins| if wins { Proof::Wins } else { Proof::Loses });
                builder.set(
                    key,
                    BookMove {
                        code: edge.code,
                        visits: u32::try_from(tally.visits).unwrap_or(u32::MAX),
                        games: tally.games,
                        win_rate: value.rate as f32,
                        error: value.error as f32,
                        proof,
                    },
                );
            }
        }
        builder
    }
}

impl Node {
    /// What the position is worth by those after it, as this side sees them; nothing where none of
    /// them is known.
    fn best(&self, after: &[Option<Value>]) -> Option<Value> {
        let known = || after.iter().flatten();
        if known().any(|value| value.proven == Some(true)) {
            return Some(Value::exact(true));
        }
        let all_lose =
            || after.iter().all(|value| value.is_some_and(|value| value.proven == Some(false)));
        if self.is_whole && !after.is_empty() && all_lose() {
            return Some(Value::exact(false));
        }
        let open = known().filter(|value| value.proven.is_none());
        open.copied().max_by(|one, two| one.rate.total_cmp(&two.rate))
    }

    /// Whether nothing more can be learned here.
    pub(crate) fn is_over(&self) -> bool {
        self.tally.proven.is_some()
    }
}
