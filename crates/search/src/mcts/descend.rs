//! From the root down to a leaf: choosing moves, and giving nodes to those that have earned one.

use spinney_game::{Actor, Evaluator, Game, Move, Rng, StaticProver};

use super::batch;
use super::expand::{grow, judge_moves, list_moves};
use super::history::History;
use super::node::{Edge, Node};
use super::path::{Above, End, Path, Step};
use super::proof::{propagate_proof, set_proof};
use super::select::Selector;
use super::settings::{Expansion, Parallelism, Settings};
use super::stat::{add, load};
use super::transposition::Key;
use super::tree::Tree;
use super::worker::{Site, Worker};
use crate::Proof;

/// Which move to take: of players the best by score, of chance one by its odds.
pub struct Chooser {
    selector: Selector,
    pub history: History,
    odds: Vec<f32>,
}

impl Chooser {
    pub fn new(settings: &Settings, players: usize, move_codes: usize) -> Chooser {
        Chooser {
            selector: Selector::new(settings),
            history: History::new(players, move_codes, settings.selection.history > 0.0),
            odds: Vec::new(),
        }
    }

    /// The number of the move to take at a node of that position.
    fn choose<G: Game>(&mut self, node: Node<'_>, position: &G, rng: &mut Rng) -> usize {
        if node.head.player().is_some() {
            return self.selector.choose(node, &self.history);
        }
        self.odds.clear();
        position.chances(&mut self.odds);
        rng.weighted(&self.odds)
    }

    /// Forgets where nodes lie in memory.
    pub fn forget(&mut self) {
        self.selector.forget();
    }
}

impl<G: Game, E: Evaluator<G>, I: StaticProver<G>> Worker<G, E, I> {
    /// Goes with the next simulation from the root to its leaf, which asks for at most `playouts`
    /// playouts. Finished games and proven positions count as if they were played out.
    pub(super) fn descend(&mut self, site: &Site<'_, G>, playouts: u64) -> End {
        let Worker { settings, evaluator, proofs, rng, chooser, updates, .. } = self;
        let (leaf, path, under_way) = self.flight.next();
        let Site { tree, pool, .. } = *site;
        leaf.position.clone_from(site.root);
        leaf.clear();
        path.clear();
        let root = tree.root().expect("a search has a root");
        let mut node = proofs.enter(site, None, root, leaf, path);
        let mut may_grow = true;
        loop {
            let depth = path.len();
            let open = updates.batches.choice(tree, node, depth);
            let index = open.unwrap_or_else(|| chooser.choose(node, &leaf.position, rng));
            let edge = node.edge(index);
            let m = G::Move::from_code(edge.code());
            if path.is_simplified && edge.proof().is_none() && !leaf.position.is_legal(m) {
                // The node is older than what simplified the position above it.
                node.prune(index);
                propagate_proof(tree, node);
                if node.edges_in_order().all(Edge::is_pruned) {
                    leaf.playouts = playouts_for(settings, 1).min(playouts);
                    return End::Open;
                }
                node = tree.node(node.block);
                continue;
            }
            let visits = load(&node.stats()[index]).visits();
            let visits = visits.saturating_sub(tree.prior_visits.visits_at(node.head));
            let batched = open.is_some()
                || node.head.player().is_some()
                    && batch::is_due(visits, depth)
                    && updates.may_batch;
            if updates.virtual_loss > 0 && !batched {
                add(&node.stats()[index], updates.virtual_loss, updates.is_shared);
            }
            path.steps.push(Step { block: node.block, index: index as u32, batched, key: None });
            if let Some(proof) = edge.proof() {
                // Said again, lest two threads have each missed the other's last word.
                set_proof(tree, node, index, proof);
                path.propagate_proof(tree);
                leaf.playouts = playouts_for(settings, visits).min(playouts);
                leaf.outcome.add_value(&proof.rewards(leaf.position.players()), leaf.playouts);
                return End::Known;
            }
            leaf.position.play(m);
            let key = key(&leaf.position, path, tree, node);
            if let Some(step) = path.steps.last_mut() {
                step.key = key;
            }
            // The simplified game may be over where the tree goes on.
            let goes_on = !path.is_simplified || leaf.position.actor() != Actor::Nobody;
            if let Some(child) = edge.link().filter(|_| goes_on) {
                let above = Above { node, index, visits };
                node = proofs.enter(site, Some(above), tree.node(child), leaf, path);
                continue;
            }
            if let Some(rewards) = leaf.position.rewards() {
                if settings.proofs.back_up
                    && let Some(proof) = Proof::of(&rewards, leaf.position.players())
                {
                    set_proof(tree, node, index, proof);
                    path.propagate_proof(tree);
                }
                leaf.playouts = playouts_for(settings, visits).min(playouts);
                leaf.outcome.add_value(&rewards, leaf.playouts);
                return End::Known;
            }
            let is_ripe = may_grow && is_ripe(settings, path, tree, visits);
            if is_ripe && let Some(child) = key.and_then(|key| tree.join(node, index, key)) {
                may_grow = false;
                node = child;
                continue;
            }
            if is_ripe && settings.growth.expansion == Expansion::Evaluate {
                if under_way.iter().any(|other| other.grows_where(path)) {
                    return End::Collision;
                }
                path.growth = Some(list_moves(leaf, node.head.view(), settings, rng));
            } else if is_ripe && pool.take_node() {
                may_grow = false;
                let head = judge_moves(leaf, node.head.view(), settings, evaluator, rng);
                if let Some(child) = grow(site, (node, index, key), head, leaf, evaluator) {
                    node = child;
                    continue;
                }
            }
            leaf.playouts = playouts_for(settings, visits).min(playouts);
            return End::Open;
        }
    }
}

/// What identifies a position, to which the last move of a path has led from `node`, where ways may
/// join: among players' nodes.
fn key<G: Game>(position: &G, path: &Path, tree: &Tree, node: Node<'_>) -> Option<Key> {
    tree.transpositions.as_ref()?;
    let mover = node.head.player()?;
    position.actor().player()?;
    Some(tree.key(position.hash(), path.len(), mover))
}

/// Whether the last move of a path has earned a node by its visits.
fn is_ripe(settings: &Settings, path: &Path, tree: &Tree, visits: u64) -> bool {
    let above = (path.len() - 1) as f32;
    let needed = settings.growth.expand_visits + settings.growth.expand_visits_per_depth * above;
    visits as f32 >= needed && visits >= tree.floor() && !tree.is_full()
}

/// The playouts due at a move with so many visits.
fn playouts_for(settings: &Settings, visits: u64) -> u64 {
    let playouts = if visits == 0 {
        settings.growth.playouts_per_new_node
    } else {
        settings.growth.playouts_per_simulation
    };
    let hands = match settings.parallel.parallelism {
        Parallelism::Leaf => settings.resources.threads,
        Parallelism::Tree | Parallelism::Root | Parallelism::Island => 1,
    };
    u64::from(playouts) * u64::from(hands)
}
