//! Small boards of Havannah solved: by df-pn with what threats prove, and by playing everything.
//!
//! Df-pn knows no draws, so it is asked twice: with draws for the one and for the other player. Who
//! wins although draws count for the opponent has won.

mod draws_for;

use std::collections::HashMap;

use draws_for::{DrawsFor, ProverOfWins};

use spinney_connection::havannah::{Position, Threats};
use spinney_game::conformance::thorough;
use spinney_game::{Actor, Game, Player, RandomPlayout, Rng, Symmetry};
use spinney_search::dfpn::{Settings, Solver};
use spinney_search::{Limits, Stop};

/// Who wins, or nobody.
type Value = Option<Player>;

type WithDraws = Solver<DrawsFor<Position>, ProverOfWins<Threats>>;

fn position(text: &str) -> Position {
    Position::from_text(text).unwrap()
}

fn solver(start: &Position) -> WithDraws {
    let prover = ProverOfWins(Threats::new(start.board()));
    Solver::new(prover, Settings { memory: 64, ..Settings::default() }).unwrap()
}

/// By df-pn.
fn solved(solver: &mut WithDraws, position: &Position) -> Value {
    [Player::FIRST, Player::SECOND].into_iter().find(|&player| {
        let question = DrawsFor { position: position.clone(), player: player.opponent() };
        let progress = solver.solve(&question, &Limits::default(), &Stop::new(), &mut |_| {});
        progress.winner.expect("there is time enough") == player
    })
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
/// were are looked at from nearer to their end, too.
#[test]
fn late_positions_are_worth_what_brute_force_says() {
    let mut rng = Rng::new(6, 0);
    let mut counts = HashMap::new();
    for (side, left, games) in [(3, 11, 200), (4, 9, 2_000)] {
        let start = position(&format!("havannah {side}"));
        let cells = start.topology().cells();
        let mut solver = solver(&start);
        for _ in 0..games * thorough() {
            let line = random_game(&start, &mut rng);
            let is_drawn = line.len() == cells + 1;
            let looked_at = [cells - left, cells - 6, cells - 4];
            for &stones in &looked_at[..if is_drawn { 3 } else { 1 }] {
                let Some(at) = line.get(stones).filter(|at| at.actor() != Actor::Nobody) else {
                    continue;
                };
                let value = brute_force(at, &mut HashMap::new());
                assert_eq!(solved(&mut solver, at), value, "{at:?}");
                *counts.entry(value).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(counts.len(), 3, "wins of both and draws: {counts:?}");
}

/// Every opening, those that symmetries take to each other once.
fn openings(text: &str) -> Vec<(String, Value)> {
    let start = position(text);
    let mut solver = solver(&start);
    let mut seen = Vec::new();
    let mut moves = Vec::new();
    start.moves(&mut moves);
    let mut values = Vec::new();
    for m in moves {
        let mut after = start.clone();
        after.play(m);
        let key = after.canonical_hash();
        if !seen.contains(&key) {
            seen.push(key);
            values.push((start.move_text(m), solved(&mut solver, &after)));
        }
    }
    values
}

#[test]
fn the_openings_of_side_3_are_known() {
    let solved = openings("havannah 3");
    let start = position("havannah 3");
    let mut known = HashMap::new();
    for (name, value) in &solved {
        let mut after = start.clone();
        after.play(start.parse_move(name).unwrap());
        assert_eq!(*value, brute_force(&after, &mut known), "{name}");
    }
    // Only a corner wins.
    let winners = solved.iter().map(|(name, value)| (name.as_str(), value.map(|player| player.0)));
    let expected = [("a1", Some(0)), ("b1", Some(1)), ("b2", Some(1)), ("c3", Some(1))];
    assert!(winners.eq(expected), "{solved:?}");
}
