//! `spinney book`, from growing to merging.

use std::fs;

use serde_json::Value;

use crate::{path, prints, spinney, text};

const SPEC: &str = "position = \"hex 3x3 swap-pieces\"\n[judge]\nby = \"solver\"\nsolver-nodes = 10000\n\
    [levels]\ndepth = 2\nkeep-all = 9\n";

/// What the program says that cannot do what it is told.
fn fails<const N: usize>(arguments: [&str; N]) -> String {
    let output = spinney(arguments, "");
    assert!(!output.status.success());
    text(&output.stderr)
}

#[test]
fn a_book_is_grown_shown_written_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(file("solved.toml"), SPEC).unwrap();
    let grown = prints(["book", "grow", &file("solved.toml"), "--quiet"]);
    assert!(grown.contains(" evaluations, "), "{grown}");
    let first = fs::read(file("solved.book")).unwrap();
    // Nothing is evaluated twice, and the book is the same.
    let again = prints(["book", "grow", &file("solved.toml"), "--quiet", "--workers", "1"]);
    assert!(again.contains(", 0 of them new"), "{again}");
    assert_eq!(fs::read(file("solved.book")).unwrap(), first);

    let shown = prints(["book", "show", &file("solved.book"), "hex 3x3 swap-pieces; black b2"]);
    assert!(shown.contains("swap-pieces") && shown.contains("wins, proven"), "{shown}");
    let unknown = prints(["book", "show", &file("solved.book"), "hex 4x4"]);
    assert!(unknown.contains("does not know"), "{unknown}");
    let stats = prints(["book", "stats", &file("solved.book")]);
    assert!(
        stats.contains("hex 3x3 swap-pieces") && stats.contains("solver-nodes = 10000"),
        "{stats}"
    );
    assert!(prints(["book", "map", &file("solved.book")]).contains('-'));

    let lines = prints(["book", "export", &file("solved.book")]);
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[0]["position"], "hex 3x3 swap-pieces; black to move");
    assert_eq!(rows[0]["moves"][0]["proven"], false, "whoever may swap wins");
    fs::write(file("lines.jsonl"), &lines).unwrap();
    prints(["book", "import", &file("lines.jsonl"), "--out", &file("again.book")]);
    assert_eq!(prints(["book", "export", &file("again.book")]), lines);
    prints(["book", "merge", &file("all.book"), &file("solved.book"), &file("again.book")]);
    assert_eq!(prints(["book", "export", &file("all.book")]), lines);
    let sgf = prints(["book", "export", &file("solved.book"), "--format", "sgf"]);
    fs::write(file("book.sgf"), &sgf).unwrap();
    assert!(prints(["show", path(&folder.path().join("book.sgf"))]).contains("3"));

    // A player takes it, and GTP says so.
    let set = format!("play.book={}", file("solved.book"));
    let words = ["analyze", "hex 3x3 swap-pieces; black b2; white to move", "--preset", "uct"];
    let report = prints(words.into_iter().chain(["--playouts", "50", "--json", "--set", &set]));
    let report: Value = serde_json::from_str(report.lines().next().unwrap()).unwrap();
    assert_eq!(report["fromBook"], true, "{report}");
    assert_eq!(report["candidates"][0]["move"], "swap-pieces", "{report}");
}

#[test]
fn what_is_wrong_is_said_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(file("bad.toml"), SPEC.replace("solver-nodes", "solver-knots")).unwrap();
    let problem = fails(["book", "grow", &file("bad.toml")]);
    assert!(problem.contains("bad.toml") && problem.contains("solver-knots"), "{problem}");
    fs::write(file("text.book"), "no book").unwrap();
    for command in ["show", "stats", "map", "export"] {
        let problem = fails(["book", command, &file("text.book")]);
        assert!(problem.contains("text.book: not a book of openings"), "{problem}");
    }
    fs::write(file("lines.jsonl"), "{\"position\":\"hex 3x3\",\"moves\":[]}\n{\"position\":1}\n")
        .unwrap();
    let problem = fails(["book", "import", &file("lines.jsonl"), "--out", &file("new.book")]);
    assert!(problem.contains("line 2"), "{problem}");
    let problem = fails(["book", "merge", &file("new.book"), &file("nowhere.book")]);
    assert!(problem.contains("nowhere.book"), "{problem}");
    assert!(!folder.path().join("new.book").exists());
}
