//! A tree search whose leaves are evaluated in batches, as a network would. docs/search.md shows it.

use spinney_game::demo::Countdown;
use spinney_game::{Evaluator, Game, Leaf, Player, Rewards, Rng, TextError};
use spinney_search::mcts::{Amaf, Expansion, Search, Selection, Settings};
use spinney_search::{Limits, Stop};

/// Stands in for a network: it finds every position even, and likes all of its moves alike.
#[derive(Clone)]
struct MockNetwork;

impl<G: Game> Evaluator<G> for MockNetwork {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], _: &mut Rng) {
        // A network would encode all positions, run once, and read the answers.
        for leaf in leaves {
            let players = leaf.position.players();
            let mut value = Rewards::default();
            for player in (0..players as u8).map(Player) {
                value[player] = 1.0 / players as f32;
            }
            leaf.outcome.add_value(&value, leaf.playouts);
            if leaf.wants_policy {
                leaf.policy.fill(1.0 / leaf.moves.len() as f32);
            }
        }
    }
}

#[test]
fn a_tree_search_asks_a_network_in_batches() -> Result<(), TextError> {
    let settings = Settings::default().with(|s| {
        s.selection.rule = Selection::Puct; // the policy says where to explore
        s.selection.exploration = 1.5;
        s.amaf.rule = Amaf::Off; // a network makes no playouts
        s.growth.expand_visits = 0.0; // every evaluated position gets a node,
        s.growth.expansion = Expansion::Evaluate; // with the policy that came with its value
        s.parallel.leaves = 16; // in batches of up to 16
    });
    let mut search = Search::new(Countdown::from_text("countdown 10")?, MockNetwork, settings)?;
    let report = search.think(&Limits::playouts(2_000), &Stop::new(), &mut |_| {});
    // Whoever leaves a multiple of four wins; the tree proves it, whatever the network says.
    let best = report.best().map(|candidate| search.position().move_text(candidate.played));
    assert_eq!(best.as_deref(), Some("2"));
    Ok(())
}
