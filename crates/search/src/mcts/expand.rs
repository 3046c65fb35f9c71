//! Giving a node to a move that has earned it.

use spinney_game::{Actor, Evaluator, Game, Leaf, Move, Player, Rng};

use super::node::{Head, Node};
use super::prior::Prior;
use super::settings::Settings;
use super::transposition::Key;
use super::worker::Site;

/// Lists the moves of a leaf that is to become a node, and asks for a policy over them if that is of
/// use. `view` is whose statistics a chance node keeps.
pub fn list_moves<G: Game>(
    leaf: &mut Leaf<G>,
    view: Player,
    settings: &Settings,
    rng: &mut Rng,
) -> Head {
    leaf.moves.clear();
    leaf.position.moves(&mut leaf.moves);
    let actor = leaf.position.actor();
    let view = if let Actor::Player(player) = actor {
        // In random order, so that ties are broken at random.
        for i in (1..leaf.moves.len()).rev() {
            leaf.moves.swap(i, rng.below(i as u32 + 1) as usize);
        }
        player
    } else {
        view
    };
    leaf.ask_for_policy();
    leaf.wants_policy = settings.uses_prior() && actor != Actor::Chance;
    Head::new(leaf.moves.len(), actor, view, settings.kept())
}

/// The same with the answer, for whoever cannot wait.
pub fn judge_moves<G: Game>(
    leaf: &mut Leaf<G>,
    view: Player,
    settings: &Settings,
    evaluator: &mut impl Evaluator<G>,
    rng: &mut Rng,
) -> Head {
    let head = list_moves(leaf, view, settings, rng);
    if leaf.wants_policy {
        evaluator.evaluate(std::slice::from_mut(leaf), rng);
        leaf.wants_policy = false;
    }
    head
}

/// The moves of a leaf as a node gets them.
pub fn listed<G: Game>(leaf: &Leaf<G>) -> impl Iterator<Item = (u32, Prior)> {
    let policy = leaf.policy.iter().map(|&prior| Prior::new(prior));
    leaf.moves.iter().map(|m| m.code()).zip(policy)
}

/// Gives a move a node for the position of a leaf whose moves are listed and judged. `None` if there
/// is no room for it; then the leave to make it goes back to the pool.
pub fn grow<'t, G: Game>(
    site: &Site<'t, G>,
    (node, index, key): (Node<'_>, usize, Option<Key>),
    head: Head,
    leaf: &Leaf<G>,
    evaluator: &mut impl Evaluator<G>,
) -> Option<Node<'t>> {
    let Some(child) = site.tree.grow(node, index, head, listed(leaf)) else {
        site.pool.return_node();
        return None;
    };
    if let (Some(key), Some(table)) = (key, &site.tree.transpositions) {
        table.set_node(key, child.block);
    }
    evaluator.grown(&leaf.position);
    Some(child)
}
