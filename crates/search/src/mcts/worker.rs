//! One thread of a search and all that it works with.
//!
//! A simulation is made in three parts: *descend* from the root to a leaf, *evaluate* the leaf, and
//! *back up* what came of it. A thread may descend to several leaves, kept apart by virtual losses,
//! before it has them evaluated together.

use spinney_game::{Evaluator, Game, Player, Rng, StaticProver};

use super::Settings;
use super::descend::Chooser;
use super::expand::{grow, judge_moves, listed};
use super::flight::Flight;
use super::helpers::Helpers;
use super::island::{Baseline, SharedStatistics};
use super::path::End;
use super::reduced::ReducedPositions;
use super::settings::Amaf;
use super::stat::TALL;
use super::static_proofs::StaticProofs;
use super::threads::{Allowance, Counters, Pool};
use super::tree::Tree;
use super::updates::Updates;
use crate::{Oracle, Timer};

/// A thread's part of a search, with everything it needs, so that nothing is allocated per
/// simulation.
pub struct Worker<G: Game, E, I> {
    pub(super) settings: Settings,
    pub(super) rng: Rng,
    /// Down the tree.
    pub(super) chooser: Chooser,
    pub(super) proofs: StaticProofs<G, I>,
    /// At the leaves.
    pub(super) evaluator: E,
    pub(super) flight: Flight<G>,
    /// And up again.
    pub(super) updates: Updates,
    exchanges: Exchanges,
}

/// An island's dealings with the others.
#[derive(Default)]
struct Exchanges {
    /// What was known to all islands when this one last heard of them.
    baseline: Baseline,
    /// Simulations since then.
    simulations: u32,
}

/// What a worker works on.
pub struct Site<'a, G: Game> {
    pub tree: &'a Tree,
    pub root: &'a G,
    pub reduced: &'a ReducedPositions<G>,
    pub pool: &'a Pool<'a>,
    pub timer: &'a Timer,
    pub helpers: Option<&'a Helpers<G>>,
    pub shared: Option<&'a SharedStatistics>,
    pub oracle: Option<&'a dyn Oracle<G>>,
}

impl<G: Game> Site<'_, G> {
    /// Whether there is something more urgent than another simulation.
    fn is_interrupted(&self) -> bool {
        self.pool.is_over() || self.tree.wants_compaction() || self.tree.root_proof().is_some()
    }
}

impl<G: Game, E: Evaluator<G>, I: StaticProver<G>> Worker<G, E, I> {
    /// `stream` is the thread's own number; `leaves` may be under way at a time.
    pub fn new(
        position: &G,
        evaluator: E,
        prover: Option<I>,
        settings: &Settings,
        (stream, leaves): (u64, usize),
    ) -> Self {
        let (players, codes) = (position.players(), position.move_codes());
        Worker {
            rng: Rng::new(settings.resources.seed, stream),
            chooser: Chooser::new(settings, players, codes),
            proofs: StaticProofs::new(prover, settings),
            evaluator,
            flight: Flight::new(position, leaves, settings.amaf.rule != Amaf::Off),
            updates: Updates::new(settings, leaves),
            exchanges: Exchanges::default(),
            settings: settings.clone(),
        }
    }

    /// Makes the root for a position that is not over.
    pub fn plant(&mut self, tree: &mut Tree, root: &G) {
        let Worker { flight, settings, evaluator, rng, .. } = self;
        let (leaf, ..) = flight.next();
        leaf.position.clone_from(root);
        leaf.clear();
        let head = judge_moves(leaf, Player::FIRST, settings, evaluator, rng);
        tree.plant(head, listed(leaf));
    }

    /// Makes as many simulations as may be under way together. `false` if no playouts are left for
    /// even one.
    pub fn simulate(
        &mut self,
        site: &Site<'_, G>,
        allowance: &mut Allowance<'_>,
        counters: &Counters,
    ) -> bool {
        let mut is_any = false;
        while !self.flight.is_full() {
            if is_any && site.is_interrupted() {
                break;
            }
            let playouts = allowance.playouts();
            if playouts == 0 {
                break;
            }
            is_any = true;
            match self.descend(site, playouts) {
                End::Open => {
                    allowance.spend(self.flight.next().0.playouts);
                    self.flight.keep();
                }
                End::Known => {
                    let number = self.flight.len();
                    let made = self.back_up(site, number);
                    allowance.spend(made);
                    counters.count(made);
                    if self.flight.is_empty() {
                        break;
                    }
                }
                End::Collision => {
                    self.updates.take_back(site.tree, self.flight.next().1);
                    break;
                }
            }
        }
        // An evaluation of many leaves may take its time, and nobody waits for it any more.
        if self.flight.len() > 1 && site.pool.is_over() {
            self.take_back(site.tree, allowance);
        } else {
            self.evaluate(site.helpers);
            for number in 0..self.flight.len() {
                counters.count(self.back_up(site, number));
            }
        }
        self.flight.land();
        if let Some(shared) = site.shared
            && self.exchanges.simulations >= self.settings.parallel.island_simulations
        {
            self.exchange(site.tree, shared);
        }
        is_any
    }

    /// Finds out what the leaves under way are worth, alone or with helpers.
    fn evaluate(&mut self, helpers: Option<&Helpers<G>>) {
        let Worker { evaluator, flight, rng, .. } = self;
        let leaves = flight.leaves();
        match (helpers, &mut *leaves) {
            (_, []) => {}
            (Some(helpers), [leaf]) => {
                let asked = leaf.playouts;
                leaf.playouts = helpers.post(leaf);
                evaluator.evaluate(leaves, rng);
                helpers.collect(&mut leaves[0].outcome);
                leaves[0].playouts = asked;
            }
            _ => evaluator.evaluate(leaves, rng),
        }
    }

    /// Adds what came of a leaf to the tree. Returns how many playouts that were.
    fn back_up(&mut self, site: &Site<'_, G>, number: usize) -> u64 {
        let Worker { flight, evaluator, updates, chooser, .. } = self;
        let (leaf, path) = flight.get(number);
        debug_assert_eq!(
            leaf.outcome.playouts(),
            leaf.playouts,
            "evaluators do what they are asked"
        );
        if let (Some(head), Some(step)) = (path.growth.take(), path.steps.last()) {
            let node = site.tree.node(step.block);
            let index = step.index as usize;
            if node.edge(index).link().is_none() && !site.tree.is_full() && site.pool.take_node() {
                grow(site, (node, index, step.key), head, leaf, evaluator);
            }
        }
        let bits = updates.back_up(site.tree, path, &mut leaf.outcome, &mut chooser.history);
        if bits & TALL != 0 {
            site.tree.ask_for_compaction();
        }
        self.exchanges.simulations += 1;
        leaf.playouts
    }

    /// Gives up all leaves under way.
    fn take_back(&mut self, tree: &Tree, allowance: &mut Allowance<'_>) {
        for number in 0..self.flight.len() {
            let (leaf, path) = self.flight.get(number);
            self.updates.take_back(tree, path);
            allowance.regain(leaf.playouts);
        }
    }

    /// Leaves nothing of what it learned behind. To be called before it pauses or stops.
    pub fn flush(&mut self, tree: &Tree) {
        self.updates.batches.flush(tree);
        self.chooser.forget();
    }

    /// A search of islands begins: what the tree knows is known to all.
    pub fn set_baseline(&mut self, tree: &Tree) {
        self.exchanges.baseline.open(tree);
    }

    /// Shares with other islands what was learned.
    pub fn exchange(&mut self, tree: &Tree, shared: &SharedStatistics) {
        self.exchanges.simulations = 0;
        self.updates.batches.flush(tree);
        shared.exchange(tree, &mut self.exchanges.baseline);
    }

    /// The game has moved on.
    pub fn advance(&mut self) {
        self.proofs.advance();
        self.chooser.history.age();
    }

    /// Evaluates what the searching thread posts, until it dismisses its helpers.
    pub fn help(&mut self, helpers: &Helpers<G>, number: usize) {
        let Worker { evaluator, rng, .. } = self;
        helpers.serve(number, |leaf| evaluator.evaluate(std::slice::from_mut(leaf), rng));
    }
}
