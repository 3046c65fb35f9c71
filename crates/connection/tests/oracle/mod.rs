//! Who wins every position of a small board, by looking at all of them.

use spinney_board::{Cell, CellSet, Stone};
use spinney_connection::{Board, Goal, Position};
use spinney_game::{Game, Rng};

/// A board with the outcome of every arrangement of stones on it, for either colour to move.
pub struct Oracle {
    pub board: Board,
    /// Two bits an arrangement: Black wins if Black moves next; Black wins if White does.
    outcomes: Vec<u8>,
}

/// An arrangement of stones: digits in base 3, cell 0 the lowest; 0 empty, 1 black, 2 white.
pub type Arrangement = usize;

impl Oracle {
    /// Solves a board of at most 16 cells, which `text` names.
    pub fn new(text: &str) -> Oracle {
        let start = Position::from_text(text).expect("a board");
        let board = start.board().clone();
        let cells = board.topology().cells();
        let powers: Vec<usize> = (0..cells as u32).map(|c| 3usize.pow(c)).collect();
        let count = 3usize.pow(cells as u32);
        let mut outcomes = vec![0u8; count];
        // A stone makes the number larger, so all that follows is known already.
        let mut digits = vec![2u8; cells];
        for at in (0..count).rev() {
            let mut can = [false, true];
            let mut full = true;
            for (digit, power) in digits.iter().zip(&powers) {
                if *digit == 0 {
                    full = false;
                    can[0] |= outcomes[at + power] & 2 != 0;
                    can[1] &= outcomes[at + 2 * power] & 1 != 0;
                }
            }
            if full {
                can = [black_has_won(&board, &digits); 2];
            }
            outcomes[at] = u8::from(can[0]) | u8::from(can[1]) << 1;
            for digit in &mut digits {
                if *digit > 0 {
                    *digit -= 1;
                    break;
                }
                *digit = 2;
            }
        }
        Oracle { board, outcomes }
    }

    /// How many arrangements there are.
    pub fn count(&self) -> usize {
        self.outcomes.len()
    }

    /// Who wins with that colour to move.
    pub fn winner(&self, at: Arrangement, to_move: Stone) -> Stone {
        if self.outcomes[at] >> to_move.index() & 1 == 1 { Stone::Black } else { Stone::White }
    }

    /// The arrangement with one stone more.
    pub fn with(&self, at: Arrangement, stone: Stone, cell: Cell) -> Arrangement {
        at + (stone.index() + 1) * 3usize.pow(cell.0.into())
    }

    pub fn arrangement(&self, stones: &[CellSet; 2]) -> Arrangement {
        let lay = |at, stone: Stone| {
            stones[stone.index()].iter().fold(at, |at, cell| self.with(at, stone, cell))
        };
        Stone::BOTH.into_iter().fold(0, lay)
    }

    pub fn stones(&self, mut at: Arrangement) -> [CellSet; 2] {
        let mut stones = [CellSet::EMPTY; 2];
        for cell in &self.board.topology().all_cells() {
            match at % 3 {
                1 => stones[0].insert(cell),
                2 => stones[1].insert(cell),
                _ => {}
            }
            at /= 3;
        }
        stones
    }

    /// Stones at random, more of them or fewer, with no regard to whose turn it was.
    pub fn random(&self, rng: &mut Rng) -> [CellSet; 2] {
        let density = rng.below(100);
        let mut stones = [CellSet::EMPTY; 2];
        for cell in &self.board.topology().all_cells() {
            if rng.below(100) < density {
                stones[rng.below(2) as usize].insert(cell);
            }
        }
        stones
    }

    pub fn empties(&self, stones: &[CellSet; 2]) -> CellSet {
        self.board.topology().all_cells().andnot(&stones[0].or(&stones[1]))
    }

    /// The position in words, for messages.
    pub fn text(&self, stones: &[CellSet; 2]) -> String {
        let names = |cells: &CellSet| {
            cells.iter().map(|c| self.board.topology().cell_name(c)).collect::<Vec<_>>().join(" ")
        };
        format!("{}; black {}; white {}", self.board, names(&stones[0]), names(&stones[1]))
    }
}

/// Whether Black has won a full board.
fn black_has_won(board: &Board, digits: &[u8]) -> bool {
    let (topology, goal) = (board.topology(), board.goal());
    let mut left: CellSet =
        topology.all_cells().iter().filter(|c| digits[c.index()] == 1).collect();
    let mut prizes = 0;
    while let Some(start) = left.iter().next() {
        let (mut edges, mut stack) = (0, vec![start]);
        left.remove(start);
        while let Some(cell) = stack.pop() {
            edges |= topology.edge_mask(cell);
            for &next in topology.neighbours(cell) {
                if left.contains(next) {
                    left.remove(next);
                    stack.push(next);
                }
            }
        }
        prizes |= goal.prizes(Stone::Black, edges);
    }
    goal.enough(prizes)
}
