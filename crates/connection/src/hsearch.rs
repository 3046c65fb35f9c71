//! H-search: connections that a colour cannot be kept from, worked out from smaller ones.
//!
//! A *full* connection between two points holds even if the opponent moves first, a
//! *semi-connection* holds if its owner does. The cells it needs are its carrier. See
//! `docs/h-search.md` for the rules and an example.

mod bits;
mod endpoint;
mod inherit;
mod points;
mod prizes;
mod rules;
mod search;
mod web;

pub use self::endpoint::Endpoint;
use self::search::Search;
use crate::{Board, Monotone};
use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_board::{Cell, CellSet, MAX_CELLS, Stone};
use spinney_game::{Interrupt, TextError};

/// How far connections are worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConnectionSettings {
    /// Full connections kept between two points, the smallest first.
    pub fulls: usize,
    /// Semi-connections kept between two points, the smallest first.
    pub semis: usize,
    /// Semi-connections that are combined into one full connection, at most.
    pub or_width: usize,
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        ConnectionSettings { fulls: 8, semis: 24, or_width: 4 }
    }
}

impl ConnectionSettings {
    /// Says which setting makes no sense, if one does not.
    pub fn check(&self) -> Result<(), TextError> {
        let least = [("fulls", self.fulls, 1), ("semis", self.semis, 1)];
        let least = least.into_iter().chain([("or-width", self.or_width, 2)]);
        match least.into_iter().find(|(_, value, least)| value < least) {
            Some((name, value, least)) => {
                Err(TextError::at(name, format!("{value} is less than {least}")))
            }
            None => Ok(()),
        }
    }
}

/// When to stop working out connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Enough {
    /// When there are no more.
    #[default]
    All,
    /// When the colour is known to win even if the opponent moves first.
    WinningFull,
    /// When the colour is known to win if it moves first.
    WinningSemi,
}

/// A connection that its owner has to move for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SemiConnection {
    /// Where the owner moves to make it a full connection.
    pub key: Cell,
    /// The cells that it needs, the key among them.
    pub carrier: CellSet,
}

/// The connections of one colour in one position.
///
/// Made once per board and colour, then used for any number of positions: nothing is allocated
/// once it has grown to what the positions need.
#[derive(Clone)]
pub struct Connections {
    stone: Stone,
    sized: BySize,
}

/// The same in as few machine words a carrier as the board needs.
#[derive(Clone)]
enum BySize {
    Tiny(Box<Search<1>>),
    Small(Box<Search<2>>),
    Medium(Box<Search<4>>),
    Large(Box<Search<{ MAX_CELLS / 64 }>>),
}

/// Calls the search whatever its size.
macro_rules! each_size {
    ($sized:expr, $search:ident => $call:expr) => {
        match $sized {
            BySize::Tiny($search) => $call,
            BySize::Small($search) => $call,
            BySize::Medium($search) => $call,
            BySize::Large($search) => $call,
        }
    };
}

impl Connections {
    /// The connections of a colour on the empty board, which those of all positions are worked out
    /// from. This takes a moment; a clone shares them.
    pub fn new<G: Monotone>(board: &Board<G>, stone: Stone, settings: &ConnectionSettings) -> Self {
        let sized = match board.topology().cells() {
            0..=64 => BySize::Tiny(Box::new(Search::new(board, stone, settings))),
            65..=128 => BySize::Small(Box::new(Search::new(board, stone, settings))),
            129..=256 => BySize::Medium(Box::new(Search::new(board, stone, settings))),
            _ => BySize::Large(Box::new(Search::new(board, stone, settings))),
        };
        Connections { stone, sized }
    }

    /// How many connections there are, or were on the way to the present ones.
    pub fn count(&self) -> usize {
        each_size!(&self.sized, search => search.count())
    }

    /// The colour whose connections these are.
    pub fn stone(&self) -> Stone {
        self.stone
    }

    /// From now on, stops working connections out as soon as that much is known. It saves time
    /// where nothing else is of interest. (In Poly-Y, where several connections together win,
    /// there is no stopping early.)
    pub fn stop_at(&mut self, enough: Enough) {
        each_size!(&mut self.sized, search => search.stop_at(enough));
    }

    /// From now on, breaks off when `interrupt` says so. What is then known of connections is true,
    /// but it may not be all.
    pub fn break_off_when(&mut self, interrupt: Option<Interrupt>) {
        each_size!(&mut self.sized, search => search.break_off_when(interrupt));
    }

    /// Whether the connections of the present position were worked out to the end.
    pub fn is_whole(&self) -> bool {
        each_size!(&self.sized, search => search.is_whole())
    }

    /// From now on, keeps the connections of as many positions as fit into that many bytes, and at
    /// least two, the present one among them, for [updates](Connections::update) to start from.
    pub fn keep_within(&mut self, bytes: usize) {
        each_size!(&mut self.sized, search => search.keep_within(bytes));
    }

    /// Works out the connections with these stones of the colour and of its opponent on the board.
    pub fn build(&mut self, own: &CellSet, opponent: &CellSet) {
        each_size!(&mut self.sized, search => search.build(own, opponent));
    }

    /// The same as [`Connections::build`], from the nearest of the latest positions that has no
    /// other stones than these. So whoever walks a tree of moves, down and up again, pays for each
    /// step what the step changes.
    pub fn update(&mut self, own: &CellSet, opponent: &CellSet) {
        each_size!(&mut self.sized, search => search.update(own, opponent));
    }

    /// The carriers of the full connections between two points; those that no other one is part
    /// of, and not more than the settings allow.
    pub fn fulls(&self, a: Endpoint, b: Endpoint) -> Vec<CellSet> {
        each_size!(&self.sized, search => search.fulls(a, b))
    }

    /// The semi-connections between two points, likewise. Where there is a full connection, only
    /// those that do not need all its cells.
    pub fn semis(&self, a: Endpoint, b: Endpoint) -> Vec<SemiConnection> {
        each_size!(&self.sized, search => search.semis(a, b))
    }

    /// Tells of every two points that are connected, and how many cells all the full connections
    /// between them need. A chain goes by one of its cells.
    pub fn each_joint(&self, mut tell: impl FnMut(Endpoint, Endpoint, usize)) {
        each_size!(&self.sized, search => search.each_joint(&mut tell))
    }

    /// The stones of the colour.
    pub fn stones(&self) -> CellSet {
        each_size!(&self.sized, search => search.stones())
    }

    /// The carrier of a connection that wins the game even if the opponent moves first.
    pub fn winning_full(&self) -> Option<&CellSet> {
        self.verdict().full.as_ref()
    }

    /// The connections that win if the colour moves first, the smallest first. Where there is a
    /// full winning connection, only those that do not need all its cells.
    pub fn winning_semis(&self) -> &[SemiConnection] {
        &self.verdict().semis
    }

    /// Where the opponent must play, if it is the opponent's turn: everywhere else loses. Nothing
    /// if the colour has a full winning connection, all vacant cells if it has no winning
    /// semi-connection.
    pub fn mustplay(&self) -> &CellSet {
        &self.verdict().mustplay
    }

    /// The carriers of winning semi-connections that are enough to see where the opponent
    /// [must play](Connections::mustplay): every other cell is outside one of them, or they are
    /// one set of cells that is enough as a whole.
    pub fn threats(&self) -> &[CellSet] {
        &self.verdict().threats
    }

    fn verdict(&self) -> &Verdict {
        each_size!(&self.sized, search => search.verdict())
    }
}

/// What the connections say of the game.
#[derive(Clone, Default)]
struct Verdict {
    full: Option<CellSet>,
    semis: Vec<SemiConnection>,
    mustplay: CellSet,
    threats: Vec<CellSet>,
}
