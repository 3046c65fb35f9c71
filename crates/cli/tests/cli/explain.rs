//! `explain`.

use serde_json::Value;

use crate::{path, prints, spinney, text};

const POSITION: &str = "hex 7x7; black d4 c6; white e2 b3 f5; black to move";

#[test]
fn a_position_is_explained_in_words_and_letters() {
    let told = prints(["explain", POSITION]);
    for word in ["marks ", "winner ", "left out ", "mustplay ", "black joins "] {
        assert!(told.contains(word), "{word}: {told}");
    }
    let over = prints(["explain", "hex 2x2; black a1 a2; white b1"]);
    assert!(over.contains("black, the game is over"), "{over}");
}

#[test]
fn the_same_is_one_json_object() {
    let told: Value = serde_json::from_str(&prints(["explain", POSITION, "--json"])).unwrap();
    assert_eq!(told["to_move"], "black");
    assert!(told["position"].as_str().unwrap().starts_with("hex 7x7"));
    assert!(told["inferior"][0]["by"].is_string());
    let link = &told["sides"][0]["connections"][0];
    assert!(link["ends"][1].is_string() && link["carrier"].is_array(), "{link}");
    assert_eq!(link["strength"], "full");
}

#[test]
fn a_board_is_drawn_with_marks_and_a_legend() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    let layers: [&[&str]; 3] =
        [&["--show", "moves"], &["--show", "connections", "--side", "black"], &["--show", "parts"]];
    for layer in layers {
        let arguments = ["explain", POSITION, "--svg", path(&file)];
        assert_eq!(prints(arguments.iter().chain(layer).copied()), "");
        assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
    }
}

#[test]
fn a_position_within_a_record_is_explained() {
    let record = "(;FF[4]GM[11]SZ[5];B[c3];W[b4];B[d2])";
    let told: Value =
        serde_json::from_str(&prints(["explain", record, "--move", "2", "--json"])).unwrap();
    assert_eq!(told["winner"], "black");
    assert_eq!(told["to_move"], "black");
    assert_eq!(told["ground"], "connection");
}

#[test]
fn what_cannot_be_explained_is_refused() {
    for arguments in [
        &["explain", "arimaa 1g"][..],
        &["explain", "hex 5x5", "--side", "red"],
        &["explain", "hex 5x5", "--move", "3"],
        &["explain", "hex 0x0"],
    ] {
        let output = spinney(arguments.iter().copied(), "");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("spinney: "), "{}", text(&output.stderr));
    }
}
