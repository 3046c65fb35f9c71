//! What is certain, from the leaves up.
//!
//! A player wins where some move wins. Where every move is proven and none wins, a drawn one is
//! taken; where all lose, the position is lost to the winner of all of them (with more than two
//! players the moves may lose to different opponents: then nothing is proven). Chance proves only
//! what all its outcomes agree on.

use spinney_game::{Player, Rewards};

use super::Proof;
use super::node::Node;
use super::tree::{ANCHOR, Tree};

impl Proof {
    /// What a finished game proves, if its rewards are a plain win or a plain draw.
    pub(super) fn of(rewards: &Rewards, players: usize) -> Option<Proof> {
        if let Some(winner) = rewards.winner() {
            let others = (0..players).map(|i| Player(i as u8)).filter(|&p| p != winner);
            return others.map(|p| rewards[p]).all(|r| r == 0.0).then_some(Proof::Won(winner));
        }
        (*rewards == Rewards::draw(players)).then_some(Proof::Drawn)
    }

    /// What the players get.
    pub(super) fn rewards(self, players: usize) -> Rewards {
        match self {
            Proof::Won(winner) => Rewards::win(winner),
            Proof::Drawn => Rewards::draw(players),
        }
    }
}

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
pub fn settle(tree: &Tree, node: Node<'_>, index: usize, proof: Proof) {
    node.prove(index, proof);
    conclude(tree, node);
}

/// Notes whatever follows for the positions above from what is known about a node's moves.
pub fn conclude(tree: &Tree, node: Node<'_>) {
    let mut node = node;
    while node.block != ANCHOR
        && let Some(proof) = conclusion(node)
        && let Some(above) = node.parent()
    {
        node = tree.node(above.block);
        node.prove(above.index, proof);
    }
}
