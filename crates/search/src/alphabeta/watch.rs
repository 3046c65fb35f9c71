//! When an alpha-beta search has to end.

use crate::time::Pacer;
use crate::{Budget, Stop, Timer};

/// Watches the budget of one search.
pub(super) struct Watch<'a> {
    pub(super) timer: Timer,
    stop: &'a Stop,
    /// Whether the last iteration has confirmed the choice.
    is_clear: bool,
    most_nodes: u64,
    pacer: Pacer,
    over: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(budget: &Budget, stop: &'a Stop) -> Watch<'a> {
        let most_nodes = [budget.playouts, budget.nodes].into_iter().flatten().min();
        Watch {
            timer: Timer::start(budget),
            stop,
            is_clear: false,
            most_nodes: most_nodes.unwrap_or(u64::MAX),
            pacer: Pacer::default(),
            over: false,
        }
    }

    /// Whether it is time to end, at this many nodes.
    #[inline]
    pub(super) fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.most_nodes {
            self.over = true;
        } else if self.pacer.is_due(nodes) {
            self.over |= self.stop.is_stopped() || self.is_late(nodes);
        }
        self.over
    }

    fn is_late(&mut self, nodes: u64) -> bool {
        let elapsed = self.timer.elapsed();
        self.pacer.looked(nodes, elapsed);
        self.timer.end(self.is_clear).is_some_and(|end| elapsed >= end)
    }

    /// The move that was best has become worse: the choice is not clear any more.
    pub(super) fn doubt(&mut self) {
        self.is_clear = false;
    }

    /// Whether a deeper iteration would not be finished in time. A choice that the last one has not
    /// confirmed gets more of it.
    pub(super) fn is_nearly_over(&mut self, is_clear: bool) -> bool {
        self.is_clear = is_clear;
        self.timer.is_nearly_over(is_clear)
    }
}
