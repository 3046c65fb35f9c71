//! How long a search may take: one manager for every search and for the solver.
//!
//! A front door says what it knows of the clock ([`Limits`]). [`TimeSettings`] make a [`Budget`] of
//! that, once for each move, and whoever works on the move keeps to the budget by a [`Timer`].

use std::time::Duration;

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

use crate::host::Instant;
use crate::{Clock, Limits};

/// How a player divides its time among the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct TimeSettings {
    /// Milliseconds of a game clock that are kept back for the way of a move to its receiver; of a
    /// time for one move no more than a twentieth is.
    pub safety_margin: u32,
    /// How a game clock is divided: a move may take one part in this many of what is left (in fewer, if
    /// fewer moves are to go).
    pub clock_parts: f32,
    /// How many times its share of a game clock a move may take while the choice is unclear: the most
    /// visited move is not the best valued one, or the last iteration has changed it or found it worse.
    pub unclear_extension: f32,
    /// Whether a search on a game clock ends as soon as no other move can become the chosen one. A time
    /// for one move is always used, since it cannot be saved and the tree serves the next moves as well.
    pub obvious_stop: bool,
}

impl Default for TimeSettings {
    fn default() -> TimeSettings {
        TimeSettings {
            safety_margin: 50,
            clock_parts: 12.0,
            unclear_extension: 1.0,
            obvious_stop: true,
        }
    }
}

impl TimeSettings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        if !(1.0..=1e4).contains(&self.clock_parts) {
            return Err(TextError::at("clock-parts", "must be from 1 to 10000"));
        }
        if !(1.0..=100.0).contains(&self.unclear_extension) {
            return Err(TextError::at("unclear-extension", "must be from 1 to 100"));
        }
        Ok(())
    }

    /// What one search may spend within these limits.
    pub fn budget(&self, limits: &Limits) -> Budget {
        let of_clock = limits.clock.map(|clock| self.share(&clock));
        let of_move = limits.move_time.map(|time| {
            // A time per move is usually kept by ourselves; only a little must be kept back.
            let time = time.saturating_sub(self.margin().min(time / 20));
            let hard = time + limits.extra_time.unwrap_or_default();
            Allotment { soft: time, hard, saves: false, obvious_stop: self.obvious_stop }
        });
        let time = match (of_clock, of_move) {
            (Some(a), Some(b)) => {
                Some(Allotment { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard), ..a })
            }
            (a, b) => a.or(b),
        };
        Budget { playouts: limits.playouts, nodes: limits.nodes, time }
    }

    /// A move's share of a game clock.
    fn share(&self, clock: &Clock) -> Allotment {
        let usable = clock.remaining.saturating_sub(self.margin());
        // With nothing left but the margin, a token of time still beats a blind move.
        let least = Duration::from_millis(1).min(clock.remaining / 4);
        let moves_to_go = clock.moves_to_go.map_or(f32::INFINITY, |moves| moves.max(1) as f32);
        let parts = self.clock_parts.min(moves_to_go);
        // The increment comes back after the move, so it can be spent on top of the share, but
        // only out of what is there now.
        let share = (usable.div_f32(parts) + clock.increment).min(usable);
        // Even an unclear position may not take more than half of a game's time.
        let most = if parts > 1.0 { usable / 2 } else { usable };
        let extended = share.mul_f32(self.unclear_extension).min(most.max(share));
        Allotment {
            soft: share.max(least),
            hard: extended.max(least),
            saves: true,
            obvious_stop: self.obvious_stop,
        }
    }

    fn margin(&self) -> Duration {
        Duration::from_millis(self.safety_margin.into())
    }
}

/// What one search may spend. Several bounds together: the first one reached ends it. No bound at
/// all: it goes on until [stopped](crate::Stop::stop), or until there is nothing more to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// At most this many playouts.
    pub playouts: Option<u64>,
    /// At most this many new nodes.
    pub nodes: Option<u64>,
    /// The time for this move, if it is bounded.
    pub time: Option<Allotment>,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// When to stop if the choice is clear.
    pub soft: Duration,
    /// When to stop in any case.
    pub hard: Duration,
    /// Whether time that is not used now is there later.
    pub saves: bool,
    /// Whether a search may end before, where no other move can become the chosen one.
    pub obvious_stop: bool,
}

impl Budget {
    /// Nothing but a time, all of which is used.
    pub fn of_time(time: Duration) -> Budget {
        let time = Allotment { soft: time, hard: time, saves: false, obvious_stop: false };
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Whether nothing but [`Stop`](crate::Stop) ends the search.
    pub fn is_unbounded(&self) -> bool {
        *self == Budget::default()
    }

    /// The same, and at most this many playouts.
    pub fn at_most(self, playouts: u64) -> Budget {
        Budget { playouts: Some(self.playouts.map_or(playouts, |own| own.min(playouts))), ..self }
    }

    /// What is left of it when some time has passed.
    pub fn after(self, spent: Duration) -> Budget {
        let time = self.time.map(|time| Allotment {
            soft: time.soft.saturating_sub(spent),
            hard: time.hard.saturating_sub(spent),
            ..time
        });
        Budget { time, ..self }
    }

    /// A share of its time and nothing else, for work before the search proper.
    pub fn share_of_time(&self, share: f32) -> Option<Duration> {
        self.time.map(|time| time.soft.mul_f32(share))
    }
}

/// Who gives nothing but limits divides time as the defaults say.
impl From<&Limits> for Budget {
    fn from(limits: &Limits) -> Budget {
        TimeSettings::default().budget(limits)
    }
}

impl From<&Budget> for Budget {
    fn from(budget: &Budget) -> Budget {
        *budget
    }
}

/// A budget's time, running.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    begun: Instant,
    time: Option<Allotment>,
}

impl Timer {
    /// Starts the time of a budget.
    pub fn start(budget: &Budget) -> Timer {
        Timer { begun: Instant::now(), time: budget.time }
    }

    /// How long it has been running.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The time that there is.
    pub fn time(&self) -> Option<Allotment> {
        self.time
    }

    /// When the time ends, in any case or if the choice is clear.
    pub fn end(&self, is_clear: bool) -> Option<Duration> {
        self.time.map(|time| if is_clear { time.soft } else { time.hard })
    }

    /// Whether the time of a choice that is clear, or not, is over.
    pub fn is_over(&self, is_clear: bool) -> bool {
        self.end(is_clear).is_some_and(|end| self.elapsed() >= end)
    }

    /// Whether so much of a game's time is gone that another iteration, which takes longer than all
    /// before it, would not be finished. Where the time is for this move alone, an iteration that is
    /// not finished may still find a better one.
    pub fn is_nearly_over(&self, is_clear: bool) -> bool {
        let saves = self.time.is_some_and(|time| time.saves);
        self.end(is_clear).is_some_and(|end| {
            let elapsed = self.elapsed();
            elapsed >= end || saves && elapsed > end.mul_f32(0.7)
        })
    }
}

/// Says when a thread that counts its work looks at the clock again: often enough, and where units
/// of work are quick not at each of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pacer {
    /// When the clock was last looked at, and at which count to look again.
    looked: Duration,
    next: u64,
    /// Units of work between two looks.
    patience: u64,
}

impl Pacer {
    /// The most units of work between two looks at the clock.
    const MOST: u64 = 256;
    /// Looks at the clock need not be nearer to each other than this.
    const MOMENT: Duration = Duration::from_millis(2);

    /// Whether to look at the clock, at this count.
    #[inline]
    pub(crate) fn is_due(&self, count: u64) -> bool {
        count >= self.next
    }

    /// The clock was looked at.
    pub(crate) fn looked(&mut self, count: u64, elapsed: Duration) {
        let is_soon = elapsed.saturating_sub(self.looked) < Pacer::MOMENT;
        self.patience = if is_soon { (2 * self.patience).clamp(1, Pacer::MOST) } else { 1 };
        self.looked = elapsed;
        self.next = count + self.patience;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    fn allotment(limits: &Limits, settings: &TimeSettings) -> Allotment {
        settings.budget(limits).time.unwrap()
    }

    fn soft(limits: &Limits) -> u128 {
        allotment(limits, &TimeSettings::default()).soft.as_millis()
    }

    #[test]
    fn only_a_clock_can_be_saved_up() {
        let saves = |limits| allotment(&limits, &TimeSettings::default()).saves;
        let a_second = Some(Duration::from_secs(1));
        assert!(!saves(Limits { move_time: a_second, ..Limits::default() }));
        assert!(saves(clock(12_050, 0, None)));
        assert!(saves(Limits { move_time: a_second, ..clock(12_050, 0, None) }));
    }

    #[test]
    fn a_new_iteration_is_begun_late_only_where_time_cannot_be_saved_up() {
        let time = Duration::from_secs(100);
        for saves in [false, true] {
            let time = Allotment { soft: time, hard: time, saves, obvious_stop: true };
            let mut timer = Timer::start(&Budget { time: Some(time), ..Budget::default() });
            assert!(!timer.is_nearly_over(true));
            // As if three quarters were gone.
            timer.begun -= Duration::from_secs(75);
            assert_eq!(timer.is_nearly_over(true), saves);
            assert!(!timer.is_over(true));
        }
    }

    #[test]
    fn an_unclear_choice_may_take_what_is_said_on_top_of_its_time() {
        let limits = Limits::move_time(Duration::from_secs(2));
        let more = Limits { extra_time: Some(Duration::from_secs(3)), ..limits };
        let settings = TimeSettings::default();
        let (usual, unclear) = (allotment(&limits, &settings), allotment(&more, &settings));
        assert_eq!((usual.soft, unclear.soft), (usual.hard, usual.soft));
        assert_eq!(unclear.hard, usual.hard + Duration::from_secs(3));
    }

    #[test]
    fn no_time_limit_no_time() {
        let budget = TimeSettings::default().budget(&Limits::playouts(100));
        assert_eq!((budget.playouts, budget.time), (Some(100), None));
        assert!(!Timer::start(&budget).is_over(true));
    }

    #[test]
    fn what_is_spent_before_a_search_is_not_there_for_it() {
        let budget = Budget::from(&clock(12_050, 0, None)).after(Duration::from_millis(400));
        assert_eq!(budget.time.unwrap().soft, Duration::from_millis(600));
        assert_eq!(budget.after(Duration::from_secs(9)).time.unwrap().hard, Duration::ZERO);
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_to_come() {
        assert_eq!(soft(&clock(12_050, 0, None)), 1000);
        assert_eq!(soft(&clock(12_050, 500, None)), 1500);
        assert_eq!(soft(&clock(12_050, 0, Some(4))), 3000);
        assert_eq!(soft(&clock(12_050, 0, Some(1))), 12_000);
    }

    #[test]
    fn the_stricter_of_clock_and_move_time_counts() {
        let mut limits = clock(12_050, 0, None);
        limits.move_time = Some(Duration::from_millis(100));
        assert_eq!(soft(&limits), 95);
    }

    #[test]
    fn an_unclear_choice_gets_more_time_within_reason() {
        let settings = TimeSettings { unclear_extension: 3.0, ..TimeSettings::default() };
        let hard = |limits| allotment(&limits, &settings).hard.as_millis();
        assert_eq!(hard(clock(12_050, 0, None)), 3000);
        assert_eq!(hard(clock(12_050, 0, Some(2))), 6000);
        assert_eq!(hard(clock(12_050, 0, Some(1))), 12_000);
    }

    proptest! {
        #[test]
        fn the_margin_is_never_touched_while_there_is_time(
            remaining in 0u64..10_000_000, increment in 0u64..100_000,
            moves_to_go in proptest::option::of(0u32..100), parts in 1.0f32..100.0,
            extension in 1.0f32..10.0,
        ) {
            let settings = TimeSettings {
                clock_parts: parts, unclear_extension: extension, ..TimeSettings::default()
            };
            let time = allotment(&clock(remaining, increment, moves_to_go), &settings);
            prop_assert!(time.soft <= time.hard);
            let left = Duration::from_millis(remaining).saturating_sub(time.hard);
            if remaining > 60 {
                prop_assert!(left >= settings.margin());
            } else {
                prop_assert!(left >= Duration::from_millis(remaining) * 3 / 4 || left >= settings.margin());
            }
        }

        #[test]
        fn a_game_of_many_moves_is_never_lost_on_time(
            total in 100u64..100_000, increment in 0u64..1000, latency in 0u64..20,
        ) {
            let mut remaining = total;
            for _ in 0..200 {
                let time = allotment(&clock(remaining, increment, None), &TimeSettings::default());
                let spent = time.hard.as_millis() as u64;
                // As the margin shrinks away by latency alone, the game ends on nobody's account.
                if remaining <= 50 {
                    break;
                }
                prop_assert!(spent <= remaining - 50 + 1);
                prop_assert!(spent + latency < remaining);
                remaining = remaining - spent - latency + increment;
            }
        }
    }
}
