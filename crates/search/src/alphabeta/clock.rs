//! When a search has to end.

use std::time::{Duration, Instant};

use super::settings::Settings;
use crate::{Limits, Stop};

/// Nodes between two looks at the clock.
const PATIENCE: u64 = 256;

/// Watches the limits of one search.
pub(super) struct Watch<'a> {
    pub(super) begun: Instant,
    stop: &'a Stop,
    end: Option<Instant>,
    most_nodes: u64,
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
        Watch { begun, stop, end, most_nodes, over: false }
    }

    /// Whether it is time to end, at this many nodes.
    #[inline]
    pub(super) fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.most_nodes {
            self.over = true;
        } else if nodes.is_multiple_of(PATIENCE) {
            self.over |= self.stop.is_stopped();
            self.over |= self.end.is_some_and(|end| Instant::now() >= end);
        }
        self.over
    }

    /// Whether so much of the time is gone that a deeper look would not be finished.
    pub(super) fn is_nearly_over(&self) -> bool {
        self.end.is_some_and(|end| {
            let now = Instant::now();
            now >= end || now - self.begun > (end - self.begun).mul_f32(0.7)
        })
    }
}
