//! What watches over a search: deadlines, early ends, live reports. It does so from a thread of its
//! own, or where one thread searches alone, in the pauses between its simulations.

use std::time::Duration;

use spinney_game::{Game, Player};

use super::Settings;
use super::summary::{Reading, is_clear, is_obvious, read};
use super::threads::{AtWork, Counters, Pool};
use super::tree::Tree;
use crate::{Allotment, Proof, Report, Timer};

/// How often a search bounded by time is looked at; deadlines are met exactly all the same.
const LOOK: Duration = Duration::from_millis(10);

/// A running search from outside.
pub struct View<'a, G> {
    pub position: &'a G,
    pub settings: &'a Settings,
    pub trees: &'a [Tree],
    pub counters: &'a [Counters],
    pub timer: &'a Timer,
}

/// Looks at a running search from time to time.
pub struct Watch<'a, G: Game> {
    view: View<'a, G>,
    pool: &'a Pool<'a>,
    listener: &'a mut dyn FnMut(&Report<G::Move>),
    next_report: Option<Duration>,
    next_look: Option<Duration>,
}

impl<'a, G: Game> Watch<'a, G> {
    /// A watch over the work of a pool.
    pub fn new(
        view: View<'a, G>,
        pool: &'a Pool<'a>,
        listener: &'a mut dyn FnMut(&Report<G::Move>),
    ) -> Watch<'a, G> {
        let interval = view.report_interval();
        let mut watch = Watch { view, pool, listener, next_report: interval, next_look: None };
        watch.plan(Duration::ZERO);
        watch
    }

    /// When there is something to do, if ever.
    pub fn next(&self) -> Option<Duration> {
        [self.next_report, self.next_look].into_iter().flatten().min()
    }

    fn plan(&mut self, elapsed: Duration) {
        self.next_look = self.view.timer.time().map(|time| {
            let deadline = if elapsed < time.soft { time.soft } else { time.hard };
            deadline.min(elapsed + LOOK)
        });
    }

    /// Ends the work if it is time, and tells the listener what is known if that is due.
    pub fn look(&mut self, elapsed: Duration) {
        if let Some(time) = self.view.timer.time()
            && self.view.is_time(elapsed, time, self.pool)
        {
            self.pool.halt();
            return;
        }
        self.plan(elapsed);
        if let (Some(at), Some(interval)) = (self.next_report, self.view.report_interval())
            && elapsed >= at
            && let Some(reading) = read(self.view.trees)
        {
            let report = self.view.report(&reading);
            drop(reading);
            (self.listener)(&report);
            self.next_report = Some(self.view.timer.elapsed().max(at) + interval);
        }
    }

    /// Waits for those at work, looking at what they do.
    pub fn wait_for(&mut self, at_work: &AtWork) {
        loop {
            let elapsed = self.view.timer.elapsed();
            if at_work.wait(self.next().map(|at| at.saturating_sub(elapsed))) {
                return;
            }
            self.look(self.view.timer.elapsed());
            if self.pool.is_over() {
                at_work.wait(None);
                return;
            }
        }
    }
}

impl<G: Game> View<'_, G> {
    fn report_interval(&self) -> Option<Duration> {
        let interval = Duration::from_millis(self.settings.resources.report_interval.into());
        (!interval.is_zero()).then_some(interval)
    }

    /// Whether a search bounded by time should end.
    fn is_time(&self, elapsed: Duration, time: Allotment, pool: &Pool<'_>) -> bool {
        if elapsed >= time.hard {
            return true;
        }
        let late = elapsed >= time.soft;
        let may_be_early = time.obvious_stop && time.saves;
        if !late && !may_be_early {
            return false;
        }
        let Some(reading) = read(self.trees) else {
            return false;
        };
        let moves = reading.root_moves(self.view(), self.settings);
        if late {
            return is_clear(&moves);
        }
        let rate = self.playouts() as f64 / elapsed.as_secs_f64().max(1e-6);
        let to_come = rate * (time.soft - elapsed).as_secs_f64();
        is_obvious(&moves, to_come.min(pool.playouts_left() as f64), self.settings)
    }

    fn view(&self) -> Player {
        self.position.actor().player().unwrap_or(Player::FIRST)
    }

    fn playouts(&self) -> u64 {
        self.counters.iter().map(Counters::playouts).sum()
    }

    /// What is known now.
    pub fn report(&self, reading: &Reading<'_>) -> Report<G::Move> {
        let view = self.view();
        let players = self.position.players();
        let value = |proof: Proof| proof.rewards(players)[view];
        let moves = reading.root_moves(view, self.settings);
        let visits: u64 = moves.iter().map(|m| m.visits).sum();
        let wins: f64 = moves.iter().map(|m| m.wins).sum();
        let mean = if visits > 0 { (wins / visits as f64) as f32 } else { 0.5 };
        let rewards = self.position.rewards();
        let proof = match &rewards {
            Some(rewards) => Proof::of(rewards, players),
            None => reading.proof(),
        };
        Report {
            actor: self.position.actor(),
            view,
            candidates: moves.iter().map(|m| reading.candidate(m, self.settings, value)).collect(),
            win_rate: match rewards {
                Some(rewards) => rewards[view],
                None => proof.map_or(mean, value),
            },
            proof,
            playouts: self.playouts(),
            simulations: self.counters.iter().map(Counters::simulations).sum(),
            nodes: self.trees.iter().map(Tree::nodes).sum(),
            memory: self.trees.iter().map(Tree::memory_used).sum(),
            memory_cap: self.trees.iter().map(Tree::memory_cap).sum(),
            depth: None,
            elapsed: self.timer.elapsed(),
        }
    }
}
