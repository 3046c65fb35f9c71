//! The search as its owner sees it, and the thread that watches over it.

use std::time::{Duration, Instant};

use spinney_game::{Actor, Game, Player, Playout, Prior, TextError};

use super::leaf::Helpers;
use super::summary::{Reading, RootMove, read};
use super::threads::{AtWork, Counters, Gate, Pass, Pool, Shift};
use super::time::Budget;
use super::tree::Tree;
use super::worker::Worker;
use super::{FinalMove, Parallelism, Proof, Report, Settings};
use crate::{Limits, Stop};

/// A Monte Carlo tree search about one position, which moves on as the game does.
pub struct Search<G: Game, P, B> {
    position: G,
    playout: P,
    prior: B,
    settings: Settings,
    /// One, or with root parallelism one per thread.
    trees: Vec<Tree>,
    /// One per thread.
    workers: Vec<Worker<G, P, B>>,
}

/// Playouts for a win rate where there is nothing to choose.
const FORCED_MOVE_PLAYOUTS: u64 = 100;
/// How often the clock is looked at; deadlines are met exactly all the same.
const LOOK: Duration = Duration::from_millis(10);
/// Playouts that a thread claims at a time.
const CLAIM: u64 = 64;

impl<G: Game, P: Playout<G>, B: Prior<G>> Search<G, P, B> {
    /// A search that has not thought yet, or what is wrong with the settings.
    pub fn new(position: G, playout: P, prior: B, settings: Settings) -> Result<Self, TextError> {
        let trees = new_trees(&settings)?;
        let workers = new_workers(&position, &playout, &prior, &settings);
        Ok(Search { position, playout, prior, settings, trees, workers })
    }

    /// The position that it thinks about.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// How it searches.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches differently from now on; what was learned is forgotten. An error changes nothing.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), TextError> {
        let trees = new_trees(&settings)?;
        self.trees = trees;
        self.workers = new_workers(&self.position, &self.playout, &self.prior, &settings);
        self.settings = settings;
        Ok(())
    }

    /// Turns to another position, which may be of other size or rules. What was learned is
    /// forgotten, unless it is the same position.
    pub fn set_position(&mut self, position: G) {
        let same = position.hash() == self.position.hash()
            && position.move_codes() == self.position.move_codes()
            && position.players() == self.position.players();
        self.position = position;
        if !same {
            self.clear();
        }
    }

    /// Plays a legal move. What was learned about it is kept if the settings say so.
    pub fn advance(&mut self, m: G::Move) {
        use spinney_game::Move as _;
        self.position.play(m);
        for tree in &mut self.trees {
            if !self.settings.tree_reuse || !tree.descend(m.code()) {
                tree.clear();
            }
        }
    }

    /// Forgets what was learned; the next search goes as the first one did.
    pub fn clear(&mut self) {
        self.trees.iter_mut().for_each(Tree::clear);
        self.workers = new_workers(&self.position, &self.playout, &self.prior, &self.settings);
    }

    /// Bytes that the tree takes.
    pub fn memory_used(&self) -> u64 {
        self.trees.iter().map(Tree::memory_used).sum()
    }

    /// Thinks until a limit is reached, `stop` is thrown or the position is proven, and tells
    /// `listener` at intervals what is known so far. The tree is kept, so thinking again goes on
    /// where it ended, and thinking without limits while others think is pondering.
    ///
    /// With the setting `obvious-stop`, a search bounded by time ends when no other move can
    /// become the chosen one, at once if there is only one.
    pub fn think(
        &mut self,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let started = Instant::now();
        let counters: Vec<_> = self.workers.iter().map(|_| Counters::default()).collect();
        if self.position.actor() != Actor::Nobody {
            for (tree, worker) in self.trees.iter_mut().zip(&mut self.workers) {
                if tree.root().is_none() {
                    worker.plant(tree, &self.position);
                }
            }
            self.run(limits, stop, listener, &counters, started);
        }
        let view = View {
            position: &self.position,
            settings: &self.settings,
            trees: &self.trees,
            counters: &counters,
            started,
        };
        let reading = read(&self.trees).expect("no thread compacts a tree after the search");
        view.report(&reading)
    }

    /// Lets the workers work and watches over them.
    fn run(
        &mut self,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
        counters: &[Counters],
        started: Instant,
    ) {
        let Search { position, settings, trees, workers, .. } = self;
        let (position, settings, trees) = (&*position, &*settings, &trees[..]);
        if trees.iter().any(|tree| tree.root_proof().is_some()) {
            return;
        }
        let budget = Budget::new(limits, settings);
        let mut limits = *limits;
        let choices = trees[0].root().map_or(0, |root| root.head.moves());
        if choices == 1 && budget.is_some() && settings.obvious_stop {
            let playouts = limits.playouts.unwrap_or(u64::MAX);
            limits.playouts = Some(playouts.min(FORCED_MOVE_PLAYOUTS));
        }

        let pool = Pool::new(&limits, stop);
        let at_work = AtWork::new(workers.len());
        let view = View { position, settings, trees, counters, started };
        let gates: Vec<_> = match settings.parallelism {
            Parallelism::Tree => vec![Gate::new(workers.len())],
            Parallelism::Root => workers.iter().map(|_| Gate::new(1)).collect(),
            Parallelism::Leaf => vec![Gate::new(1)],
        };
        let helpers = (settings.parallelism == Parallelism::Leaf)
            .then(|| Helpers::new(workers.len() - 1, position, &workers[0].blank_tally()));

        std::thread::scope(|scope| {
            for (number, worker) in workers.iter_mut().enumerate() {
                let site = Site {
                    tree: trees.get(number).unwrap_or(&trees[0]),
                    gate: gates.get(number).unwrap_or(&gates[0]),
                    root: position,
                    settings,
                    pool: &pool,
                    counters: &counters[number],
                    helpers: helpers.as_ref(),
                };
                let at_work = &at_work;
                scope.spawn(move || {
                    let _shift = Shift(at_work);
                    match site.helpers {
                        Some(helpers) if number > 0 => worker.help(helpers, number - 1),
                        _ => site.search(worker),
                    }
                });
            }
            view.watch(&pool, &at_work, budget, listener);
        });
    }
}

fn new_trees(settings: &Settings) -> Result<Vec<Tree>, TextError> {
    settings.check()?;
    let bytes = (settings.memory * f64::from(1 << 20)) as u64;
    let count = match settings.parallelism {
        Parallelism::Root => settings.threads,
        Parallelism::Tree | Parallelism::Leaf => 1,
    };
    (0..count)
        .map(|_| Tree::new(bytes / u64::from(count)))
        .collect::<Option<_>>()
        .ok_or_else(|| TextError::at("memory", "there is not as much"))
}

fn new_workers<G: Game, P: Playout<G>, B: Prior<G>>(
    position: &G,
    playout: &P,
    prior: &B,
    settings: &Settings,
) -> Vec<Worker<G, P, B>> {
    (0..u64::from(settings.threads))
        .map(|stream| Worker::new(position, playout.clone(), prior.clone(), settings, stream))
        .collect()
}

/// Where a walker works.
struct Site<'a, G> {
    tree: &'a Tree,
    gate: &'a Gate,
    root: &'a G,
    settings: &'a Settings,
    pool: &'a Pool<'a>,
    counters: &'a Counters,
    helpers: Option<&'a Helpers<G>>,
}

impl<G: Game> Site<'_, G> {
    /// Walks until the search is over.
    fn search<P: Playout<G>, B: Prior<G>>(&self, worker: &mut Worker<G, P, B>) {
        let _pass = Pass(self.gate);
        let _dismissal = Dismissal(self.helpers);
        let Site { tree, pool, .. } = *self;
        let settings = self.settings;
        let most = settings.playouts_per_new_node.max(settings.playouts_per_simulation);
        let most = u64::from(most) * u64::from(settings.threads);
        let mut claimed = 0;
        while !pool.is_over() {
            if claimed < most {
                claimed += pool.claim(most.max(CLAIM));
            }
            if claimed == 0 {
                break;
            }
            let made = worker.walk(tree, self.root, pool, self.helpers, claimed);
            claimed -= made;
            self.counters.count(made);
            if tree.wants_tidying() {
                self.gate.pause(|| tree.tidy(&|| pool.is_over()));
            }
            if tree.root_proof().is_some() {
                pool.halt();
            }
        }
        pool.give_back(claimed);
    }
}

/// Sends the helpers home when their walker goes, for whatever reason.
struct Dismissal<'a, G: Clone>(Option<&'a Helpers<G>>);

impl<G: Clone> Drop for Dismissal<'_, G> {
    fn drop(&mut self) {
        if let Some(helpers) = self.0 {
            helpers.dismiss();
        }
    }
}

/// A running search from outside.
struct View<'a, G> {
    position: &'a G,
    settings: &'a Settings,
    trees: &'a [Tree],
    counters: &'a [Counters],
    started: Instant,
}

impl<G: Game> View<'_, G> {
    /// Waits for the workers, ends their work in time and tells the listener about it.
    fn watch(
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
        if !late && !self.settings.obvious_stop {
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

    fn report(&self, reading: &Reading<'_>) -> Report<G::Move> {
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
            simulations: self.counters.iter().map(Counters::walks).sum(),
            nodes: self.trees.iter().map(Tree::nodes).sum(),
            memory: self.trees.iter().map(Tree::memory_used).sum(),
            memory_cap: self.trees.iter().map(Tree::memory_cap).sum(),
            elapsed: self.started.elapsed(),
        }
    }
}

/// Whether the chosen move, which is the first, stays so whatever the playouts to come show.
fn is_obvious(moves: &[RootMove], to_come: f64, settings: &Settings) -> bool {
    let lead = |worth: fn(&RootMove) -> f64| {
        let rivals = moves[1..].iter().filter(|m| m.proof.is_none());
        worth(&moves[0]) - rivals.map(worth).fold(0.0, f64::max)
    };
    match settings.final_move {
        _ if moves.len() < 2 => false,
        FinalMove::Visits => lead(|m| m.visits as f64) > to_come,
        FinalMove::Wins => lead(|m| m.wins) > to_come,
        // Means can change for good or ill with every playout.
        FinalMove::WinRate | FinalMove::LowerBound => false,
    }
}

/// Whether the most visited move is also the best of those that were looked at seriously.
fn is_clear(moves: &[RootMove]) -> bool {
    let Some(most) = moves.iter().max_by_key(|m| m.visits) else {
        return true;
    };
    let serious = moves.iter().filter(|m| m.visits >= most.visits / 10);
    serious.map(RootMove::mean).all(|mean| mean <= most.mean())
}
