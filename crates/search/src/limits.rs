//! When a search ends: limits, the clock, and the switch that anyone may throw.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use spinney_game::Interrupt;
use spinney_game::host::Instant;

/// What a front door says about one move: bounds of the search for it, and what it knows of the
/// clock. Several bounds together: the first one reached ends it. No bound at all: it goes on until
/// [stopped](Stop::stop), or until there is nothing more to learn. How the clock is divided among
/// moves is up to [`TimeSettings`](crate::TimeSettings).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// At most this many playouts.
    pub playouts: Option<u64>,
    /// At most this many new tree nodes.
    pub nodes: Option<u64>,
    /// At most this much time for this move.
    pub move_time: Option<Duration>,
    /// What may be taken on top of the time for this move while the choice is unclear.
    pub extra_time: Option<Duration>,
    /// Share what is left of this clock wisely among the moves to come.
    pub clock: Option<Clock>,
}

impl Limits {
    /// Only a number of playouts.
    pub fn playouts(playouts: u64) -> Limits {
        Limits { playouts: Some(playouts), ..Limits::default() }
    }

    /// Only a time for this move.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// The same, and at most this much time for this move.
    pub fn within(self, time: Duration) -> Limits {
        Limits { move_time: Some(self.move_time.map_or(time, |own| own.min(time))), ..self }
    }

    /// Whether nothing but [`Stop`] ends the search.
    pub fn is_unbounded(&self) -> bool {
        *self == Limits::default()
    }
}

/// A game clock as its owner sees it before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left for the rest of the game, or of the period.
    pub remaining: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// How many own moves `remaining` must last for, where that is known.
    pub moves_to_go: Option<u32>,
}

/// A switch that ends a search from any thread. Clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    thrown: Arc<AtomicBool>,
    /// The switch that this one is linked to.
    above: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// A switch that has not been thrown.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Another switch that is thrown whenever this one is, and can also be thrown by itself. (A
    /// link of a link still looks at the two nearest switches only.)
    pub fn linked(&self) -> Stop {
        Stop { thrown: Arc::default(), above: Some(self.thrown.clone()) }
    }

    /// Ends the search that looks at this switch.
    pub fn stop(&self) {
        self.thrown.store(true, Ordering::Relaxed);
    }

    /// Makes the switch fit for another search.
    pub fn reset(&self) {
        self.thrown.store(false, Ordering::Relaxed);
    }

    /// What says so to those who do not know a switch: that it has been thrown, or that the time
    /// has come, if there is one.
    pub fn interrupt(&self, until: Option<Instant>) -> Interrupt {
        let stop = self.clone();
        Arc::new(move || stop.is_stopped() || until.is_some_and(|time| Instant::now() >= time))
    }

    /// Whether it has been thrown.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        let is_thrown = |switch: &AtomicBool| switch.load(Ordering::Relaxed);
        is_thrown(&self.thrown) || self.above.as_deref().is_some_and(is_thrown)
    }
}
