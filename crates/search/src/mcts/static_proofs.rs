//! What can be known of a node's position without playouts: by static proof, or from an oracle.

use spinney_game::{Game, Leaf, Move, StaticProver};

use super::batch;
use super::node::Node;
use super::path::{Above, Path};
use super::proof::{propagate_proof, set_proof};
use super::settings::Settings;
use super::tree::Tree;
use super::worker::Site;
use crate::Oracle;
use crate::Proof;

/// The visits of a move at which an oracle is first asked about the position after it, and then
/// again whenever they have doubled.
const ASKED_FROM: u64 = 64;
/// About as many proofs count for what the next one is expected to refute.
const PROOFS_BACK: f32 = 16.0;

/// One thread's static proofs of the positions of nodes.
pub struct StaticProofs<G: Game, I> {
    prover: Option<I>,
    /// The visits at which a proof is tried, and how much earlier where proofs refute much.
    visits: u32,
    adaptivity: f32,
    playouts_per_simulation: u64,
    largest_batch: u64,
    /// The share of moves that proofs have refuted of late, by the depth of the node.
    refuted: Vec<f32>,
    moves: Vec<G::Move>,
}

impl<G: Game, I: StaticProver<G>> StaticProofs<G, I> {
    pub fn new(prover: Option<I>, settings: &Settings) -> StaticProofs<G, I> {
        StaticProofs {
            prover,
            visits: settings.proofs.static_proof_visits,
            adaptivity: settings.proofs.static_proof_adaptivity,
            playouts_per_simulation: settings.growth.playouts_per_simulation.into(),
            largest_batch: settings.updates.simulations_per_update.into(),
            refuted: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Comes to a node of the tree: goes on from the reduced position that stands for it, or
    /// tries to prove it if that is due. What it proves shows in the edges, as all proofs do. Returns
    /// the node as it is then.
    pub fn enter<'t>(
        &mut self,
        site: &Site<'t, G>,
        above: Option<Above<'_>>,
        node: Node<'t>,
        leaf: &mut Leaf<G>,
        path: &mut Path,
    ) -> Node<'t> {
        if let (Some(oracle), Some(above)) = (site.oracle, &above) {
            self.ask(oracle, site.tree, above, &leaf.position);
        }
        if let Some(simpler) = node.head.reduced().and_then(|number| site.reduced.get(number)) {
            leaf.position.clone_from(simpler);
            path.is_simplified = true;
            return node;
        }
        let due = self.visits_due(path.len());
        let is_due = above.as_ref().is_none_or(|above| above.visits >= due);
        let is_players = node.head.player().is_some();
        if self.prover.is_some()
            && is_due
            && is_players
            && !node.head.is_proven_statically()
            && !site.reduced.is_full()
            && node.claim_static_proof()
        {
            self.prove(site, above, node, leaf, path);
            return site.tree.node(node.block);
        }
        node
    }

    /// Asks an oracle about a position, if it is time to, and notes the answer at the move that
    /// leads there.
    fn ask(&self, oracle: &dyn Oracle<G>, tree: &Tree, above: &Above<'_>, position: &G) {
        // Visits grow by whole batches, so one is looked back; to ask twice costs little.
        let step =
            self.playouts_per_simulation * batch::simulations(above.visits, self.largest_batch);
        let before = above.visits.saturating_sub(step);
        let has_doubled =
            above.visits >= ASKED_FROM && before.leading_zeros() != above.visits.leading_zeros();
        if has_doubled && let Some(winner) = oracle.winner(position) {
            set_proof(tree, above.node, above.index, Proof::Won(winner));
        }
    }

    /// The visits at which a proof of a position of that depth is due.
    fn visits_due(&self, depth: usize) -> u64 {
        let refuted = self.refuted.get(depth).or(self.refuted.last()).copied().unwrap_or(0.0);
        let odds = refuted / (1.0 - refuted).max(0.01);
        (self.visits as f32 / (1.0 + self.adaptivity * odds * odds)).ceil() as u64
    }

    /// Notes which share of moves a proof at that depth has refuted. A depth where none was tried
    /// begins with what is known of the one above.
    fn note_refuted(&mut self, depth: usize, share: f32) {
        let deepest = self.refuted.last().copied().unwrap_or(0.0);
        let known = self.refuted.len().max(depth + 1);
        self.refuted.resize(known, deepest);
        self.refuted[depth] += (share - self.refuted[depth]) / PROOFS_BACK;
    }

    /// Tries to prove the position of a node and notes what comes of it.
    fn prove(
        &mut self,
        site: &Site<'_, G>,
        above: Option<Above<'_>>,
        node: Node<'_>,
        leaf: &mut Leaf<G>,
        path: &mut Path,
    ) {
        let Some(prover) = &mut self.prover else { return };
        self.moves.clear();
        let mut simpler = leaf.position.clone();
        let winner = prover.prove_fully(&mut simpler, &mut self.moves);
        let left = self.moves.len() as f32 / node.head.moves() as f32;
        let refuted = if winner.is_some() { 1.0 } else { (1.0 - left).max(0.0) };
        self.note_refuted(path.len(), refuted);
        let edges = || (0..node.head.moves()).map(|index| (index, node.edge(index).code()));
        match (winner, above) {
            (Some(winner), _) if Some(winner) == node.head.player() => {
                let wins = |code| self.moves.first().is_some_and(|m| m.code() == code);
                if let Some((index, _)) = edges().find(|&(_, code)| wins(code)) {
                    set_proof(site.tree, node, index, Proof::Won(winner));
                }
            }
            (Some(winner), Some(above)) => {
                set_proof(site.tree, above.node, above.index, Proof::Won(winner));
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
                propagate_proof(site.tree, node);
                // Most games have nothing to simplify.
                if simpler.hash() != leaf.position.hash()
                    && let Some(number) = site.reduced.keep(&simpler)
                {
                    node.set_reduced(number);
                    leaf.position = simpler;
                    path.is_simplified = true;
                }
            }
        }
    }

    /// The game has moved on: what was deep is less so.
    pub fn advance(&mut self) {
        if !self.refuted.is_empty() {
            self.refuted.remove(0);
        }
    }
}
