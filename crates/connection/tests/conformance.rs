//! The suite that every game runs, over boards of all kinds and sizes and both swap rules; and
//! that turned and mirrored games have turned and mirrored results.

use spinney_board::{BoardSymmetry, Stone};
use spinney_connection::{Action, Position};
use spinney_game::conformance::{Suite, check, check_bad_text, check_encoding, check_symmetry};
use spinney_game::{Game, RandomPlayout, Rng};

/// Random games on each board. The checks of a single position look at every cell, so they are
/// made at every move in a few games and only now and then in the rest.
fn conform(games: usize, texts: &[&str]) {
    for (i, text) in texts.iter().enumerate() {
        let start = Position::from_text(text).unwrap();
        let cells = start.topology().cells();
        let few = Suite { games: games / 250, every: 1, longest_game: cells + 1, seed: i as u64 };
        check(&start, &few);
        check(&start, &Suite { games: games - few.games, every: 10 + cells * 2, ..few });
        check_encoding(&start, &Suite { games: games / 500, every: 1 + cells / 16, ..few });
        check_symmetry(&start, &Suite { games: games / 1_000, every: 1 + cells / 16, ..few });
    }
}

#[test]
fn small_boards_conform() {
    conform(
        10_000,
        &[
            "hex 1x1 swap-pieces",
            "hex 1x3 swap-sides",
            "hex 3x3 swap-pieces",
            "hex 5x4",
            "y 1 swap-sides",
            "y 2 swap-pieces",
            "y 4 swap-sides",
            "polyy 3,2 swap-pieces",
            "polyy 5,3 swap-sides",
        ],
    );
}

#[test]
fn hex_boards_conform() {
    conform(10_000, &["hex 5x5 swap-sides", "hex 8x8 swap-pieces", "hex 11x11 swap-pieces"]);
}

#[test]
fn y_boards_conform() {
    conform(10_000, &["y 9 swap-pieces", "y 14", "y bent-27 swap-sides", "y bent-93"]);
}

#[test]
fn polyy_boards_conform() {
    conform(10_000, &["polyy 5,5 swap-pieces", "polyy 5,7 swap-sides", "polyy 9,3", "polyy 3,6"]);
}

#[test]
fn large_hex_boards_conform() {
    conform(10_000, &["hex 19x19 swap-pieces", "hex 24x16"]);
}

#[test]
fn large_boards_of_rings_conform() {
    conform(10_000, &["y 25 swap-sides", "y bent-199", "polyy 9,9"]);
}

#[test]
fn mangled_text_is_refused_or_read_but_never_panics() {
    let seeds = [
        "hex 5x5 swap-pieces; black a1 c3; white b2; white to move",
        "hex 4x7 swap-sides; black d2; white to move; sides exchanged",
        "y 10; black a1 b3 c7; white j10; black to move",
        "y bent-93 swap-pieces; black 47; white to move; swap past",
        "polyy 5,7 swap-sides; black 43 1 106; white 44 45; white to move",
        "polyy 15,7",
        "swap-pieces",
        "a1",
    ];
    let start = Position::from_text("hex 5x5 swap-pieces").unwrap();
    let refused = check_bad_text(&start, &seeds, 150_000, 7);
    assert!(refused > 200_000, "{refused} of 300,000 readings were refused");
}

/// The position seen through a symmetry.
fn image(position: &Position, symmetry: &BoardSymmetry) -> Position {
    let topology = position.topology();
    let stones = |stone: Stone| {
        let from = if symmetry.exchanges_colours { stone.opponent() } else { stone };
        let cells = position.stones(from).iter().map(|cell| symmetry.image(cell));
        cells.map(|cell| format!(" {}", topology.cell_name(cell))).collect::<String>()
    };
    let (black, white) = (stones(Stone::Black), stones(Stone::White));
    let text = format!("{}; black{black}; white{white}", position.board());
    Position::from_text(&text).unwrap()
}

#[test]
fn mirrored_games_have_mirrored_results() {
    let mut rng = Rng::new(5, 0);
    let mut random = RandomPlayout::default();
    for text in ["hex 6x6", "hex 5x7", "y 7", "y bent-27", "polyy 5,4", "polyy 7,3"] {
        let start = Position::from_text(text).unwrap();
        for _ in 0..300 {
            let mut position = start.clone();
            while let Some(m) = random.pick(&position, &mut rng) {
                position.play(m);
                for symmetry in start.topology().symmetries() {
                    let image = image(&position, symmetry);
                    let colour = |stone: Stone| {
                        if symmetry.exchanges_colours { stone.opponent() } else { stone }
                    };
                    assert_eq!(image.winner(), position.winner().map(colour), "{position:?}");
                    for stone in Stone::BOTH {
                        let corners = |p: &Position, s| p.captured_corners(s).collect::<Vec<_>>();
                        let mut moved = corners(&position, stone);
                        moved.iter_mut().for_each(|cell| *cell = symmetry.image(*cell));
                        moved.sort();
                        let mut seen = corners(&image, colour(stone));
                        seen.sort();
                        assert_eq!(seen, moved, "{position:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_order_of_moves_does_not_matter_to_the_hash() {
    let start = Position::from_text("hex 4x4").unwrap();
    let play = |moves: [&str; 4]| {
        let mut position = start.clone();
        for text in moves {
            position.play(position.parse_move(text).unwrap());
        }
        position.hash()
    };
    assert_eq!(play(["a1", "b2", "c3", "d4"]), play(["c3", "d4", "a1", "b2"]));
    assert_ne!(play(["a1", "b2", "c3", "d4"]), play(["a1", "c3", "b2", "d4"]));
    let hash = |text: &str| Position::from_text(text).unwrap().hash();
    let different = [
        "hex 4x4",
        "hex 4x5",
        "hex 4x4 swap-pieces",
        "hex 4x4 swap-sides",
        "hex 4x4; white to move",
        "hex 4x4; black a1",
        "hex 4x4; black a1; black to move",
        "hex 4x4 swap-sides; black a1",
        "hex 4x4 swap-pieces; black a1",
        "hex 4x4 swap-sides; black a1; sides exchanged",
        "hex 4x4; white a1; black to move",
    ];
    let hashes: std::collections::BTreeSet<_> = different.iter().map(|text| hash(text)).collect();
    assert_eq!(hashes.len(), different.len());
    // A swap that is past leaves no trace.
    assert_eq!(hash("hex 4x4; black a1"), hash("hex 4x4 swap-sides; black a1; swap past"));
    assert_eq!(
        hash("y 4; white b2; black to move"),
        hash("y 4 swap-pieces; white b2; black to move")
    );
}

#[test]
fn cloning_onto_another_board_changes_the_board() {
    let mut position = Position::from_text("hex 4x4; black a1").unwrap();
    let other = Position::from_text("y 3; black a1").unwrap();
    position.clone_from(&other);
    assert_eq!(position.text(), other.text());
    position.play(Action(1));
    assert_eq!(position.text(), "y 3; black a1; white a2; black to move");
}
