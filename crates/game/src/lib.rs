//! The vocabulary that rules are written in: positions, moves, players, chance, rewards, text.
//!
//! This is the ground floor. It knows no particular game and no search. A game crate implements
//! [`Game`] for its position type, and [`Playout`], [`Prior`] and the like where it has something to
//! say about how to play; a search asks for all of these through one trait, [`Evaluator`]. Every
//! game runs the [`conformance`] suite.
//!
//! ```
//! use spinney_game::{Actor, Game, demo::Countdown};
//! let mut position = Countdown::start();
//! assert_eq!(position.actor(), Actor::Player(spinney_game::Player::FIRST));
//! let two = position.parse_move("2").unwrap();
//! position.play(two);
//! assert_eq!(position.text(), "countdown 19 second");
//! ```

pub mod conformance;
pub mod demo;
mod draws_for;
mod encode;
mod evaluation;
mod first_order;
mod guide;
pub mod host;
mod line;
mod picture;
mod player;
mod playout;
mod playout_batch;
pub mod record;
mod rng;
mod setup;
pub mod sgf;
mod stat;
mod static_prover;
mod symmetry;
mod text;

pub use draws_for::DrawsFor;
pub use encode::{Actions, Dense, Encode, Encoding, Planes, Rearrangement, Shape, Sink};
pub use evaluation::{
    BatchPlayouts, Evaluator, GuideValue, Leaf, Mixture, Outcome, Playouts, Priors,
    StaticEvaluation, StaticValue, WithPolicy,
};
pub use first_order::{FirstOrder, Tally, first_lanes};
pub use guide::Guide;
pub use line::{Line, Played, player_named};
pub use picture::{Cell, CellMark, Colour, Label, Link, LinkTile, Picture, Segment};
pub use player::{Actor, MAX_PLAYERS, Player, Rewards};
pub use playout::{NoPrior, Playout, Prior, RandomPlayout, Trace};
pub use playout_batch::{BatchPlayout, LANES, Lanes, PlayoutBatch, Sequential};
pub use rng::Rng;
pub use setup::{Setup, Swap};
pub use stat::Stat;
pub use static_prover::{Interrupt, NoProver, StaticProof, StaticProver};
pub use symmetry::Symmetry;
pub use text::{Fact, TextError};

use std::fmt::Debug;
use std::hash::Hash;

/// What one actor does in one decision: small, copyable, with a dense number.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The move's number, below [`Game::move_codes`] and below 2²⁴. The same move has the same
    /// number wherever in a game it is played, which is what all-moves-as-first statistics need.
    fn code(self) -> u32;
    /// The move with that number; the inverse of [`Move::code`].
    fn from_code(code: u32) -> Self;
}

/// A position of a game, with its rules.
///
/// A position is one decision of one actor: a player or chance. The same player may act several
/// times in a row. Rewards are per player, so two-player, many-player and dice games look alike.
pub trait Game: Clone + Send + Sync + 'static {
    /// What an actor does in one decision.
    type Move: Move;

    /// The game's short lower-case name, as users type it: `hex`, `polyy`.
    fn name(&self) -> &'static str;

    /// How many players there are, at most [`MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// Who decides now; [`Actor::Nobody`] exactly when the game is over.
    fn actor(&self) -> Actor;

    /// Appends every legal move of the present actor, each once, in an order that depends on the
    /// position alone. Empty exactly when the game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Whether `m` may be played now. Must not panic, whatever `m` is.
    fn is_legal(&self, m: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&m)
    }

    /// The probabilities of the moves of [`Game::moves`], in the same order, where chance acts.
    fn chances(&self, _out: &mut Vec<f32>) {}

    /// Plays a legal move.
    fn play(&mut self, m: Self::Move);

    /// What each player has when the game is over, `None` before.
    fn rewards(&self) -> Option<Rewards>;

    /// Equal positions (same future play) have equal hashes; different ones almost never do.
    fn hash(&self) -> u64;

    /// All move codes of this game are below this number.
    fn move_codes(&self) -> usize;

    /// The move as people write it.
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads a move as people write it and checks that it is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// The whole position, rules and history that matter included, on one line.
    fn text(&self) -> String;

    /// Reads what [`Game::text`] writes, and whatever shorter forms the game allows: the rules
    /// alone (`hex 11x11`) are the text of the starting position.
    fn from_text(text: &str) -> Result<Self, TextError>;

    /// What players and protocols call that player at this point of the game: `black`.
    fn side_name(&self, player: Player) -> &'static str;

    /// What the game was set up with. Its text is that of the position that the game started from,
    /// unless that one was set up by hand.
    fn setup(&self) -> Setup {
        Setup::plain(self.name())
    }

    /// Makes it that player's turn without a move, where the game can express that (a GUI that
    /// sets up a position plays one colour several times in a row). `false`: it cannot, and
    /// nothing changed.
    fn hand_turn_to(&mut self, _player: Player) -> bool {
        false
    }

    /// What a program that does not know the rules may want to be told besides the moves: hands,
    /// whose they are, what must be done first.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// A drawing of the position.
    fn picture(&self) -> Picture;
}
