//! Games that are given to somebody before the rules do, where an event wants that.

use crate::job::{Adjudication, Job};
use crate::result::MoveMade;

/// The seat that a game is given to, if it is clear enough who wins.
pub(super) fn winner(job: &Job, moves: &[MoveMade]) -> Option<usize> {
    let rule = &job.bounds.adjudicate;
    let seats = job.seats.len();
    let proven = || proven(moves.last()?, seats);
    let agreed = || agreed(rule, moves, seats);
    rule.proven.then(proven).flatten().or_else(agreed)
}

/// The seat that was proven to win by whoever has moved last.
fn proven(last: &MoveMade, seats: usize) -> Option<usize> {
    let seat = last.seat?;
    match last.evaluation.proven? {
        true => Some(seat),
        // Of more opponents than one it is not said who.
        false if seats == 2 => Some(1 - seat),
        false => None,
    }
}

/// The seat that everybody has given the game for as many moves as the rule demands.
fn agreed(rule: &Adjudication, moves: &[MoveMade], seats: usize) -> Option<usize> {
    if rule.agreed == 0 {
        return None;
    }
    let is_given = |winner: usize, seat: usize| {
        let own = moves.iter().rev().filter(|made| made.seat == Some(seat));
        let agrees = |made: &MoveMade| {
            let rate = made.evaluation.win_rate;
            rate.is_some_and(|rate| match seat == winner {
                true => rate >= rule.rate,
                false => rate <= 1.0 - rule.rate,
            })
        };
        own.take(rule.agreed as usize).filter(|made| agrees(made)).count() == rule.agreed as usize
    };
    (0..seats).find(|&winner| (0..seats).all(|seat| is_given(winner, seat)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::tests::job;
    use crate::player::Evaluation;

    /// Moves of two players in turn with what they thought; `None` where one does not tell.
    fn moves(rates: &[Option<f32>]) -> Vec<MoveMade> {
        let made = |(number, rate): (usize, &Option<f32>)| MoveMade {
            side: String::new(),
            text: String::new(),
            seat: Some(number % 2),
            micros: 0,
            evaluation: Evaluation { win_rate: *rate, ..Evaluation::default() },
        };
        rates.iter().enumerate().map(made).collect()
    }

    fn given(rule: Adjudication, moves: &[MoveMade]) -> Option<usize> {
        let mut job = job("hex 3x3", &[]);
        job.bounds.adjudicate = rule;
        winner(&job, moves)
    }

    #[test]
    fn a_game_is_given_when_both_agree_for_long_enough() {
        let rule = Adjudication { agreed: 2, rate: 0.9, ..Adjudication::default() };
        let sure = [0.5, 0.5, 0.95, 0.04, 0.93, 0.1].map(Some);
        assert_eq!(given(rule, &moves(&sure)), Some(0));
        assert_eq!(given(rule, &moves(&sure[..5])), None);
        assert_eq!(given(Adjudication { agreed: 3, ..rule }, &moves(&sure)), None);
        let lost = [0.03, 0.97, 0.08, 0.99].map(Some);
        assert_eq!(given(rule, &moves(&lost)), Some(1));
        // Both think that they win; one does not say.
        assert_eq!(given(rule, &moves(&[0.95, 0.95, 0.95, 0.95].map(Some))), None);
        assert_eq!(given(rule, &moves(&[Some(0.99), None, Some(0.99), None])), None);
        assert_eq!(given(Adjudication::default(), &moves(&lost)), None);
    }

    #[test]
    fn a_proof_gives_the_game_at_once() {
        let rule = Adjudication { proven: true, ..Adjudication::default() };
        let mut moves = moves(&[Some(0.5), Some(0.4)]);
        assert_eq!(given(rule, &moves), None);
        for (proven, winner) in [(true, 1), (false, 0)] {
            moves[1].evaluation.proven = Some(proven);
            assert_eq!(given(rule, &moves), Some(winner));
        }
        assert_eq!(given(Adjudication::default(), &moves), None);
    }
}
