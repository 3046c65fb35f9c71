//! Who wins, by playing everything; and positions for which that comes to an end.

use std::collections::HashMap;

use spinney_engine::{Rng, Session, open};

/// Boards, and how many cells of them are taken at least, so that brute force comes to an end.
pub const BOARDS: [(&str, usize); 10] = [
    ("hex 3x3", 0),
    ("hex 3x3 swap-pieces", 0),
    ("y 3 swap-sides", 0),
    ("hex 4x4", 4),
    ("hex 3x5 swap-sides", 4),
    ("hex 4x4 swap-pieces", 5),
    ("y 4", 0),
    ("y 5 swap-sides", 4),
    ("polyy 3,3", 0),
    ("polyy 5,3", 5),
];

/// Whose seat it is to whom a side belongs: with the swap rule colours may change hands.
pub fn seat(session: &Session, side: &str) -> usize {
    session.board().sides().iter().position(|&name| name == side).unwrap()
}

/// The seat that wins, by playing everything.
pub fn brute_force(session: &mut Session, known: &mut HashMap<String, usize>) -> usize {
    if let Some(outcome) = session.board().outcome() {
        return seat(session, outcome.winner.unwrap());
    }
    let position = session.board().text();
    if let Some(&winner) = known.get(&position) {
        return winner;
    }
    let mover = seat(session, session.board().to_move().unwrap());
    let mut winner = 1 - mover;
    for m in session.board().legal_moves() {
        session.line.play(None, &m).unwrap();
        let outcome = brute_force(session, known);
        session.line.undo().unwrap();
        if outcome == mover {
            winner = mover;
            break;
        }
    }
    known.insert(position, winner);
    winner
}

/// A position of that board after that many random moves, if the game goes on there.
pub fn scattered(board: &str, moves: usize, rng: &mut Rng) -> Option<Session> {
    let game = board.split(' ').next().unwrap();
    let mut session = open(&format!("{game}/random"), Some(board), &[]).unwrap();
    for _ in 0..moves {
        let m = rng.choose(&session.board().legal_moves())?.clone();
        session.line.play(None, &m).unwrap();
    }
    session.board().outcome().is_none().then_some(session)
}
