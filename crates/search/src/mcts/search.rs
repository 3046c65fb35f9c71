//! The search as its owner sees it, and the thread that watches over it.

use std::sync::Arc;

use spinney_game::{Actor, Evaluator, Game, Move, NoProver, StaticProver, TextError};

use super::flight::Flight;
use super::helpers::Helpers;
use super::island::SharedStatistics;
use super::node::PriorVisits;
use super::proof::set_proof;
use super::reduced::ReducedPositions;
use super::summary::read;
use super::threads::{Allowance, AtWork, Counters, Gate, Pass, Pool, Shift};
use super::tree::Tree;
use super::watch::{View, Watch};
use super::worker::{Site, Worker};
use super::{Amaf, Parallelism, Settings};
use crate::host;
use crate::time::Pacer;
use crate::{Budget, Oracle, Proof, Report, Searcher, Stop, Timer};

/// A Monte Carlo tree search about one position, which moves on as the game does.
pub struct Search<G: Game, E, I = NoProver> {
    position: G,
    evaluator: E,
    prover: Option<I>,
    settings: Settings,
    /// One, or with root parallelism one per thread.
    trees: Vec<Tree>,
    /// One per thread.
    workers: Vec<Worker<G, E, I>>,
    reduced: ReducedPositions<G>,
    oracle: Option<Arc<dyn Oracle<G>>>,
}

/// Playouts for a win rate where there is nothing to choose.
const FORCED_MOVE_PLAYOUTS: u64 = 100;
/// Bytes of a large memory cap that are not the tree's: tables of patterns and replies, batches,
/// and what an allocator leaves unused.
const MOST_KEPT_BACK: u64 = 10 << 20;
/// The same for each thread but the first: its own tables and what its allocator leaves unused.
const MOST_FOR_A_THREAD: u64 = 6 << 20;

impl<G: Game, E: Evaluator<G>> Search<G, E> {
    /// A search that has not thought yet, or what is wrong with the settings.
    pub fn new(position: G, evaluator: E, settings: Settings) -> Result<Self, TextError> {
        Search::with_prover(position, evaluator, None, settings)
    }
}

impl<G: Game, E: Evaluator<G>, I: StaticProver<G>> Search<G, E, I> {
    /// The same with what the game can prove, for nodes that are visited often.
    pub fn with_prover(
        position: G,
        evaluator: E,
        prover: Option<I>,
        settings: Settings,
    ) -> Result<Self, TextError> {
        let trees = new_trees(&settings, &position)?;
        let mut search = Search {
            position,
            evaluator,
            prover,
            reduced: ReducedPositions::new(reduced_bytes(&settings)),
            settings,
            trees,
            workers: Vec::new(),
            oracle: None,
        };
        search.workers = search.new_workers();
        Ok(search)
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
        let trees = new_trees(&settings, &self.position)?;
        self.trees = trees;
        self.reduced = ReducedPositions::new(reduced_bytes(&settings));
        self.settings = settings;
        self.workers = self.new_workers();
        Ok(())
    }

    /// Asks that oracle, or none, about nodes of the tree from now on.
    pub fn consult(&mut self, oracle: Option<Arc<dyn Oracle<G>>>) {
        self.oracle = oracle;
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
        self.position.play(m);
        self.workers.iter_mut().for_each(Worker::advance);
        // Reduced positions are dropped together with all nodes that name them.
        if self.reduced.is_crowded() {
            self.trees.iter_mut().for_each(Tree::clear);
            self.reduced.clear();
        }
        for tree in &mut self.trees {
            if !self.settings.growth.tree_reuse || !tree.descend(m.code()) {
                tree.clear();
            }
        }
    }

    /// Forgets what was learned; the next search goes as the first one did.
    pub fn clear(&mut self) {
        self.trees.iter_mut().for_each(Tree::clear);
        self.reduced.clear();
        self.workers = self.new_workers();
    }

    fn new_workers(&self) -> Vec<Worker<G, E, I>> {
        let Search { position, evaluator, settings, .. } = self;
        let mut prover = self.prover.clone().filter(|_| settings.uses_static_proofs());
        if let Some(prover) = &mut prover {
            prover.keep_within(
                (prover_bytes(settings) / u64::from(settings.resources.threads)) as usize,
            );
        }
        let leaves = leaves_in_flight(settings, position);
        (0..u64::from(settings.resources.threads))
            .map(|stream| {
                let (evaluator, prover) = (evaluator.clone(), prover.clone());
                Worker::new(position, evaluator, prover, settings, (stream, leaves))
            })
            .collect()
    }

    /// Bytes that the tree takes.
    pub fn memory_used(&self) -> u64 {
        self.trees.iter().map(Tree::memory_used).sum()
    }

    /// Thinks until a limit is reached, `stop` is thrown or the position is proven, and tells
    /// `listener` at intervals what is known so far. The tree is kept, so thinking again goes on
    /// where it ended, and thinking without limits while others think is pondering.
    ///
    /// With the setting `obvious-stop`, a search on a game clock ends when no other move can become
    /// the chosen one, and any search bounded by time ends at once if there is only one.
    pub fn think(
        &mut self,
        budget: impl Into<Budget>,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let budget = budget.into();
        let timer = Timer::start(&budget);
        let counters: Vec<_> = self.workers.iter().map(|_| Counters::default()).collect();
        if self.position.actor() != Actor::Nobody {
            for (tree, worker) in self.trees.iter_mut().zip(&mut self.workers) {
                if tree.root().is_none() {
                    worker.plant(tree, &self.position);
                }
            }
            self.run(budget, stop, listener, &counters, &timer);
        }
        let view = View {
            position: &self.position,
            settings: &self.settings,
            trees: &self.trees,
            counters: &counters,
            timer: &timer,
        };
        let reading = read(&self.trees).expect("no thread compacts a tree after the search");
        view.report(&reading)
    }

    /// Lets the workers work and watches over them.
    fn run(
        &mut self,
        mut budget: Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
        counters: &[Counters],
        timer: &Timer,
    ) {
        let Search { position, settings, trees, workers, reduced, oracle, .. } = self;
        let (position, settings, trees) = (&*position, &*settings, &trees[..]);
        if let Some(oracle) = oracle.as_deref().filter(|_| settings.proofs.back_up) {
            trees.iter().for_each(|tree| ask_at_root(oracle, tree, position));
        }
        if trees.iter().any(|tree| tree.root_proof().is_some()) {
            return;
        }
        let choices = trees[0].root().map_or(0, |root| root.head.moves());
        if choices == 1 && budget.time.is_some_and(|time| time.obvious_stop) {
            budget = budget.at_most(FORCED_MOVE_PLAYOUTS);
        }

        let shared = (settings.parallel.parallelism == Parallelism::Island).then(|| {
            workers.iter_mut().zip(trees).for_each(|(worker, tree)| worker.set_baseline(tree));
            SharedStatistics::of(&trees[0])
        });
        let pool = Pool::new(&budget, stop);
        let view = View { position, settings, trees, counters, timer };
        let mut watch = Watch::new(view, &pool, listener);
        let gates: Vec<_> = match settings.parallel.parallelism {
            Parallelism::Tree => vec![Gate::new(workers.len())],
            Parallelism::Root | Parallelism::Island => {
                workers.iter().map(|_| Gate::new(1)).collect()
            }
            Parallelism::Leaf => vec![Gate::new(1)],
        };
        let helpers = (settings.parallel.parallelism == Parallelism::Leaf)
            .then(|| Helpers::new(workers.len() - 1, position, settings.amaf.rule != Amaf::Off));

        let site = |number: usize| Site {
            tree: trees.get(number).unwrap_or(&trees[0]),
            root: position,
            reduced,
            pool: &pool,
            timer,
            helpers: helpers.as_ref(),
            shared: shared.as_ref(),
            oracle: oracle.as_deref(),
        };
        if let [worker] = &mut workers[..] {
            let mut pacer = Pacer::default();
            search(worker, &site(0), settings, &gates[0], &counters[0], &mut || {
                let simulations = counters[0].simulations();
                if pacer.is_due(simulations) {
                    let elapsed = timer.elapsed();
                    pacer.looked(simulations, elapsed);
                    if watch.next().is_some_and(|next| elapsed >= next) {
                        watch.look(elapsed);
                    }
                }
            });
            return;
        }
        let at_work = AtWork::new(workers.len());
        host::scope(|scope| {
            for (number, worker) in workers.iter_mut().enumerate() {
                let site = site(number);
                let gate = gates.get(number).unwrap_or(&gates[0]);
                let counters = &counters[number];
                let at_work = &at_work;
                scope.spawn(move || {
                    let _shift = Shift(at_work);
                    match site.helpers {
                        Some(helpers) if number > 0 => worker.help(helpers, number - 1),
                        _ => search(worker, &site, settings, gate, counters, &mut || {}),
                    }
                });
            }
            watch.wait_for(&at_work);
        });
        // Once to tell and once to hear.
        if let Some(shared) = &shared {
            for _ in 0..2 {
                for (worker, tree) in workers.iter_mut().zip(trees) {
                    worker.exchange(tree, shared);
                }
            }
        }
    }
}

impl<G: Game, E: Evaluator<G>, I: StaticProver<G>> Searcher<G> for Search<G, E, I> {
    fn think(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.set_position(position.clone());
        Search::think(self, budget, stop, listener)
    }

    fn played(&mut self, before: &G, m: G::Move) {
        // A search may look at a game in which other things come next than in the one played.
        if self.position.hash() == before.hash() && self.position.is_legal(m) {
            self.advance(m);
        }
    }

    fn consult(&mut self, oracle: Option<Arc<dyn Oracle<G>>>) {
        Search::consult(self, oracle);
    }

    fn forget(&mut self) {
        self.clear();
    }
}

fn new_trees<G: Game>(settings: &Settings, position: &G) -> Result<Vec<Tree>, TextError> {
    settings.check()?;
    let cap = memory_cap(settings);
    // What threads need for themselves counts as well.
    let others = u64::from(settings.resources.threads) - 1;
    let own = (cap / 5).min(MOST_KEPT_BACK) + (cap / 8).min(MOST_FOR_A_THREAD) * others;
    let table = if settings.growth.transpositions { cap / 8 } else { 0 };
    // The first leaf of a thread is among the things that are kept back.
    let leaves =
        (leaves_in_flight(settings, position) as u64 - 1) * bytes_per_leaf(settings, position);
    let bytes = cap
        - own.min(cap / 4)
        - reduced_bytes(settings)
        - prover_bytes(settings)
        - table
        - leaves * u64::from(settings.resources.threads);
    let prior_visits = PriorVisits {
        visits: settings.priors.prior_visits.into(),
        amaf_visits: settings.priors.prior_amaf_visits.into(),
    };
    let count = settings.trees();
    let share = |bytes: u64| bytes / u64::from(count);
    let plant = |_| {
        let tree = Tree::new(share(bytes), prior_visits)?;
        Some(if table > 0 { tree.with_transpositions(share(table)) } else { tree })
    };
    (0..count)
        .map(plant)
        .collect::<Option<_>>()
        .ok_or_else(|| TextError::at("memory", "there is not as much"))
}

/// All of the memory, in bytes.
fn memory_cap(settings: &Settings) -> u64 {
    (settings.resources.memory * f64::from(1 << 20)) as u64
}

fn bytes_per_leaf<G: Game>(settings: &Settings, position: &G) -> u64 {
    Flight::bytes_per_leaf(position, settings.amaf.rule != Amaf::Off)
}

/// How many leaves a thread may have under way at a time: as many as are wanted, or those that an
/// eighth of the memory holds besides the first one.
fn leaves_in_flight<G: Game>(settings: &Settings, position: &G) -> usize {
    let share = memory_cap(settings) / 8 / u64::from(settings.resources.threads);
    let more = share / bytes_per_leaf(settings, position);
    u64::from(settings.parallel.leaves).min(more + 1) as usize
}

/// The part of the memory that is for reduced positions.
fn reduced_bytes(settings: &Settings) -> u64 {
    let cap = memory_cap(settings);
    if settings.uses_static_proofs() { cap / 8 } else { 0 }
}

/// The part of the memory that is for what the static prover remembers, in all threads.
fn prover_bytes(settings: &Settings) -> u64 {
    reduced_bytes(settings) / 2
}

/// Asks an oracle about every move of the position. Simulations ask only where visits have doubled, which
/// takes long at the root; and a solver that has just worked on the position knows most about these.
fn ask_at_root<G: Game>(oracle: &dyn Oracle<G>, tree: &Tree, position: &G) {
    let Some(root) = tree.root().filter(|root| root.head.player().is_some()) else { return };
    for index in 0..root.head.moves() {
        let edge = root.edge(index);
        if edge.proof().is_some() || edge.is_pruned() {
            continue;
        }
        let mut after = position.clone();
        after.play(G::Move::from_code(edge.code()));
        if let Some(winner) = oracle.winner(&after) {
            set_proof(tree, root, index, Proof::Won(winner));
        }
    }
}

/// Makes simulations until the search is over, with a pause between them for whoever watches.
pub(super) fn search<G: Game, E: Evaluator<G>, I: StaticProver<G>>(
    worker: &mut Worker<G, E, I>,
    site: &Site<'_, G>,
    settings: &Settings,
    gate: &Gate,
    counters: &Counters,
    pause: &mut dyn FnMut(),
) {
    let _pass = Pass(gate);
    let _dismissal = Dismissal(site.helpers);
    let Site { tree, pool, timer, .. } = *site;
    let most = settings.growth.playouts_per_new_node.max(settings.growth.playouts_per_simulation);
    let mut allowance =
        Allowance::new(pool, u64::from(most) * u64::from(settings.resources.threads));
    while !pool.is_over() && worker.simulate(site, &mut allowance, counters) {
        if tree.wants_compaction() {
            worker.flush(tree);
            // Nobody watches a thread that is alone while it does this.
            gate.pause(|| tree.make_room(&|| pool.is_over() || timer.is_over(false)));
        }
        if tree.root_proof().is_some() {
            pool.halt();
        }
        pause();
    }
    worker.flush(tree);
}

/// Sends the helpers home when the thread that they help goes, for whatever reason.
struct Dismissal<'a, G: Game>(Option<&'a Helpers<G>>);

impl<G: Game> Drop for Dismissal<'_, G> {
    fn drop(&mut self) {
        if let Some(helpers) = self.0 {
            helpers.dismiss();
        }
    }
}
