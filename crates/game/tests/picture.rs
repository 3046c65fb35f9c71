//! Drawings of a small Hex board, made by hand so that nothing else is tested with them.

use spinney_game::{Cell, CellMark, Colour, Label, Picture, Segment};

/// A rhombus of 3 × 3 hexagons:
/// ```text
///  a b c
/// 1 · · ·
///  2 · · ·
///   3 · · ·
/// ```
fn board() -> Picture {
    let mut picture = Picture { caption: "Black's turn".into(), ..Picture::default() };
    let centre = |c: i32, r: i32| (c as f32 + r as f32 * 0.5, r as f32 * 0.866);
    for r in 0..3 {
        for c in 0..3 {
            let (x, y) = centre(c, r);
            let outline = (0..6)
                .map(|i| {
                    let turn = (i as f32 + 0.5) * std::f32::consts::FRAC_PI_3;
                    (x + 0.577 * libm::cosf(turn), y + 0.577 * libm::sinf(turn))
                })
                .collect();
            picture.cells.push(Cell {
                name: format!("{}{}", (b'a' + c as u8) as char, r + 1),
                outline,
                centre: (x, y),
                grid: (r, 2 * c + r),
                stone: None,
                mark: None,
                glyph: None,
                note: None,
            });
        }
        let (x, y) = centre(-1, r);
        picture.labels.push(Label {
            text: (r + 1).to_string(),
            at: (x, y),
            grid: (r, r - 2),
            colour: Colour::White,
        });
        let (x, y) = centre(r, -1);
        picture.labels.push(Label {
            text: ((b'a' + r as u8) as char).to_string(),
            at: (x, y),
            grid: (-1, 2 * r - 1),
            colour: Colour::Black,
        });
    }
    let (a, b) = (centre(0, 0), centre(2, 0));
    picture.frame.push(Segment {
        points: vec![(a.0 - 0.5, a.1 - 0.6), (b.0 + 0.5, b.1 - 0.6)],
        colour: Colour::Black,
    });
    picture
}

fn with_stones() -> Picture {
    let mut picture = board();
    picture.cell_mut("a2").unwrap().stone = Some(Colour::Black);
    let last = picture.cell_mut("b2").unwrap();
    last.stone = Some(Colour::White);
    last.mark = Some(CellMark::Last);
    let won = picture.cell_mut("c1").unwrap();
    won.stone = Some(Colour::Black);
    won.mark = Some(CellMark::Winning);
    picture.cell_mut("c3").unwrap().mark = Some(CellMark::Hint);
    picture.cell_mut("c3").unwrap().note = Some("53%".into());
    picture.cell_mut("a1").unwrap().note = Some("<4&".into());
    picture
}

#[test]
fn an_empty_board_as_text() {
    insta::assert_snapshot!(board().to_text(false));
}

#[test]
fn stones_marks_and_notes_as_text() {
    insta::assert_snapshot!(with_stones().to_text(false));
}

#[test]
fn colours_are_ansi_escapes_and_change_no_character() {
    let coloured = with_stones().to_text(true);
    insta::assert_snapshot!(coloured.replace('\x1b', "␛"));
    let mut plain = String::new();
    let mut pieces = coloured.split('\x1b');
    plain.push_str(pieces.next().unwrap());
    for piece in pieces {
        plain.push_str(piece.split_once('m').unwrap().1);
    }
    assert_eq!(plain, with_stones().to_text(false));
}

#[test]
fn a_picture_of_nothing_draws() {
    assert_eq!(Picture::default().to_text(true), "");
    assert!(Picture::default().to_svg().ends_with("</svg>\n"));
}

#[test]
fn the_svg_of_a_small_board() {
    insta::assert_snapshot!(with_stones().to_svg());
}
