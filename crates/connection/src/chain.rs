//! What won: the shortest chains of stones that hold a colour's prizes.

use crate::{Cell, CellSet, Goal, Stone, Topology};

/// The cells of a shortest chain for every prize that `stone` holds with these `stones`.
pub(crate) fn holding(topology: &Topology, stone: Stone, stones: &CellSet, prizes: u16) -> CellSet {
    let steps: Vec<Vec<u16>> =
        (0..topology.edges()).map(|edge| steps_from(topology, edge, stones)).collect();
    let held = (0..16).filter(|prize| prizes >> prize & 1 != 0);
    held.filter_map(|prize| {
        let ways = edges_to_join(topology.goal(), stone, prize);
        let chains = ways.iter().filter_map(|edges| joining(topology, stones, &steps, edges));
        chains.min_by_key(CellSet::len)
    })
    .fold(CellSet::EMPTY, |all, chain| all.or(&chain))
}

/// The sets of edges that are enough, if one group touches them, to hold that prize.
fn edges_to_join(goal: Goal, stone: Stone, prize: usize) -> Vec<Vec<usize>> {
    match (goal, stone) {
        (Goal::Hex, Stone::Black) => vec![vec![0, 2]],
        (Goal::Hex, Stone::White) => vec![vec![1, 3]],
        (Goal::Y, _) => vec![vec![0, 1, 2]],
        (Goal::Corners { sides }, _) => {
            let sides = usize::from(sides);
            let meeting = [(prize + sides - 1) % sides, prize];
            let thirds = (0..sides).filter(|edge| !meeting.contains(edge));
            thirds.map(|third| vec![meeting[0], meeting[1], third]).collect()
        }
    }
}

/// A chain that joins the edges, made of shortest paths from one cell to each of them.
fn joining(
    topology: &Topology,
    stones: &CellSet,
    steps: &[Vec<u16>],
    edges: &[usize],
) -> Option<CellSet> {
    let length =
        |cell: Cell| edges.iter().map(|&e| steps[e][cell.index()]).try_fold(0, u16::checked_add);
    let (_, centre) = stones.iter().filter_map(|cell| Some((length(cell)?, cell))).min()?;
    let mut chain = CellSet::EMPTY;
    for &edge in edges {
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

/// Steps over stones from an edge to every stone; `u16::MAX` where there is no way.
fn steps_from(topology: &Topology, edge: usize, stones: &CellSet) -> Vec<u16> {
    let mut steps = vec![u16::MAX; topology.cells()];
    let mut rim = topology.edge_cells(edge).and(stones);
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
