//! `analyze` and `show`.

use serde_json::Value;

use crate::{path, prints, spinney, text};

/// Black plays aside while white walks along the middle row.
const LOST: &str = "(;FF[4]GM[11]SZ[3]RU[no-swap]PB[Ann <a&b>]PW[Bob]RE[W+];B[a1];W[b2];B[c3];W[a2]\
                    C[One more.];B[a3];W[c2])";

#[test]
fn every_move_of_a_game_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let [record, graph] = ["game.sgf", "graph.svg"].map(|name| folder.path().join(name));
    std::fs::write(&record, LOST).unwrap();
    let table = prints(["analyze", path(&record), "--playouts", "500", "--svg", path(&graph)]);
    let rows: Vec<_> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), 6, "{table}");
    assert!(
        rows[0].contains("black  a1") && rows[0].contains('?'),
        "a1 throws the game away: {table}"
    );
    assert!(rows[5].contains("white  c2") && rows[5].contains("100.0%"), "{table}");

    let svg = std::fs::read_to_string(&graph).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("polyline"), "the win rate is a line: {svg}");
    assert!(svg.contains("a1?"), "mistakes are named: {svg}");
    assert!(svg.contains("Ann &lt;a&amp;b&gt;"), "names are escaped: {svg}");
}

#[test]
fn judgements_are_json_too_and_come_from_standard_input() {
    let output = spinney(["analyze", "-", "--playouts", "300", "--json"], LOST);
    let moves: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(moves.len(), 6);
    assert_eq!((&moves[1]["side"], &moves[1]["played"]), (&"white".into(), &"b2".into()));
    for judged in &moves {
        for field in ["win_rate_best", "win_rate_played", "loss"] {
            assert!((0.0..=1.0).contains(&judged[field].as_f64().unwrap()), "{judged}");
        }
        assert!(judged["best"].is_string() && judged["number"].is_u64());
    }
    assert!(output.stderr.is_empty(), "no progress bar without a terminal");
}

#[test]
fn links_are_records() {
    let link = "https://hexworld.org/board/#5c1,a2:sc3";
    assert!(prints(["analyze", link, "--playouts", "100"]).contains("swap-pieces"));
    assert!(prints(["show", link]).contains("\n 2 · · · · ·"));
    let sgf = prints(["show", link, "--format", "sgf"]);
    assert!(sgf.contains(";B[a2];W[swap-pieces];B[c3]"), "{sgf}");
}

#[test]
fn a_record_is_shown_at_any_move() {
    let folder = tempfile::tempdir().unwrap();
    let [record, svg] = ["game.sgf", "board.svg"].map(|name| folder.path().join(name));
    std::fs::write(&record, LOST).unwrap();
    let record = path(&record);
    let board = prints(["show", record, "--at", "4"]);
    let expected = "\
players Ann <a&b> - Bob
result  W+
move    4 of 6: white a2
comment One more.
 a b c
1 ● · ·
 2[○]○ ·
  3 · · ●
     a b c
black to move
";
    assert_eq!(board, expected);
    assert!(prints(["show", record]).contains("2 ◇ ◇ ◇"));
    assert_eq!(prints(["show", record, "--svg", path(&svg)]), "");
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert_eq!(prints(["show", record, "--format", "svg"]), std::fs::read_to_string(&svg).unwrap());
    let link = prints(["show", record, "--at", "2", "--format", "hexworld"]);
    assert_eq!(link, "https://hexworld.org/board/#3c1,a1b2\n");
}

#[test]
fn a_position_is_shown_and_comes_back_from_its_own_text() {
    for position in
        ["hex 5x5; black c3; white b2", "y 4; black a1", "polyy 5,3; black 1; white 5 6"]
    {
        let text = prints(["show", position, "--format", "position"]);
        assert_eq!(prints(["show", text.trim(), "--format", "position"]), text);
        let sgf = prints(["show", position, "--format", "sgf"]);
        let output = spinney(["show", "-", "--format", "position"], &sgf);
        assert_eq!(crate::text(&output.stdout), text, "{sgf}");
    }
}

#[test]
fn colours_can_be_asked_for() {
    let plain = prints(["show", "hex 3x3; black b2"]);
    assert!(!plain.contains('\u{1b}'));
    let coloured = prints(["show", "hex 3x3; black b2", "--color", "always"]);
    assert!(coloured.contains("\u{1b}[1;31m●"), "{coloured:?}");
}
