//! One thread's walks: down the tree, out of it by playouts, and back up.

use std::sync::atomic::Ordering::Relaxed;

use spinney_game::{Actor, Game, Move, Player, Playout, Prior, Rng, Trace};

use super::Proof;
use super::Settings;
use super::amaf::Tally;
use super::arena::Block;
use super::batch::{self, Batches};
use super::leaf::Helpers;
use super::node::{Edge, Head};
use super::proof::settle;
use super::select::Selector;
use super::settings::{Amaf, Parallelism};
use super::stat::{Stat, TALL, VISIT, add};
use super::threads::Pool;
use super::tree::Tree;

/// A walker with everything it needs, so that nothing is allocated per walk.
pub struct Worker<G: Game, P, B> {
    settings: Settings,
    playout: P,
    prior: B,
    rng: Rng,
    selector: Selector,
    tally: Tally,
    batches: Batches,
    trace: Trace,
    position: G,
    path: Vec<Step>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    odds: Vec<f32>,
}

/// One move of a walk.
#[derive(Clone, Copy)]
struct Step {
    block: Block,
    index: u32,
    /// The walk is one of a batch there.
    batched: bool,
}

impl<G: Game, P: Playout<G>, B: Prior<G>> Worker<G, P, B> {
    /// `stream` is the thread's own number.
    pub fn new(position: &G, playout: P, prior: B, settings: &Settings, stream: u64) -> Self {
        let amaf = settings.amaf != Amaf::Off;
        let (players, codes) = (position.players(), position.move_codes());
        Worker {
            playout,
            prior,
            rng: Rng::new(settings.seed, stream),
            selector: Selector::new(settings),
            tally: Tally::new(players, codes, amaf),
            batches: Batches::new(virtual_loss(settings)),
            trace: if amaf { Trace::new(players, codes) } else { Trace::unwanted() },
            position: position.clone(),
            path: Vec::new(),
            moves: Vec::new(),
            priors: Vec::new(),
            odds: Vec::new(),
            settings: settings.clone(),
        }
    }

    /// Makes the root for a position that is not over.
    pub fn plant(&mut self, tree: &mut Tree, root: &G) {
        self.position.clone_from(root);
        let head = self.list_moves(Player::FIRST);
        tree.plant(head, edges(&self.moves, &self.priors));
    }

    /// Walks from the root to a leaf and back, with at most `playouts` playouts. Returns how many
    /// were made; finished games and proven positions count as if they were played out.
    pub fn walk(
        &mut self,
        tree: &Tree,
        root: &G,
        pool: &Pool,
        helpers: Option<&Helpers<G>>,
        playouts: u64,
    ) -> u64 {
        let shared = shares_tree(&self.settings);
        let virtual_loss = virtual_loss(&self.settings);
        self.position.clone_from(root);
        self.path.clear();
        self.tally.clear();
        let mut node = tree.root().expect("a search has a root");
        let mut may_grow = true;
        loop {
            let open = self.batches.choice(tree, node);
            let index = match (open, node.head.player()) {
                (Some(index), _) => index,
                (None, Some(_)) => self.selector.choose(node),
                (None, None) => self.draw(),
            };
            let edge = node.edge(index);
            let visits = Stat::load(&node.stats()[index]).visits();
            let visits = visits.saturating_sub(tree.credit.visits_at(node.head));
            let batched = open.is_some() || node.head.player().is_some() && batch::is_due(visits);
            if shared && !batched {
                add(&node.stats()[index], virtual_loss, true);
            }
            self.path.push(Step { block: node.block, index: index as u32, batched });
            self.position.play(G::Move::from_code(edge.code()));

            if let Some(proof) = edge.proof() {
                // Said again, lest two threads have each missed the other's last word.
                settle(tree, node, index, proof);
                let times = self.playouts_for(visits).min(playouts);
                self.tally.add_rewards(&proof.rewards(self.position.players()), times);
                break;
            }
            if let Some(child) = edge.link() {
                node = tree.node(child);
                continue;
            }
            if let Some(rewards) = self.position.rewards() {
                if self.settings.proofs
                    && let Some(proof) = Proof::of(&rewards, self.position.players())
                {
                    settle(tree, node, index, proof);
                }
                let times = self.playouts_for(visits).min(playouts);
                self.tally.add_rewards(&rewards, times);
                break;
            }
            if may_grow && self.is_ripe(tree, visits) && pool.take_node() {
                may_grow = false;
                let head = self.list_moves(node.head.view());
                if let Some(child) = tree.grow(node, index, head, edges(&self.moves, &self.priors))
                {
                    node = child;
                    continue;
                }
                pool.return_node();
            }
            let times = self.playouts_for(visits).min(playouts);
            self.play_out(helpers, times);
            break;
        }
        let bits = self.back_up(tree, virtual_loss);
        if bits & TALL != 0 {
            tree.ask_for_tidying();
        }
        self.tally.result(Player::FIRST).visits()
    }

    /// The playouts due at a move with so many visits.
    fn playouts_for(&self, visits: u64) -> u64 {
        let playouts = if visits == 0 {
            self.settings.playouts_per_new_node
        } else {
            self.settings.playouts_per_simulation
        };
        let hands = match self.settings.parallelism {
            Parallelism::Leaf => self.settings.threads,
            Parallelism::Tree | Parallelism::Root => 1,
        };
        u64::from(playouts) * u64::from(hands)
    }

    /// Whether the last move of the path has earned a node by its visits.
    fn is_ripe(&self, tree: &Tree, visits: u64) -> bool {
        let above = (self.path.len() - 1) as f32;
        let needed = self.settings.expand_visits + self.settings.expand_visits_per_depth * above;
        visits as f32 >= needed && visits >= tree.floor() && !tree.is_full()
    }

    /// Draws a move of chance.
    fn draw(&mut self) -> usize {
        self.odds.clear();
        self.position.chances(&mut self.odds);
        self.rng.weighted(&self.odds)
    }

    /// Lists the moves of the present position and judges them. `view` is whose statistics a
    /// chance node keeps.
    fn list_moves(&mut self, view: Player) -> Head {
        self.moves.clear();
        self.position.moves(&mut self.moves);
        let actor = self.position.actor();
        let view = if let Actor::Player(player) = actor {
            // In random order, so that ties are broken at random.
            for i in (1..self.moves.len()).rev() {
                self.moves.swap(i, self.rng.below(i as u32 + 1) as usize);
            }
            player
        } else {
            view
        };
        self.priors.clear();
        self.priors.resize(self.moves.len(), 0.5);
        if self.settings.uses_prior() && actor != Actor::Chance {
            self.prior.judge(&self.position, &self.moves, &mut self.priors);
        }
        Head::new(self.moves.len(), actor, view, self.settings.amaf != Amaf::Off)
    }

    /// Plays the present position out that many times, alone or with helpers.
    fn play_out(&mut self, helpers: Option<&Helpers<G>>, times: u64) {
        let own = match helpers {
            Some(helpers) => helpers.post(&self.position, times),
            None => times,
        };
        run_playouts(
            &mut self.playout,
            &self.position,
            own,
            &mut self.rng,
            &mut self.trace,
            &mut self.tally,
        );
        if let Some(helpers) = helpers {
            helpers.collect(&mut self.tally);
        }
    }

    /// Teaches all nodes of the path. Returns the bits of all sums.
    fn back_up(&mut self, tree: &Tree, virtual_loss: u64) -> u64 {
        let shared = shares_tree(&self.settings);
        let mut bits = 0;
        for step in self.path.iter().rev() {
            let node = tree.node(step.block);
            let index = step.index as usize;
            if step.batched {
                bits |= self.batches.add(tree, node, index, &mut self.tally);
                continue;
            }
            let result = self.tally.result(node.head.view()).0.wrapping_sub(virtual_loss);
            bits |= add(&node.stats()[index], result, shared);
            if let (true, Some(player)) = (node.head.has_amaf(), node.head.player()) {
                let code = Edge(node.edges()[index].load(Relaxed)).code();
                bits |= self.tally.teach(node, player, code);
            }
        }
        bits
    }

    /// Leaves nothing of what it learned behind. To be called before it pauses or stops.
    pub fn hand_in(&mut self, tree: &Tree) {
        self.batches.hand_in(tree);
    }

    /// Plays out what a walker posts, until it dismisses its helpers.
    pub fn help(&mut self, helpers: &Helpers<G>, number: usize) {
        helpers.serve(number, |position, times, tally| {
            run_playouts(&mut self.playout, position, times, &mut self.rng, &mut self.trace, tally);
        });
    }

    /// An empty tally of this game.
    pub fn blank_tally(&self) -> Tally {
        let mut tally = self.tally.clone();
        tally.clear();
        tally
    }
}

/// In a tree of its own, a thread need not mind others.
fn shares_tree(settings: &Settings) -> bool {
    settings.threads > 1 && settings.parallelism == Parallelism::Tree
}

/// What a walk counts as until its result is known, in packed visits.
fn virtual_loss(settings: &Settings) -> u64 {
    if shares_tree(settings) { u64::from(settings.virtual_loss) * VISIT } else { 0 }
}

fn edges<M: Move>(moves: &[M], priors: &[f32]) -> impl Iterator<Item = Edge> {
    moves.iter().zip(priors).map(|(m, &prior)| Edge::new(m.code(), prior))
}

fn run_playouts<G: Game>(
    playout: &mut impl Playout<G>,
    position: &G,
    times: u64,
    rng: &mut Rng,
    trace: &mut Trace,
    tally: &mut Tally,
) {
    for _ in 0..times {
        trace.clear();
        let rewards = playout.run(position, rng, trace);
        tally.add(&rewards, trace);
    }
}
