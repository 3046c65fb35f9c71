//! Clocks: what each player has left, and whose time runs.

use std::time::Duration;

use serde::Serialize;
use spinney_engine::host::Instant;
use utoipa::ToSchema;

use super::Table;
use crate::kept::EndedBy;
use crate::tree::{NodeId, ROOT};

/// An engine's move takes one part in this many of its clock, and half of what it gets back.
const PARTS: u32 = 20;

/// The time of the move that somebody is about to make.
pub(super) struct Running {
    since: Instant,
}

impl Running {
    pub(super) fn start() -> Running {
        Running { since: Instant::now() }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

/// The clocks at some moment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Clocks {
    /// What each player has left, in milliseconds, by seat.
    left: Vec<u64>,
    /// Whose clock runs.
    #[schema(required)]
    running: Option<usize>,
}

impl Table {
    /// What each player had left when the game came to where it stands.
    fn stored_clocks(&self) -> Option<Vec<u64>> {
        self.game.time?;
        self.game.tree.node(self.game.live).clocks.clone()
    }

    /// Whose clock runs. The first move is free: everybody needs to find a seat first.
    fn running_seat(&self) -> Option<usize> {
        if self.game.ending.is_some() || self.game.live == ROOT {
            return None;
        }
        self.seat_to_move()
    }

    /// The clocks now.
    pub(super) fn clocks(&self) -> Option<Clocks> {
        let mut left = self.stored_clocks()?;
        let running = self.running_seat();
        let is_engine = |seat: usize| !self.game.seats[seat].is_person();
        if let Some(seat) = running.filter(|&seat| !is_engine(seat))
            && let Some(left) = left.get_mut(seat)
        {
            *left = left.saturating_sub(millis(self.clock.elapsed()));
        }
        Some(Clocks { left, running })
    }

    /// Writes down what is left after a move.
    pub(super) fn clock_move(
        &mut self,
        from: NodeId,
        to: NodeId,
        seat: Option<usize>,
        took: Duration,
    ) {
        let Some(time) = self.game.time else { return };
        let Some(mut left) = self.game.tree.node(from).clocks.clone() else { return };
        if let Some(left) = seat.and_then(|seat| left.get_mut(seat))
            && from != ROOT
        {
            *left = left.saturating_sub(millis(took)) + millis(time.increment());
        }
        self.game.tree.set_clocks(to, Some(left));
        self.news.nodes.insert(to);
    }

    /// An engine that took too long has lost.
    pub(super) fn clock_engine(&mut self, seat: usize, took: Duration) {
        let left = self.stored_clocks().and_then(|left| left.get(seat).copied());
        if self.game.live != ROOT && left.is_some_and(|left| millis(took) >= left) {
            self.end(seat, EndedBy::Time);
        }
    }

    /// When the flag of the person to move falls, and for which state of the game that holds.
    pub(crate) fn flag(&self) -> Option<(u64, Duration)> {
        let clocks = self.clocks()?;
        let seat = clocks.running.filter(|&seat| self.game.seats[seat].is_person())?;
        Some((self.generation, Duration::from_millis(*clocks.left.get(seat)?)))
    }

    /// A flag falls, unless the game has gone on since it was raised.
    pub(crate) fn flag_may_fall(&mut self, generation: u64) {
        if generation == self.generation {
            self.flag_falls();
        }
    }

    /// Ends the game if the time of the person to move is up, and says whether it is.
    pub(super) fn flag_falls(&mut self) -> bool {
        let clocks = self.clocks();
        let loser = clocks.and_then(|clocks| {
            let seat = clocks.running?;
            (clocks.left.get(seat) == Some(&0)).then_some(seat)
        });
        if let Some(seat) = loser {
            self.end(seat, EndedBy::Time);
        }
        loser.is_some()
    }

    /// What the engine may spend of its clock on this move.
    pub(super) fn time_share(&self, seat: usize) -> Option<Duration> {
        let left = Duration::from_millis(*self.stored_clocks()?.get(seat)?);
        let increment = self.game.time?.increment();
        Some((left / PARTS + increment / 2).min(left / 2).max(Duration::from_millis(5)))
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
