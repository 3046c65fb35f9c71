//! What a search promises whatever it searches: limits, memory, threads, sameness, reuse.

use std::time::{Duration, Instant};

use crate::fill::{Cell, Deal, Fill};
use proptest::prelude::*;
use spinney_game::demo::Countdown;
use spinney_game::{Evaluator, Game, Playouts, Prior, Priors, RandomPlayout};
use spinney_search::mcts::{
    Amaf, Expansion, FinalMove, Parallelism, RelativeUpdates, Search, Selection, Settings,
};
use spinney_search::{Budget, Clock, Limits, Report, Stop};

fn wide(settings: &Settings) -> Search<Fill, Playouts<Deal>> {
    Search::new(Fill::new(106), Playouts(Deal::default()), settings.clone()).unwrap()
}

fn think<G: Game, E: Evaluator<G>>(search: &mut Search<G, E>, playouts: u64) -> Report<G::Move> {
    search.think(&Limits::playouts(playouts), &Stop::new(), &mut |_| {})
}

fn visits<M>(report: &Report<M>) -> u64 {
    report.candidates.iter().map(|c| c.visits).sum()
}

fn parallel(parallelism: Parallelism, threads: u32) -> Settings {
    Settings::default().with(|s| {
        s.parallel.parallelism = parallelism;
        s.resources.threads = threads;
    })
}

const ALL_KINDS: [Parallelism; 4] =
    [Parallelism::Tree, Parallelism::Root, Parallelism::Island, Parallelism::Leaf];

#[test]
fn the_same_seed_and_playouts_give_the_same_tree() {
    let run = |settings: &Settings, seed| {
        let mut search = wide(&settings.clone().with(|s| s.resources.seed = seed));
        let first = think(&mut search, 5_000);
        search.advance(first.best().unwrap().played);
        (first.candidates, think(&mut search, 5_000).candidates)
    };
    let busy_listener = Settings::default().with(|s| s.resources.report_interval = 1);
    assert_eq!(run(&Settings::default(), 1), run(&busy_listener, 1));
    assert_ne!(run(&Settings::default(), 1), run(&Settings::default(), 2));
}

#[test]
fn clearing_makes_the_search_as_new() {
    let mut search = wide(&Settings::default());
    let first = think(&mut search, 3_000).candidates;
    think(&mut search, 1_000);
    search.clear();
    assert_eq!(think(&mut search, 3_000).candidates, first);
}

#[test]
fn the_playout_limit_is_exact_with_any_threads() {
    for kind in ALL_KINDS {
        for threads in [1, 2, 3] {
            for per_walk in [1, 7] {
                let settings = parallel(kind, threads).with(|s| {
                    s.growth.playouts_per_simulation = per_walk;
                    s.growth.playouts_per_new_node = 3;
                });
                let report = think(&mut wide(&settings), 1_001);
                assert_eq!(report.playouts, 1_001, "{kind:?} {threads} {per_walk}");
                assert_eq!(visits(&report), 1_001, "{kind:?} {threads} {per_walk}");
            }
        }
    }
}

#[test]
fn no_visit_is_lost_or_left_over_by_threads_in_a_shared_tree() {
    for virtual_loss in [0, 1, 3] {
        let settings = parallel(Parallelism::Tree, 4).with(|s| {
            s.parallel.virtual_loss = virtual_loss;
            s.growth.expand_visits = 0.0;
        });
        let report = think(&mut wide(&settings), 100_000);
        assert_eq!(visits(&report), 100_000);
        for candidate in &report.candidates {
            assert!((0.0..=1.0).contains(&candidate.win_rate));
        }
    }
}

#[test]
fn the_node_limit_is_kept() {
    for threads in [1, 3] {
        let mut search = wide(&parallel(Parallelism::Tree, threads));
        let limits = Limits { nodes: Some(50), ..Limits::default() };
        let report = search.think(&limits, &Stop::new(), &mut |_| {});
        assert!((50..=51).contains(&report.nodes), "{} nodes and the root", report.nodes);
    }
}

#[test]
fn time_limits_end_a_search() {
    let clock = Clock {
        remaining: Duration::from_millis(600),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let by_clock = Limits { clock: Some(clock), ..Limits::default() };
    for limits in [Limits::move_time(Duration::from_millis(50)), by_clock] {
        let report = wide(&Settings::default()).think(&limits, &Stop::new(), &mut |_| {});
        assert!(report.playouts > 0);
        assert!(report.elapsed < Duration::from_secs(60));
    }
}

#[test]
fn an_exhausted_clock_still_gets_a_legal_move() {
    let clock =
        Clock { remaining: Duration::ZERO, increment: Duration::ZERO, moves_to_go: Some(0) };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let mut search = wide(&Settings::default());
    let report = search.think(&limits, &Stop::new(), &mut |_| {});
    assert!(search.position().is_legal(report.best().unwrap().played));
}

#[test]
fn stopping_ends_an_endless_search_of_any_kind() {
    for kind in ALL_KINDS {
        for memory in [1.0, 64.0] {
            let mut search = wide(&parallel(kind, 2).with(|s| s.resources.memory = memory));
            let stop = Stop::new();
            let thrown = std::thread::scope(|scope| {
                let other = stop.clone();
                let thrower = scope.spawn(move || {
                    std::thread::sleep(Duration::from_millis(100));
                    other.stop();
                    Instant::now()
                });
                search.think(&Limits::default(), &stop, &mut |_| {});
                let ended = Instant::now();
                ended.saturating_duration_since(thrower.join().unwrap())
            });
            // Milliseconds on an idle machine; this is only about ending at all.
            assert!(thrown < Duration::from_secs(60), "{kind:?}: {thrown:?}");
        }
    }
}

#[test]
fn a_forced_move_is_played_at_once() {
    let a_day = Limits::move_time(Duration::from_secs(86_400));
    let forced = Countdown::from_text("countdown 1 players 3 dice").unwrap();
    let settings = Settings::default().with(|s| s.proofs.back_up = false);
    let mut search = Search::new(forced, Playouts(RandomPlayout::default()), settings).unwrap();
    let report = search.think(&a_day, &Stop::new(), &mut |_| {});
    assert!((1..=100).contains(&report.playouts));
}

#[test]
fn a_proven_position_ends_any_search() {
    for kind in ALL_KINDS {
        let position = Countdown::from_text("countdown 6").unwrap();
        let settings = parallel(kind, 2);
        let mut search =
            Search::new(position, Playouts(RandomPlayout::default()), settings).unwrap();
        let report = search.think(&Limits::default(), &Stop::new(), &mut |_| {});
        assert!(report.proof.is_some());
    }
}

#[test]
fn reports_arrive_while_the_search_goes_on() {
    for kind in ALL_KINDS {
        for threads in [1, 2] {
            let settings = parallel(kind, threads).with(|s| s.resources.report_interval = 5);
            let mut seen = Vec::new();
            let budget = Budget::of_time(Duration::from_millis(200));
            let last = wide(&settings).think(budget, &Stop::new(), &mut |report| {
                seen.push((report.playouts, report.elapsed, report.candidates.len()));
            });
            assert!(!seen.is_empty(), "{kind:?}");
            assert!(seen.is_sorted());
            assert!(seen.iter().all(|r| r.0 <= last.playouts && r.2 == 106));
            assert!(last.memory <= last.memory_cap && last.nodes > 0);
        }
    }
}

#[test]
fn the_memory_cap_holds_under_pressure_and_the_search_goes_on() {
    for kind in ALL_KINDS {
        for threads in [1, 3] {
            for memory in [0.25, 1.0] {
                let settings = parallel(kind, threads).with(|s| {
                    s.resources.memory = memory;
                    s.growth.expand_visits = 1.0;
                });
                let mut search = wide(&settings);
                let cap = (memory * f64::from(1 << 20)) as u64;
                let mut most_nodes = 0;
                for _ in 0..4 {
                    let report = think(&mut search, 5_000);
                    assert_eq!(report.playouts, 5_000);
                    assert!(report.memory <= cap && report.memory_cap <= cap);
                    assert_eq!(report.memory, search.memory_used());
                    most_nodes = most_nodes.max(report.nodes);
                    search.advance(report.best().unwrap().played);
                }
                assert!(most_nodes > u64::from(threads), "{kind:?} {threads} {memory}");
            }
        }
    }
}

#[test]
fn a_search_under_pressure_still_finds_the_valuable_cell() {
    let cells: Vec<u8> = (0..106).collect();
    let best = cells.iter().copied().max_by_key(|&c| Fill::points(c)).unwrap();
    let settings = Settings::default().with(|s| {
        s.resources.memory = 0.5;
        s.selection.exploration = 0.3;
    });
    let report = think(&mut wide(&settings), 60_000);
    let rank = |cell: u8| cells.iter().filter(|&&c| Fill::points(c) > Fill::points(cell)).count();
    assert!(rank(report.best().unwrap().played.0) < 10, "the best is {best}");
}

#[test]
fn a_played_move_keeps_its_subtree() {
    for kind in ALL_KINDS {
        let settings = parallel(kind, 2);
        let mut search = wide(&settings);
        let before = think(&mut search, 20_000);
        let best = before.best().unwrap();
        search.advance(best.played);
        let after = think(&mut search, 0);
        assert!(visits(&after) > best.visits / 2 && visits(&after) <= best.visits);
        let reply = best.line[1];
        assert!(after.candidates.iter().any(|c| c.played == reply && c.visits > 0));

        let mut search = wide(&settings.with(|s| s.growth.tree_reuse = false));
        let before = think(&mut search, 20_000);
        search.advance(before.best().unwrap().played);
        assert_eq!(visits(&think(&mut search, 0)), 0);
    }
}

#[test]
fn turning_to_the_same_position_keeps_the_tree_and_to_another_one_does_not() {
    let mut search = wide(&Settings::default());
    think(&mut search, 1_000);
    search.set_position(Fill::new(106));
    assert_eq!(visits(&think(&mut search, 0)), 1_000);
    search.set_position(Fill::new(60));
    let report = think(&mut search, 100);
    assert_eq!((visits(&report), report.candidates.len()), (100, 60));
}

#[test]
fn a_whole_game_can_be_played_in_little_memory() {
    let settings = parallel(Parallelism::Tree, 2).with(|s| {
        s.resources.memory = 0.5;
        s.growth.expand_visits = 1.0;
    });
    let mut search = wide(&settings);
    while let Some(best) = think(&mut search, 500).candidates.first().map(|c| c.played) {
        assert!(search.position().is_legal(best));
        search.advance(best);
    }
    assert!(search.position().rewards().is_some());
}

#[test]
fn ways_that_join_share_their_nodes() {
    let settings = Settings::default().with(|s| {
        s.growth.expand_visits = 1.0;
        s.selection.exploration = 0.5;
    });
    let settings = settings.with(|s| {
        s.amaf.rule = Amaf::Off;
        s.selection.first_play_urgency = f32::INFINITY;
    });
    let joined = settings.clone().with(|s| s.growth.transpositions = true);
    let nodes = |settings: &Settings, threads| {
        let settings = settings.clone().with(|s| {
            s.resources.threads = threads;
            s.proofs.back_up = false;
        });
        let mut search = Search::new(Fill::new(9), Playouts(Deal::default()), settings).unwrap();
        let report = think(&mut search, 20_000);
        assert_eq!(visits(&report), 20_000);
        report.nodes
    };
    // Nine cells in turn: most positions are reached in several ways.
    let apart = nodes(&settings, 1);
    for threads in [1, 3] {
        assert!(nodes(&joined, threads) * 2 < apart);
    }
}

#[test]
fn joined_ways_prove_what_is_true_and_survive_tidying() {
    let settings = Settings::default().with(|s| {
        s.growth.transpositions = true;
        s.growth.expand_visits = 0.0;
    });
    for left in 4..16 {
        let position = Countdown::from_text(&format!("countdown {left}")).unwrap();
        let mut search =
            Search::new(position, Playouts(RandomPlayout::default()), settings.clone()).unwrap();
        let report = think(&mut search, 50_000);
        let winner = report.proof.and_then(|proof| proof.wins_for(report.view));
        assert_eq!(winner, Some(left % 4 != 0), "{left}");
    }
    let settings = settings.with(|s| s.resources.memory = 0.25);
    let mut search = Search::new(Fill::new(40), Playouts(Deal::default()), settings).unwrap();
    while let Some(best) = think(&mut search, 2_000).candidates.first().map(|c| c.played) {
        assert!(search.position().is_legal(best));
        search.advance(best);
    }
}

/// Likes cells of high numbers.
#[derive(Clone)]
struct HighCells;

impl Prior<Fill> for HighCells {
    fn judge(&mut self, _: &Fill, moves: &[Cell], out: &mut [f32]) {
        for (m, prior) in moves.iter().zip(out) {
            *prior = f32::from(m.0) / 105.0;
        }
    }
}

fn high_cells() -> impl Evaluator<Fill> {
    Playouts(Deal::default()).with_policy(Priors(HighCells))
}

#[test]
fn priors_lead_the_search_at_first() {
    let base = Settings::default().with(|s| {
        s.amaf.rule = Amaf::Off;
        s.selection.first_play_urgency = 0.5;
    });
    let ways = [
        base.clone().with(|s| s.priors.progressive_bias = 2.0),
        base.clone().with(|s| s.priors.prior_visits = 100),
        base.clone().with(|s| {
            s.priors.prior_amaf_visits = 100;
            s.amaf.rule = Amaf::Rave;
        }),
        base.clone().with(|s| {
            s.selection.rule = Selection::Puct;
            s.selection.exploration = 1.0;
        }),
    ];
    for settings in ways {
        let mut search = Search::new(Fill::new(106), high_cells(), settings.clone()).unwrap();
        let report = think(&mut search, 10);
        let best = report.best().unwrap();
        assert!(best.played.0 > 90, "{settings:?}");
        let told = best.prior.unwrap();
        assert!((told - f32::from(best.played.0) / 105.0).abs() < 0.01);
    }
    assert_eq!(think(&mut wide(&base), 10).best().unwrap().prior, None);
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let amaf = prop_oneof![
        Just(Amaf::Off),
        Just(Amaf::Alpha),
        Just(Amaf::Rave),
        Just(Amaf::RaveMse),
        Just(Amaf::RaveSimple)
    ];
    let final_move = prop_oneof![
        Just(FinalMove::Visits),
        Just(FinalMove::Wins),
        Just(FinalMove::WinRate),
        Just(FinalMove::LowerBound)
    ];
    let some = || prop_oneof![Just(0.0f32), 0.0f32..10.0];
    let rule = prop_oneof![Just(Selection::Uct), Just(Selection::Puct)];
    let selection =
        (amaf, some(), 0.0f32..=1.0, 0.1f32..1000.0, some(), some(), 0u32..10, 0u32..10, rule);
    let values = (prop_oneof![Just(f32::INFINITY), Just(-1.0), 0.0f32..2.0], some(), some());
    let expansion = prop_oneof![Just(Expansion::Enter), Just(Expansion::Evaluate)];
    let growth = (0.0f32..10.0, some(), 1u32..5, 1u32..5, expansion);
    let choice = (final_move, 0.0f32..3.0, any::<bool>(), any::<bool>(), any::<u64>());
    let threads =
        (0.25f64..1.0, 1u32..4, prop::sample::select(ALL_KINDS.to_vec()), 0u32..4, 1u32..9);
    let relative = prop::sample::select(vec![
        RelativeUpdates::Off,
        RelativeUpdates::Log,
        RelativeUpdates::Sqrt,
    ]);
    let sharing = (any::<bool>(), some(), relative, any::<bool>(), 0u32..6, 1u32..20);
    (selection, values, growth, choice, threads, sharing).prop_map(
        |(selection, values, growth, choice, threads, sharing)| {
            Settings::default().with(|s| {
                s.selection.rule = selection.8;
                s.selection.ucb_tuned = sharing.0 && selection.8 == Selection::Uct;
                s.selection.history = sharing.1;
                s.updates.relative_updates = sharing.2;
                s.growth.transpositions = sharing.3 && threads.2 != Parallelism::Island;
                s.selection.child_cache = sharing.4;
                s.updates.simulations_per_update = sharing.5;
                s.parallel.island_simulations = 50;
                s.amaf.rule = selection.0;
                s.selection.exploration = selection.1;
                s.amaf.alpha = selection.2;
                s.amaf.rave_visits = selection.3;
                s.amaf.rave_bias = selection.4;
                s.priors.progressive_bias = selection.5;
                s.priors.prior_visits = selection.6;
                s.priors.prior_amaf_visits = selection.7;
                s.selection.first_play_urgency = values.0;
                s.priors.virtual_visits = values.1;
                s.priors.parent_visits = values.2;
                s.growth.expand_visits = growth.0;
                s.growth.expand_visits_per_depth = growth.1;
                s.growth.playouts_per_new_node = growth.2;
                s.growth.playouts_per_simulation = growth.3;
                s.growth.expansion = growth.4;
                s.choice.final_move = choice.0;
                s.choice.lower_bound_width = choice.1;
                s.proofs.back_up = choice.2;
                s.growth.tree_reuse = choice.3;
                s.resources.seed = choice.4;
                s.resources.memory = threads.0;
                s.resources.threads = threads.1;
                s.parallel.parallelism = threads.2;
                s.parallel.virtual_loss = threads.3;
                s.parallel.leaves = if threads.2 == Parallelism::Leaf { 1 } else { threads.4 };
                s.resources.report_interval = 1;
            })
        },
    )
}

/// Plays a few moves of a game and checks every report.
fn play_some<G: Game, E: Evaluator<G>>(mut search: Search<G, E>) {
    for _ in 0..4 {
        let report = think(&mut search, 400);
        let Some(best) = report.best() else { return };
        assert!(search.position().is_legal(best.played));
        assert!(report.playouts <= 400);
        assert!((0.0..=1.0).contains(&report.win_rate));
        for candidate in &report.candidates {
            assert!((0.0..=1.0).contains(&candidate.win_rate));
            let mut position = search.position().clone();
            for &m in &candidate.line {
                assert!(position.is_legal(m), "a line must be playable");
                position.play(m);
            }
        }
        let rest: Vec<_> = report.candidates[1..].iter().map(|c| c.visits).collect();
        assert!(rest.is_sorted_by(|a, b| a >= b));
        search.advance(best.played);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_settings_play_any_game(settings in any_settings(), left in 1u8..25, kind in 0usize..4) {
        settings.check().unwrap();
        let rules = ["", "dice", "players 3", "players 4 dice"][kind];
        let position = Countdown::from_text(&format!("countdown {left} {rules}")).unwrap();
        play_some(Search::new(position, Playouts(RandomPlayout::default()), settings.clone()).unwrap());
        play_some(Search::new(Fill::new(106), high_cells(), settings).unwrap());
    }
}
