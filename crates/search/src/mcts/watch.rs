//! The thread that watches over a search: deadlines, early ends, live reports.

use std::time::{Duration, Instant};

use spinney_game::{Game, Player};

use super::summary::{Reading, is_clear, is_obvious, read};
use super::threads::{AtWork, Counters, Pool};
use super::time::Budget;
use super::tree::Tree;
use super::{Proof, Report, Settings};

/// How often a search bounded by time is looked at; deadlines are met exactly all the same.
const LOOK: Duration = Duration::from_millis(10);

/// A running search from outside.
pub struct View<'a, G> {
    pub position: &'a G,
    pub settings: &'a Settings,
    pub trees: &'a [Tree],
    pub counters: &'a [Counters],
    pub started: Instant,
}

impl<G: Game> View<'_, G> {
    /// Waits for the workers, ends their work in time and tells the listener about it.
    pub fn watch(
        &self,
        pool: &Pool<'_>,
        at_work: &AtWork,
        budget: Option<Budget>,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) {
        let interval = match self.settings.report_interval {
            0 => None,
            ms => Some(Duration::from_millis(ms.into())),
        };
        let mut next_report = interval;
        loop {
            let elapsed = self.started.elapsed();
            let next_look = budget.map(|budget| {
                let deadline = if elapsed < budget.soft { budget.soft } else { budget.hard };
                deadline.min(elapsed + LOOK)
            });
            let wake = [next_report, next_look].into_iter().flatten().min();
            if at_work.wait(wake.map(|at| at.saturating_sub(elapsed))) {
                return;
            }
            let elapsed = self.started.elapsed();
            if let Some(budget) = budget
                && self.is_time(elapsed, budget, pool)
            {
                pool.halt();
                at_work.wait(None);
                return;
            }
            if let (Some(at), Some(interval)) = (next_report, interval)
                && elapsed >= at
                && let Some(reading) = read(self.trees)
            {
                let report = self.report(&reading);
                drop(reading);
                listener(&report);
                next_report = Some(self.started.elapsed().max(at) + interval);
            }
        }
    }

    /// Whether a search bounded by time should end.
    fn is_time(&self, elapsed: Duration, budget: Budget, pool: &Pool<'_>) -> bool {
        if elapsed >= budget.hard {
            return true;
        }
        let late = elapsed >= budget.soft;
        let may_be_early = self.settings.obvious_stop && budget.saves;
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
        let to_come = rate * (budget.soft - elapsed).as_secs_f64();
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
            elapsed: self.started.elapsed(),
        }
    }
}
