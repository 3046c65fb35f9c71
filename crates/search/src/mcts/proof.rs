//! What is certain, from the leaves up.
//!
//! A player wins where some move wins. Where every move is proven and none wins, a drawn one is
//! taken; where all lose, the position is lost to the winner of all of them (with more than two
//! players the moves may lose to different opponents: then nothing is proven). Chance proves only
//! what all its outcomes agree on.

use spinney_game::Player;

use super::node::Node;
use super::tree::{ANCHOR, Tree};
use crate::Proof;

/// What the proofs of a node's moves prove about the node.
pub fn conclusion(node: Node<'_>) -> Option<Proof> {
    let mut unknown = false;
    let mut drawn = false;
    // The one player to whom all lost moves lose; `Some(None)`: there are several.
    let mut winner: Option<Option<Player>> = None;
    // A move out of play is no better than one that is in it.
    for edge in node.edges_in_order().filter(|edge| !edge.is_pruned()) {
        match edge.proof() {
            None => unknown = true,
            Some(Proof::Drawn) => drawn = true,
            Some(Proof::Won(player)) if Some(player) == node.head.player() => {
                return Some(Proof::Won(player));
            }
            Some(Proof::Won(player)) => {
                winner = Some(if winner.is_none_or(|w| w == Some(player)) {
                    Some(player)
                } else {
                    None
                });
            }
        }
    }
    let chance = node.head.player().is_none();
    match (unknown, drawn, winner) {
        (true, ..) => None,
        (false, true, Some(_)) if chance => None,
        (false, true, _) => Some(Proof::Drawn),
        (false, false, winner) => winner.flatten().map(Proof::Won),
    }
}

/// Notes a proof about a move and whatever follows from it for the positions above.
pub fn set_proof(tree: &Tree, node: Node<'_>, index: usize, proof: Proof) {
    node.prove(index, proof);
    propagate_proof(tree, node);
}

/// Notes whatever follows for the positions above from what is known about a node's moves.
pub fn propagate_proof(tree: &Tree, node: Node<'_>) {
    let mut node = node;
    while node.block != ANCHOR
        && let Some(proof) = conclusion(node)
        && let Some(above) = node.parent()
    {
        node = tree.node(above.block);
        node.prove(above.index, proof);
    }
}
