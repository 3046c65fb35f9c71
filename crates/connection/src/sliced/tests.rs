//! Fills are fair, and the circuits agree with the plain win test and with the rules.

use std::collections::HashMap;

use spinney_game::conformance::thorough;

use super::*;
use crate::Action;
use crate::Position;
use crate::playout::Flood;
use spinney_board::MAX_CELLS;

/// A filled board by the bits of black's cells, and whether black has won.
type Filled = ([u64; MAX_CELLS / 64], bool);

fn fills(position: &Position, settings: &SlicedSettings) -> Fills {
    Fills {
        fill: SlicedFill::new(position.board(), settings),
        batch: PlayoutBatch::new(2, position.move_codes()),
        rng: Rng::new(11, 0),
    }
}

struct Fills {
    fill: SlicedFill,
    batch: PlayoutBatch,
    rng: Rng,
}

impl Fills {
    /// The boards of one batch.
    fn next(&mut self, position: &Position) -> Vec<Filled> {
        self.fill.run(position, &mut self.rng, &mut self.batch);
        let (black, white) = (position.seat_of(Stone::Black), position.seat_of(Stone::White));
        let mut boards = vec![(*position.stones(Stone::Black).words(), false); LANES];
        for (lane, (_, won)) in boards.iter_mut().enumerate() {
            let bit = |player| self.batch.won(player)[lane / 64] >> (lane % 64) & 1 == 1;
            assert_ne!(bit(black), bit(white), "exactly one has won");
            *won = bit(black);
        }
        for (cell, lanes) in self.batch.made(black).iter().enumerate() {
            for (board, lane) in boards.iter_mut().zip(0..) {
                board.0[cell / 64] |= (lanes[lane / 64] >> (lane % 64) & 1) << (cell % 64);
            }
        }
        for cell in position.topology().all_cells().iter().map(Cell::index) {
            let (b, w) = (self.batch.made(black)[cell], self.batch.made(white)[cell]);
            let empty = position.empties().contains(Cell(cell as u16));
            for i in 0..b.len() {
                assert_eq!((b[i] & w[i], b[i] | w[i]), (0, if empty { u64::MAX } else { 0 }));
            }
        }
        boards
    }
}

fn cells_of(board: &[u64; MAX_CELLS / 64]) -> impl Iterator<Item = Cell> + '_ {
    (0..MAX_CELLS).filter(|c| board[c / 64] >> (c % 64) & 1 == 1).map(|c| Cell(c as u16))
}

/// A position after some random moves.
fn somewhere(start: &Position, moves: u32, rng: &mut Rng) -> Position {
    let mut position = start.clone();
    for _ in 0..moves {
        let mut legal = Vec::new();
        position.moves(&mut legal);
        rng.choose(&legal).into_iter().for_each(|&m| position.play(m));
    }
    position
}

/// A million boards of each of the first kinds; ten million when asked to be thorough.
#[test]
fn the_circuits_agree_with_the_plain_win_test() {
    const MANY: [&str; 5] = ["hex 11x11", "y 13", "y bent-93", "polyy 5,7", "polyy 7,5"];
    const SOME: [&str; 12] = [
        "hex 1x1",
        "hex 1x5",
        "hex 4x6",
        "hex 6x4",
        "hex 19x19",
        "y 1",
        "y 2",
        "y bent-27",
        "y bent-199",
        "polyy 3,5",
        "polyy 5,2",
        "polyy 9,6",
    ];
    let cases = MANY.map(|text| (text, 2_000)).into_iter().chain(SOME.map(|text| (text, 40)));
    let mut rng = Rng::new(1, 0);
    for (text, batches) in cases {
        let start = Position::from_text(text).unwrap();
        let referee = Flood::new(start.board());
        let mut fills = fills(&start, &SlicedSettings::default());
        let mut black_wins = 0;
        for round in 0..batches * thorough() {
            let position = somewhere(&start, [0, 0, 3, 10][round % 4], &mut rng);
            for (board, black_won) in fills.next(&position) {
                assert_eq!(referee.winner(&board) == Stone::Black, black_won, "{text}");
                black_wins += usize::from(black_won);
            }
        }
        assert!(text.ends_with('1') || text.ends_with("x5") || black_wins > 0);
    }
}

/// The rules themselves, stone by stone.
#[test]
fn the_circuits_agree_with_the_rules() {
    for text in ["hex 5x8", "y 9", "y bent-93", "polyy 3,6", "polyy 5,6", "polyy 7,4"] {
        let start = Position::from_text(text).unwrap();
        for (board, black_won) in fills(&start, &SlicedSettings::default()).next(&start) {
            let mut position = start.clone();
            for cell in cells_of(&board) {
                if position.hand_turn_to(Player::FIRST) {
                    position.play(Action::from(cell));
                }
            }
            assert_eq!(position.winner() == Some(Stone::Black), black_won, "{text}");
        }
    }
}

#[test]
fn each_colour_has_its_right_number_of_stones() {
    let mut rng = Rng::new(4, 0);
    for text in ["hex 2x2", "y 1", "y 13", "hex 19x19", "polyy 5,7"] {
        let start = Position::from_text(text).unwrap();
        for settings in [false, true].map(|coupled_bridges| SlicedSettings { coupled_bridges }) {
            let mut fills = fills(&start, &settings);
            for moves in [0, 1, 2, 9, 20] {
                let position = somewhere(&start, moves, &mut rng);
                let (empties, own) = (position.empties().len(), position.stones(Stone::Black));
                let more = match position.to_move() {
                    Stone::Black => empties.div_ceil(2),
                    Stone::White => empties / 2,
                };
                for (board, _) in fills.next(&position) {
                    assert_eq!(cells_of(&board).count(), own.len() + more, "{position:?}");
                }
            }
        }
    }
}

/// Of six cells three are black: twenty ways, all equally likely. A batch's games share the order
/// in which they are mended, which must not show over many batches.
#[test]
fn every_way_to_share_out_the_cells_is_as_likely() {
    let start = Position::from_text("y 3").unwrap();
    let mut fills = fills(&start, &SlicedSettings::default());
    let mut counts: HashMap<u64, u32> = HashMap::new();
    let batches = 2_000;
    for _ in 0..batches {
        for (board, _) in fills.next(&start) {
            *counts.entry(board[0]).or_default() += 1;
        }
    }
    assert_eq!(counts.len(), 20);
    let expected = (batches * LANES) as f64 / 20.0;
    for (board, &count) in &counts {
        let off = (f64::from(count) - expected) / expected;
        assert!(off.abs() < 0.02, "{board:b}: {count}, not {expected}");
    }
}

/// The bridge from d4 to e2, and the one from d4 to the bottom, hold in every game.
#[test]
fn coupled_bridges_hold() {
    let position = Position::from_text("hex 5x5; black d4 e2; white a1 b1; black to move").unwrap();
    let cell = |name: &str| position.topology().find_cell(name).unwrap();
    let mut fills = fills(&position, &SlicedSettings { coupled_bridges: true });
    for _ in 0..20 {
        for (board, _) in fills.next(&position) {
            let owned = |name: &str| cells_of(&board).any(|c| c == cell(name));
            assert_ne!(owned("d3"), owned("e3"));
            assert_ne!(owned("c5"), owned("d5"));
        }
    }
}

#[test]
fn the_games_do_not_depend_on_the_vector_unit() {
    fn batch<const WORDS: usize>(unit: VectorUnit) -> Option<PlayoutBatch> {
        let start = Position::from_text("y bent-27").unwrap();
        let settings = SlicedSettings::default();
        let mut fill = SlicedFill::<WORDS>::with_unit(start.board(), &settings, unit)?;
        let mut batch = PlayoutBatch::new(2, start.move_codes());
        fill.run(&start, &mut Rng::new(3, 0), &mut batch);
        Some(batch)
    }
    fn check<const WORDS: usize>() {
        let plain = batch::<WORDS>(VectorUnit::Baseline).unwrap();
        for unit in [VectorUnit::Bits256, VectorUnit::Bits512] {
            let Some(other) = batch::<WORDS>(unit) else { continue };
            for player in [Player::FIRST, Player::SECOND] {
                assert_eq!(plain.made(player), other.made(player));
                assert_eq!(plain.won(player), other.won(player));
            }
        }
    }
    check::<1>();
    check::<4>();
    check::<8>();
}
