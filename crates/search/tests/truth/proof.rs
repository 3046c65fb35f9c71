//! Proof search against the truth: games small enough to be looked at in full.

use crate::fill::Fill;
use crate::reference::{Reference, after, legal_moves};
use spinney_game::demo::Countdown;
use spinney_game::{Game, NoProver, Player, Playouts, RandomPlayout, Rng};
use spinney_search::dfpn::strategy::{Strategy, StrategyError};
use spinney_search::dfpn::{Progress, Settings, Solver};
use spinney_search::{Limits, Proof, Stop, mcts};

fn solver<G: Game>(settings: &Settings) -> Solver<G, NoProver> {
    Solver::new(NoProver, settings.clone()).unwrap()
}

fn solve<G: Game>(solver: &mut Solver<G, NoProver>, position: &G) -> Progress<G::Move> {
    solver.solve(position, &Limits::default(), &Stop::new(), &mut |_| {})
}

fn countdown(left: usize) -> Countdown {
    Countdown::from_text(&format!("countdown {left}")).unwrap()
}

/// A board of ten cells, some of them taken.
fn half_full(rng: &mut Rng) -> Fill {
    let mut position = Fill::new(10);
    for _ in 0..rng.below(6) {
        let m = *rng.choose(&legal_moves(&position)).unwrap();
        position.play(m);
    }
    position
}

#[test]
fn every_heap_is_proven_as_brute_force_says() {
    for threads in [1, 2] {
        let mut solver = solver(&Settings { threads, ..Settings::default() });
        let mut reference = Reference::default();
        for left in 1..=30 {
            let progress = solve(&mut solver, &countdown(left));
            assert_eq!(progress.winner, reference.sure_winner(&countdown(left)), "{left} left");
            if progress.winner == Some(Player::FIRST) {
                let next = after(&countdown(left), progress.winning_move.unwrap());
                assert_eq!(reference.sure_winner(&next), Some(Player::FIRST));
            }
        }
    }
}

#[test]
fn boards_are_proven_however_few_moves_count_and_however_small_the_table() {
    let settings = [
        Settings::default(),
        Settings { widening_base: 2, widening_share: 1.0, ..Settings::default() },
        Settings { widening_base: 1, widening_share: 0.0, memory: 1, ..Settings::default() },
        Settings { threads: 3, ..Settings::default() },
    ];
    let mut rng = Rng::new(5, 0);
    for settings in &settings {
        let mut reference = Reference::default();
        for _ in 0..20 {
            let position = half_full(&mut rng);
            let progress = solve(&mut solver(settings), &position);
            assert_eq!(progress.winner, reference.sure_winner(&position), "{settings:?}");
        }
    }
}

#[test]
fn one_thread_works_the_same_way_every_time() {
    let nodes = || solve(&mut solver(&Settings::default()), &Fill::new(10)).nodes;
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_search_that_was_cut_short_goes_on_where_it_was_also_from_a_file() {
    let whole = solve(&mut solver(&Settings::default()), &Fill::new(10));
    let some = Limits { nodes: Some(whole.nodes / 2), ..Limits::default() };
    let mut first = solver(&Settings::default());
    let cut = first.solve(&Fill::new(10), &some, &Stop::new(), &mut |_| {});
    assert_eq!(cut.winner, None);
    assert!(cut.proof_number > 0 && cut.disproof_number > 0);
    let mut file = Vec::new();
    first.save(&Fill::new(10), &mut file).unwrap();

    let rest = solve(&mut first, &Fill::new(10));
    assert_eq!(rest.winner, whole.winner);
    assert!(rest.nodes < whole.nodes);

    let mut second = solver(&Settings::default());
    second.load(&Fill::new(10), &mut file.as_slice()).unwrap();
    let rest = solve(&mut second, &Fill::new(10));
    assert_eq!(rest.winner, whole.winner);
    assert!(rest.nodes < whole.nodes);
}

#[test]
fn a_thrown_switch_ends_it() {
    let stop = Stop::new();
    stop.stop();
    let mut solver = solver(&Settings::default());
    let progress = solver.solve(&Fill::new(60), &Limits::default(), &stop, &mut |_| {});
    assert_eq!(progress.winner, None);
    assert!(progress.nodes <= 1);
}

#[test]
fn a_strategy_wins_against_everything_by_the_rules_alone() {
    for left in [7, 12, 21] {
        let mut solver = solver(&Settings::default());
        let strategy =
            Strategy::prove(&mut solver, &countdown(left), 10_000, &Stop::new()).unwrap();
        assert_eq!(Some(strategy.winner()), solver.known(&countdown(left)));
        assert!(strategy.check(&countdown(left)).unwrap() >= strategy.len());
        let text = strategy.text(&countdown(left));
        let (start, read) = Strategy::from_text::<Countdown>(&text).unwrap();
        assert_eq!((start.text(), read), (countdown(left).text(), strategy));
    }
}

#[test]
fn a_strategy_with_a_hole_or_a_blunder_is_found_out() {
    let nine = "first wins at countdown 9\ncountdown 9: 1\n";
    let flaw = |text: &str| {
        let (start, strategy) = Strategy::from_text::<Countdown>(text).unwrap();
        match strategy.check(&start) {
            Err(StrategyError::Flaw { problem, .. }) => problem,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(flaw(nine), "there is no reply");
    let blunder = "first wins at countdown 3\ncountdown 3: 2\n";
    assert_eq!(flaw(blunder), "the game is lost");
    for (text, place) in [
        ("", "line 1"),
        ("nobody wins at countdown 9", "line 1"),
        ("first wins at countdown 9\ncountdown 9 1", "line 2"),
        ("first wins at countdown 9\ncountdown 9: 7", "line 2"),
    ] {
        let error = Strategy::from_text::<Countdown>(text).unwrap_err();
        assert!(error.to_string().contains(place), "{error}");
    }
    let all = Strategy::prove(&mut solver(&Settings::default()), &countdown(30), 3, &Stop::new());
    assert_eq!(all, Err(StrategyError::TooLarge(3)));
}

/// What a solver has proven below the root shows in a tree search that asks it, which without it
/// could not tell after so few playouts. Of the moves at the root it hears before the first one.
#[test]
fn a_tree_search_hears_of_what_is_proven_elsewhere() {
    let root = countdown(40);
    let think = |solver: Option<&Solver<Countdown, NoProver>>, playouts: u64| {
        let settings = mcts::Settings::default().with(|s| s.selection.exploration = 1.0);
        let mut search =
            mcts::Search::new(root, Playouts(RandomPlayout::default()), settings).unwrap();
        search.consult(solver.map(Solver::oracle));
        search.think(&Limits::playouts(playouts), &Stop::new(), &mut |_| {})
    };
    let mut of_answers = solver(&Settings::default());
    let mut of_moves = solver(&Settings::default());
    for m in legal_moves(&root) {
        let after_it = after(&root, m);
        solve(&mut of_moves, &after_it);
        for answer in legal_moves(&after_it) {
            solve(&mut of_answers, &after(&after_it, answer));
        }
    }
    assert_eq!(think(None, 4_000).proof, None);
    for (solver, playouts) in [(&of_answers, 4_000), (&of_moves, 1)] {
        let told = think(Some(solver), playouts);
        // A multiple of four is lost.
        assert_eq!(told.proof, Some(Proof::Won(Player::SECOND)));
        assert!(told.candidates.iter().all(|c| c.proof == Some(Proof::Won(Player::SECOND))));
    }
}
