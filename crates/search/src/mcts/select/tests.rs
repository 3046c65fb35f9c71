//! The chosen move has the highest score by the formulas as papers write them.

use super::*;
use crate::Proof;
use crate::mcts::arena::{Arena, Block};
use crate::mcts::history::History;
use crate::mcts::node::{Head, Parent, PriorVisits};
use crate::mcts::prior::Prior;
use crate::mcts::settings::Selection;
use proptest::prelude::*;
use spinney_game::{Actor, Player};

/// A move's visits, wins, AMAF visits, AMAF wins and prior.
type Row = (u64, u64, u64, u64, f32);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let counts = || prop_oneof![Just(0), 1u64..50, 1u64..100_000_000];
    let row = (counts(), 0.0..=1.0, counts(), 0.0..=1.0, 0.0f32..=1.0).prop_map(
        |(n, p, m, q, prior): (u64, f64, u64, f64, f32)| {
            (n, (n as f64 * p) as u64, m, (m as f64 * q) as u64, prior)
        },
    );
    prop::collection::vec(row, 1..130)
}

fn node<'t>(arena: &'t Arena, rows: &[Row], settings: &Settings) -> Node<'t> {
    let actor = Actor::Player(Player::FIRST);
    let head = Head::new(rows.len(), actor, Player::FIRST, settings.kept());
    let above = Parent { block: Block(0), index: 0 };
    let edges = rows.iter().enumerate().map(|(i, row)| (i as u32, Prior::new(row.4)));
    let prior_visits = PriorVisits {
        visits: settings.priors.prior_visits.into(),
        amaf_visits: settings.priors.prior_amaf_visits.into(),
    };
    let node = Node::write(arena, Block(1), head, above, edges, prior_visits);
    for (i, &(n, w, m, v, _)) in rows.iter().enumerate() {
        node.stats()[i].fetch_add(Stat::new(n, w * 256).0, Relaxed);
        if head.has_amaf() {
            node.amafs()[i].fetch_add(Stat::new(m, v * 256).0, Relaxed);
        }
    }
    node
}

/// The formulas as they are written in papers, in double precision.
fn plain_score(
    settings: &Settings,
    rows: &[Row],
    priors: &[Prior],
    history: &History,
    i: usize,
) -> f64 {
    let setting = f64::from;
    let start = f64::from(settings.priors.prior_visits);
    let visits = |i: usize| rows[i].0 as f64 + start;
    let worth = |visits: u32, i: usize| Stat::of_mean(visits.into(), priors[i].rounded()).wins();
    let wins = |i: usize| rows[i].1 as f64 + worth(settings.priors.prior_visits, i);
    let total: f64 = (0..rows.len()).map(visits).sum();
    let mut n = visits(i) + setting(settings.priors.virtual_visits);
    let mut w = wins(i) + 0.5 * setting(settings.priors.virtual_visits);
    let mut urgency = setting(settings.selection.first_play_urgency);
    if total > 0.0 {
        let mean = (0..rows.len()).map(wins).sum::<f64>() / total;
        n += setting(settings.priors.parent_visits);
        w += setting(settings.priors.parent_visits) * mean;
        if settings.selection.parent_urgency {
            urgency = mean;
            if settings.selection.rule == Selection::Uct {
                urgency +=
                    setting(settings.selection.exploration) * libm::log(total.max(1.0)).sqrt();
            }
        }
    }
    let amaf_start = f64::from(settings.priors.prior_amaf_visits);
    let m = rows[i].2 as f64 + amaf_start;
    let v = rows[i].3 as f64 + worth(settings.priors.prior_amaf_visits, i);
    let (k, b) = (setting(settings.amaf.rave_visits), setting(settings.amaf.rave_bias));
    let beta = match settings.amaf.rule {
        Amaf::Off => 0.0,
        _ if m == 0.0 => 0.0,
        _ if n == 0.0 => 1.0,
        Amaf::Alpha => 1.0 - setting(settings.amaf.alpha),
        Amaf::Rave => (k / (3.0 * n + k)).sqrt(),
        Amaf::RaveMse => m / (n + m + 4.0 * n * m * b * b),
        Amaf::RaveSimple => k / (n + k),
    };
    let direct = if n > 0.0 { w / n } else { 0.0 };
    let amaf = if m > 0.0 { v / m } else { 0.0 };
    let c = setting(settings.selection.exploration);
    let explore = c * (libm::log(total.max(1.0)) / n.max(1.0)).sqrt();
    let spread = if settings.selection.ucb_tuned {
        let variance = direct - direct * direct;
        (variance + (2.0 * libm::log(total.max(1.0)) / n.max(1.0)).sqrt()).min(0.25).sqrt()
    } else {
        1.0
    };
    let policy: f64 = priors.iter().map(|prior| f64::from(prior.exact())).sum();
    let share = if policy > 0.0 { f64::from(priors[i].exact()) / policy } else { 0.0 };
    let (uct, puct) = match settings.selection.rule {
        Selection::Uct => (explore * spread, 0.0),
        Selection::Puct => (0.0, c * share * total.max(1.0).sqrt() / (1.0 + visits(i))),
    };
    let value = (1.0 - beta) * direct + beta * amaf + uct;
    let known = n > 0.0 || (settings.amaf.rule != Amaf::Off && m > 0.0);
    let prior = f64::from(priors[i].value(settings.selection.rule));
    let bias = setting(settings.priors.progressive_bias) * (2.0 * prior - 1.0) / (visits(i) + 1.0);
    let history = setting(settings.selection.history)
        * (2.0 * f64::from(history.of(Player::FIRST)[i]) - 1.0)
        / n.max(1.0).sqrt();
    puct + bias + history + if known { value } else { urgency }
}

/// Nothing has been learned of any move.
fn no_history() -> History {
    History::new(2, 200, true)
}

/// Moves that have won more often the later they come.
fn some_history(moves: usize) -> History {
    let mut history = no_history();
    for i in 0..moves {
        history.add(Player::FIRST, i as u32, Stat::new(100, (i * 100 * 256 / moves) as u64));
    }
    history
}

fn settings() -> impl Strategy<Value = Settings> {
    let amaf = prop::sample::select(vec![
        Amaf::Off,
        Amaf::Alpha,
        Amaf::Rave,
        Amaf::RaveMse,
        Amaf::RaveSimple,
    ]);
    let some = || prop_oneof![Just(0.0f32), 0.0f32..5.0];
    let selection = prop_oneof![Just(Selection::Uct), Just(Selection::Puct)];
    let starts = (0u32..5, 0u32..30, any::<bool>(), any::<bool>(), selection);
    (amaf, [some(), some(), some(), some(), some()], starts, 1.0f32..5000.0, 0.0f32..0.5).prop_map(
        |(amaf, some, starts, rave_visits, rave_bias)| {
            Settings::default().with(|s| {
                s.amaf.rule = amaf;
                s.selection.rule = starts.4;
                s.selection.exploration = some[0];
                s.priors.progressive_bias = some[1];
                s.priors.prior_visits = starts.0;
                s.priors.prior_amaf_visits = starts.1;
                s.selection.parent_urgency = starts.2;
                s.priors.virtual_visits = some[2];
                s.priors.parent_visits = some[3];
                s.selection.history = some[4];
                s.selection.ucb_tuned = starts.3 && starts.4 == Selection::Uct;
                s.amaf.rave_visits = rave_visits;
                s.amaf.rave_bias = rave_bias;
            })
        },
    )
}

proptest! {
    #[test]
    fn the_chosen_move_has_the_highest_score(settings in settings(), rows in rows()) {
        let arena = Arena::new(100).unwrap();
        let node = node(&arena, &rows, &settings);
        let history = some_history(rows.len());
        let chosen = Selector::new(&settings).choose(node, &history);
        prop_assert!(chosen < rows.len());
        let priors: Vec<_> = (0..rows.len()).map(|i| node.prior(i)).collect();
        let scores: Vec<_> =
            (0..rows.len()).map(|i| plain_score(&settings, &rows, &priors, &history, i)).collect();
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = highest - 1e-4 * highest.abs().max(1.0);
        prop_assert!(scores[chosen] > least, "{chosen} in {scores:?}");
    }
}

#[test]
fn of_equal_moves_the_first_is_chosen() {
    let arena = Arena::new(100).unwrap();
    for moves in 1..60 {
        let rows = vec![(10, 5, 10, 5, 0.5); moves];
        let node = node(&arena, &rows, &Settings::default());
        assert_eq!(Selector::new(&Settings::default()).choose(node, &no_history()), 0);
        node.stats()[moves - 1].store(Stat::new(10, 10 * 256).0, Relaxed);
        assert_eq!(Selector::new(&Settings::default()).choose(node, &no_history()), moves - 1);
    }
}

#[test]
fn lost_moves_are_avoided_and_won_ones_taken() {
    let arena = Arena::new(100).unwrap();
    let rows: Vec<Row> = (0..40).map(|i| (100, 60 + i, 0, 0, 0.5)).collect();
    node(&arena, &rows, &Settings::default());
    // Nodes are looked up anew in every simulation.
    let now = || Node::at(&arena, Block(1));
    let mut selector = Selector::new(&Settings::default());
    for lost in (1..40).rev() {
        assert_eq!(selector.choose(now(), &no_history()), lost);
        now().prove(lost, Proof::Won(Player::SECOND));
    }
    assert_eq!(selector.choose(now(), &no_history()), 0);
    now().prove(0, Proof::Won(Player::SECOND));
    assert!(selector.choose(now(), &no_history()) < 40);
    node(&arena, &rows, &Settings::default());
    now().prove(7, Proof::Won(Player::FIRST));
    assert_eq!(selector.choose(now(), &no_history()), 7);
}

#[test]
fn the_best_few_moves_are_kept_for_a_while() {
    let arena = Arena::new(100).unwrap();
    let settings = Settings::default().with(|s| {
        s.selection.child_cache = 3;
        s.amaf.rule = Amaf::Off;
    });
    let rows: Vec<Row> = (0..40).map(|i| (10, i / 8, 0, 0, 0.5)).collect();
    let node = node(&arena, &rows, &settings);
    let mut selector = Selector::new(&settings);
    assert_eq!(selector.choose(node, &no_history()), 32, "the first of the best");
    // Another move becomes the best unseen; 400 visits are looked at again when they are 441.
    node.stats()[0].store(Stat::new(10, 10 * 256).0, Relaxed);
    for _ in 400..441 {
        assert_eq!(selector.choose(node, &no_history()), 32);
    }
    assert_eq!(selector.choose(node, &no_history()), 0);
    // Among those kept, the best is taken at once.
    node.stats()[33].store(Stat::new(10, 11 * 256).0, Relaxed);
    assert_eq!(selector.choose(node, &no_history()), 33);
    selector.forget();
    node.stats()[1].store(Stat::new(10, 12 * 256).0, Relaxed);
    assert_eq!(selector.choose(node, &no_history()), 1);
}

/// AlphaZero's rule on three moves: with one visit each, U is `c p sqrt(3) / 2`.
#[test]
fn puct_explores_by_the_shares_of_the_policy() {
    let arena = Arena::new(100).unwrap();
    let settings = Settings::default().with(|s| {
        s.selection.rule = Selection::Puct;
        s.selection.exploration = 1.0;
        s.amaf.rule = Amaf::Off;
        s.selection.first_play_urgency = 0.0;
    });
    let choose = |rows: &[Row]| {
        let node = node(&arena, rows, &settings);
        Selector::new(&settings).choose(node, &no_history())
    };
    assert_eq!(choose(&[(0, 0, 0, 0, 0.2), (0, 0, 0, 0, 0.5), (0, 0, 0, 0, 0.3)]), 1);
    // A win and 0.2 sqrt(3) / 2 = 0.17 are more than 0.5 sqrt(3) / 2 = 0.43.
    assert_eq!(choose(&[(1, 1, 0, 0, 0.2), (1, 0, 0, 0, 0.5), (1, 0, 0, 0, 0.3)]), 0);
    // The untried one has 0.3 sqrt(2) = 0.42, the best of the others 0.5 sqrt(2) / 2 = 0.35.
    assert_eq!(choose(&[(1, 0, 0, 0, 0.2), (1, 0, 0, 0, 0.5), (0, 0, 0, 0, 0.3)]), 2);
    // Shares count, not what they add up to; a share below 1/254 is still one.
    assert_eq!(choose(&[(9, 0, 0, 0, 0.002), (0, 0, 0, 0, 0.0015), (9, 0, 0, 0, 0.003)]), 1);
}
