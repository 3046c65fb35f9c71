//! Whole turns, whatever number of moves they have.

use std::collections::HashSet;

use spinney_engine::{Board, EngineError, Line, Rng, turn_text};

/// No random turn has more moves.
const LONGEST_TURN: usize = 100;

/// Whether something is true of every different board that a turn of whoever is to move leads to.
/// Asks for no more of them than it takes to know.
pub(super) fn after_every_turn(
    board: &Board,
    holds: &mut dyn FnMut(&Board) -> Result<bool, EngineError>,
) -> Result<bool, EngineError> {
    let seat = board.seat_to_move();
    let mut seen = HashSet::new();
    let mut open = vec![board.clone()];
    while let Some(board) = open.pop() {
        for text in board.legal_moves() {
            let (_, next) = board.play(None, &text)?;
            if !seen.insert(next.hash()) {
                continue;
            }
            if next.seat_to_move() == seat {
                open.push(next);
            } else if !holds(&next)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether whoever is to move can end the game with a win in one turn.
pub(super) fn can_win_at_once(board: &Board) -> Result<bool, EngineError> {
    let Some(side) = board.to_move() else { return Ok(board.outcome().is_some()) };
    if let Some(turns) = board.capabilities().turns {
        return (turns.can_win)(board);
    }
    for text in board.legal_moves() {
        let (_, next) = board.play(None, &text)?;
        if winner(&next) == Some(side) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether `side` wins with its next turn whatever the opponent, who is to move, does.
pub(super) fn wins_next_turn(board: &Board, side: &str) -> Result<bool, EngineError> {
    after_every_turn(board, &mut |next| match next.to_move() {
        Some(mover) => Ok(mover == side && can_win_at_once(next)?),
        None => Ok(winner(next) == Some(side)),
    })
}

/// Who has won, if anybody has.
pub(super) fn winner(board: &Board) -> Option<&'static str> {
    board.outcome().and_then(|outcome| outcome.winner)
}

/// A turn of random moves, as records write it, and the board after it.
pub(super) fn random_turn(board: &Board, rng: &mut Rng) -> Result<(String, Board), EngineError> {
    let seat = board.seat_to_move();
    let mut line = Line::new(board.clone());
    for _ in 0..LONGEST_TURN {
        let moves = line.board().legal_moves();
        let Some(text) = rng.choose(&moves) else { break };
        line.play(None, text)?;
        if line.board().seat_to_move() != seat {
            break;
        }
    }
    Ok((turn_text(&line, 0), line.board().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Criteria, shipped, shipped_names};
    use spinney_engine::count_turns;

    #[test]
    fn a_goal_is_forced_if_no_answer_helps() {
        // A stone in the corner threatens two bridges at once.
        let start = "havannah 4; black b1 c1 a2 a3; white d4 e4 g5 f6; black to move";
        let board = Board::from_text(start).unwrap();
        assert!(!can_win_at_once(&board).unwrap());
        for (text, forces) in [("a1", true), ("d1", false), ("g7", false)] {
            let (_, next) = board.play(None, text).unwrap();
            assert_eq!(wins_next_turn(&next, "black"), Ok(forces), "{text}");
        }
    }

    #[test]
    fn a_goal_within_a_turn_is_seen_where_counting_finds_one() {
        let tests = shipped_names().filter_map(shipped).flat_map(Result::unwrap);
        let goals = tests.filter(|test| {
            [Criteria::ScoreGoal, Criteria::PreventGoal, Criteria::ForceGoal]
                .contains(&test.criteria)
        });
        let mut seen = [0; 2];
        for test in goals {
            let board = Board::from_text(&test.position).unwrap();
            let Some(counts) = count_turns(&board).unwrap() else { continue };
            assert_eq!(can_win_at_once(&board), Ok(counts.goal_turns > 0), "{}", test.name);
            seen[usize::from(counts.goal_turns > 0)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 3), "{seen:?}");
    }
}
