//! Thinking in slices, for hosts where a call must return before anything else can happen: one
//! thread of a browser, or a server whose players take turns.

use std::time::Duration;

use spinney_game::host::Instant;
use spinney_search::{Budget, Limits, Stop};

use crate::line::Line;
use crate::player::Player;
use crate::report::{EngineError, Report};

/// A player's thinking about one position, which its owner goes on with whenever it likes.
///
/// ```
/// use spinney_engine::{Limits, Stop, Thought, open};
/// use std::time::Duration;
///
/// let mut session = open("hex/best", Some("hex 5x5"), &[])?;
/// let mut thought = Thought::new(&*session.player, &Limits::playouts(5_000));
/// while !thought.is_over() {
///     let slice = Duration::from_millis(20);
///     let report = thought.poll(&mut *session.player, &session.line, slice, &Stop::new())?;
///     println!("{} playouts", report.playouts); // and here anything else may happen
/// }
/// # Ok::<(), spinney_engine::EngineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Thought {
    budget: Budget,
    spent: Duration,
    playouts: u64,
    is_over: bool,
}

/// A slice that ends after less of its time than this has nothing more to find out.
const IDLE: f64 = 0.5;

impl Thought {
    /// Thinking that has not begun, within what the player makes of those limits.
    pub fn new(player: &dyn Player, limits: &Limits) -> Thought {
        let budget = player.budget(limits);
        Thought { budget, spent: Duration::ZERO, playouts: 0, is_over: false }
    }

    /// Whether there is nothing left to spend or to find out.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Thinks for about so long and tells what is known, with all playouts and all the time since
    /// the beginning. It must be the same player each time, and the same line.
    pub fn poll(
        &mut self,
        player: &mut dyn Player,
        line: &Line,
        slice: Duration,
        stop: &Stop,
    ) -> Result<Report, EngineError> {
        let left = self.budget.after(self.spent);
        let time = left.time.map_or(slice, |time| time.hard.min(slice));
        let playouts = self.budget.playouts.map(|most| most.saturating_sub(self.playouts));
        let limits = Limits {
            playouts,
            nodes: self.budget.nodes,
            move_time: Some(time.max(Duration::from_millis(1))),
            ..Limits::default()
        };
        // A player may do more than its search tells of.
        let begun = Instant::now();
        let mut report = player.think(line, &limits, stop, &mut |_| {})?;
        let took = begun.elapsed();
        let is_idle = took < time.mul_f64(IDLE);
        self.spent += took;
        self.playouts += report.playouts;
        (report.playouts, report.elapsed) = (self.playouts, self.spent);
        self.is_over = stop.is_stopped()
            || is_idle
            || report.proven_winner.is_some()
            || self.budget.playouts.is_some_and(|most| self.playouts >= most)
            || self.is_time(&report);
        Ok(report)
    }

    /// Whether the time for the move is over, or its rest would change nothing.
    fn is_time(&self, report: &Report) -> bool {
        let Some(time) = self.budget.time else { return false };
        if self.spent >= time.hard {
            return true;
        }
        let [best, second] = [0, 1].map(|place| report.candidates.get(place));
        let Some((best, second)) = best.zip(second) else { return true };
        if self.spent >= time.soft {
            // The move to be played is also the best valued one.
            return report.candidates.iter().all(|other| other.win_rate <= best.win_rate);
        }
        let rate = self.playouts as f64 / self.spent.as_secs_f64().max(1e-6);
        let to_come = rate * (time.soft - self.spent).as_secs_f64();
        let lead = best.visits.saturating_sub(second.visits) as f64;
        time.saves && time.obvious_stop && lead > to_come
    }
}
