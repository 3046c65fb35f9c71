//! How likely moves are, by the weights of their features.

use std::sync::Arc;

use super::feature::{FAR, Feature, PHASES, distances_from, last_stone};
use super::near_last::NearLast;
use super::table::Table;
use super::weights::Weights;
use crate::{Board, Position};
use spinney_board::{InUse, Shape, Stone, Topology};

/// Judges the moves of positions on one board.
#[derive(Clone)]
pub struct PatternJudge {
    compiled: Arc<Compiled>,
    indices: Vec<u32>,
    odds: Vec<f32>,
    /// The odds of the empty cells, one after the other.
    sums: Vec<f32>,
}

struct Compiled {
    table: Table,
    near_last: NearLast,
    /// By who is to move and phase, for each cell.
    wheres: [Vec<Vec<f32>>; 2],
    /// By distance from the last stone.
    last_distances: Vec<f32>,
    /// Between cells, up to [`FAR`].
    distances: Vec<Vec<u8>>,
}

impl PatternJudge {
    /// By the weights that were learned. Boards in use are kept, so equal boards share one table.
    pub fn learned(board: &Board) -> PatternJudge {
        static KNOWN: InUse<Shape, Compiled> = InUse::new();
        // Each shape of board belongs to one game.
        let topology = board.topology();
        let weights = Weights::learned(board.goal());
        let compiled = KNOWN.get(topology.shape(), || Compiled::new(topology, weights));
        let cells = topology.cells();
        PatternJudge { compiled, indices: vec![0; cells], odds: vec![0.0; cells], sums: Vec::new() }
    }

    /// For each empty cell of a position, the logarithm of how many times likelier than the mean a
    /// move there is; what the others have means nothing.
    pub fn judge(&mut self, position: &Position) -> &[f32] {
        let Compiled { table, near_last, wheres, last_distances, distances } = &*self.compiled;
        let own = position.to_move();
        self.indices.fill(0);
        let mut stones = 0;
        for stone in Stone::BOTH {
            for cell in position.stones(stone).iter() {
                table.see(own, stone, cell, &mut self.indices);
                stones += 1;
            }
        }
        let wheres = &wheres[own.index()][usize::from(Feature::phase(stones))];
        self.odds.fill(0.0);
        let mut from_last = None;
        if let Some(last) = last_stone(position) {
            near_last.add(position, last, &mut self.odds);
            from_last = Some(&distances[last.index()]);
        }
        let empties = position.empties();
        self.sums.clear();
        for cell in empties.iter() {
            let distance = from_last.map_or(0, |distances| distances[cell.index()]);
            let odds = &mut self.odds[cell.index()];
            *odds += table.sum(own, cell, &self.indices)
                + wheres[cell.index()]
                + last_distances[usize::from(distance)];
            self.sums.push(*odds);
        }
        let most = self.sums.iter().copied().fold(f32::MIN, f32::max);
        let all: f32 = self.sums.iter().map(|sum| exp(sum - most)).sum();
        let mean = most + libm::logf(all / self.sums.len() as f32);
        for cell in empties.iter() {
            self.odds[cell.index()] -= mean;
        }
        &self.odds
    }
}

/// `e` to a number that is not above 0, to four digits. A hundred of them are needed for a node, and
/// the library's function is exact to a point that does not matter here, at its price.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let power = (x * std::f32::consts::LOG2_E).max(-126.0);
    let whole = power as i32 - 1;
    let part = power - whole as f32;
    // 2 to the part, which is from 0 to 1: the polynomial through five points of it.
    let [a, b, c, d, e] = [1.000_003, 0.692_973, 0.241_604, 0.051_745, 0.013_67];
    let fraction = a + part * (b + part * (c + part * (d + part * e)));
    f32::from_bits(((whole + 127).max(0) as u32) << 23) * fraction
}

impl Compiled {
    fn new(topology: &Topology, weights: &Weights) -> Compiled {
        let cells = topology.all_cells();
        let wheres = |own| {
            let of = |phase| {
                let weight = |cell| weights.of(Feature::place(topology, own, cell, phase));
                cells.iter().map(weight).collect()
            };
            (0..PHASES).map(of).collect()
        };
        Compiled {
            table: Table::compile(topology, weights),
            near_last: NearLast::compile(topology, weights),
            wheres: Stone::BOTH.map(wheres),
            last_distances: (0..=FAR).map(|d| weights.of(Feature::LastDistance(d))).collect(),
            distances: cells.iter().map(|cell| distances_from(topology, cell)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use spinney_game::{Game, Rng};

    use super::super::features;
    use super::*;
    use spinney_board::Cell;

    /// Random games, each position judged by the table and by its features one by one.
    #[test]
    fn the_table_says_what_the_features_say() {
        for text in ["hex 11x11", "hex 4x7", "y 9", "y bent-93", "polyy 5,5", "polyy 3,4"] {
            let mut rng = Rng::new(7, 0);
            for _ in 0..10 {
                let mut position = Position::from_text(text).unwrap();
                let weights = Weights::learned(position.board().goal());
                let mut judge = PatternJudge::learned(position.board());
                while position.winner().is_none() {
                    let plain = |cell| features(&position, cell).into_iter().map(|f| weights.of(f));
                    let cells: Vec<Cell> = position.empties().iter().collect();
                    let sums: Vec<f32> = cells.iter().map(|&c| plain(c).sum()).collect();
                    let odds = judge.judge(&position);
                    let mean = sums.iter().map(|&s| libm::expf(s)).sum::<f32>() / sums.len() as f32;
                    for (cell, sum) in cells.iter().zip(&sums) {
                        let expected = sum - libm::logf(mean);
                        let found = odds[cell.index()];
                        assert!((found - expected).abs() < 0.01, "{found} for {expected}: {text}");
                    }
                    let mut moves = Vec::new();
                    position.moves(&mut moves);
                    position.play(moves[rng.below(moves.len() as u32) as usize]);
                }
            }
        }
    }

    #[test]
    fn powers_of_e_are_right_to_four_digits() {
        for i in 0..100_000 {
            let x = i as f32 * -2e-4;
            let exact = libm::expf(x);
            assert!((exp(x) / exact - 1.0).abs() < 2e-4, "{} for {exact}", exp(x));
        }
        assert!(exp(-1e30) < 1e-30);
    }

    #[test]
    fn equal_boards_share_a_table() {
        let position = Position::from_text("hex 5x5").unwrap();
        let [a, b] = [(); 2].map(|()| PatternJudge::learned(position.board()));
        assert!(Arc::ptr_eq(&a.compiled, &b.compiled));
    }
}
