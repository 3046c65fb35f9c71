//! Commands that make the engine think about a move.

use std::time::{Duration, Instant};

use spinney_engine::{Limits, Report};

use super::command::{Answer, Command, Failure};
use super::gfx::live_block;
use super::{Output, Server};
use crate::lines::Until;

impl Server<'_> {
    /// `genmove black`: thinks, plays the move and answers with it.
    pub(super) fn genmove(&mut self, command: &Command) -> Answer {
        let begun = Instant::now();
        let side = self.side_or_to_move(command.words().first())?;
        let answer = self.choose(side)?;
        if answer != "resign" {
            self.session.line.play(Some(side), &answer)?;
            self.resigned = None;
        }
        self.clocks.spend(side, begun.elapsed());
        Ok(answer)
    }

    /// `reg_genmove black`: thinks and answers with the move, but does not play it.
    pub(super) fn reg_genmove(&mut self, command: &Command) -> Answer {
        let side = self.side_or_to_move(command.words().first())?;
        self.choose(side)
    }

    /// The move that the engine plays for a side, or `resign`.
    fn choose(&mut self, side: &'static str) -> Answer {
        if let Some(outcome) = self.session.board().outcome() {
            // Scripts go on asking until somebody resigns: on a won board that is the loser.
            return match outcome.winner {
                Some(winner) if winner != side => Ok("resign".to_owned()),
                Some(winner) => {
                    Err(Failure::new("the game is over", format!("{winner} has won already")))
                }
                None => Err(Failure::new("the game is over", "it is a draw")),
            };
        }
        let mut limits = self.move_limits();
        if let Some(clock) = self.clocks.clock(side) {
            limits = Limits { clock: Some(clock), ..self.settings.limits() };
        }
        let report = self.think(side, &limits, Until::Interrupted)?;
        if report.resign {
            return Ok("resign".to_owned());
        }
        let best = report.best().map(|candidate| candidate.text.clone());
        best.or_else(|| self.session.board().legal_moves().into_iter().next())
            .ok_or_else(|| Failure::new("cannot think", "there is no legal move"))
    }

    /// What bounds the thinking about one move, clocks aside.
    pub(super) fn move_limits(&self) -> Limits {
        let limits = self.settings.limits();
        if limits.is_unbounded() { self.session.player.default_limits() } else { limits }
    }

    /// Thinks, with live graphics if they are on.
    pub(super) fn think(
        &mut self,
        side: &'static str,
        limits: &Limits,
        until: Until,
    ) -> Result<Report, Failure> {
        if !self.settings.live_gfx {
            return self.think_aloud(side, limits, until, |_, _| {});
        }
        let picture = self.session.board().picture();
        let mut pulse = Pulse::new(self.settings.live_interval);
        let mut drawn = None;
        let report = self.think_aloud(side, limits, until, |report, output| {
            if pulse.is_due() {
                output.write(&live_block(report, &picture));
                drawn = Some(report.playouts);
            }
        })?;
        if drawn != Some(report.playouts) {
            self.output.write(&live_block(&report, &picture));
        }
        Ok(report)
    }

    /// Thinks, telling `listener` what is known so far, and keeps what was found.
    pub(super) fn think_aloud(
        &mut self,
        side: &'static str,
        limits: &Limits,
        until: Until,
        mut listener: impl FnMut(&Report, &mut Output),
    ) -> Result<Report, Failure> {
        let stop = self.lines.begin_search(until);
        let output = &mut self.output;
        let result = self.session.think_as(side, limits, &stop, &mut |report| {
            listener(report, output);
            if output.broken.is_some() {
                stop.stop();
            }
        });
        self.lines.end_search();
        let report = result?;
        self.known = Some((self.session.board().text(), report.clone()));
        Ok(report)
    }

    /// Thinks on while nobody asks anything, if that is wanted. What comes of it is in the tree.
    pub(super) fn ponder(&mut self) {
        if self.settings.ponder
            && self.session.board().to_move().is_some()
            && self.resigned.is_none()
            && !self.lines.has_more()
        {
            let stop = self.lines.begin_search(Until::AnyLine);
            // Whatever kept the engine from thinking will keep it from answering, and be told.
            let _ = self.session.think(&Limits::default(), &stop, &mut |_| {});
            self.lines.end_search();
        }
    }

    /// `clear_cache`: forgets what was learned, keeps the game.
    pub(super) fn clear_cache(&mut self, _: &Command) -> Answer {
        self.session.player.clear();
        self.known = None;
        Ok(String::new())
    }

    /// `time_settings 300 25 5`.
    pub(super) fn time_settings(&mut self, command: &Command) -> Answer {
        self.clocks.set_canadian(&command.words()).map(|()| String::new())
    }

    /// `kgs-time_settings byoyomi 300 30 5`.
    pub(super) fn kgs_time_settings(&mut self, command: &Command) -> Answer {
        self.clocks.set_kgs(&command.words()).map(|()| String::new())
    }

    /// `time_left black 120 0`.
    pub(super) fn time_left(&mut self, command: &Command) -> Answer {
        let words = command.words();
        let Some((colour, rest)) = words.split_first() else {
            return Err(Failure::syntax("time_left wants a colour, seconds and moves"));
        };
        let side = self.side(colour)?;
        self.clocks.set_left(side, rest).map(|()| String::new())
    }
}

/// Lets something happen at most once in an interval.
pub(super) struct Pulse {
    interval: Duration,
    last: Option<Instant>,
}

impl Pulse {
    pub(super) fn new(interval: Duration) -> Pulse {
        Pulse { interval, last: None }
    }

    pub(super) fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = self.last.is_none_or(|last| now.duration_since(last) >= self.interval);
        if due {
            self.last = Some(now);
        }
        due
    }
}
