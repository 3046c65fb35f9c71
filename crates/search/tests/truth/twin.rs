//! The search against a slow twin: the textbook's tree of boxes, in double precision.

use crate::fill::Fill;
use crate::leaves::{MockNetwork, mock_policy, mock_rewards};
use spinney_game::demo::Countdown;
use spinney_game::{Game, Move, Player, Rng};
use spinney_search::mcts::{Amaf, Expansion, Search, Selection, Settings};
use spinney_search::{Limits, Stop};

/// A node of the twin.
struct Twin<G: Game> {
    player: Player,
    moves: Vec<Edge<G>>,
}

struct Edge<G: Game> {
    played: G::Move,
    prior: f64,
    visits: f64,
    wins: f64,
    child: Option<Box<Twin<G>>>,
}

impl<G: Game> Twin<G> {
    /// A node of a position where a player is to move, with its moves in the order of the dice.
    fn new(position: &G, rng: &mut Rng) -> Twin<G> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for i in (1..moves.len()).rev() {
            moves.swap(i, rng.below(i as u32 + 1) as usize);
        }
        // Nodes keep sixteen bits of a prior.
        let kept = |&prior: &f32| f64::from((254.0 * 256.0 * prior + 128.0).floor() - 128.0);
        let policy: Vec<f64> = mock_policy(position, moves.len()).iter().map(kept).collect();
        let sum: f64 = policy.iter().sum();
        let edge = |(&played, &prior): (&G::Move, &f64)| Edge {
            played,
            prior: prior / sum,
            visits: 0.0,
            wins: 0.0,
            child: None,
        };
        let player = position.actor().player().expect("these games have no dice");
        Twin { player, moves: moves.iter().zip(&policy).map(edge).collect() }
    }

    /// The first of the best moves.
    fn choose(&self, settings: &Settings) -> usize {
        let c = f64::from(settings.selection.exploration);
        let all: f64 = self.moves.iter().map(|edge| edge.visits).sum();
        let mean = self.moves.iter().map(|edge| edge.wins).sum::<f64>() / all.max(1.0);
        let score = |edge: &Edge<G>| {
            let value = if edge.visits > 0.0 { edge.wins / edge.visits } else { mean };
            let urgency = f64::from(settings.selection.first_play_urgency);
            match settings.selection.rule {
                Selection::Uct if edge.visits == 0.0 => urgency,
                Selection::Uct => value + c * (libm::log(all) / edge.visits).sqrt(),
                Selection::Puct => {
                    let value = if all == 0.0 { urgency } else { value };
                    value + c * edge.prior * all.max(1.0).sqrt() / (1.0 + edge.visits)
                }
            }
        };
        let scores: Vec<_> = self.moves.iter().map(score).collect();
        (0..scores.len()).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap()
    }

    /// One simulation through this node; what each player gets.
    fn simulate(
        &mut self,
        position: &mut G,
        settings: &Settings,
        may_grow: bool,
        rng: &mut Rng,
    ) -> [f64; 2] {
        let index = self.choose(settings);
        let edge = &mut self.moves[index];
        position.play(edge.played);
        let evaluate = |position: &G| {
            let rewards = position.rewards().unwrap_or_else(|| mock_rewards(position));
            // The tree counts in units of 1/256.
            [Player::FIRST, Player::SECOND].map(|p| f64::from((rewards[p] * 256.0).round()) / 256.0)
        };
        let is_over = position.rewards().is_some();
        let is_ripe =
            edge.visits >= f64::from(settings.growth.expand_visits) && may_grow && !is_over;
        let result = match (&mut edge.child, settings.growth.expansion) {
            (Some(child), _) => child.simulate(position, settings, may_grow, rng),
            (None, Expansion::Enter) if is_ripe => edge
                .child
                .insert(Box::new(Twin::new(position, rng)))
                .simulate(position, settings, false, rng),
            (None, Expansion::Evaluate) if is_ripe => {
                let result = evaluate(position);
                edge.child = Some(Box::new(Twin::new(position, rng)));
                result
            }
            (None, _) => evaluate(position),
        };
        edge.visits += 1.0;
        edge.wins += result[self.player.index()];
        result
    }
}

fn settings(selection: Selection, expansion: Expansion) -> Settings {
    Settings::default().with(|s| {
        s.selection.rule = selection;
        s.growth.expansion = expansion;
        s.selection.exploration = 0.7;
        s.amaf.rule = Amaf::Off;
        s.selection.first_play_urgency =
            if selection == Selection::Uct { f32::INFINITY } else { 0.5 };
        s.selection.parent_urgency = selection == Selection::Puct;
        s.growth.expand_visits = 2.0;
        s.updates.simulations_per_update = 1;
        s.proofs.back_up = false;
    })
}

/// What a search of so many simulations and its twin know of the root's moves, by code.
fn both<G: Game>(position: &G, settings: &Settings, simulations: u64) -> [Vec<(u32, u64, f32)>; 2] {
    let network = MockNetwork::default();
    let mut search = Search::new(position.clone(), network, settings.clone()).unwrap();
    let report = search.think(&Limits::playouts(simulations), &Stop::new(), &mut |_| {});
    let own = report.candidates.iter().map(|c| (c.played.code(), c.visits, c.win_rate));

    let mut rng = Rng::new(settings.resources.seed, 0);
    let mut twin = Twin::new(position, &mut rng);
    for _ in 0..simulations {
        twin.simulate(&mut position.clone(), settings, true, &mut rng);
    }
    let mean = |edge: &Edge<G>| if edge.visits > 0.0 { edge.wins / edge.visits } else { 0.5 };
    let twins = twin.moves.iter().map(|e| (e.played.code(), e.visits as u64, mean(e) as f32));
    let mut both: [Vec<_>; 2] = [own.collect(), twins.collect()];
    both.iter_mut().for_each(|moves| moves.sort_by_key(|m| m.0));
    both
}

#[test]
fn every_visit_is_where_the_textbook_has_it() {
    for selection in [Selection::Uct, Selection::Puct] {
        for expansion in [Expansion::Enter, Expansion::Evaluate] {
            for seed in 1..5 {
                let settings = settings(selection, expansion).with(|s| s.resources.seed = seed);
                let [own, twins] = both(&Fill::new(20), &settings, 2_000);
                assert_eq!(own, twins, "{selection:?} {expansion:?} {seed}");
                let position = Countdown::from_text("countdown 40").unwrap();
                let [own, twins] = both(&position, &settings, 2_000);
                assert_eq!(own, twins, "{selection:?} {expansion:?} {seed}");
            }
        }
    }
}

/// Several simulations by one choice are another matter.
#[test]
fn a_batch_of_simulations_is_not_the_textbooks() {
    let settings = settings(Selection::Uct, Expansion::Enter);
    let settings = settings.with(|s| s.updates.simulations_per_update = 16);
    let [own, twins] = both(&Fill::new(20), &settings, 2_000);
    let visits = |moves: &[(u32, u64, f32)]| moves.iter().map(|m| m.1).sum::<u64>();
    assert_eq!((visits(&own), visits(&twins)), (2_000, 2_000));
    assert_ne!(own, twins);
}
