//! Small boards, solved by brute force with nothing but the rules, have the published winners.

use spinney_board::{Cell, CellSet, Stone};
use spinney_connection::{Action, Position};
use spinney_game::Game;
use std::collections::{HashMap, VecDeque};

/// Who wins, and cells that suffice for it: whatever the loser does outside these does not matter.
/// (More stones of one's own never hurt in these games.) So once a move has lost, only cells that
/// interfere with every refutation so far can be any better.
#[derive(Default)]
struct Solver {
    known: HashMap<u64, (bool, CellSet)>,
}

impl Solver {
    /// Whether the player to move wins.
    fn solve(&mut self, position: &Position) -> (bool, CellSet) {
        if position.winner().is_some() {
            return (false, CellSet::EMPTY);
        }
        if let Some(&known) = self.known.get(&position.hash()) {
            return known;
        }
        let mut left = position.empties();
        let mut needed = CellSet::EMPTY;
        let order = by_way_to_edges(position);
        while let Some(cell) = left.iter().min_by_key(|&cell| order[cell.index()]) {
            let mut next = position.clone();
            next.play(Action::from(cell));
            let (refuted, mut cells) = self.solve(&next);
            if !refuted {
                cells.insert(cell);
                self.known.insert(position.hash(), (true, cells));
                return (true, cells);
            }
            left = left.and(&cells);
            left.remove(cell);
            needed = needed.or(&cells);
        }
        self.known.insert(position.hash(), (false, needed));
        (false, needed)
    }

    /// The openings that win, by name.
    fn openings(&mut self, text: &str) -> Vec<String> {
        let start = Position::from_text(text).unwrap();
        let mut won = Vec::new();
        for cell in &start.empties() {
            let mut next = start.clone();
            next.play(Action::from(cell));
            if !self.solve(&next).0 {
                won.push(start.topology().cell_name(cell).to_string());
            }
        }
        won
    }
}

/// For every cell how many stones the two colours lack on their ways from it to their edges; the
/// fewer, the better it is to look there first.
fn by_way_to_edges(position: &Position) -> Vec<u16> {
    let topology = position.topology();
    let mut sum = vec![0; topology.cells()];
    for stone in Stone::BOTH {
        let serves = |&edge: &usize| topology.edge_owner(edge).is_none_or(|owner| owner == stone);
        for edge in (0..topology.edges()).filter(serves) {
            for (sum, lacking) in sum.iter_mut().zip(lacking(position, stone, edge)) {
                *sum += lacking;
            }
        }
    }
    sum
}

fn lacking(position: &Position, stone: Stone, edge: usize) -> Vec<u16> {
    let topology = position.topology();
    let (own, other) = (position.stones(stone), position.stones(stone.opponent()));
    let mut lacking = vec![100; topology.cells()];
    let mut queue: VecDeque<(Cell, u16)> =
        topology.edge_cells(edge).iter().map(|cell| (cell, 0)).collect();
    while let Some((cell, so_far)) = queue.pop_front() {
        let now = so_far + u16::from(!own.contains(cell));
        if !other.contains(cell) && now < lacking[cell.index()] {
            lacking[cell.index()] = now;
            queue.extend(topology.neighbours(cell).iter().map(|&next| (next, now)));
        }
    }
    lacking
}

/// The drawn board, 1 where the opening wins.
fn drawn(board: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (row, line) in board.split_whitespace().enumerate() {
        for (column, _) in line.chars().enumerate().filter(|&(_, c)| c == '1') {
            names.push(format!("{}{}", (b'a' + column as u8) as char, row + 1));
        }
    }
    names
}

#[test]
fn winning_openings_of_y() {
    let mut solver = Solver::default();
    assert_eq!(solver.openings("y 1"), drawn("1"));
    assert_eq!(solver.openings("y 2"), drawn("1 11"));
    assert_eq!(solver.openings("y 3"), drawn("0 11 010"));
    assert_eq!(solver.openings("y 4"), drawn("0 11 111 0110"));
    assert_eq!(solver.openings("y 5"), drawn("0 00 010 0110 00000"));
}

#[test]
fn winning_openings_of_hex() {
    let mut solver = Solver::default();
    assert_eq!(solver.openings("hex 2x2"), ["b1", "a2"]);
    assert_eq!(solver.openings("hex 3x3"), drawn("001 111 100"));
    assert_eq!(solver.openings("hex 4x4"), drawn("0001 0010 0100 1000"));
}

#[test]
fn the_first_player_wins_every_small_board_of_every_kind() {
    for text in ["hex 3x3", "hex 4x4", "polyy 3,3", "polyy 5,3", "polyy 7,2"] {
        let mut solver = Solver::default();
        assert!(solver.solve(&Position::from_text(text).unwrap()).0, "{text}");
    }
    // On a narrow board the player with the shorter way wins even when moving second.
    assert!(!Solver::default().solve(&Position::from_text("hex 3x4").unwrap()).0);
    assert!(Solver::default().solve(&Position::from_text("hex 4x3").unwrap()).0);
}
