//! What moves are worth, by trying everything that can follow.

use std::collections::HashMap;

use spinney_engine::{Board, EngineError};

/// Alpha-beta over the rules alone, for the end of games of two players. It knows nothing of a game,
/// so it may be trusted where a game's own knowledge is to be tested; and it is slow.
pub(super) struct Exact {
    /// Whose rewards are counted.
    seat: usize,
    /// Boards that may still be looked at.
    left: u64,
    /// Bounds of what positions are worth, by their hashes.
    known: HashMap<u64, (f32, f32)>,
    /// How often a move was good enough, by its text: it is tried first.
    cutoffs: HashMap<String, u32>,
}

impl Exact {
    /// For whoever is to move. `None` where luck or a third player would have a part, or nobody is
    /// to move.
    pub(super) fn new(board: &Board) -> Option<Exact> {
        let seat = board.seat_to_move()?;
        let (known, cutoffs) = Default::default();
        (board.sides().len() == 2).then_some(Exact { seat, left: 0, known, cutoffs })
    }

    /// What each move is worth for whoever is to move, from 0 to 1, in the order of the legal ones;
    /// `None` if that takes more than `most` boards or depends on chance.
    pub(super) fn values(
        &mut self,
        board: &Board,
        most: u64,
    ) -> Result<Option<Vec<(String, f32)>>, EngineError> {
        self.left = most;
        let mut values = Vec::new();
        for text in board.legal_moves() {
            let (_, next) = board.play(None, &text)?;
            let Some(value) = self.value(&next, 0.0, 1.0)? else { return Ok(None) };
            values.push((text, value));
        }
        Ok(Some(values))
    }

    /// What a board is worth for the seat: exactly if that is between the bounds, and else at most
    /// the lower or at least the upper one.
    fn value(
        &mut self,
        board: &Board,
        mut lower: f32,
        mut upper: f32,
    ) -> Result<Option<f32>, EngineError> {
        if let Some(outcome) = board.outcome() {
            return Ok(Some(outcome.rewards[self.seat]));
        }
        let (least, most) = self.known.get(&board.hash()).copied().unwrap_or((0.0, 1.0));
        if least >= upper || least == most {
            return Ok(Some(least));
        }
        if most <= lower {
            return Ok(Some(most));
        }
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut moves = board.legal_moves();
        if board.is_chance() && moves.len() > 1 {
            return Ok(None);
        }
        moves.sort_by_key(|text| std::cmp::Reverse(self.cutoffs.get(text).copied()));
        let (whole_lower, whole_upper) = (lower, upper);
        let is_own = board.seat_to_move() == Some(self.seat);
        let mut best = if is_own { 0.0_f32 } else { 1.0 };
        for text in moves {
            let (_, next) = board.play(None, &text)?;
            let Some(value) = self.value(&next, lower, upper)? else { return Ok(None) };
            if is_own {
                best = best.max(value);
                lower = lower.max(best);
            } else {
                best = best.min(value);
                upper = upper.min(best);
            }
            if lower >= upper {
                *self.cutoffs.entry(text).or_default() += 1;
                break;
            }
        }
        let known = self.known.entry(board.hash()).or_insert((0.0, 1.0));
        if best > whole_lower {
            known.0 = known.0.max(best);
        }
        if best < whole_upper {
            known.1 = known.1.min(best);
        }
        Ok(Some(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{shipped, shipped_names};
    use spinney_engine::{Line, Rng};

    /// The same without bounds, tables and order.
    fn plainly(board: &Board, seat: usize) -> f32 {
        if let Some(outcome) = board.outcome() {
            return outcome.rewards[seat];
        }
        let moves = board.legal_moves();
        let after = moves.iter().map(|text| plainly(&board.play(None, text).unwrap().1, seat));
        match board.seat_to_move() == Some(seat) {
            true => after.fold(0.0, f32::max),
            false => after.fold(1.0, f32::min),
        }
    }

    #[test]
    fn moves_are_worth_what_plain_minimax_says() {
        for text in [
            "hex 3x3; black b2; white a1",
            "y 4; black a3 b3; white b4 c4",
            "havannah 3; black a1 c1 d2 c4 a2 e4; white b1 b2 c3 a3 d5; white to move",
        ] {
            let board = Board::from_text(text).unwrap();
            let seat = board.seat_to_move().unwrap();
            let values = Exact::new(&board).unwrap().values(&board, 1_000_000).unwrap().unwrap();
            assert_eq!(values.len(), board.legal_moves().len());
            for (text, value) in values {
                let (_, next) = board.play(None, &text).unwrap();
                assert_eq!(value, plainly(&next, seat), "{board:?}: {text}");
            }
        }
    }

    #[test]
    fn the_ends_of_games_that_ship_are_worth_what_they_claim() {
        let tests = shipped_names().filter_map(shipped).flat_map(Result::unwrap);
        let ends = tests.filter(|test| {
            ["proven", "endgame"].iter().all(|tag| test.tags.iter().any(|own| own == tag))
        });
        let mut checked = 0;
        for test in ends.step_by(4) {
            let board = Board::from_text(&test.position).unwrap();
            // Some take longer than a test should.
            let values = Exact::new(&board).unwrap().values(&board, 20_000).unwrap();
            let Some(values) = values else { continue };
            let most = values.iter().map(|(_, value)| *value).fold(0.0, f32::max);
            for (text, value) in values {
                let score = test.judge(&mut Line::new(board.clone()), &text);
                assert_eq!(score.unwrap() >= 1.0, value == most, "{}: {text}", test.name);
            }
            checked += 1;
        }
        assert!(checked > 2, "{checked}");
    }

    #[test]
    fn what_cannot_be_known_is_not_claimed() {
        let dealt = |start: &str| {
            let (mut board, mut rng) = (Board::from_text(start).unwrap(), Rng::new(1, 0));
            while board.is_chance() {
                (_, board) = board.roll(&mut rng).unwrap();
            }
            board
        };
        let drawing = dealt("tantrix red blue");
        assert_eq!(Exact::new(&drawing).unwrap().values(&drawing, 1_000_000), Ok(None));
        let large = Board::from_text("hex 11x11").unwrap();
        assert_eq!(Exact::new(&large).unwrap().values(&large, 1000), Ok(None));
        assert!(Exact::new(&dealt("tantrix red yellow blue")).is_none(), "three players");
    }
}
