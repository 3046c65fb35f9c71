//! How long a search may take.

use std::time::Duration;

use super::Settings;
use crate::{Clock, Limits};

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// When to stop if the choice is clear.
    pub soft: Duration,
    /// When to stop in any case.
    pub hard: Duration,
    /// Whether time that is not used now is there later.
    pub saves: bool,
}

impl Budget {
    /// What the limits allow; `None` if they do not speak of time.
    pub fn new(limits: &Limits, settings: &Settings) -> Option<Budget> {
        let of_clock = limits.clock.map(|clock| Budget::of_clock(&clock, settings));
        let of_move = limits.move_time.map(|time| {
            // A time per move is usually kept by ourselves; only a little must be kept back.
            let time = time.saturating_sub(margin(settings).min(time / 20));
            Budget { soft: time, hard: time, saves: false }
        });
        match (of_clock, of_move) {
            (Some(a), Some(b)) => {
                Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard), saves: a.saves })
            }
            (a, b) => a.or(b),
        }
    }

    fn of_clock(clock: &Clock, settings: &Settings) -> Budget {
        let usable = clock.remaining.saturating_sub(margin(settings));
        // With nothing left but the margin, a token of time still beats a blind move.
        let least = Duration::from_millis(1).min(clock.remaining / 4);
        let moves_to_go = clock.moves_to_go.map_or(f32::INFINITY, |moves| moves.max(1) as f32);
        let parts = settings.clock_parts.min(moves_to_go);
        // The increment comes back after the move, so it can be spent on top of the share, but
        // only out of what is there now.
        let share = (usable.div_f32(parts) + clock.increment).min(usable);
        // Even an unclear position may not take more than half of a game's time.
        let most = if parts > 1.0 { usable / 2 } else { usable };
        let extended = share.mul_f32(settings.unclear_extension).min(most.max(share));
        Budget { soft: share.max(least), hard: extended.max(least), saves: true }
    }
}

fn margin(settings: &Settings) -> Duration {
    Duration::from_millis(settings.safety_margin.into())
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

    fn soft(limits: &Limits) -> u128 {
        Budget::new(limits, &Settings::default()).unwrap().soft.as_millis()
    }

    #[test]
    fn only_a_clock_can_be_saved_up() {
        let saves = |limits| Budget::new(&limits, &Settings::default()).unwrap().saves;
        let a_second = Some(Duration::from_secs(1));
        assert!(!saves(Limits { move_time: a_second, ..Limits::default() }));
        assert!(saves(clock(12_050, 0, None)));
        assert!(saves(Limits { move_time: a_second, ..clock(12_050, 0, None) }));
    }

    #[test]
    fn no_time_limit_no_budget() {
        assert_eq!(Budget::new(&Limits::playouts(100), &Settings::default()), None);
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
        let settings = Settings { unclear_extension: 3.0, ..Settings::default() };
        let budget = Budget::new(&clock(12_050, 0, None), &settings).unwrap();
        assert_eq!(budget.hard.as_millis(), 3000);
        let budget = Budget::new(&clock(12_050, 0, Some(2)), &settings).unwrap();
        assert_eq!(budget.hard.as_millis(), 6000);
    }

    proptest! {
        #[test]
        fn the_margin_is_never_touched_while_there_is_time(
            remaining in 0u64..10_000_000, increment in 0u64..100_000,
            moves_to_go in proptest::option::of(0u32..100), parts in 1.0f32..100.0,
            extension in 1.0f32..10.0,
        ) {
            let settings = Settings {
                clock_parts: parts, unclear_extension: extension, ..Settings::default()
            };
            let budget = Budget::new(&clock(remaining, increment, moves_to_go), &settings).unwrap();
            prop_assert!(budget.soft <= budget.hard);
            let left = Duration::from_millis(remaining).saturating_sub(budget.hard);
            if remaining > 60 {
                prop_assert!(left >= margin(&settings));
            } else {
                prop_assert!(left >= Duration::from_millis(remaining) * 3 / 4 || left >= margin(&settings));
            }
        }

        #[test]
        fn a_game_of_many_moves_is_never_lost_on_time(
            total in 100u64..100_000, increment in 0u64..1000, latency in 0u64..20,
        ) {
            let mut remaining = total;
            for _ in 0..200 {
                let budget = Budget::new(&clock(remaining, increment, None), &Settings::default());
                let spent = budget.unwrap().hard.as_millis() as u64;
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
