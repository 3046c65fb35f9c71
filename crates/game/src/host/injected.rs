//! The clock of a host that the standard library knows nothing of, such as a browser: whoever starts
//! the program there says how to read it.

use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

/// Says how the time is read: in milliseconds since 1970, never backwards. The first word counts. As
/// long as nobody has said it, time stands still, which ends no search by a count and none by time.
pub fn set_clock(milliseconds: fn() -> f64) {
    CLOCK.get_or_init(|| milliseconds);
}

/// The time since 1970.
pub(super) fn since_1970() -> Duration {
    let milliseconds = CLOCK.get().map_or(0.0, |read| read());
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

/// A moment, as in [`std::time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// Now.
    pub fn now() -> Instant {
        Instant(since_1970())
    }

    /// How long ago it was.
    pub fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }

    /// So much later, if there is such a moment.
    pub fn checked_add(&self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}
