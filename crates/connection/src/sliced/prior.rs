//! First-sight judgement of moves by fills.

use spinney_game::{
    BatchPlayout, FirstOrder, Game, LANES, Move, PlayoutBatch, Prior, Rng, first_lanes,
};

use super::{SlicedFill, SlicedSettings};
use crate::{Action, Board, Position};

/// Judges moves by their first-order statistics in bit-sliced fills: those that are made in won
/// games more often than others look better.
#[derive(Clone)]
pub(crate) struct FillPrior {
    fill: SlicedFill,
    batches: u32,
    strength: f32,
    batch: PlayoutBatch,
    statistics: FirstOrder,
    rng: Rng,
}

impl FillPrior {
    /// So many batches to a judgement; `strength` times a move's lead over the mean is added.
    pub(crate) fn new(board: &Board, batches: u32, strength: f32) -> FillPrior {
        let codes = board.topology().cells() + 1;
        let settings = SlicedSettings { coupled_bridges: true };
        FillPrior {
            fill: SlicedFill::new(board, &settings),
            batches,
            strength,
            batch: PlayoutBatch::new(2, codes),
            statistics: FirstOrder::new(codes),
            rng: Rng::new(1, 0),
        }
    }
}

impl Prior<Position> for FillPrior {
    /// Adds to the values that are there.
    fn judge(&mut self, position: &Position, moves: &[Action], out: &mut [f32]) {
        let Some(player) = position.actor().player() else { return };
        self.statistics.clear();
        for _ in 0..self.batches {
            self.fill.run(position, &mut self.rng, &mut self.batch);
            self.statistics.add(&self.batch, player, &first_lanes(LANES));
        }
        let mean = self.statistics.all().rate().unwrap_or(0.5);
        for (m, value) in moves.iter().zip(out) {
            if let Some(rate) = self.statistics.moves()[m.code() as usize].rate() {
                *value = (*value + self.strength * (rate - mean)).clamp(0.0, 1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black needs c3 to join the two halves of a chain; White needs it to cut.
    #[test]
    fn the_cell_that_decides_looks_best_to_both() {
        for turn in ["black", "white"] {
            let text = format!("hex 5x5; black c1 c2 c4 b5; white a3 b3 d3 d4; {turn} to move");
            let position = Position::from_text(&text).unwrap();
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let mut judged = vec![0.5; moves.len()];
            FillPrior::new(position.board(), 4, 1.0).judge(&position, &moves, &mut judged);
            let best = (0..moves.len()).max_by(|&a, &b| judged[a].total_cmp(&judged[b]));
            assert_eq!(position.move_text(moves[best.unwrap()]), "c3", "{turn}");
        }
    }
}
