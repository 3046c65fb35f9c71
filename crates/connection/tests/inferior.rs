//! Every verdict on inferior cells agrees with the outcome of all that can follow.

mod oracle;

use oracle::Oracle;
use spinney_board::{Cell, CellSet, Stone};
use spinney_connection::InferiorCells;
use spinney_game::Rng;
use spinney_game::conformance::thorough;

/// Checks all that is said about an arrangement of stones.
fn check(oracle: &Oracle, cells: &mut InferiorCells, stones: &[CellSet; 2], rng: &mut Rng) {
    let at = oracle.arrangement(stones);
    let text = || oracle.text(stones);
    for to_move in Stone::BOTH {
        let found = cells.analyse_stones(stones, to_move);
        let filled = Stone::BOTH.map(|stone| *found.stones(stone));
        let after = oracle.arrangement(&filled);
        for stone in Stone::BOTH {
            let (before, after) = (oracle.winner(at, stone), oracle.winner(after, stone));
            assert_eq!(before, after, "fill-in changes the winner: {}", text());
        }
        if let Some(winner) = found.winner() {
            for stone in Stone::BOTH {
                assert_eq!(oracle.winner(at, stone), winner, "not won: {}", text());
            }
            continue;
        }
        // Some stones outside the fill-in later, it is still no matter.
        let (mut plain, mut full) = (at, after);
        let mut open = oracle.empties(&filled);
        while !open.is_empty() {
            let choice = rng.below(open.len() as u32) as usize;
            let cell = open.iter().nth(choice).expect("one of them");
            let stone = Stone::BOTH[rng.below(2) as usize];
            open.remove(cell);
            (plain, full) = (oracle.with(plain, stone, cell), oracle.with(full, stone, cell));
            for stone in Stone::BOTH {
                let (before, after) = (oracle.winner(plain, stone), oracle.winner(full, stone));
                assert_eq!(before, after, "fill-in matters later: {}", text());
            }
        }
        for cell in found.dead() {
            let flipped = if filled[0].contains(cell) {
                oracle.with(full, Stone::Black, cell)
            } else {
                oracle.with(full, Stone::White, cell) - 3 * 3usize.pow(cell.0.into())
            };
            for stone in Stone::BOTH {
                let (before, after) = (oracle.winner(full, stone), oracle.winner(flipped, stone));
                assert_eq!(before, after, "{cell:?} is not dead: {}", text());
            }
        }
        let wins = |cell: Cell| {
            oracle.winner(oracle.with(at, to_move, cell), to_move.opponent()) == to_move
        };
        let empties = oracle.empties(stones);
        if empties.iter().any(wins) {
            assert!(
                found.candidates().iter().any(wins),
                "no winning move of {} is left: {}",
                to_move.name(),
                text()
            );
        }
        for cell in &empties {
            let left_out = found.reason(cell).is_some();
            assert_eq!(left_out, !found.candidates().contains(cell), "{cell:?}: {}", text());
        }
    }
}

/// Checks that a colour must win every part of a cut board, and that this is enough.
fn check_parts(oracle: &Oracle, cells: &mut InferiorCells, stones: &[CellSet; 2]) -> bool {
    let found = cells.fill_in(stones);
    if found.winner().is_some() {
        return false;
    }
    let filled = Stone::BOTH.map(|stone| *found.stones(stone));
    let at = oracle.arrangement(&filled);
    let mut is_cut = false;
    for stone in Stone::BOTH {
        let parts = cells.parts(stone);
        is_cut |= parts.len() > 1;
        // A part alone: all others are won.
        let wins = |part: &CellSet, to_move| {
            let others = oracle.empties(&filled).andnot(part);
            let alone = others.iter().fold(at, |at, cell| oracle.with(at, stone, cell));
            oracle.winner(alone, to_move) == stone
        };
        let second: Vec<bool> = parts.iter().map(|part| wins(part, stone.opponent())).collect();
        let lost = second.iter().filter(|&&wins| !wins).count();
        let first = match lost {
            0 => true,
            1 => parts.iter().zip(&second).any(|(part, second)| !second && wins(part, stone)),
            _ => false,
        };
        let text = || format!("{} as {}: {parts:?}", oracle.text(stones), stone.name());
        assert_eq!(oracle.winner(at, stone.opponent()) == stone, lost == 0, "{}", text());
        assert_eq!(oracle.winner(at, stone) == stone, first, "{}", text());
    }
    is_cut
}

/// All arrangements of a small board.
fn check_all(text: &str) {
    let oracle = Oracle::new(text);
    let mut cells = InferiorCells::new(&oracle.board);
    let mut rng = Rng::new(1, 0);
    for at in 0..oracle.count() {
        check(&oracle, &mut cells, &oracle.stones(at), &mut rng);
    }
}

/// Arrangements at random.
fn check_some(text: &str, count: usize) {
    let oracle = Oracle::new(text);
    let mut cells = InferiorCells::new(&oracle.board);
    let mut rng = Rng::new(2, 0);
    for _ in 0..count * thorough() {
        check(&oracle, &mut cells, &oracle.random(&mut rng), &mut rng);
    }
}

#[test]
fn verdicts_hold_on_all_small_boards_of_hex() {
    for board in ["hex 1x1", "hex 1x5", "hex 4x1", "hex 2x2", "hex 3x2", "hex 3x3", "hex 2x5"] {
        check_all(board);
    }
}

#[test]
fn verdicts_hold_on_hex_4x4() {
    check_some("hex 4x4", 20_000);
}

#[test]
fn verdicts_hold_on_longer_boards_of_hex() {
    check_some("hex 3x5", 10_000);
    check_some("hex 7x2", 10_000);
}

#[test]
fn verdicts_hold_on_all_small_boards_of_y() {
    for side in 1..=4 {
        check_all(&format!("y {side}"));
    }
}

#[test]
fn verdicts_hold_on_y_5() {
    check_some("y 5", 20_000);
}

#[test]
fn verdicts_hold_on_all_small_boards_of_polyy() {
    for board in ["polyy 3,2", "polyy 5,2", "polyy 7,2", "polyy 3,3"] {
        check_all(board);
    }
}

#[test]
fn verdicts_hold_on_polyy_5_3() {
    check_some("polyy 5,3", 20_000);
}

#[test]
fn a_colour_must_win_every_part_of_a_cut_board() {
    for board in ["hex 3x3", "hex 3x5", "hex 4x4", "y 4", "y 5"] {
        let oracle = Oracle::new(board);
        let mut cells = InferiorCells::new(&oracle.board);
        let mut rng = Rng::new(3, 0);
        let mut cut = 0;
        for _ in 0..10_000 * thorough() {
            cut += usize::from(check_parts(&oracle, &mut cells, &oracle.random(&mut rng)));
        }
        assert!(cut > 10, "{board}: the test must see boards that are cut");
    }
}
