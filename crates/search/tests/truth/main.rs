//! The search against the truth: games small enough to be looked at in full.

#[path = "../fill/mod.rs"]
mod fill;
mod interrupts;
mod leaves;
mod promises;
mod proof;
mod reference;
mod saved;
mod twin;

use reference::{Reference, after, legal_moves};
use spinney_game::demo::Countdown;
use spinney_game::{Actor, Game, Playouts, RandomPlayout};
use spinney_search::mcts::{
    Amaf, Expansion, FinalMove, Parallelism, RelativeUpdates, Search, Selection, Settings,
};
use spinney_search::{Limits, Proof, Report, Stop};

fn countdown(text: &str) -> Countdown {
    Countdown::from_text(text).unwrap()
}

fn think<G: Game>(position: &G, settings: &Settings, playouts: u64) -> Report<G::Move> {
    let mut search =
        Search::new(position.clone(), Playouts(RandomPlayout::default()), settings.clone())
            .unwrap();
    search.think(&Limits::playouts(playouts), &Stop::new(), &mut |_| {})
}

fn uct() -> Settings {
    Settings::default().with(|s| {
        s.amaf.rule = Amaf::Off;
        s.selection.exploration = 0.7;
        s.growth.expand_visits = 2.0;
    })
}

fn puct() -> Settings {
    let selection = Selection::Puct;
    uct().with(|s| {
        s.selection.rule = selection;
        s.selection.exploration = 1.0;
        s.selection.first_play_urgency = 0.5;
    })
}

#[test]
fn every_small_heap_is_proven_as_brute_force_says() {
    for players in 2..=4 {
        let mut reference = Reference::default();
        for left in 1..=10 {
            let position = countdown(&format!("countdown {left} players {players}"));
            let report = think(&position, &uct(), 50_000);
            let sure = reference.sure_winner(&position);
            assert_eq!(report.proven_winner(), sure, "{left} left, {players} players");
            for candidate in &report.candidates {
                if let Some(Proof::Won(winner)) = candidate.proof {
                    let next = after(&position, candidate.played);
                    assert_eq!(reference.sure_winner(&next), Some(winner));
                }
            }
        }
    }
}

#[test]
fn with_dice_only_what_all_outcomes_agree_on_is_proven() {
    let mut reference = Reference::default();
    for left in 1..=10 {
        let position = countdown(&format!("countdown {left} dice"));
        let report = think(&position, &uct(), 20_000);
        assert_eq!(report.proven_winner(), reference.sure_winner(&position), "{left} left");
    }
}

#[test]
fn a_proven_loss_is_not_played_while_there_is_another_move() {
    let mut reference = Reference::default();
    for left in 2..=30 {
        let position = countdown(&format!("countdown {left}"));
        for final_move in
            [FinalMove::Visits, FinalMove::Wins, FinalMove::WinRate, FinalMove::LowerBound]
        {
            let settings = uct().with(|s| s.choice.final_move = final_move);
            let report = think(&position, &settings, 3_000);
            let best = report.best().unwrap();
            let lost = |proof| matches!(proof, Some(Proof::Won(p)) if p != report.view);
            if lost(best.proof) {
                assert!(report.candidates.iter().all(|c| lost(c.proof)));
            }
            if report.proven_winner() == Some(report.view) {
                let next = after(&position, best.played);
                assert_eq!(reference.sure_winner(&next), Some(report.view));
            }
        }
    }
}

/// Every way to search, each of which must come to the same conclusions.
fn ways() -> Vec<Settings> {
    // All-moves-as-first says little in this game, so it must not be trusted for long.
    let rave = |amaf| {
        uct().with(|s| {
            s.amaf.rule = amaf;
            s.amaf.rave_visits = 50.0;
        })
    };
    let mut ways = vec![
        uct(),
        rave(Amaf::Alpha),
        rave(Amaf::Rave),
        rave(Amaf::RaveMse).with(|s| s.amaf.rave_bias = 0.3),
        rave(Amaf::RaveSimple),
        uct().with(|s| {
            s.growth.playouts_per_new_node = 8;
            s.growth.playouts_per_simulation = 2;
        }),
        uct().with(|s| {
            s.priors.virtual_visits = 2.0;
            s.priors.parent_visits = 2.0;
        }),
        uct().with(|s| {
            s.selection.first_play_urgency = f32::INFINITY;
            s.growth.expand_visits_per_depth = 1.0;
        }),
        uct().with(|s| s.choice.final_move = FinalMove::Wins),
        uct().with(|s| s.choice.final_move = FinalMove::LowerBound),
        uct().with(|s| {
            s.selection.ucb_tuned = true;
            s.selection.exploration = 1.4;
        }),
        uct().with(|s| {
            s.selection.history = 0.2;
            s.selection.child_cache = 2;
        }),
        uct().with(|s| s.updates.relative_updates = RelativeUpdates::Log),
        uct().with(|s| s.updates.relative_updates = RelativeUpdates::Sqrt),
        uct().with(|s| s.growth.transpositions = true),
        uct().with(|s| {
            s.growth.transpositions = true;
            s.resources.threads = 3;
        }),
        puct(),
        puct().with(|s| {
            s.growth.expansion = Expansion::Evaluate;
            s.parallel.leaves = 8;
        }),
        puct().with(|s| {
            s.growth.expansion = Expansion::Evaluate;
            s.parallel.leaves = 8;
            s.resources.threads = 2;
        }),
        puct().with(|s| {
            s.growth.transpositions = true;
            s.parallel.leaves = 8;
        }),
    ];
    let kinds = [Parallelism::Tree, Parallelism::Root, Parallelism::Island, Parallelism::Leaf];
    for parallelism in kinds {
        for threads in [2, 4] {
            ways.push(uct().with(|s| {
                s.parallel.parallelism = parallelism;
                s.resources.threads = threads;
            }));
            ways.push(rave(Amaf::Rave).with(|s| {
                s.parallel.parallelism = parallelism;
                s.resources.threads = threads;
            }));
        }
    }
    ways
}

#[test]
fn every_way_to_search_wins_the_countdown() {
    let mut reference = Reference::default();
    for settings in ways() {
        for left in [6, 9, 13] {
            let position = countdown(&format!("countdown {left}"));
            let report = think(&position, &settings, 50_000);
            let next = after(&position, report.best().unwrap().played);
            assert_eq!(reference.sure_winner(&next), Some(report.view), "{left}: {settings:?}");
        }
    }
}

/// Without proofs, values must come from the statistics alone.
#[test]
fn with_dice_the_best_move_and_its_value_are_found() {
    let mut reference = Reference::default();
    for left in [4, 7, 9, 12] {
        for text in [format!("countdown {left} dice"), format!("countdown {left} players 3 dice")] {
            let position = countdown(&text);
            let Actor::Player(player) = position.actor() else { panic!("{text}: a player acts") };
            let settings = uct().with(|s| s.proofs.back_up = false);
            let report = think(&position, &settings, 200_000);
            let best = report.best().unwrap();
            let truth = reference.bounds(&position)[player.index()];
            let chosen = reference.bounds(&after(&position, best.played))[player.index()];
            assert!(chosen.high > truth.low - 0.01, "{text}: {chosen:?} instead of {truth:?}");
            let told = f64::from(best.win_rate);
            assert!(truth.is_near(told, 0.05), "{text}: {told} instead of {truth:?}");
        }
    }
}

#[test]
fn a_chance_root_gets_the_expectation_of_its_outcomes() {
    let mut position = countdown("countdown 9 dice");
    position.play(legal_moves(&position)[0]);
    assert_eq!(position.actor(), Actor::Chance);
    let report = think(&position, &uct().with(|s| s.proofs.back_up = false), 200_000);
    let truth = Reference::default().bounds(&position)[report.view.index()];
    assert!(truth.is_near(report.win_rate.into(), 0.05));
    let shares: Vec<_> = report.candidates.iter().map(|c| c.visits as f64 / 200_000.0).collect();
    assert!(shares.iter().all(|share| (share - 0.5).abs() < 0.01), "{shares:?}");
}

#[test]
fn a_finished_game_has_nothing_to_search() {
    let mut position = countdown("countdown 1");
    position.play(legal_moves(&position)[0]);
    let report = think(&position, &Settings::default(), 100);
    assert_eq!((report.actor, report.candidates.len(), report.playouts), (Actor::Nobody, 0, 0));
    assert_eq!(report.win_rate, 1.0);
}
