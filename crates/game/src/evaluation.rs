//! What positions are worth, and their moves: the one way in which a search asks.
//!
//! A search puts what it wants to know into [leaves](Leaf) and hands them to an [`Evaluator`], one or
//! many at a time. Everything that has an opinion about positions comes through here:
//!
//! * [`Playouts`]: any [`Playout`], to the end of the game or to a verdict before it;
//! * [`BatchPlayouts`]: playouts made 512 at a time, one bit each;
//! * [`StaticValue`]: a [`StaticEvaluation`], which looks at the position as it stands;
//! * [`GuideValue`]: what a [`Guide`](crate::Guide) tells an alpha-beta search;
//! * [`Priors`]: a [`Prior`](crate::Prior), which judges moves;
//! * networks, which like many leaves at a time.
//!
//! Two of them can be combined: the policy of one and the values of another
//! ([`with_policy`](Evaluator::with_policy)), or a mixture of values
//! ([`mixed_with`](Evaluator::mixed_with)).
//!
//! ```
//! use spinney_game::{Evaluator, Game, Leaf, Player, Playouts, RandomPlayout, Rng, demo::Countdown};
//!
//! let mut leaf = Leaf::new(Countdown::from_text("countdown 1")?, false);
//! leaf.playouts = 10;
//! let mut evaluator = Playouts(RandomPlayout::default());
//! evaluator.evaluate(std::slice::from_mut(&mut leaf), &mut Rng::new(1, 0));
//! assert_eq!(leaf.outcome.mean(Player::FIRST), 1.0); // whoever takes the last one wins
//! # Ok::<(), spinney_game::TextError>(())
//! ```

mod combined;
mod outcome;
mod sources;
#[cfg(test)]
mod tests;

pub use combined::{Mixture, WithPolicy};
pub use outcome::Outcome;
pub use sources::{BatchPlayouts, GuideValue, Playouts, Priors, StaticValue};

use crate::{Game, MAX_PLAYERS, Rng, Trace};

/// Says what positions are worth, and where wanted how promising their moves are.
///
/// One value serves one thread and keeps whatever scratch space it needs, so that nothing is
/// allocated per leaf.
pub trait Evaluator<G: Game>: Clone + Send {
    /// Answers what each of the leaves asks for: adds [`playouts`](Leaf::playouts) results to the
    /// [outcome](Leaf::outcome), or a value that counts as so many, and writes a
    /// [policy](Leaf::policy) if that is wanted and there is one. What is not asked for is left as it
    /// is.
    ///
    /// Random choices come from `rng`, so that a search of one seed can be repeated.
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut Rng);

    /// The tree whose leaves this evaluates has grown a node for `position`. That happens less often
    /// than an evaluation, so it is the time for a closer look whose findings help with those to come.
    fn grown(&mut self, _position: &G) {}

    /// The values of this one and the policy of another.
    fn with_policy<P: Evaluator<G>>(self, policy: P) -> WithPolicy<Self, P> {
        WithPolicy::new(self, policy)
    }

    /// A mixture of the values of this one, with a weight of 0 to 1, and those of another, which has
    /// the rest of the weight. The policy is this one's.
    fn mixed_with<E: Evaluator<G>>(self, other: E, weight: f64) -> Mixture<Self, E> {
        Mixture::new(self, other, weight)
    }
}

/// A position about which a search asks, and the answer. Buffers are meant to be used again.
#[derive(Clone, Debug)]
pub struct Leaf<G: Game> {
    /// The position. The game is not over there.
    pub position: G,
    /// How many playouts the value is to be the sum of; 0 asks for no value.
    pub playouts: u64,
    /// Whether a policy is wanted.
    pub wants_policy: bool,
    /// All moves of the position, in any order, if a policy is wanted.
    pub moves: Vec<G::Move>,
    /// By move, how promising it looks, 0 to 1. It comes filled with 0.5, which says nothing. What
    /// counts is for the search to say: PUCT takes the share of each move in the sum, other rules
    /// take the number as a first estimate of what the move will bring.
    pub policy: Vec<f32>,
    /// What moves of a playout are marked in, if the search [wants](Trace::wanted) to know them.
    pub trace: Trace,
    /// What the playouts came to.
    pub outcome: Outcome,
}

impl<G: Game> Leaf<G> {
    /// A leaf that asks for nothing yet. Moves made in playouts are counted if `amaf` says so, for all
    /// that will be asked about positions of the same game.
    pub fn new(position: G, amaf: bool) -> Leaf<G> {
        let (players, codes) = (position.players(), position.move_codes());
        Leaf {
            position,
            playouts: 0,
            wants_policy: false,
            moves: Vec::new(),
            policy: Vec::new(),
            trace: if amaf { Trace::new(players, codes) } else { Trace::unwanted() },
            outcome: Outcome::new(players, codes, amaf),
        }
    }

    /// Asks for nothing and forgets all answers. The position stays.
    pub fn clear(&mut self) {
        self.playouts = 0;
        self.wants_policy = false;
        self.moves.clear();
        self.policy.clear();
        self.outcome.clear();
    }

    /// Asks for a policy over the moves that are listed.
    pub fn ask_for_policy(&mut self) {
        self.wants_policy = true;
        self.policy.clear();
        self.policy.resize(self.moves.len(), 0.5);
    }
}

/// Looks at a position as it stands and says what it is worth.
pub trait StaticEvaluation<G: Game>: Clone + Send {
    /// What the position is worth to each player, in whatever unit; at the end of a game, who has
    /// won.
    fn values(&mut self, position: &G) -> [f32; MAX_PLAYERS];

    /// The chance to win that such a value stands for, 0 to 1.
    fn chance(&self, value: f32) -> f32;
}
