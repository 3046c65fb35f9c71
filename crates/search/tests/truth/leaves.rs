//! Many leaves at a time: what is promised of a search holds when a network evaluates its leaves in
//! batches.

use std::sync::{Arc, Mutex};

use crate::fill::Fill;
use crate::reference::Reference;
use spinney_game::demo::Countdown;
use spinney_game::{Evaluator, Game, Leaf, MAX_PLAYERS, Player, Rewards, Rng};
use spinney_game::{StaticEvaluation, StaticValue};
use spinney_search::mcts::{Amaf, Expansion, Parallelism, Search, Selection, Settings};
use spinney_search::{Limits, Report, Stop};

/// Policy and value from nothing but a position's hash, in batches, as a network gives them.
#[derive(Clone, Default)]
pub struct MockNetwork {
    /// The leaves of each batch.
    batches: Arc<Mutex<Vec<usize>>>,
    /// Is thrown in the batch of that number.
    stop: Option<(usize, Stop)>,
}

impl MockNetwork {
    fn batches(&self) -> Vec<usize> {
        self.batches.lock().unwrap().clone()
    }

    /// The largest batch.
    fn largest(&self) -> usize {
        self.batches().into_iter().max().unwrap_or(0)
    }
}

impl<G: Game> Evaluator<G> for MockNetwork {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], _: &mut Rng) {
        let mut batches = self.batches.lock().unwrap();
        batches.push(leaves.len());
        if let Some((batch, stop)) = &self.stop
            && batches.len() >= *batch
        {
            stop.stop();
        }
        for leaf in leaves {
            assert!(leaf.position.rewards().is_none(), "nobody asks about finished games");
            leaf.outcome.add_value(&mock_rewards(&leaf.position), leaf.playouts);
            if leaf.wants_policy {
                assert_eq!(leaf.policy.len(), leaf.moves.len());
                leaf.policy.copy_from_slice(&mock_policy(&leaf.position, leaf.moves.len()));
            }
        }
    }
}

/// What the mock network says about a position.
pub fn mock_rewards<G: Game>(position: &G) -> Rewards {
    let mut dice = Rng::new(position.hash(), 0);
    let shares: Vec<f32> = (0..position.players()).map(|_| 0.01 + dice.unit()).collect();
    let mut rewards = Rewards::default();
    for (player, share) in (0..).map(Player).zip(&shares) {
        rewards[player] = share / shares.iter().sum::<f32>();
    }
    rewards
}

/// What it says about so many moves of the position.
pub fn mock_policy<G: Game>(position: &G, moves: usize) -> Vec<f32> {
    let mut dice = Rng::new(position.hash(), 1);
    (0..moves).map(|_| dice.unit()).collect()
}

/// As networks are searched: every evaluated position gets a node.
fn settings(leaves: u32) -> Settings {
    Settings::default().with(|s| {
        s.amaf.rule = Amaf::Off;
        s.selection.rule = Selection::Puct;
        s.selection.exploration = 1.0;
        s.selection.parent_urgency = true;
        s.growth.expand_visits = 0.0;
        s.growth.expansion = Expansion::Evaluate;
        s.parallel.leaves = leaves;
    })
}

fn search<G: Game>(position: G, settings: &Settings) -> (Search<G, MockNetwork>, MockNetwork) {
    let network = MockNetwork::default();
    (Search::new(position, network.clone(), settings.clone()).unwrap(), network)
}

fn think<G: Game, E: Evaluator<G>>(search: &mut Search<G, E>, playouts: u64) -> Report<G::Move> {
    search.think(&Limits::playouts(playouts), &Stop::new(), &mut |_| {})
}

fn visits<M>(report: &Report<M>) -> u64 {
    report.candidates.iter().map(|c| c.visits).sum()
}

#[test]
fn sixty_four_leaves_are_under_way_at_a_time() {
    let (mut search, network) = search(Fill::new(106), &settings(64));
    let report = think(&mut search, 6_400);
    assert_eq!((report.playouts, visits(&report)), (6_400, 6_400));
    assert_eq!(report.simulations, 6_400);
    let batches = network.batches();
    assert_eq!(batches[0], 1, "the policy of the root");
    assert_eq!(batches.iter().sum::<usize>(), 6_401);
    let full = batches.iter().filter(|&&leaves| leaves == 64).count();
    assert!(full * 2 > batches.len(), "{full} full ones of {}", batches.len());
    // Each evaluated position has a node, and no position was evaluated twice.
    assert_eq!(report.nodes, 6_401);
}

#[test]
fn the_same_seed_gives_the_same_batches_and_the_same_tree() {
    let run = |seed| {
        let settings = settings(64).with(|s| s.resources.seed = seed);
        let (mut search, network) = search(Fill::new(106), &settings);
        let first = think(&mut search, 2_000);
        search.advance(first.best().unwrap().played);
        (first.candidates, think(&mut search, 2_000).candidates, network.batches())
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn alone_a_leaf_is_not_kept_apart_from_anything() {
    let candidates = |leaves, virtual_loss| {
        let settings = settings(leaves).with(|s| s.parallel.virtual_loss = virtual_loss);
        think(&mut search(Fill::new(106), &settings).0, 1_000).candidates
    };
    assert_eq!(candidates(1, 0), candidates(1, 7));
    assert_ne!(candidates(8, 1), candidates(8, 7));
}

#[test]
fn without_virtual_losses_the_leaves_are_not_kept_apart() {
    let settings = settings(64).with(|s| s.parallel.virtual_loss = 0);
    let (mut search, network) = search(Fill::new(106), &settings);
    assert_eq!(visits(&think(&mut search, 500)), 500);
    assert_eq!(network.largest(), 1, "every second leaf is the first one again");
}

#[test]
fn any_number_of_playouts_is_kept_to_by_any_threads() {
    for parallelism in [Parallelism::Tree, Parallelism::Root, Parallelism::Island] {
        for threads in [1, 2, 3] {
            for (playouts, per_simulation) in [(1, 1), (63, 1), (1_001, 1), (1_001, 7)] {
                let settings = settings(64).with(|s| {
                    s.parallel.parallelism = parallelism;
                    s.resources.threads = threads;
                    s.growth.playouts_per_simulation = per_simulation;
                    s.parallel.island_simulations = 100;
                });
                let (mut search, network) = search(Fill::new(106), &settings);
                let report = think(&mut search, playouts);
                let told = (report.playouts, visits(&report));
                assert_eq!(told, (playouts, playouts), "{parallelism:?} {threads}");
                assert!(network.largest() <= 64);
            }
        }
    }
}

#[test]
fn the_memory_cap_holds_with_leaves_under_way_and_nodes_that_move() {
    for (threads, memory) in [(1, 2.0), (2, 4.0)] {
        let settings = settings(64).with(|s| {
            s.resources.threads = threads;
            s.resources.memory = memory;
        });
        let (mut search, network) = search(Fill::new(106), &settings);
        let cap = (memory * f64::from(1 << 20)) as u64;
        let mut made = 0;
        for _ in 0..4 {
            let report = think(&mut search, 10_000);
            made += report.playouts;
            assert!(report.memory <= report.memory_cap && report.memory_cap <= cap);
            assert!(report.nodes < made / 2, "nodes were dropped: {} of {made}", report.nodes);
            assert!(report.candidates.iter().all(|c| (0.0..=1.0).contains(&c.win_rate)));
            search.advance(report.best().unwrap().played);
        }
        assert_eq!(network.largest(), 64);
    }
    // What leaves take is part of the memory.
    let cap = |leaves| {
        let settings = settings(leaves).with(|s| s.resources.memory = 2.0);
        think(&mut search(Fill::new(106), &settings).0, 1).memory_cap
    };
    assert!(cap(64) < cap(1) - 63 * 1_000);
    // Where it is short, there are fewer of them.
    let settings = settings(4_096).with(|s| s.resources.memory = 0.125);
    let (mut search, network) = search(Fill::new(106), &settings);
    assert_eq!(visits(&think(&mut search, 500)), 500);
    assert!((1..64).contains(&network.largest()));
}

/// The last cells of a board have far fewer leaves than a batch.
#[test]
fn near_the_end_of_a_game_batches_are_what_there_is() {
    for cells in 1..=5 {
        for proofs in [false, true] {
            let settings = settings(64).with(|s| s.proofs.back_up = proofs);
            let (mut search, network) = search(Fill::new(cells), &settings);
            let report = think(&mut search, 1_000);
            assert!(network.largest() < 64);
            assert_eq!(report.proof.is_some(), proofs, "{cells} cells");
            if !proofs {
                assert_eq!((report.playouts, visits(&report)), (1_000, 1_000));
            }
        }
    }
}

#[test]
fn with_many_leaves_proofs_are_what_brute_force_says() {
    for (threads, leaves) in [(1, 64), (2, 64), (1, 3)] {
        for players in 2..=4 {
            let mut reference = Reference::default();
            for rules in ["", " dice"] {
                for left in 1..=9 {
                    let text = format!("countdown {left} players {players}{rules}");
                    let position = Countdown::from_text(&text).unwrap();
                    let settings = settings(leaves).with(|s| s.resources.threads = threads);
                    let report = think(&mut search(position, &settings).0, 20_000);
                    let sure = reference.sure_winner(&position);
                    assert_eq!(report.proven_winner(), sure, "{text}");
                }
            }
        }
    }
}

#[test]
fn a_stop_in_the_middle_leaves_nothing_behind() {
    for threads in [1, 2] {
        for batch in [1, 2, 5, 20] {
            let stop = Stop::new();
            let network =
                MockNetwork { stop: Some((batch, stop.clone())), ..MockNetwork::default() };
            let settings = settings(64).with(|s| s.resources.threads = threads);
            let mut search = Search::new(Fill::new(106), network.clone(), settings).unwrap();
            let report = search.think(&Limits::default(), &stop, &mut |_| {});
            assert_eq!(visits(&report), report.playouts);
            // Threads may be in the middle of a batch each.
            assert!(network.batches().len() <= batch + threads as usize);
            // What was not finished is as if it had never begun.
            let again = think(&mut search, 0);
            assert_eq!(visits(&again), report.playouts);
            let values = |report: &Report<_>| {
                report
                    .candidates
                    .iter()
                    .map(|c| (c.played, c.visits, c.win_rate))
                    .collect::<Vec<_>>()
            };
            assert_eq!(values(&again), values(&report));
        }
    }
}

/// How much of all points the cells of the first player are worth.
#[derive(Clone)]
struct Points;

impl StaticEvaluation<Fill> for Points {
    fn values(&mut self, position: &Fill) -> [f32; MAX_PLAYERS] {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let [first, second] = position.all_points();
        let left: u32 = moves.iter().map(|cell| Fill::points(cell.0)).sum();
        let share = (first as f32 + left as f32 / 2.0) / (first + second + left) as f32;
        [share, 1.0 - share, 0.0, 0.0]
    }

    /// A fifth more than half of the points is as good as all.
    fn chance(&self, value: f32) -> f32 {
        (0.5 + 5.0 * (value - 0.5)).clamp(0.0, 1.0)
    }
}

/// However many leaves there are at a time and whenever nodes are made, the search goes where the
/// evaluation is best.
#[test]
fn batches_find_the_valuable_cell_as_single_leaves_do() {
    let rank = |cell: u8| (0..30).filter(|&c| Fill::points(c) > Fill::points(cell)).count();
    for expansion in [Expansion::Enter, Expansion::Evaluate] {
        for leaves in [1, 16, 64] {
            let settings = settings(leaves).with(|s| s.growth.expansion = expansion);
            let mut search = Search::new(Fill::new(30), StaticValue(Points), settings).unwrap();
            let report = think(&mut search, 3_000);
            let best = report.best().unwrap().played.0;
            assert!(rank(best) < 2, "{expansion:?} {leaves}: {}", rank(best));
        }
    }
}
