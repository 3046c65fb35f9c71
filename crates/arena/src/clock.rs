//! The clocks of a game, as the referee keeps them.

use std::time::Duration;

use crate::job::Bounds;
use crate::player::{Fault, FaultKind, TimeControl};

/// Where a player has no clock, it may take this many times the patience of others.
const WITHOUT_CLOCK: u32 = 10;

/// The clock of every seat.
pub(crate) struct Clocks {
    seats: Vec<Seat>,
    grace: Duration,
    patience: Duration,
}

struct Seat {
    control: TimeControl,
    /// What is left of the game's time.
    remaining: Option<Duration>,
}

impl Clocks {
    pub(crate) fn new(controls: impl IntoIterator<Item = TimeControl>, bounds: &Bounds) -> Clocks {
        let seat = |control: TimeControl| Seat { control, remaining: control.per_game };
        Clocks {
            seats: controls.into_iter().map(seat).collect(),
            grace: Duration::from_secs_f64(bounds.grace),
            patience: Duration::from_secs_f64(bounds.patience),
        }
    }

    /// What is left for the game at each seat that has a clock.
    pub(crate) fn remaining(&self) -> Vec<Option<Duration>> {
        self.seats.iter().map(|seat| seat.remaining).collect()
    }

    /// How long a seat may think now.
    fn allowed(&self, seat: usize) -> Option<Duration> {
        let Seat { control, remaining } = &self.seats[seat];
        match (control.per_move, *remaining) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// When a seat that has not answered hangs.
    pub(crate) fn deadline(&self, seat: usize) -> Duration {
        match self.allowed(seat) {
            Some(allowed) => allowed + self.grace + self.patience,
            None => self.patience * WITHOUT_CLOCK,
        }
    }

    /// Takes the time of a decision off a seat's clock.
    pub(crate) fn spend(&mut self, seat: usize, taken: Duration) -> Result<(), Fault> {
        if let Some(allowed) = self.allowed(seat)
            && taken > allowed + self.grace
        {
            let [late, taken, allowed] =
                [taken - allowed, taken, allowed].map(|time| time.as_secs_f64());
            let problem = format!("late by {late:.3} s: took {taken:.3} s and had {allowed:.3} s");
            return Err(Fault::new(FaultKind::Time, problem));
        }
        let Seat { control, remaining } = &mut self.seats[seat];
        if let Some(remaining) = remaining {
            *remaining = remaining.saturating_sub(taken) + control.increment.unwrap_or_default();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clocks(control: TimeControl) -> Clocks {
        Clocks::new([control, TimeControl::default()], &Bounds::default())
    }

    #[test]
    fn a_game_clock_runs_down_and_is_topped_up() {
        let control = TimeControl {
            per_game: Some(10 * SECOND),
            increment: Some(2 * SECOND),
            ..TimeControl::default()
        };
        let mut clocks = clocks(control);
        clocks.spend(0, 5 * SECOND).unwrap();
        assert_eq!(clocks.remaining(), [Some(7 * SECOND), None]);
        assert_eq!(clocks.spend(0, 8 * SECOND).unwrap_err().kind, FaultKind::Time);
    }

    #[test]
    fn the_stricter_of_move_and_game_counts() {
        let control = TimeControl {
            per_move: Some(3 * SECOND),
            per_game: Some(4 * SECOND),
            ..TimeControl::default()
        };
        let mut clocks = clocks(control);
        assert!(clocks.spend(0, 4 * SECOND).is_err());
        clocks.spend(0, 3 * SECOND).unwrap();
        assert!(clocks.spend(0, 2 * SECOND).is_err(), "one second is left");
    }

    #[test]
    fn a_little_late_is_forgiven_but_not_given_back() {
        let control = TimeControl { per_game: Some(SECOND), ..TimeControl::default() };
        let mut clocks = clocks(control);
        clocks.spend(0, Duration::from_millis(1050)).unwrap();
        assert_eq!(clocks.remaining()[0], Some(Duration::ZERO));
        assert!(clocks.spend(0, Duration::from_millis(150)).is_err());
    }

    #[test]
    fn whoever_has_no_clock_may_take_its_time_but_not_for_ever() {
        let mut clocks = clocks(TimeControl { per_move: Some(SECOND), ..TimeControl::default() });
        clocks.spend(1, 3600 * SECOND).unwrap();
        assert_eq!(clocks.deadline(1), 300 * SECOND);
        assert_eq!(clocks.deadline(0), Duration::from_millis(31_100));
    }
}
