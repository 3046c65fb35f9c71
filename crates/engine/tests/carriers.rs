//! What proofs rest on, against brute force: the loser may have everything else.

use std::collections::HashMap;

use spinney_board::CellSet;
use spinney_connection::{Deduction, Position};
use spinney_game::conformance::thorough;
use spinney_game::{Game, Player, Rng};
use spinney_search::dfpn::{Settings, Solver};
use spinney_search::{Limits, Stop};

fn after(position: &Position, m: <Position as Game>::Move) -> Position {
    let mut next = position.clone();
    next.play(m);
    next
}

fn moves(position: &Position) -> Vec<<Position as Game>::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The player who wins, by playing everything.
fn brute_force(position: &Position, known: &mut HashMap<u64, Player>) -> Player {
    if let Some(winner) = position.winner() {
        return position.seat_of(winner);
    }
    if let Some(&winner) = known.get(&position.hash()) {
        return winner;
    }
    let mover = position.seat_of(position.to_move());
    let wins = |m| brute_force(&after(position, m), known) == mover;
    let winner = if moves(position).into_iter().any(wins) { mover } else { mover.opponent() };
    known.insert(position.hash(), winner);
    winner
}

/// The position with all empty cells but these given to the loser.
fn with_only(position: &Position, winner: Player, carrier: &CellSet) -> Position {
    let to_move = position.to_move();
    let loser = if position.seat_of(to_move) == winner { to_move.opponent() } else { to_move };
    let mut given = position.clone();
    for cell in &position.empties().andnot(carrier) {
        given.place(loser, cell);
    }
    given
}

#[test]
fn a_proof_holds_if_the_loser_has_all_cells_that_it_does_not_rest_on() {
    let boards = [("hex 4x4", 3), ("hex 3x5", 2), ("y 5", 2), ("polyy 3,3", 0), ("polyy 5,3", 5)];
    let mut rng = Rng::new(23, 0);
    let mut checked = 0;
    for (board, taken) in boards {
        let start = Position::from_text(board).unwrap();
        let mut known = HashMap::new();
        let deduction = Deduction::for_proofs(start.board());
        let mut solver =
            Solver::new(deduction, Settings { memory: 16, ..Settings::default() }).unwrap();
        for _ in 0..300 * thorough() {
            let mut position = start.clone();
            for _ in 0..taken + rng.below(4) as usize {
                if let Some(&m) = rng.choose(&moves(&position)) {
                    position.play(m);
                }
            }
            let progress = solver.solve(&position, &Limits::default(), &Stop::new(), &mut |_| {});
            let Some(winner) = progress.winner else { continue };
            // The position, and all that were proven on the way to it.
            let met = moves(&position).into_iter().map(|m| after(&position, m));
            for position in met.chain([position.clone()]) {
                let Some(carrier) = solver.carrier(&position) else { continue };
                let winner = solver.known(&position).unwrap_or(winner);
                let given = with_only(&position, winner, &carrier);
                let text = position.text();
                assert_eq!(brute_force(&given, &mut known), winner, "{text}: {carrier:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 1_000, "only {checked}");
}
