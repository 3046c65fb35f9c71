//! One thread's walks: down the tree, out of it by playouts, and back up.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use spinney_game::{Actor, Game, Insight, Move, Player, Playout, Prior, Rng, Trace};

use super::Proof;
use super::Settings;
use super::amaf::Tally;
use super::arena::Block;
use super::batch::{self, Batches};
use super::history::History;
use super::island::{Logbook, Register};
use super::leaf::Helpers;
use super::node::{Edge, Head, Node};
use super::proof::{conclude, conclusion, settle};
use super::select::Selector;
use super::settings::{Amaf, Parallelism, RelativeUpdates};
use super::stat::{Stat, TALL, VISIT, add, replace};
use super::study::Studies;
use super::threads::Pool;
use super::transposition::Key;
use super::tree::Tree;
use crate::Oracle;

/// The visits of a move at which an oracle is first asked about the position after it, and then
/// again whenever they have doubled.
const ASKED_FROM: u64 = 64;
/// About as many looks count for what insight is expected to show.
const LOOKS_BACK: f32 = 16.0;

/// A walker with everything it needs, so that nothing is allocated per walk.
pub struct Worker<G: Game, P, B, I> {
    settings: Settings,
    playout: P,
    prior: B,
    insight: Option<I>,
    /// The share of moves that insight refutes where it looks, of late, by the depth of the node.
    harvest: Vec<f32>,
    rng: Rng,
    selector: Selector,
    history: History,
    tally: Tally,
    batches: Batches,
    /// What was known to all islands when this one last heard of them.
    logbook: Logbook,
    walks: u32,
    trace: Trace,
    position: G,
    /// The position, or one above it, has been replaced by a simpler one.
    is_simplified: bool,
    path: Vec<Step>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    odds: Vec<f32>,
}

/// How a walk came to a node.
struct Above<'t> {
    node: Node<'t>,
    index: usize,
    /// Of the move, before this walk.
    visits: u64,
}

/// One move of a walk.
#[derive(Clone, Copy)]
struct Step {
    block: Block,
    index: u32,
    /// The walk is one of a batch there.
    batched: bool,
    /// Of the position that the move leads to, where ways may join.
    key: Option<Key>,
}

/// What a worker works on.
pub struct Site<'a, G> {
    pub tree: &'a Tree,
    pub root: &'a G,
    pub studies: &'a Studies<G>,
    pub pool: &'a Pool<'a>,
    pub helpers: Option<&'a Helpers<G>>,
    pub register: Option<&'a Register>,
    pub oracle: Option<&'a dyn Oracle<G>>,
}

impl<G: Game, P: Playout<G>, B: Prior<G>, I: Insight<G>> Worker<G, P, B, I> {
    /// `stream` is the thread's own number.
    pub fn new(
        position: &G,
        playout: P,
        prior: B,
        insight: Option<I>,
        settings: &Settings,
        stream: u64,
    ) -> Self {
        let amaf = settings.amaf != Amaf::Off;
        let (players, codes) = (position.players(), position.move_codes());
        Worker {
            playout,
            prior,
            insight,
            harvest: Vec::new(),
            rng: Rng::new(settings.seed, stream),
            selector: Selector::new(settings),
            history: History::new(players, codes, settings.history > 0.0),
            tally: Tally::new(players, codes, amaf),
            batches: Batches::new(virtual_loss(settings)),
            logbook: Logbook::default(),
            walks: 0,
            trace: if amaf { Trace::new(players, codes) } else { Trace::unwanted() },
            position: position.clone(),
            is_simplified: false,
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
    pub fn walk(&mut self, site: &Site<'_, G>, playouts: u64) -> u64 {
        let Site { tree, root, pool, .. } = *site;
        let shared = shares_tree(&self.settings);
        let virtual_loss = virtual_loss(&self.settings);
        self.position.clone_from(root);
        self.path.clear();
        self.tally.clear();
        self.is_simplified = false;
        let root = tree.root().expect("a search has a root");
        let mut node = self.enter(site, None, root);
        let mut may_grow = true;
        loop {
            let depth = self.path.len();
            let open = self.batches.choice(tree, node, depth);
            let index = match (open, node.head.player()) {
                (Some(index), _) => index,
                (None, Some(_)) => self.selector.choose(node, &self.history),
                (None, None) => self.draw(),
            };
            let edge = node.edge(index);
            let m = G::Move::from_code(edge.code());
            if self.is_simplified && edge.proof().is_none() && !self.position.is_legal(m) {
                // The node is older than what simplified the position above it.
                node.prune(index);
                conclude(tree, node);
                if node.edges_in_order().all(Edge::is_pruned) {
                    let times = self.playouts_for(1).min(playouts);
                    self.play_out(site.helpers, times);
                    break;
                }
                node = tree.node(node.block);
                continue;
            }
            let visits = Stat::load(&node.stats()[index]).visits();
            let visits = visits.saturating_sub(tree.credit.visits_at(node.head));
            let batched = open.is_some()
                || node.head.player().is_some() && batch::is_due(visits, depth) && self.may_batch();
            if shared && !batched {
                add(&node.stats()[index], virtual_loss, true);
            }
            self.path.push(Step { block: node.block, index: index as u32, batched, key: None });
            if let Some(proof) = edge.proof() {
                // Said again, lest two threads have each missed the other's last word.
                settle(tree, node, index, proof);
                self.conclude_path(tree);
                let times = self.playouts_for(visits).min(playouts);
                self.tally.add_rewards(&proof.rewards(self.position.players()), times);
                break;
            }
            self.position.play(m);
            let key = self.key(tree, node);
            if let Some(step) = self.path.last_mut() {
                step.key = key;
            }
            // The simplified game may be over where the tree goes on.
            let goes_on = !self.is_simplified || self.position.actor() != Actor::Nobody;
            if let Some(child) = edge.link().filter(|_| goes_on) {
                let above = Above { node, index, visits };
                node = self.enter(site, Some(above), tree.node(child));
                continue;
            }
            if let Some(rewards) = self.position.rewards() {
                if self.settings.proofs
                    && let Some(proof) = Proof::of(&rewards, self.position.players())
                {
                    settle(tree, node, index, proof);
                    self.conclude_path(tree);
                }
                let times = self.playouts_for(visits).min(playouts);
                self.tally.add_rewards(&rewards, times);
                break;
            }
            let is_ripe = may_grow && self.is_ripe(tree, visits);
            if is_ripe && let Some(child) = key.and_then(|key| tree.join(node, index, key)) {
                may_grow = false;
                node = child;
                continue;
            }
            if is_ripe && pool.take_node() {
                may_grow = false;
                let head = self.list_moves(node.head.view());
                if let Some(child) = tree.grow(node, index, head, edges(&self.moves, &self.priors))
                {
                    if let (Some(key), Some(table)) = (key, &tree.transpositions) {
                        table.set_node(key, child.block);
                    }
                    self.playout.grown(&self.position);
                    node = child;
                    continue;
                }
                pool.return_node();
            }
            let times = self.playouts_for(visits).min(playouts);
            self.play_out(site.helpers, times);
            break;
        }
        let bits = self.back_up(tree, virtual_loss);
        if bits & TALL != 0 {
            tree.ask_for_tidying();
        }
        self.walks += 1;
        if let Some(register) = site.register
            && self.walks >= self.settings.island_walks
        {
            self.exchange(tree, register);
        }
        self.tally.result(Player::FIRST).visits()
    }

    /// Whether several walks may be backed up together: not where a result changes more than sums.
    fn may_batch(&self) -> bool {
        !self.settings.transpositions && self.settings.relative_updates == RelativeUpdates::Off
    }

    /// What identifies the present position, to which the last move of the path has led from
    /// `node`, where ways may join: among players' nodes.
    fn key(&self, tree: &Tree, node: Node<'_>) -> Option<Key> {
        tree.transpositions.as_ref()?;
        let mover = node.head.player()?;
        self.position.actor().player()?;
        Some(tree.key(self.position.hash(), self.path.len(), mover))
    }

    /// Notes what the last move's proof proves about the moves above it on this path, which need not
    /// be the ways that nodes remember.
    fn conclude_path(&self, tree: &Tree) {
        if tree.transpositions.is_none() {
            return;
        }
        for pair in self.path.windows(2).rev() {
            let Some(proof) = conclusion(tree.node(pair[1].block)) else { return };
            settle(tree, tree.node(pair[0].block), pair[0].index as usize, proof);
        }
    }

    /// Comes to a node of the tree: goes on from the simpler position that a study has found, or
    /// makes the study if it is due. What it proves shows in the edges, as all proofs do. Returns
    /// the node as it is then.
    fn enter<'t>(
        &mut self,
        site: &Site<'t, G>,
        above: Option<Above<'_>>,
        node: Node<'t>,
    ) -> Node<'t> {
        if let (Some(oracle), Some(above)) = (site.oracle, &above) {
            self.ask(oracle, site.tree, above);
        }
        if let Some(simpler) = node.head.study().and_then(|study| site.studies.get(study)) {
            self.position.clone_from(simpler);
            self.is_simplified = true;
            return node;
        }
        let due = self.visits_for_insight(self.path.len());
        let is_due = above.as_ref().is_none_or(|above| above.visits >= due);
        let is_players = node.head.player().is_some();
        if self.insight.is_some()
            && is_due
            && is_players
            && !node.head.is_studied()
            && !site.studies.is_full()
            && node.claim_study()
        {
            self.study(site, above, node);
            return site.tree.node(node.block);
        }
        node
    }

    /// Asks an oracle about the present position, if it is time to, and notes the answer at the move
    /// that leads here.
    fn ask(&self, oracle: &dyn Oracle<G>, tree: &Tree, above: &Above<'_>) {
        // Visits grow by whole batches, so one is looked back; to ask twice costs little.
        let step = u64::from(self.settings.playouts_per_simulation) * batch::walks(above.visits);
        let before = above.visits.saturating_sub(step);
        let has_doubled =
            above.visits >= ASKED_FROM && before.leading_zeros() != above.visits.leading_zeros();
        if has_doubled && let Some(winner) = oracle.winner(&self.position) {
            settle(tree, above.node, above.index, Proof::Won(winner));
        }
    }

    /// The visits at which a position of that depth is looked at by insight.
    fn visits_for_insight(&self, depth: usize) -> u64 {
        let visits = self.settings.insight_visits;
        let harvest = self.harvest.get(depth).or(self.harvest.last()).copied().unwrap_or(0.0);
        let odds = harvest / (1.0 - harvest).max(0.01);
        (visits as f32 / (1.0 + self.settings.insight_haste * odds * odds)).ceil() as u64
    }

    /// Notes which share of moves a look at the present position has refuted. A depth that was never
    /// looked at begins with what is known of the one above.
    fn note_harvest(&mut self, refuted: f32) {
        let depth = self.path.len();
        let deepest = self.harvest.last().copied().unwrap_or(0.0);
        let known = self.harvest.len().max(depth + 1);
        self.harvest.resize(known, deepest);
        self.harvest[depth] += (refuted - self.harvest[depth]) / LOOKS_BACK;
    }

    /// Looks at the present position, that of a node, and notes what there is to know.
    fn study(&mut self, site: &Site<'_, G>, above: Option<Above<'_>>, node: Node<'_>) {
        let Some(insight) = &mut self.insight else { return };
        self.moves.clear();
        let mut simpler = self.position.clone();
        let winner = insight.examine(&mut simpler, &mut self.moves);
        let left = self.moves.len() as f32 / node.head.moves() as f32;
        let refuted = if winner.is_some() { 1.0 } else { (1.0 - left).max(0.0) };
        self.note_harvest(refuted);
        let edges = || (0..node.head.moves()).map(|index| (index, node.edge(index).code()));
        match (winner, above) {
            (Some(winner), _) if Some(winner) == node.head.player() => {
                let wins = |code| self.moves.first().is_some_and(|m| m.code() == code);
                if let Some((index, _)) = edges().find(|&(_, code)| wins(code)) {
                    settle(site.tree, node, index, Proof::Won(winner));
                }
            }
            (Some(winner), Some(above)) => {
                settle(site.tree, above.node, above.index, Proof::Won(winner));
            }
            // At the root a lost position is played on, and the tree finds out which way is
            // the longest.
            (Some(_), None) => {}
            (None, _) => {
                let is_listed = |code| self.moves.iter().any(|m| m.code() == code);
                // A node from before the position above was simplified may lack some moves.
                if !edges().any(|(_, code)| is_listed(code)) {
                    return;
                }
                for (index, _) in edges().filter(|&(_, code)| !is_listed(code)) {
                    node.prune(index);
                }
                conclude(site.tree, node);
                // Most games have nothing to simplify.
                if simpler.hash() != self.position.hash()
                    && let Some(study) = site.studies.keep(&simpler)
                {
                    node.set_study(study);
                    self.position = simpler;
                    self.is_simplified = true;
                }
            }
        }
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
            Parallelism::Tree | Parallelism::Root | Parallelism::Island => 1,
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
        let mut bits = 0;
        for (depth, step) in self.path.iter().enumerate().rev() {
            let node = tree.node(step.block);
            let index = step.index as usize;
            if let Some(player) = node.head.player() {
                let code = Edge(node.edges()[index].load(Relaxed)).code();
                self.history.add(player, code, self.tally.result(player));
            }
            if step.batched {
                bits |= self.batches.add(tree, (node, depth), index, &mut self.tally);
                continue;
            }
            let result = self.tally.result(node.head.view());
            bits |= self.add_result(tree, &node.stats()[index], step.key, result, virtual_loss);
            if let (true, Some(player)) = (node.head.has_amaf(), node.head.player()) {
                let code = Edge(node.edges()[index].load(Relaxed)).code();
                bits |= self.tally.teach(node, player, code);
            }
        }
        bits
    }

    /// Adds the result of a walk to a move's statistics. Returns the bits of the sum.
    fn add_result(
        &self,
        tree: &Tree,
        word: &AtomicU64,
        key: Option<Key>,
        result: Stat,
        virtual_loss: u64,
    ) -> u64 {
        let shared = shares_tree(&self.settings);
        let table = tree.transpositions.as_ref();
        let joint = key.zip(table).and_then(|(key, table)| table.add(key, result, shared));
        if let Some(joint) = joint {
            let mean = joint.mean_units();
            return replace(word, shared, |stat| {
                let visits = Stat(stat.0.wrapping_sub(virtual_loss)).visits() + result.visits();
                Stat::of_mean_units(visits, mean)
            });
        }
        let weight = |visits: u64| match self.settings.relative_updates {
            RelativeUpdates::Off => None,
            RelativeUpdates::Log => Some(libm::log(visits.max(1) as f64).max(1.0)),
            RelativeUpdates::Sqrt => Some((visits as f64).sqrt().max(1.0)),
        };
        if weight(0).is_some() {
            return replace(word, shared, |stat| {
                let before = Stat(stat.0.wrapping_sub(virtual_loss));
                before.moved_by(result, weight(before.visits()).unwrap_or(1.0))
            });
        }
        add(word, result.0.wrapping_sub(virtual_loss), shared)
    }

    /// Leaves nothing of what it learned behind. To be called before it pauses or stops.
    pub fn hand_in(&mut self, tree: &Tree) {
        self.batches.hand_in(tree);
        self.selector.forget();
    }

    /// A search of islands begins: what the tree knows is known to all.
    pub fn embark(&mut self, tree: &Tree) {
        self.logbook.open(tree);
    }

    /// Shares with other islands what was learned.
    pub fn exchange(&mut self, tree: &Tree, register: &Register) {
        self.walks = 0;
        self.batches.hand_in(tree);
        register.exchange(tree, &mut self.logbook);
    }

    /// The game has moved on.
    pub fn advance(&mut self) {
        if !self.harvest.is_empty() {
            self.harvest.remove(0);
        }
        self.history.age();
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
    playout.run_many(position, times, rng, trace, |rewards, trace| tally.add(rewards, trace));
}
