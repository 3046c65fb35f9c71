//! Small boards of Havannah solved, with draws, and compared with playing everything.

use std::collections::HashMap;

use spinney_connection::havannah::Position;
use spinney_engine::proof::{
    ProofSettings, Prover, Proving, StrategyError, TableError, check_strategy, prover,
};
use spinney_engine::{EngineError, Limits, Stop};
use spinney_game::conformance::thorough;
use spinney_game::{Actor, Game, Player, RandomPlayout, Rng};

/// Who wins, or nobody.
type Value = Option<Player>;

fn position(text: &str) -> Position {
    Position::from_text(text).unwrap()
}

fn proof_search(board: &str) -> Box<dyn Prover> {
    prover(board, &ProofSettings { memory: 64, ..ProofSettings::default() }).unwrap()
}

fn proven(prover: &mut dyn Prover, position: &str) -> Proving {
    let known = prover.solve(position, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
    assert!(known.winner.is_some() != known.is_drawn, "one of both: {known:?}");
    assert_eq!(known.safe, None, "a decided position has no bounds");
    known
}

fn value(position: &Position, known: &Proving) -> Value {
    let players = [Player::FIRST, Player::SECOND];
    known.winner.map(|side| players.into_iter().find(|&p| position.side_name(p) == side).unwrap())
}

/// By playing everything, with nothing but the rules.
fn brute_force(position: &Position, known: &mut HashMap<u64, Value>) -> Value {
    let Actor::Player(mover) = position.actor() else {
        return position.rewards().unwrap().winner();
    };
    if let Some(&value) = known.get(&position.hash()) {
        return value;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut best = Some(mover.opponent());
    for m in moves {
        let mut after = position.clone();
        after.play(m);
        match brute_force(&after, known) {
            Some(winner) if winner == mover => {
                best = Some(mover);
                break;
            }
            None => best = None,
            Some(_) => {}
        }
    }
    known.insert(position.hash(), best);
    best
}

/// A random game, move by move.
fn random_game(start: &Position, rng: &mut Rng) -> Vec<Position> {
    let mut line = vec![start.clone()];
    let mut random = RandomPlayout::default();
    while let Some(m) = random.pick(&line[line.len() - 1], rng) {
        let mut after = line[line.len() - 1].clone();
        after.play(m);
        line.push(after);
    }
    line
}

/// Positions with stones enough for brute force. Of random games few are drawn, so that those which
/// were are looked at from nearer to their end, too. A move that is named does what is claimed of it.
#[test]
fn late_positions_are_worth_what_brute_force_says() {
    let mut rng = Rng::new(6, 0);
    let mut counts = HashMap::new();
    for (side, left, games) in [(3, 12, 200), (4, 10, 3_000)] {
        let board = format!("havannah {side}");
        let start = position(&board);
        let cells = start.topology().cells();
        let mut prover = proof_search(&board);
        for _ in 0..games * thorough() {
            let line = random_game(&start, &mut rng);
            let is_drawn = line.len() == cells + 1;
            let looked_at = [cells - left, cells - 6, cells - 4];
            for &stones in &looked_at[..if is_drawn { 3 } else { 1 }] {
                let Some(at) = line.get(stones).filter(|at| at.actor() != Actor::Nobody) else {
                    continue;
                };
                let mut truth = HashMap::new();
                let expected = brute_force(at, &mut truth);
                let known = proven(&mut *prover, &at.text());
                assert_eq!(value(at, &known), expected, "{at:?}");
                if let Some(best) = known.best_move {
                    let mut after = at.clone();
                    after.play(at.parse_move(&best).unwrap());
                    assert_eq!(brute_force(&after, &mut truth), expected, "{best} at {at:?}");
                }
                *counts.entry(expected).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(counts.len(), 3, "wins of both and draws: {counts:?}");
}

#[test]
fn the_openings_of_side_3_are_known() {
    let start = position("havannah 3");
    let mut prover = proof_search("havannah 3");
    let mut truth = HashMap::new();
    let mut winners = Vec::new();
    for opening in prover.openings("havannah 3").unwrap() {
        let mut after = start.clone();
        after.play(start.parse_move(&opening.moves[0]).unwrap());
        let known = proven(&mut *prover, &opening.after);
        assert_eq!(value(&after, &known), brute_force(&after, &mut truth), "{opening:?}");
        winners.push((opening.moves[0].clone(), known.winner.unwrap()));
    }
    // Only a corner wins.
    let expected = [("a1", "black"), ("b1", "white"), ("b2", "white"), ("c3", "white")];
    assert!(winners.iter().map(|(name, side)| (name.as_str(), *side)).eq(expected), "{winners:?}");
}

#[test]
fn a_winning_strategy_holds_by_the_rules_and_a_draw_has_none() {
    let mut prover = proof_search("havannah 3");
    let strategy = prover.strategy("havannah 3", 1_000_000, &Stop::new()).unwrap();
    assert!(strategy.starts_with("black wins at havannah 3"), "{strategy:.60}");
    assert!(check_strategy(&strategy).unwrap() > 100);
    // One answer less leaves a hole.
    let (first, rest) = strategy.split_once('\n').unwrap();
    let (_, fewer) = rest.split_once('\n').unwrap();
    let with_a_hole = format!("{first}\n{fewer}");
    assert!(matches!(check_strategy(&with_a_hole), Err(StrategyError::Flaw { .. })));
    let drawn = drawn_position();
    assert_eq!(prover.strategy(&drawn, 1_000, &Stop::new()), Err(StrategyError::Drawn));
}

/// A drawn position of side 3 that is not over.
fn drawn_position() -> String {
    let start = position("havannah 3");
    let mut rng = Rng::new(8, 0);
    let drawn = |_| {
        let line = random_game(&start, &mut rng);
        let at = line.get(start.topology().cells() - 6)?;
        let is_open = at.actor() != Actor::Nobody;
        (is_open && brute_force(at, &mut HashMap::new()).is_none()).then(|| at.text())
    };
    (0..100_000).find_map(drawn).expect("some games are drawn")
}

#[test]
fn a_table_of_both_questions_is_taken_over_or_refused_as_a_whole() {
    let drawn = drawn_position();
    let mut first = proof_search("havannah 3");
    assert!(proven(&mut *first, &drawn).is_drawn);
    let mut file = Vec::new();
    first.save(&mut file).unwrap();
    let mut second = proof_search("havannah 3");
    second.load(&mut &*file).unwrap();
    let known = proven(&mut *second, &drawn);
    assert!(known.is_drawn && known.nodes == 0, "{known:?}");
    // Half of it is one question and no answer to the other.
    let mut third = proof_search("havannah 3");
    let longer = [&*file, b"x"].concat();
    for wrong in [&file[..file.len() - 1], &file[..file.len() / 2], &longer] {
        assert!(matches!(third.load(&mut &*wrong), Err(TableError::Damaged(_))));
    }
    let of_hex = {
        let hex = prover("hex 3x3", &ProofSettings { memory: 1, ..ProofSettings::default() });
        let mut file = Vec::new();
        hex.unwrap().save(&mut file).unwrap();
        file
    };
    assert!(matches!(third.load(&mut &*of_hex), Err(TableError::OtherBoard(_))));
    assert!(proven(&mut *third, &drawn).nodes > 0, "nothing was taken over");
}

/// While a search is under way, it is told who cannot lose any more.
#[test]
fn a_search_that_is_broken_off_claims_no_more_than_it_has_proven() {
    let mut rng = Rng::new(9, 0);
    let start = position("havannah 3");
    let (mut open, mut safe) = (0, 0);
    for round in 0..300 {
        let line = random_game(&start, &mut rng);
        let Some(at) = line.get(6 + round % 4).filter(|at| at.actor() != Actor::Nobody) else {
            continue;
        };
        let limits = Limits { nodes: Some(1 + round as u64 % 5), ..Limits::default() };
        let mut prover = proof_search("havannah 3");
        let known = prover.solve(&at.text(), &limits, &Stop::new(), &mut |_| {}).unwrap();
        let expected = brute_force(at, &mut HashMap::new());
        match (known.winner, known.is_drawn) {
            (None, false) => open += 1,
            _ => assert_eq!(value(at, &known), expected, "{at:?}"),
        }
        if let Some(side) = known.safe {
            let loser = expected.map(|winner| at.side_name(winner.opponent()));
            assert_ne!(loser, Some(side), "{at:?}");
            safe += 1;
        }
    }
    assert!(open > 0 && safe > 0, "{open} {safe}");
}

#[test]
fn a_game_that_is_over_is_not_solved() {
    let over = "havannah 3; black a1 b1 c1; white c3 d3; white to move";
    let solved =
        proof_search("havannah 3").solve(over, &Limits::default(), &Stop::new(), &mut |_| {});
    assert!(matches!(solved, Err(EngineError::GameOver)));
}
