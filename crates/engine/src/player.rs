//! Who thinks about a game.

use spinney_search::{Budget, Limits, Stop};

use crate::line::Line;
use crate::report::{EngineError, Parameter, Report};

/// Thinks about games of one kind, and has parameters. What it remembers of a game (its tree) is
/// its own affair: it is shown the whole game each time and carries on where it was.
pub trait Player: Send {
    /// The name of the preset that plays.
    fn preset(&self) -> &str;

    /// The limits of a move where nobody sets any. [`Player::think`] does not look at them: there,
    /// no limits mean that only `stop` ends it.
    fn default_limits(&self) -> Limits {
        Limits::playouts(10_000)
    }

    /// What it would spend on a move within those limits.
    fn budget(&self, limits: &Limits) -> Budget {
        limits.into()
    }

    /// Whether it thinks a turn of several moves through at its first one, so that the others take
    /// next to no time.
    fn plans_turns(&self) -> bool {
        false
    }

    /// Thinks about where a game stands until a limit is reached or `stop` is thrown, telling
    /// `listener` from time to time what is known so far. The tree is kept for later thinking, so
    /// thinking without limits while the opponent thinks is pondering, and [`Thought`](crate::Thought)
    /// thinks in slices.
    fn think(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError>;

    /// Every parameter with its present value and its meaning.
    fn parameters(&self) -> Vec<Parameter>;

    /// Sets a parameter by its dotted name, `search.exploration`; an error changes nothing. What
    /// was learned so far (the tree) may be lost.
    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// Forgets what was learned: the next game is thought about as the first one was.
    fn clear(&mut self);
}
