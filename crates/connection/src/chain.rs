//! What won: the shortest chains of stones that hold a colour's prizes.

use crate::{Board, Goal};
use spinney_board::{Cell, CellSet, MAX_EDGES, Stone, Topology};

/// The cells of a shortest chain for every prize that `stone` holds with these `stones`.
pub(crate) fn holding<G: Goal>(
    board: &Board<G>,
    stone: Stone,
    stones: &CellSet,
    prizes: u16,
) -> CellSet {
    let (topology, goal) = (board.topology(), board.goal());
    let touching = |edge: u16| -> CellSet {
        stones.iter().filter(|&cell| goal.touched(topology, cell) >> edge & 1 != 0).collect()
    };
    let steps: Vec<Vec<u16>> =
        (0..MAX_EDGES as u16).map(|edge| steps_from(topology, touching(edge), stones)).collect();
    let ways = goal.ways(stone);
    let held = ways.iter().enumerate().filter(|(prize, _)| prizes >> prize & 1 != 0);
    held.filter_map(|(_, ways)| {
        let chains = ways.iter().filter_map(|&edges| joining(topology, stones, &steps, edges));
        chains.min_by_key(CellSet::len)
    })
    .fold(CellSet::EMPTY, |all, chain| all.or(&chain))
}

/// A chain that joins the edges, made of shortest paths from one cell to each of them.
fn joining(
    topology: &Topology,
    stones: &CellSet,
    steps: &[Vec<u16>],
    edges: u16,
) -> Option<CellSet> {
    let edges = || (0..steps.len()).filter(|edge| edges >> edge & 1 != 0);
    let length = |cell: Cell| edges().map(|e| steps[e][cell.index()]).try_fold(0, u16::checked_add);
    let (_, centre) = stones.iter().filter_map(|cell| Some((length(cell)?, cell))).min()?;
    let mut chain = CellSet::EMPTY;
    for edge in edges() {
        let mut at = centre;
        chain.insert(at);
        while steps[edge][at.index()] > 0 {
            let nearer = |next: &&Cell| steps[edge][next.index()] < steps[edge][at.index()];
            at = *topology.neighbours(at).iter().find(nearer)?;
            chain.insert(at);
        }
    }
    Some(chain)
}

/// Steps over stones from some of them to every other; `u16::MAX` where there is no way.
fn steps_from(topology: &Topology, mut rim: CellSet, stones: &CellSet) -> Vec<u16> {
    let mut steps = vec![u16::MAX; topology.cells()];
    let mut left = stones.andnot(&rim);
    for distance in 0.. {
        if rim.is_empty() {
            break;
        }
        let mut next = CellSet::EMPTY;
        for cell in &rim {
            steps[cell.index()] = distance;
            next = next.or(topology.adjacency(cell));
        }
        rim = next.and(&left);
        left = left.andnot(&rim);
    }
    steps
}
