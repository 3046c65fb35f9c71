//! One thread of a search and all that it works with.
//!
//! A simulation is made in three parts: *descend* from the root to a leaf, *evaluate* the leaf, and
//! *back up* what came of it.

use spinney_game::{Evaluator, Game, Insight, Leaf, Player, Rng};

use super::Settings;
use super::descend::{Chooser, edges, list_moves};
use super::helpers::Helpers;
use super::island::{Logbook, Register};
use super::looks::Looks;
use super::path::{End, Path};
use super::settings::Amaf;
use super::stat::TALL;
use super::study::Studies;
use super::threads::Pool;
use super::tree::Tree;
use super::updates::Updates;
use crate::Oracle;

/// A thread's part of a search, with everything it needs, so that nothing is allocated per
/// simulation.
pub struct Worker<G: Game, E, I> {
    pub(super) settings: Settings,
    pub(super) rng: Rng,
    /// Down the tree.
    pub(super) chooser: Chooser,
    pub(super) looks: Looks<G, I>,
    /// At the leaf.
    pub(super) evaluator: E,
    pub(super) leaf: Leaf<G>,
    /// And up again.
    pub(super) path: Path,
    pub(super) updates: Updates,
    exchanges: Exchanges,
}

/// An island's dealings with the others.
#[derive(Default)]
struct Exchanges {
    /// What was known to all islands when this one last heard of them.
    logbook: Logbook,
    /// Simulations since then.
    simulations: u32,
}

/// What a worker works on.
pub struct Site<'a, G: Game> {
    pub tree: &'a Tree,
    pub root: &'a G,
    pub studies: &'a Studies<G>,
    pub pool: &'a Pool<'a>,
    pub helpers: Option<&'a Helpers<G>>,
    pub register: Option<&'a Register>,
    pub oracle: Option<&'a dyn Oracle<G>>,
}

impl<G: Game, E: Evaluator<G>, I: Insight<G>> Worker<G, E, I> {
    /// `stream` is the thread's own number.
    pub fn new(
        position: &G,
        evaluator: E,
        insight: Option<I>,
        settings: &Settings,
        stream: u64,
    ) -> Self {
        let (players, codes) = (position.players(), position.move_codes());
        Worker {
            rng: Rng::new(settings.seed, stream),
            chooser: Chooser::new(settings, players, codes),
            looks: Looks::new(insight, settings),
            evaluator,
            leaf: Leaf::new(position.clone(), settings.amaf != Amaf::Off),
            path: Path::default(),
            updates: Updates::new(settings),
            exchanges: Exchanges::default(),
            settings: settings.clone(),
        }
    }

    /// Makes the root for a position that is not over.
    pub fn plant(&mut self, tree: &mut Tree, root: &G) {
        let Worker { leaf, settings, evaluator, rng, .. } = self;
        leaf.position.clone_from(root);
        leaf.clear();
        let head = list_moves(leaf, Player::FIRST, settings, evaluator, rng);
        tree.plant(head, edges(leaf));
    }

    /// Makes one simulation, with at most `playouts` playouts. Returns how many were made.
    pub fn simulate(&mut self, site: &Site<'_, G>, playouts: u64) -> u64 {
        if self.descend(site, playouts) == End::Open {
            self.evaluate(site.helpers);
        }
        self.back_up(site)
    }

    /// Finds out what the leaf is worth, alone or with helpers.
    fn evaluate(&mut self, helpers: Option<&Helpers<G>>) {
        let Worker { evaluator, leaf, rng, .. } = self;
        if let Some(helpers) = helpers {
            leaf.playouts = helpers.post(leaf);
        }
        evaluator.evaluate(std::slice::from_mut(leaf), rng);
        if let Some(helpers) = helpers {
            helpers.collect(&mut leaf.outcome);
        }
    }

    /// Adds what came of the leaf to the tree. Returns how many playouts that were.
    fn back_up(&mut self, site: &Site<'_, G>) -> u64 {
        let Worker { updates, path, leaf, chooser, .. } = self;
        let bits = updates.back_up(site.tree, path, &mut leaf.outcome, &mut chooser.history);
        if bits & TALL != 0 {
            site.tree.ask_for_tidying();
        }
        let playouts = leaf.outcome.playouts();
        self.exchanges.simulations += 1;
        if let Some(register) = site.register
            && self.exchanges.simulations >= self.settings.island_walks
        {
            self.exchange(site.tree, register);
        }
        playouts
    }

    /// Leaves nothing of what it learned behind. To be called before it pauses or stops.
    pub fn hand_in(&mut self, tree: &Tree) {
        self.updates.batches.hand_in(tree);
        self.chooser.forget();
    }

    /// A search of islands begins: what the tree knows is known to all.
    pub fn embark(&mut self, tree: &Tree) {
        self.exchanges.logbook.open(tree);
    }

    /// Shares with other islands what was learned.
    pub fn exchange(&mut self, tree: &Tree, register: &Register) {
        self.exchanges.simulations = 0;
        self.updates.batches.hand_in(tree);
        register.exchange(tree, &mut self.exchanges.logbook);
    }

    /// The game has moved on.
    pub fn advance(&mut self) {
        self.looks.advance();
        self.chooser.history.age();
    }

    /// Evaluates what the searching thread posts, until it dismisses its helpers.
    pub fn help(&mut self, helpers: &Helpers<G>, number: usize) {
        let Worker { evaluator, rng, .. } = self;
        helpers.serve(number, |leaf| evaluator.evaluate(std::slice::from_mut(leaf), rng));
    }
}
