//! When a search has to end.

use std::time::{Duration, Instant};

use super::settings::Settings;
use crate::{Limits, Stop};

/// The most nodes between two looks at the clock.
const PATIENCE: u64 = 256;
/// Looks at the clock need not be nearer to each other than this.
const MOMENT: Duration = Duration::from_millis(2);

/// Watches the limits of one search.
pub(super) struct Watch<'a> {
    pub(super) begun: Instant,
    stop: &'a Stop,
    end: Option<Instant>,
    most_nodes: u64,
    /// When the clock was last looked at, and at which node to look again.
    looked: Instant,
    next_look: u64,
    /// Nodes between two looks at the clock: more where nodes are quick.
    patience: u64,
    over: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: &Limits, stop: &'a Stop, settings: &Settings) -> Watch<'a> {
        let begun = Instant::now();
        let margin = Duration::from_millis(settings.safety_margin.into());
        let clock = limits.clock.map(|clock| {
            let parts = clock.moves_to_go.map_or(settings.clock_parts, |moves| {
                settings.clock_parts.min(moves.max(1) as f32)
            });
            clock.remaining.div_f32(parts) + clock.increment
        });
        let time = [limits.move_time, clock].into_iter().flatten().min();
        // Short times cannot spare as much.
        let end = time.map(|time| begun + time.saturating_sub(margin.min(time / 4)));
        let most_nodes =
            [limits.playouts, limits.nodes].into_iter().flatten().min().unwrap_or(u64::MAX);
        Watch {
            begun,
            stop,
            end,
            most_nodes,
            looked: begun,
            next_look: 0,
            patience: 1,
            over: false,
        }
    }

    /// Whether it is time to end, at this many nodes.
    #[inline]
    pub(super) fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.most_nodes {
            self.over = true;
        } else if nodes >= self.next_look {
            self.look(nodes);
        }
        self.over
    }

    fn look(&mut self, nodes: u64) {
        let now = Instant::now();
        let is_soon = now - self.looked < MOMENT;
        self.patience = if is_soon { (2 * self.patience).min(PATIENCE) } else { 1 };
        self.looked = now;
        self.next_look = nodes + self.patience;
        self.over |= self.stop.is_stopped() || self.end.is_some_and(|end| now >= end);
    }

    /// Whether so much of the time is gone that a deeper look would not be finished.
    pub(super) fn is_nearly_over(&self) -> bool {
        self.end.is_some_and(|end| {
            let now = Instant::now();
            now >= end || now - self.begun > (end - self.begun).mul_f32(0.7)
        })
    }
}
