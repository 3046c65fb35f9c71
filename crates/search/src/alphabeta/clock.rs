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
    /// When to end if the choice is clear.
    soft: Option<Instant>,
    /// When to end if it is not.
    hard: Option<Instant>,
    /// The one of them that holds for the present look.
    end: Option<Instant>,
    /// Whether time that is not used is there for later moves.
    saves: bool,
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
            let remaining = clock.remaining;
            // The increment comes after the move.
            let share = (remaining.div_f32(parts) + clock.increment).min(remaining);
            // Even an unclear choice may not take more than half of a game's time.
            let most = if parts > 1.0 { remaining / 2 } else { remaining };
            (share, share.mul_f32(settings.unclear_extension).min(most.max(share)))
        });
        let of_move = limits.move_time.map(|time| (time, time));
        let ends = [of_move, clock].into_iter().flatten();
        let time = ends.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)));
        // Short times cannot spare as much.
        let spared = |time: Duration| begun + time.saturating_sub(margin.min(time / 4));
        let (soft, hard) = (time.map(|time| spared(time.0)), time.map(|time| spared(time.1)));
        let most_nodes =
            [limits.playouts, limits.nodes].into_iter().flatten().min().unwrap_or(u64::MAX);
        Watch {
            begun,
            stop,
            soft,
            hard,
            end: hard,
            saves: limits.clock.is_some(),
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

    /// Whether so much of a game's time is gone that a deeper look would not be finished. A choice
    /// that the last look has not confirmed gets more of it. Where the time is for this move alone, a
    /// look that is not finished may still find a better one.
    pub(super) fn is_nearly_over(&mut self, is_clear: bool) -> bool {
        self.end = if is_clear { self.soft } else { self.hard };
        self.end.is_some_and(|end| {
            let now = Instant::now();
            now >= end || self.saves && now - self.begun > (end - self.begun).mul_f32(0.7)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;

    #[test]
    fn an_unclear_choice_gets_more_of_the_clock_but_never_most_of_it() {
        let stop = Stop::new();
        let settings = Settings { safety_margin: 0, unclear_extension: 3.0, ..Settings::default() };
        let times = |remaining: u64, moves_to_go, move_time: Option<u64>| {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::ZERO,
                moves_to_go,
            };
            let move_time = move_time.map(Duration::from_millis);
            let limits = Limits { clock: Some(clock), move_time, ..Limits::default() };
            let watch = Watch::new(&limits, &stop, &settings);
            [watch.soft, watch.hard].map(|end| (end.unwrap() - watch.begun).as_millis())
        };
        assert_eq!(times(20_000, None, None), [1000, 3000]);
        assert_eq!(times(20_000, Some(4), None), [5000, 10_000]);
        assert_eq!(times(20_000, Some(1), None), [20_000, 20_000]);
        assert_eq!(times(20_000, None, Some(2000)), [1000, 2000]);
    }

    #[test]
    fn only_a_clock_can_be_saved_up() {
        let (stop, settings) = (Stop::new(), Settings::default());
        let time = Duration::from_secs(100);
        let clock = Clock { remaining: time, increment: Duration::ZERO, moves_to_go: Some(1) };
        let of_game = Limits { clock: Some(clock), ..Limits::default() };
        for (limits, is_nearly_over) in [(Limits::move_time(time), false), (of_game, true)] {
            let mut watch = Watch::new(&limits, &stop, &settings);
            // As if three quarters were gone.
            watch.begun -= 3 * time;
            assert_eq!(watch.is_nearly_over(true), is_nearly_over);
        }
    }
}
