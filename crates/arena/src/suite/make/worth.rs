//! Whether a turn is clearly worse than another one, as long searches of what comes after them see
//! it.

use spinney_engine::{Board, EngineError, Limits, Preset, Rng, Stop};

use super::session;

/// A turn that is worse by so much is clearly worse.
const CLEAR_LOSS: f32 = 0.05;
/// Where chance acts after a turn, so many of its draws are looked at. Each turn has the same luck.
const DRAWS: u64 = 6;

/// Looks at two boards of two players with long searches.
pub(super) struct Comparison<'a> {
    pub(super) preset: &'a Preset,
    /// Whose view it is.
    pub(super) seat: usize,
    /// For each board.
    pub(super) playouts: u64,
    pub(super) stop: &'a Stop,
}

impl Comparison<'_> {
    /// Whether the first board is clearly worse than the second. What cannot be told is not.
    pub(super) fn is_worse(&self, first: &Board, second: &Board) -> Result<bool, EngineError> {
        let (Some(first), Some(second)) = (self.worth(first)?, self.worth(second)?) else {
            return Ok(false);
        };
        Ok(second - first >= CLEAR_LOSS && !self.stop.is_stopped())
    }

    fn worth(&self, board: &Board) -> Result<Option<f32>, EngineError> {
        if !board.is_chance() {
            return self.worth_within(board, self.playouts);
        }
        let mut sum = 0.0;
        for draw in 0..DRAWS {
            let mut rng = Rng::new(1, draw);
            let mut drawn = board.clone();
            while drawn.is_chance() {
                (_, drawn) = drawn.roll(&mut rng)?;
            }
            let Some(worth) = self.worth_within(&drawn, self.playouts / DRAWS)? else {
                return Ok(None);
            };
            sum += worth;
        }
        Ok(Some(sum / DRAWS as f32))
    }

    fn worth_within(&self, board: &Board, playouts: u64) -> Result<Option<f32>, EngineError> {
        if let Some(outcome) = board.outcome() {
            return Ok(outcome.rewards.get(self.seat).copied());
        }
        // With more players, what one of them loses need not be this one's gain.
        if board.sides().len() != 2 {
            return Ok(None);
        }
        let limits = Limits::playouts(playouts.max(1));
        let report = session(self.preset, board, 1)?.think(&limits, self.stop, &mut |_| {})?;
        let is_own = board.seat_to_move() == Some(self.seat);
        Ok(Some(if is_own { report.win_rate } else { 1.0 - report.win_rate }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_loses_at_once_is_clearly_worse_than_one_that_does_not() {
        // White threatens a bridge along the top.
        let start = "havannah 4; black d4 e4; white a1 b1 c1; black to move";
        let board = Board::from_text(start).unwrap();
        let after = |text: &str| board.play(None, text).unwrap().1;
        let preset = Preset::load("havannah/best").unwrap();
        let (seat, stop) = (board.seat_to_move().unwrap(), Stop::new());
        let comparison = Comparison { preset: &preset, seat, playouts: 500, stop: &stop };
        assert!(comparison.is_worse(&after("g7"), &after("d1")).unwrap());
        assert!(!comparison.is_worse(&after("d1"), &after("g7")).unwrap());
        assert!(!comparison.is_worse(&after("d1"), &after("d1")).unwrap());
    }

    #[test]
    fn turns_after_which_chance_acts_have_the_same_luck() {
        let (mut board, mut rng) = (Board::from_text("tantrix red blue").unwrap(), Rng::new(1, 0));
        while board.is_chance() {
            (_, board) = board.roll(&mut rng).unwrap();
        }
        let moves = board.legal_moves();
        let (_, after) = board.play(None, &moves[0]).unwrap();
        let preset = Preset::load("tantrix/best").unwrap();
        let (seat, stop) = (board.seat_to_move().unwrap(), Stop::new());
        let comparison = Comparison { preset: &preset, seat, playouts: 60, stop: &stop };
        assert!(after.is_chance());
        assert_eq!(comparison.worth(&after).unwrap(), comparison.worth(&after).unwrap());
        assert!(comparison.worth(&after).unwrap().is_some());
    }
}
