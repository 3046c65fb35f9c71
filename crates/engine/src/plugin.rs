//! A game plug-in: what a game brings to a search besides its rules.

use spinney_game::{
    Encode, Evaluator as _, Game, Playout, Playouts, Prior, Priors, StaticProver, Symmetry,
    WithPolicy,
};
use spinney_search::{Kind, Random, Searcher, mcts};

use crate::preset::Preset;
use crate::report::EngineError;
use crate::settings::Section;

/// A game's playouts and priors, as the game's own tables of a preset describe them.
pub(crate) trait GamePlugin: Clone + Send + 'static {
    /// The positions that are played out and judged, and written as numbers for learning.
    type Game: Encode + Symmetry;
    /// How positions are played out.
    type Playout: Playout<Self::Game> + 'static;
    /// How moves are judged at first sight.
    type Prior: Prior<Self::Game> + 'static;
    /// What can be proven about positions without search.
    type StaticProver: StaticProver<Self::Game> + Sync + 'static;

    /// The tables that the game's presets have besides those of every game and of its searches.
    fn sections() -> Vec<Section>;

    /// What the preset says.
    fn new(preset: &Preset) -> Self;

    /// A playout for the board of `position`.
    fn playout(&self, position: &Self::Game) -> Self::Playout;

    /// A prior for the board of `position`.
    fn prior(&self, position: &Self::Game) -> Self::Prior;

    /// The move by which the game's own tables set pieces up, whatever a search would say.
    fn setup_move(&self, _: &Self::Game) -> Option<<Self::Game as Game>::Move> {
        None
    }

    /// What can be proven on the board of `position`, if anything. Asked for only if the preset
    /// uses it.
    fn prover(&self, _: &Self::Game) -> Option<Self::StaticProver> {
        None
    }

    /// The same for a search for proofs, where it may differ.
    fn solver_prover(&self, position: &Self::Game) -> Option<Self::StaticProver> {
        self.prover(position)
    }

    /// The searches that the game brings what it takes for, besides tree search and random moves.
    fn searches() -> &'static [Kind] {
        &[]
    }

    /// What a player of one of those [kinds](GamePlugin::searches) searches with at a position, a
    /// tree taking at most so many MiB.
    fn searcher(
        kind: Kind,
        preset: &Preset,
        position: &Self::Game,
        memory: f64,
    ) -> Result<Box<dyn Searcher<Self::Game>>, EngineError> {
        usual_searcher::<Self>(kind, preset, position, memory)
    }
}

/// The searches that need nothing but a game's playouts and priors, or less.
pub(crate) fn usual_searcher<P: GamePlugin>(
    kind: Kind,
    preset: &Preset,
    position: &P::Game,
    memory: f64,
) -> Result<Box<dyn Searcher<P::Game>>, EngineError> {
    Ok(match kind {
        Kind::Mcts => Box::new(tree::<P>(preset, position, memory)?),
        Kind::Random => {
            Box::new(Random::new(preset.settings::<mcts::Settings>("search").resources.seed))
        }
        _ => unreachable!("a preset's words have been checked, and {kind} is not among them"),
    })
}

/// The evaluation of a tree search: values from playouts, a policy from priors.
pub(crate) type PlayoutsAndPriors<P> =
    WithPolicy<Playouts<<P as GamePlugin>::Playout>, Priors<<P as GamePlugin>::Prior>>;

/// A tree search with what a game brings to it.
pub(crate) type TreeOf<P> =
    mcts::Search<<P as GamePlugin>::Game, PlayoutsAndPriors<P>, <P as GamePlugin>::StaticProver>;

/// A tree search at a position, as the preset describes it but for its megabytes.
pub(crate) fn tree<P: GamePlugin>(
    preset: &Preset,
    position: &P::Game,
    memory: f64,
) -> Result<TreeOf<P>, EngineError> {
    let plugin = P::new(preset);
    let settings =
        preset.settings::<mcts::Settings>("search").with(|s| s.resources.memory = memory);
    let priors = Priors(plugin.prior(position));
    let evaluator = Playouts(plugin.playout(position)).with_policy(priors);
    let prover =
        (settings.proofs.static_proof_visits > 0).then(|| plugin.prover(position)).flatten();
    let search = mcts::Search::with_prover(position.clone(), evaluator, prover, settings);
    // A preset's settings have been checked, but not whether there is as much memory.
    Ok(search.map_err(|error| error.within("search"))?)
}
