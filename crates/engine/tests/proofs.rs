//! Proofs against the truth: brute force where that is possible, published results where not.

mod truth;

use std::collections::HashMap;
use std::time::Duration;

use spinney_engine::proof::{ProofSettings, Prover, StrategyError, check_strategy, prover};
use spinney_engine::{EngineError, Limits, Rng, Session, Stop, open};
use truth::{BOARDS, brute_force, scattered, seat};

fn prove(prover: &mut dyn Prover, position: &str) -> Option<&'static str> {
    prover.solve(position, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap().winner
}

fn agree_with_brute_force(settings: &ProofSettings, rng: &mut Rng) {
    for (board, taken) in BOARDS {
        let mut prover = prover(board, settings).unwrap();
        let mut known = HashMap::new();
        for _ in 0..60 {
            let moves = taken + rng.below(5) as usize;
            let Some(mut session) = scattered(board, moves, rng) else { continue };
            let position = session.board().text();
            let winner = brute_force(&mut session, &mut known);
            let proven = prove(&mut *prover, &position).unwrap();
            assert_eq!(seat(&session, proven), winner, "{position}");
        }
    }
}

#[test]
fn proofs_agree_with_brute_force() {
    agree_with_brute_force(&ProofSettings::default(), &mut Rng::new(11, 0));
}

#[test]
fn proofs_agree_with_brute_force_in_the_smallest_memory_on_two_threads() {
    let settings = ProofSettings { memory: 1, threads: 2, ..ProofSettings::default() };
    agree_with_brute_force(&settings, &mut Rng::new(13, 0));
}

/// Hex 6x6 takes more positions than the smallest table has room for. Siblings used to evict each
/// other from it for ever.
#[test]
fn a_table_that_is_full_of_other_positions_does_not_keep_a_proof_from_ending() {
    let board = "hex 6x6";
    let mut prover =
        prover(board, &ProofSettings { memory: 1, ..ProofSettings::default() }).unwrap();
    assert_eq!(prove(&mut *prover, board), Some("black"));
    let winning = with_half_turn(6, "a3 a4 a5 a6 b2 b3 b4 b5 c2 c3 c4 c5");
    let mut openings = prover.openings(board).unwrap();
    let mut rng = Rng::new(14, 0);
    for _ in 0..3 {
        for i in (1..openings.len()).rev() {
            openings.swap(i, rng.below(i as u32 + 1) as usize);
        }
        for opening in &openings {
            let winner = if winning.contains(&opening.moves[0]) { "black" } else { "white" };
            assert_eq!(prove(&mut *prover, &opening.after), Some(winner), "{}", opening.after);
        }
    }
}

#[test]
fn a_prover_of_one_board_does_not_take_positions_of_another() {
    let mut prover = prover("hex 3x3; black a1", &ProofSettings::default()).unwrap();
    let mut solve = |position: &str| {
        prover.solve(position, &Limits::default(), &Stop::new(), &mut |_| {}).map(|p| p.winner)
    };
    assert_eq!(solve("hex 3x3"), Ok(Some("black")));
    for other in ["hex 4x4", "hex 2x2", "hex 3x3 swap-sides"] {
        let error = solve(other).unwrap_err().to_string();
        assert!(error.contains("is not a position of hex 3x3"), "{error}");
    }
}

/// The moves that win at the start of a game, by the prover.
fn winning_openings(board: &str) -> Vec<String> {
    let mut prover = prover(board, &ProofSettings::default()).unwrap();
    let openings = prover.openings(board).unwrap();
    let mut winning = Vec::new();
    for opening in openings {
        if prove(&mut *prover, &opening.after) == Some("black") {
            winning.extend(opening.moves);
        }
    }
    winning.sort();
    winning
}

/// The cells, and those that the half turn of a square Hex board takes them to.
fn with_half_turn(size: u8, cells: &str) -> Vec<String> {
    let turned = |cell: &str| {
        let (column, row) = (cell.as_bytes()[0] - b'a', cell.as_bytes()[1] - b'1');
        format!("{}{}", (b'a' + size - 1 - column) as char, size - row)
    };
    let cells = cells.split(' ');
    let mut all: Vec<String> = cells.flat_map(|cell| [cell.to_owned(), turned(cell)]).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn the_winning_openings_of_small_hex_boards_are_those_published() {
    let five = with_half_turn(5, "a4 a5 b2 b3 b4 c2 c3");
    assert_eq!(winning_openings("hex 5x5"), five);
    let six = with_half_turn(6, "a3 a4 a5 a6 b2 b3 b4 b5 c2 c3 c4 c5");
    assert_eq!(winning_openings("hex 6x6"), six);
}

#[test]
fn the_winning_openings_of_small_y_boards_are_those_published() {
    assert_eq!(winning_openings("y 2"), ["a1", "a2", "b2"]);
    assert_eq!(winning_openings("y 3"), ["a2", "b2", "b3"]);
    assert_eq!(winning_openings("y 4"), ["a2", "a3", "b2", "b3", "b4", "c3", "c4"]);
    assert_eq!(winning_openings("y 5"), ["b3", "b4", "c4"]);
    assert_eq!(winning_openings("y 6").len(), 3);
    assert_eq!(winning_openings("y 7").len(), 10);
}

#[test]
fn a_second_player_who_may_swap_wins_wherever_the_first_one_opens() {
    for board in ["hex 3x3 swap-pieces", "y 3 swap-sides"] {
        let mut prover = prover(board, &ProofSettings::default()).unwrap();
        for opening in prover.openings(board).unwrap() {
            let session = open("hex", Some(&opening.after), &[])
                .or_else(|_| open("y", Some(&opening.after), &[]))
                .unwrap();
            let winner = prove(&mut *prover, &opening.after);
            assert_eq!(winner, session.board().to_move(), "{}", opening.after);
        }
    }
}

#[test]
fn strategies_win_by_the_rules_alone() {
    for board in ["hex 3x3", "hex 4x4", "y 4", "polyy 3,3"] {
        let mut prover = prover(board, &ProofSettings::default()).unwrap();
        let strategy = prover.strategy(board, 1_000_000, &Stop::new()).unwrap();
        assert!(check_strategy(&strategy).unwrap() > 10, "{board}");
        let hole: String = strategy.lines().take(2).map(|line| format!("{line}\n")).collect();
        assert!(matches!(check_strategy(&hole), Err(StrategyError::Flaw { .. })), "{board}");
    }
    assert!(check_strategy("nonsense").is_err());
    assert!(check_strategy("black wins at chess").is_err());
}

#[test]
fn threads_share_a_proof_and_a_saved_table_goes_on() {
    let board = "hex 5x5; black a3";
    let settings = ProofSettings { threads: 2, ..ProofSettings::default() };
    let mut both = prover(board, &settings).unwrap();
    assert_eq!(prove(&mut *both, board), Some("white"));
    let mut file = Vec::new();
    both.save(&mut file).unwrap();
    let mut again = prover(board, &ProofSettings::default()).unwrap();
    again.load(&mut file.as_slice()).unwrap();
    let known = again.solve(board, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((known.winner, known.nodes), (Some("white"), 0));
}

#[test]
fn what_cannot_be_proven_is_said() {
    let settings = ProofSettings::default();
    assert!(prover("chess 8", &settings).is_err());
    assert!(prover("hex 5x5", &ProofSettings { threads: 0, ..settings.clone() }).is_err());
    let mut hex = prover("hex 2x2", &settings).unwrap();
    let limits = Limits::default();
    let mut solve = |position| hex.solve(position, &limits, &Stop::new(), &mut |_| {});
    assert!(solve("y 4").is_err());
    let over = "hex 2x2; black a1 a2; white b1";
    assert_eq!(solve(over), Err(EngineError::GameOver));
    assert!(solve("hex 2x2").is_ok());
}

/// The search with what the game can prove in its tree.
fn with_static_proofs(game: &str, position: &str, visits: u32, threads: u32) -> Session {
    let overrides = [
        ("search.static-proof-visits".to_owned(), visits.to_string()),
        ("search.threads".to_owned(), threads.to_string()),
    ];
    open(&format!("{game}/best"), Some(position), &overrides).unwrap()
}

#[test]
fn insight_in_the_tree_proves_nothing_but_the_truth() {
    let mut rng = Rng::new(12, 0);
    let boards =
        [("hex 3x3 swap-sides", 0), ("hex 4x4", 3), ("y 4", 0), ("y 4 swap-sides", 0), ("y 5", 4)];
    let boards = boards.into_iter().chain([("polyy 3,3", 0), ("polyy 5,3", 5)]);
    for (board, taken) in boards {
        let game = board.split(' ').next().unwrap();
        let mut known = HashMap::new();
        for round in 0..25 {
            let moves = taken + rng.below(4) as usize;
            let Some(mut truth) = scattered(board, moves, &mut rng) else { continue };
            let winner = brute_force(&mut truth, &mut known);
            let position = truth.board().text();
            for threads in [1, 2] {
                let mut session = with_static_proofs(game, &position, 1 + round % 7, threads);
                let limits = Limits::playouts(2_000);
                let report = session.think(&limits, &Stop::new(), &mut |_| {}).unwrap();
                let Some(proven) = report.proven_winner else { continue };
                assert_eq!(seat(&session, proven), winner, "{position}");
                let best = report.best().unwrap();
                if Some(proven) == session.board().to_move() {
                    truth.line.play(None, &best.text).unwrap();
                    assert_eq!(brute_force(&mut truth, &mut known), winner, "{position} {best:?}");
                    truth.line.undo().unwrap();
                }
            }
        }
    }
}

#[test]
fn games_with_insight_are_played_legally_to_their_end_and_a_win_is_kept() {
    for board in ["hex 5x5", "hex 6x6 swap-pieces", "y 6 swap-sides", "polyy 5,3 swap-sides"] {
        let game = board.split(' ').next().unwrap();
        for seed in 0..4 {
            let mut session = with_static_proofs(game, board, 20, 1 + seed % 2);
            session.player.set_parameter("search.seed", &seed.to_string()).unwrap();
            session
                .player
                .set_parameter("search.static-proof-adaptivity", &(seed / 2).to_string())
                .unwrap();
            let mut sure = None;
            while session.board().outcome().is_none() {
                let limits = Limits::playouts(1_000);
                let report = session.think(&limits, &Stop::new(), &mut |_| {}).unwrap();
                // A side is a colour, and colours change hands only at the swap, before any proof
                // on boards of this size with these playouts.
                if let (Some(before), Some(now)) = (sure, report.proven_winner) {
                    assert_eq!(before, now, "{}", session.board().text());
                }
                sure = sure.or(report.proven_winner.filter(|_| session.line.played().len() > 2));
                let best = report.best().unwrap().text.clone();
                session.line.play(None, &best).unwrap();
            }
            let winner = session.board().outcome().unwrap().winner;
            assert!(sure.is_none() || sure == winner, "{}", session.board().text());
        }
    }
}

#[test]
fn a_solver_beside_the_search_ends_it_with_a_move_that_wins() {
    // The search alone would need far more than the playouts that it is given.
    let overrides = [("play.solver-threads", "1"), ("search.static-proof-visits", "0")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let board = "hex 6x6; black b2; white c5; black to move";
    let mut session = open("hex/uct", Some(board), &overrides).unwrap();
    let report = session.think(&Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(report.proven_winner, Some("black"));
    session.line.play(None, &report.best().unwrap().text).unwrap();
    let mut prover = prover(board, &ProofSettings::default()).unwrap();
    assert_eq!(prove(&mut *prover, &session.board().text()), Some("black"));
    // Before the search it finds the same, and the search is spared.
    let before = [("play.solver-share", "1"), ("search.static-proof-visits", "0")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut session = open("hex/uct", Some(board), &before).unwrap();
    let an_hour = Limits::move_time(Duration::from_secs(3_600));
    let report = session.think(&an_hour, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((report.proven_winner, report.playouts), (Some("black"), 1));
    session.line.play(None, &report.best().unwrap().text).unwrap();
    assert_eq!(prove(&mut *prover, &session.board().text()), Some("black"));
    // Where static proof leaves many moves to try, it leaves all of the time to the search.
    let mut open_board = open("hex/uct", Some("hex 11x11; black f6; white d4"), &before).unwrap();
    let a_moment = Limits::move_time(Duration::from_secs(1));
    let report = open_board.think(&a_moment, &Stop::new(), &mut |_| {}).unwrap();
    assert!(report.playouts > 200, "{} playouts", report.playouts);
    // A thrown switch ends both.
    let mut large = open("hex/uct", Some("hex 13x13"), &overrides).unwrap();
    let stop = Stop::new();
    stop.stop();
    assert_eq!(large.think(&Limits::default(), &stop, &mut |_| {}).unwrap().proven_winner, None);
}
