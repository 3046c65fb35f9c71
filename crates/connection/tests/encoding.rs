//! What networks see of a position, and what turning the board does to it.

use spinney_board::Stone;
use spinney_connection::Position;
use spinney_game::{Encode, Game, RandomPlayout, Rng, Shape, Symmetry};

fn position(text: &str) -> Position {
    Position::from_text(text).unwrap()
}

/// One plane as rows of digits, with dots for 0.
fn plane(position: &Position, number: usize) -> Vec<String> {
    let shape = position.shape();
    let mut values = vec![0u8; shape.values()];
    position.encode_into(&mut values);
    let plane = &values[number * shape.places()..][..shape.places()];
    let digit = |value: &u8| if *value == 0 { '.' } else { char::from(b'0' + value) };
    plane.chunks(shape.width).map(|row| row.iter().map(digit).collect()).collect()
}

#[test]
fn black_sees_a_hex_board_as_it_is_drawn() {
    let black = position("hex 4x4; black a1 b3; white d1 c2");
    assert_eq!(plane(&black, 0), ["1...", "....", ".1..", "...."], "own stones");
    assert_eq!(plane(&black, 1), ["...1", "..1.", "....", "...."], "other stones");
    assert_eq!(plane(&black, 2), [".11.", "11.1", "1.11", "1111"], "empty cells");
    assert_eq!(plane(&black, 3), ["1111", "....", "....", "1111"], "own edges: top and bottom");
    assert_eq!(plane(&black, 4), ["1..1", "1..1", "1..1", "1..1"], "other edges");
    assert_eq!(plane(&black, 5), ["....", "....", "....", "...."], "there is no swap");
}

#[test]
fn white_sees_a_square_hex_board_mirrored_so_that_it_joins_top_and_bottom() {
    let white = position("hex 4x4; black d1 c3; white a1 c2; white to move");
    assert_eq!(plane(&white, 0), ["1...", "....", ".1..", "...."], "own stones");
    assert_eq!(plane(&white, 1), ["....", "....", "..1.", "1..."], "other stones");
    assert_eq!(plane(&white, 3), ["1111", "....", "....", "1111"], "own edges");
    assert_eq!(plane(&white, 4), ["1..1", "1..1", "1..1", "1..1"], "other edges");
    let c1 = white.parse_move("c1").unwrap();
    assert_eq!(white.action_of(c1), Some(2 * 4), "in the first column of the third row");
}

#[test]
fn a_board_that_is_not_square_is_not_mirrored_and_the_edges_tell_who_is_to_move() {
    let black = position("hex 3x2");
    let white = position("hex 3x2; black b1");
    assert_eq!(plane(&black, 3), ["111", "111"], "top and bottom");
    assert_eq!(plane(&white, 3), ["1.1", "1.1"], "left and right");
    assert_eq!(plane(&white, 1), [".1.", "..."], "where it was put");
    assert_eq!(plane(&position("hex 3x1"), 3), ["222"], "each cell lies on both edges");
}

#[test]
fn it_does_not_matter_to_the_player_to_move_which_colour_they_have() {
    let all = |position: &Position| {
        let mut values = vec![0u8; position.shape().values()];
        position.encode_into(&mut values);
        values
    };
    let black = position("hex 4x4; black a1 b3; white d1 c2; black to move");
    let white = position("hex 4x4; black a4 b3; white a1 c2; white to move");
    assert_eq!(all(&black), all(&white));
    let black = position("y 4; black a1 c3; white b2 d4");
    let white = position("y 4; black b2 d4; white a1 c3; white to move");
    assert_eq!(all(&black), all(&white));
}

#[test]
fn the_swap_is_seen_as_long_as_it_may_be_played() {
    let swaps = |text: &str| plane(&position(text), 5) == ["11", "11"];
    assert!(swaps("hex 2x2 swap-pieces"), "in answer to this move");
    assert!(swaps("hex 2x2 swap-sides; black a1"), "now");
    assert!(!swaps("hex 2x2 swap-sides; black a1; swap past"));
    assert!(!swaps("hex 2x2 swap-pieces; black a1; white b1"));
    let black = position("hex 2x2 swap-pieces; black a1");
    assert_eq!(black.action_of(black.swap_action()), Some(4), "after the cells");
}

#[test]
fn a_y_board_is_half_of_a_hex_board() {
    let y = position("y 4; black a1 b4; white c3");
    assert_eq!(plane(&y, 0), ["....", "....", "...1", "...."], "white's c3");
    assert_eq!(plane(&y, 1), ["...1", "....", "....", ".1.."]);
    assert_eq!(plane(&y, 2), ["....", "..11", ".11.", "1.11"]);
    assert_eq!(plane(&y, 3), ["...2", "..11", ".1.1", "2112"], "edges");
}

/// The manual shows it so.
#[test]
fn the_codecup_board_is_laid_flat_with_one_cut() {
    let board = position("polyy 5,7");
    let Shape { height, width, .. } = board.shape();
    let mut text = String::new();
    for row in 0..height {
        let cells = (0..width).map(|column| match board.move_of(row * width + column) {
            Some(m) => format!("{:>4}", board.move_text(m)),
            None => "   ·".to_owned(),
        });
        text += &format!("    {}\n", cells.collect::<String>());
    }
    let docs = include_str!("../../../docs/encoding.md");
    assert!(docs.contains(&text), "docs/encoding.md must have this:\n{text}");
}

#[test]
fn the_manual_tells_what_there_is() {
    for text in ["hex 11x11", "y bent-93", "polyy 5,7"] {
        let tables = position(text).encoding().tables();
        let docs = include_str!("../../../docs/encoding.md");
        assert!(docs.contains(&tables), "docs/encoding.md must have this for {text}:\n{tables}");
    }
}

#[test]
fn there_are_as_many_symmetries_as_the_manual_says() {
    for (text, symmetries) in [
        ("hex 11x11", 4),
        ("hex 11x11 swap-pieces", 2),
        ("hex 11x11 swap-pieces; black a3; white b4", 4),
        ("hex 11x11 swap-sides; black a3; white b4", 8),
        ("hex 9x11", 2),
        ("hex 1x1", 2),
        ("y 10", 12),
        ("y bent-93 swap-pieces", 6),
        ("polyy 5,7", 20),
        ("polyy 5,7 swap-sides; black 1; white 2", 40),
    ] {
        assert_eq!(position(text).symmetries(), symmetries, "{text}");
    }
}

/// A Hex board as rows of `b`, `w` and `.`.
type Drawing = Vec<Vec<char>>;

fn drawn(position: &Position) -> Drawing {
    let (width, height) = position.board().hex_size().unwrap();
    let cell = |column: usize, row: usize| {
        let name = format!("{}{}", char::from(b'a' + column as u8), row + 1);
        let cell = position.topology().find_cell(&name).unwrap();
        match position.stone_at(cell) {
            Some(Stone::Black) => 'b',
            Some(Stone::White) => 'w',
            None => '.',
        }
    };
    (0..height).map(|row| (0..width).map(|column| cell(column, row)).collect()).collect()
}

/// Turned by half: the last row backwards comes first.
fn half_turned(drawing: &Drawing) -> Drawing {
    drawing.iter().rev().map(|row| row.iter().rev().copied().collect()).collect()
}

/// Rows become columns, and stones change their colour.
fn exchanged(drawing: &Drawing) -> Drawing {
    let other = |stone: char| match stone {
        'b' => 'w',
        'w' => 'b',
        empty => empty,
    };
    let column = |i: usize| drawing.iter().map(|row| other(row[i])).collect();
    (0..drawing[0].len()).map(column).collect()
}

#[test]
fn images_of_hex_positions_are_their_drawings_turned_about() {
    let mut rng = Rng::new(3, 0);
    let mut random = RandomPlayout::default();
    for text in ["hex 5x5", "hex 4x7", "hex 6x6 swap-pieces", "hex 5x5 swap-sides"] {
        let mut at = position(text);
        while let Some(m) = random.pick(&at, &mut rng) {
            at.play(m);
            let drawing = drawn(&at);
            let mut expected = vec![drawing.clone(), half_turned(&drawing)];
            if at.symmetries() > 2 {
                expected.push(exchanged(&drawing));
                expected.push(half_turned(&exchanged(&drawing)));
            }
            for symmetry in 0..at.symmetries() {
                let image = at.image(symmetry);
                assert_eq!(drawn(&image), expected[symmetry % 4], "{at:?}, {symmetry}");
                let same_colour = image.to_move() == at.to_move();
                assert_eq!(same_colour, symmetry % 4 < 2, "{at:?}, {symmetry}");
            }
        }
    }
}

#[test]
fn a_book_needs_one_of_all_images() {
    let [a, b, c] = ["hex 5x5; black b4", "hex 5x5; black d2", "hex 5x5; black b3"].map(position);
    assert_ne!(a.hash(), b.hash());
    assert_eq!(a.canonical_hash(), b.canonical_hash());
    assert_ne!(a.canonical_hash(), c.canonical_hash());
    let [x, y] = [a.parse_move("a1").unwrap(), b.parse_move("e5").unwrap()];
    assert_eq!(a.canonical_move(x), b.canonical_move(y));
    // The empty board is its own image, so opposite openings are the same.
    let empty = position("hex 5x5");
    let [x, y, z] = ["b4", "d2", "b3"].map(|cell| empty.parse_move(cell).unwrap());
    assert_eq!(empty.canonical_move(x), empty.canonical_move(y));
    assert_ne!(empty.canonical_move(x), empty.canonical_move(z));
    // Whoever has which colour, and whoever has swapped.
    let [a, b] = [
        "y 5 swap-sides; black a1 c3; white b2 c4",
        "y 5 swap-sides; black b2 c4; white a1 c3; white to move; sides exchanged",
    ]
    .map(position);
    assert_eq!(a.canonical_hash(), b.canonical_hash());
}
