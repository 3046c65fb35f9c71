//! The waist of the house: one object-safe view of "a game being played by an engine", in text
//! and reports. Front doors know this and nothing below it.

use std::time::Duration;

use spinney_game::{Fact, Picture, Played, Rng, TextError};
use spinney_search::{Limits, Stop};

/// What can go wrong between a front door and an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A text (move, position, record, parameter) that cannot be used. Nothing was changed.
    #[error(transparent)]
    Text(#[from] TextError),
    /// No game or preset of that name.
    #[error("{what} \"{name}\" is not known; {hint}")]
    Unknown {
        /// What kind of thing was looked for: `game`, `preset`, `parameter`.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// What would be right.
        hint: String,
    },
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// A search was asked for where the game is over.
    #[error("the game is over")]
    GameOver,
}

impl EngineError {
    /// No such thing. A name from outside can be anything, so a long one is cut.
    pub(crate) fn unknown(what: &'static str, name: &str, hint: String) -> EngineError {
        EngineError::Unknown { what, name: name.chars().take(60).collect(), hint }
    }
}

/// One game between whoever plays it, with an engine that can think about it.
pub trait Session: Send {
    /// The game's name, as users type it: `hex`.
    fn game(&self) -> &'static str;

    /// The name of the preset that plays.
    fn preset(&self) -> &str;

    /// The players' names in order of their first turn: `black`, `white`.
    fn sides(&self) -> Vec<&'static str>;

    /// The position as one line of text, rules included.
    fn position(&self) -> String;

    /// Starts from another position (the rules alone, `hex 11x11`, are the empty board). The
    /// moves played so far are forgotten.
    fn set_position(&mut self, text: &str) -> Result<(), EngineError>;

    /// Whose turn it is; `None` when chance acts or the game is over.
    fn to_move(&self) -> Option<&'static str>;

    /// Every legal move.
    fn legal_moves(&self) -> Vec<String>;

    /// Plays a move for a side, or for whoever's turn it is. An error changes nothing.
    fn play(&mut self, side: Option<&str>, text: &str) -> Result<(), EngineError>;

    /// Where chance acts: draws one of its moves by their odds, plays it and says which.
    fn roll(&mut self, rng: &mut Rng) -> Result<String, EngineError>;

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// The position the game started from, as text.
    fn start(&self) -> String;

    /// The moves played since [`Session::start`].
    fn played(&self) -> Vec<Played>;

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// What there is to know of the position besides its moves, in games that have hands and the
    /// like.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// A drawing of the position.
    fn picture(&self) -> Picture;

    /// The limits of a move where nobody sets any. [`Session::think`] does not look at them: there,
    /// no limits mean that only `stop` ends it.
    fn default_limits(&self) -> Limits {
        Limits::playouts(10_000)
    }

    /// Thinks about the position until a limit is reached or `stop` is thrown, telling `listener`
    /// from time to time what is known so far. The tree is kept for later thinking, so thinking
    /// without limits while the opponent thinks is pondering.
    fn think(
        &mut self,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError>;

    /// Thinks for a given side, as protocols with `genmove white` need, where the game lets that
    /// side move now.
    fn think_as(
        &mut self,
        side: &str,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError>;

    /// Every parameter of the engine with its present value and its meaning.
    fn parameters(&self) -> Vec<Parameter>;

    /// Sets a parameter by its dotted name, `search.exploration`; an error changes nothing. What
    /// was learned so far (the tree) may be lost.
    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// Forgets what was learned, keeps the game.
    fn clear_memory(&mut self);
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The winning side; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Each side's reward, in the order of [`Session::sides`].
    pub rewards: Vec<f32>,
}

/// What an engine knows about a position at some moment of its thinking.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Report {
    /// Whose turn it is and whose view `win_rate` is.
    pub side: &'static str,
    /// The candidates, the one to be played first, then by visits.
    pub candidates: Vec<Candidate>,
    /// The engine would rather resign than play on.
    pub resign: bool,
    /// The value of the position for `side`, 0 to 1.
    pub win_rate: f32,
    /// What is proven: `Some(side)` wins with right play.
    pub proven_winner: Option<&'static str>,
    /// Playouts made in this search.
    pub playouts: u64,
    /// Walks down the tree made in this search.
    pub simulations: u64,
    /// Nodes in the tree.
    pub nodes: u64,
    /// Bytes that the tree takes, of `memory_cap`.
    pub memory: u64,
    /// Bytes that the tree may take.
    pub memory_cap: u64,
    /// Wall time of this search.
    pub elapsed: Duration,
}

impl Report {
    /// The move that the engine would play.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// Weakens the engine: each candidate is overlooked with that chance, and the best one that
    /// is not becomes the one to be played; any one, if all are overlooked.
    pub fn overlook(&mut self, chance: f32, rng: &mut Rng) {
        if chance <= 0.0 || self.candidates.is_empty() {
            return;
        }
        let noticed = self.candidates.iter().position(|_| rng.unit() >= chance);
        let chosen = noticed.unwrap_or_else(|| rng.below(self.candidates.len() as u32) as usize);
        self.candidates[..=chosen].rotate_right(1);
    }

    /// Playouts per second of wall time.
    pub fn playouts_per_second(&self) -> f64 {
        self.playouts as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// What an engine knows about one move.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Candidate {
    /// The move.
    pub text: String,
    /// How often the search has tried it.
    pub visits: u64,
    /// Its value for the side to move, 0 to 1.
    pub win_rate: f32,
    /// Its value when played at any later time, where the search keeps that.
    pub amaf: Option<f32>,
    /// How promising it looked at first sight, where the engine has an opinion.
    pub prior: Option<f32>,
    /// Proven to win (`true`) or to lose (`false`) for the side to move.
    pub proven: Option<bool>,
    /// The best line as the search sees it, this move first.
    pub line: Vec<String>,
}

/// One setting of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its dotted name: `search.exploration`.
    pub name: String,
    /// Its present value, as a preset file writes it.
    pub value: String,
    /// What it means, in one sentence.
    pub meaning: String,
}
