//! Whether a goal is monotone, found out by filling boards.

use spinney_board::{Cell, CellSet, Stone};
use spinney_connection::{Board, Goal, PositionOf};
use spinney_game::{Rng, Swap};

/// Boards of so few cells are filled in all ways.
const FEW_CELLS: usize = 12;

/// Says what a goal that claims to be monotone breaks: on all fillings of a small board, or on so
/// many random ones of a larger board.
pub fn check<G: Goal>(board: &Board<G>, fillings: u64) -> Result<(), String> {
    if G::DRAWS {
        return Err("it has draws".to_string());
    }
    let cells = board.topology().cells();
    let mut rng = Rng::new(6, cells as u64);
    if cells <= FEW_CELLS {
        return (0..1u64 << cells)
            .try_for_each(|bits| check_filling(board, &mut rng, |i| bits >> i & 1 == 1));
    }
    (0..fillings).try_for_each(|_| {
        let share = 1 + rng.below(99);
        let black: Vec<bool> = (0..cells).map(|_| rng.below(100) < share).collect();
        check_filling(board, &mut rng, |cell| black[cell])
    })
}

/// Checks a full board, and what comes of exchanging stones and of taking some off.
fn check_filling<G: Goal>(
    board: &Board<G>,
    rng: &mut Rng,
    is_black: impl Fn(usize) -> bool,
) -> Result<(), String> {
    let all = board.topology().all_cells();
    let black: CellSet = all.iter().filter(|cell| is_black(cell.index())).collect();
    let full = [black, all.andnot(&black)];
    let winners = winners(board, &full);
    let text = || format!("{:?}", full[0]);
    if winners.iter().filter(|&&won| won).count() != 1 {
        return Err(format!("black {}: won by black and white: {winners:?}", text()));
    }
    let mut order: Vec<Cell> = all.iter().collect();
    for i in (1..order.len()).rev() {
        order.swap(i, rng.below(i as u32 + 1) as usize);
    }
    // The rules, stone by stone in some order, say the same.
    let mut position = PositionOf::start(board.clone(), Swap::Off).map_err(|e| e.to_string())?;
    for &cell in &order {
        position.place(if black.contains(cell) { Stone::Black } else { Stone::White }, cell);
    }
    if Stone::BOTH.map(|stone| position.winner() == Some(stone)) != winners {
        return Err(format!("black {}: the order of stones matters", text()));
    }
    // A stone for nothing, or one that changes its colour, does no harm; nor does it to those who
    // have won already before the board is full.
    let some: CellSet =
        order.iter().copied().take(rng.below(order.len() as u32) as usize).collect();
    for stones in [full, full.map(|stones| stones.andnot(&some))] {
        let before = self::winners(board, &stones);
        for (stone, cell) in order.iter().take(12).flat_map(|&cell| Stone::BOTH.map(|s| (s, cell)))
        {
            let mut after = stones;
            after[stone.index()].insert(cell);
            after[stone.opponent().index()].remove(cell);
            let after = self::winners(board, &after);
            if before[stone.index()] && !after[stone.index()] {
                return Err(format!("black {}: a stone on {cell:?} hurts {stone:?}", text()));
            }
            if after[stone.opponent().index()] && !before[stone.opponent().index()] {
                return Err(format!("black {}: a stone on {cell:?} of {stone:?} helps", text()));
            }
        }
    }
    Ok(())
}

/// Which colours have won with these stones, by chains and the edges that they touch.
fn winners<G: Goal>(board: &Board<G>, stones: &[CellSet; 2]) -> [bool; 2] {
    let (topology, goal) = (board.topology(), board.goal());
    Stone::BOTH.map(|stone| {
        let chains = topology.chains(&stones[stone.index()]);
        let edges = |chain: &CellSet| chain.iter().fold(0, |all, c| all | topology.edge_mask(c));
        let prizes = chains.iter().fold(0, |all, chain| all | goal.prizes(stone, edges(chain)));
        goal.enough(prizes)
    })
}
