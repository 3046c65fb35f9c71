//! Who wins, by micro-reduction of probabilities (van Rijswijck).

use std::sync::Arc;

use spinney_game::{BatchPlayout, Game, MAX_PLAYERS, PlayoutBatch, Rng, StaticEvaluation};

use crate::sliced::unfold::Triangle;
use crate::{Board, Monotone, PositionOf, SlicedFill, SlicedSettings};
use spinney_board::Stone;

/// Judges positions by how probable it is that the last cell of a micro-reduction is black, if
/// every empty cell is black or white with equal chances and every election is taken to be
/// independent of all others.
///
/// A board that no triangle can hold (Poly-Y of seven or more sides) is judged by 512 fills.
#[derive(Clone)]
pub struct Reduction {
    /// As for bit-sliced fills.
    triangles: Option<Arc<Vec<Triangle>>>,
    fills: SlicedFill,
    batch: PlayoutBatch,
    /// Black's probability to have each cell, and two constants.
    board: Vec<f32>,
    scratch: Vec<f32>,
}

impl Reduction {
    /// Judgement of positions of that board.
    pub fn new<G: Monotone>(board: &Board<G>) -> Reduction {
        let topology = board.topology();
        let triangles = board.goal().triangles(topology.shape());
        let room = triangles.iter().flatten().map(|t| t.sources.len()).max().unwrap_or(0);
        let mut probabilities = vec![0.0; topology.cells() + 2];
        probabilities[topology.cells()] = 1.0;
        Reduction {
            triangles: triangles.map(Arc::new),
            fills: SlicedFill::new(board, &SlicedSettings::default()),
            batch: PlayoutBatch::new(2, topology.cells() + 1),
            board: probabilities,
            scratch: vec![0.0; room],
        }
    }

    fn black_wins<G: Monotone>(&mut self, position: &PositionOf<G>) -> f64 {
        let Some(triangles) = &self.triangles else {
            self.fills.run(position, &mut Rng::new(position.hash(), 0), &mut self.batch);
            let won = self.batch.won(position.seat_of(Stone::Black));
            let wins: u32 = won.iter().map(|word| word.count_ones()).sum();
            return f64::from(wins) / spinney_game::LANES as f64;
        };
        for cell in position.topology().all_cells().iter() {
            self.board[cell.index()] = match position.stone_at(cell) {
                Some(Stone::Black) => 1.0,
                Some(Stone::White) => 0.0,
                None => 0.5,
            };
        }
        // By number of triangles, the probability that black has won as many.
        let mut won = vec![1.0];
        for triangle in triangles.iter() {
            let p = f64::from(reduce(triangle, &self.board, &mut self.scratch));
            won.push(0.0);
            for count in (0..won.len()).rev() {
                let one_less = if count > 0 { won[count - 1] } else { 0.0 };
                won[count] = won[count] * (1.0 - p) + one_less * p;
            }
        }
        won[triangles.len() / 2 + 1..].iter().sum()
    }
}

impl<G: Monotone> StaticEvaluation<PositionOf<G>> for Reduction {
    /// The chances to win.
    fn values(&mut self, position: &PositionOf<G>) -> [f32; MAX_PLAYERS] {
        let black = self.black_wins(position);
        let mut chances = [0.0; MAX_PLAYERS];
        chances[position.seat_of(Stone::Black).index()] = black as f32;
        chances[position.seat_of(Stone::White).index()] = (1.0 - black) as f32;
        chances
    }

    fn chance(&self, value: f32) -> f32 {
        value
    }
}

/// The probability that the last cell is black.
fn reduce(triangle: &Triangle, board: &[f32], scratch: &mut [f32]) -> f32 {
    let cells = &mut scratch[..triangle.sources.len()];
    for (cell, &source) in cells.iter_mut().zip(&triangle.sources) {
        *cell = board[usize::from(source)];
    }
    for size in (1..triangle.side).rev() {
        let mut start = 0;
        for row in 0..size {
            let (above, below) = cells[start..].split_at_mut(row + 1);
            for (column, cell) in above.iter_mut().enumerate() {
                *cell = majority(*cell, below[column], below[column + 1]);
            }
            start += row + 1;
        }
    }
    cells[0]
}

/// The probability that at least two of three are black.
fn majority(a: f32, b: f32, c: f32) -> f32 {
    a * b + c * (a + b - 2.0 * a * b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// The chances of the player to move.
    fn judge(text: &str) -> f32 {
        let position = Position::from_text(text).unwrap();
        let player = position.actor().player().unwrap();
        Reduction::new(position.board()).values(&position)[player.index()]
    }

    #[test]
    fn an_empty_board_is_even() {
        for text in ["hex 5x5", "y 7", "y bent-27", "polyy 5,4"] {
            assert!((judge(text) - 0.5).abs() < 1e-3, "{text}");
        }
        assert!((judge("polyy 7,4") - 0.5).abs() < 0.1);
    }

    /// Three cells, and whoever gets two of them wins.
    #[test]
    fn the_smallest_boards_are_judged_exactly() {
        assert_eq!(judge("y 2; black a1; white to move"), 0.25);
        assert_eq!(judge("y 2; black a1; white a2; black to move"), 0.5);
    }

    #[test]
    fn the_centre_is_worth_more_than_a_corner() {
        let centre = judge("y 7; black c5; white to move");
        let corner = judge("y 7; black a1; white to move");
        assert!(centre < corner && corner < 0.5);
    }
}
