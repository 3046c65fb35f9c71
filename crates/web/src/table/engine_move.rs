//! The engine's moves at a table: which one is due, and what becomes of what it found.

use std::time::Duration;

use spinney_engine::{Level, Limits, Line, Report, Stop, move_limits};

use super::Table;
use crate::evaluation::Evaluation;
use crate::kept::{EndedBy, Seat};
use crate::refusal::Refusal;
use crate::tree::NodeId;

/// A move that the engine is to find.
pub(crate) struct MoveTask {
    pub(crate) generation: u64,
    pub(crate) stop: Stop,
    pub(crate) node: NodeId,
    pub(crate) preset: String,
    /// The game so far.
    pub(crate) line: Line,
    pub(crate) limits: Limits,
}

impl Table {
    /// The move that the engine is to find now, if any. Engines among themselves play only while
    /// somebody watches.
    pub(crate) fn move_task(&mut self) -> Option<MoveTask> {
        let watched = self.events.receiver_count() > 0;
        let idle = self.search.is_none() && !self.postponed && self.game.ending.is_none();
        if !idle || !(watched || self.game.seats.iter().any(Seat::is_person)) {
            return None;
        }
        let seat = self.seat_to_move()?;
        let Seat::Engine { preset, .. } = &self.game.seats[seat] else { return None };
        let preset = preset.clone();
        let mut limits = self.game.seats[seat].limits();
        if let Some(share) = self.time_share(seat) {
            limits.move_time = Some(limits.move_time.map_or(share, |time| time.min(share)));
        }
        let line = self.line(self.game.live).ok()?;
        // Where a turn is several moves, the time is for all of them.
        let limits = move_limits(&line, &limits);
        let stop = Stop::new();
        self.search = Some(stop.clone());
        self.news.state = true;
        let (generation, node) = (self.generation, self.game.live);
        Some(MoveTask { generation, stop, node, preset, line, limits })
    }

    /// There is no room for the engine's move now; it is asked for again later.
    pub(crate) fn postpone(&mut self, refusal: &Refusal) {
        self.search = None;
        self.postponed = true;
        self.notice = Some(format!("The engine's move has to wait: {refusal}"));
        self.news.state = true;
    }

    /// Asks again for a move that was postponed, unless the game has gone on since.
    pub(crate) fn ask_again(&mut self, generation: u64) -> Result<(), Refusal> {
        if generation == self.generation {
            self.postponed = false;
        }
        Ok(())
    }

    /// The engine finds no move. The game must not wait for it, so somebody has to play for it.
    pub(crate) fn engine_fails(&mut self, generation: u64, refusal: &Refusal) {
        if generation != self.generation {
            return;
        }
        self.search = None;
        self.news.state = true;
        if matches!(refusal, Refusal::CalledOff | Refusal::Closing) {
            return;
        }
        let failed = self.seat_to_move().map(|seat| self.game.seats[seat].clone());
        for seat in &mut self.game.seats {
            if failed.as_ref() == Some(seat) {
                *seat = Seat::Person;
            }
        }
        self.notice = Some(format!("The engine cannot go on, and you play for it now: {refusal}"));
    }

    /// The engine has found its move.
    pub(crate) fn engine_moves(
        &mut self,
        generation: u64,
        report: &Report,
        took: Duration,
    ) -> Result<(), Refusal> {
        if generation != self.generation {
            return Ok(());
        }
        self.search = None;
        self.notice = None;
        self.news.state = true;
        let live = self.game.live;
        // A game that has no room for opinions may have some for moves.
        if self.game.tree.set_evaluation(live, Evaluation::of_report(report)).is_ok() {
            self.news.nodes.insert(live);
        }
        let mut report = report.clone();
        let seat = self.seat_to_move();
        if let Some(Seat::Engine { level, .. }) = seat.map(|seat| &self.game.seats[seat]) {
            let rate = Level::new(*level).unwrap_or_default().blunder_rate();
            report.blunder(rate, &mut self.rng);
        }
        match (seat, report.best()) {
            (Some(seat), Some(best)) if !report.resign => {
                self.clock_engine(seat, took);
                if self.game.ending.is_none() {
                    let text = best.text.clone();
                    self.add(live, &text, Some(took))?;
                }
            }
            (Some(seat), _) => self.end(seat, EndedBy::Resignation),
            (None, _) => {}
        }
        Ok(())
    }
}
