//! What a game brings to a search besides its rules.

use spinney_game::{Evaluator as _, Game, Insight, Playout, Playouts, Prior, Priors, WithPolicy};
use spinney_search::mcts;

use crate::brain::{Brain, Tree};
use crate::preset::Preset;
use crate::report::EngineError;
use crate::settings::Section;

/// A game's playouts and priors, as the game's own tables of a preset describe them.
pub(crate) trait Knowledge: Clone + Send + 'static {
    /// The positions that are played out and judged.
    type Game: Game;
    /// How positions are played out.
    type Playout: Playout<Self::Game> + 'static;
    /// How moves are judged at first sight.
    type Prior: Prior<Self::Game> + 'static;
    /// What can be proven about positions without search.
    type Insight: Insight<Self::Game> + Sync + 'static;

    /// The tables that the game's presets have besides `[play]` and `[search]`.
    fn sections() -> Vec<Section>;

    /// What the preset says.
    fn new(preset: &Preset) -> Self;

    /// A playout for the board of `position`.
    fn playout(&self, position: &Self::Game) -> Self::Playout;

    /// A prior for the board of `position`.
    fn prior(&self, position: &Self::Game) -> Self::Prior;

    /// A move that the game's own tables lay down at a position, whatever a search would say.
    fn opening(&self, _: &Self::Game) -> Option<<Self::Game as Game>::Move> {
        None
    }

    /// What can be proven on the board of `position`, if anything. Asked for only if the preset
    /// uses it.
    fn insight(&self, _: &Self::Game) -> Option<Self::Insight> {
        None
    }

    /// The same for a search for proofs, where it may differ.
    fn proof_insight(&self, position: &Self::Game) -> Option<Self::Insight> {
        self.insight(position)
    }

    /// The kinds of player that the game brings besides tree search and random moves, as the
    /// parameter `play.player` names them.
    fn players() -> &'static [&'static str] {
        &[]
    }

    /// A player of one of those [kinds](Knowledge::players) at a position.
    fn brain(
        kind: &str,
        _: &Preset,
        _: &Self::Game,
    ) -> Result<Box<dyn Brain<Self::Game>>, EngineError> {
        unreachable!("a preset's words have been checked, and {kind} is not among them")
    }
}

/// What a tree search makes of a game's knowledge: values from playouts, a policy from priors.
pub(crate) type PlayoutsAndPriors<K> =
    WithPolicy<Playouts<<K as Knowledge>::Playout>, Priors<<K as Knowledge>::Prior>>;

/// A tree search with what a game brings to it.
pub(crate) type TreeOf<K> =
    Tree<<K as Knowledge>::Game, PlayoutsAndPriors<K>, <K as Knowledge>::Insight>;

/// A tree search at a position, as the preset describes it but for its megabytes.
pub(crate) fn tree<K: Knowledge>(
    preset: &Preset,
    position: &K::Game,
    memory: f64,
) -> Result<TreeOf<K>, EngineError> {
    let knowledge = K::new(preset);
    let settings = mcts::Settings { memory, ..preset.settings("search") };
    let priors = Priors(knowledge.prior(position));
    let evaluator = Playouts(knowledge.playout(position)).with_policy(priors);
    let insight = (settings.insight_visits > 0).then(|| knowledge.insight(position)).flatten();
    let search = mcts::Search::with_insight(position.clone(), evaluator, insight, settings);
    // A preset's settings have been checked, but not whether there is as much memory.
    Ok(Tree::new(search.map_err(|error| error.within("search"))?))
}
