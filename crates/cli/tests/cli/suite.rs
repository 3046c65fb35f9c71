//! `suite`.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::{SPINNEY, path, prints, spinney, text};

/// Our own tests.
const SUITES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites");

#[test]
fn our_own_tests_are_answered_in_every_game() {
    let printed = prints(["suite", SUITES, "--playouts", "100", "--json"]);
    let objects: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (summary, answers) = objects.split_last().unwrap();
    assert_eq!(summary["answers"], answers.len());
    for game in ["hex", "y", "polyy", "havannah", "tantrix", "arimaa"] {
        let answered = answers.iter().filter(|answer| answer["game"] == game).count();
        assert_eq!(summary["by_tag"][game]["answers"], answered, "{game}");
        assert!(answered > 0, "{game}");
    }
    for answer in answers {
        let score = answer["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score) && answer["turn"] != "", "{answer}");
    }
    let sum: f64 = answers.iter().map(|answer| answer["score"].as_f64().unwrap()).sum();
    assert_eq!(summary["score"].as_f64().unwrap(), sum);
}

#[test]
fn proven_moves_are_found_by_a_player_that_proves() {
    let table = prints(["suite", SUITES, "--tag", "hex", "--tag", "proven", "--playouts", "2000"]);
    let all = table.lines().find(|line| line.starts_with("all ")).unwrap();
    let words: Vec<_> = all.split_whitespace().collect();
    assert_eq!(words[1], words[2], "all of them are passed: {table}");
}

#[test]
fn what_is_wrong_in_a_file_is_said_with_its_line() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("wrong.ats");
    fs::write(&file, "[settings]\nposition = hex 3x3\n[criteria]\ncondition = luck\n").unwrap();
    for asked in [path(&file), path(place.path())] {
        let output = spinney(["suite", asked], "");
        assert!(!output.status.success());
        let error = text(&output.stderr);
        assert!(error.contains("wrong.ats: line 4, condition: \"luck\""), "{error}");
    }
}

#[test]
fn a_path_without_its_ending_was_not_found() {
    let asked = format!("{SUITES}/arimaa");
    let of = |path: &str| prints(["suite", path, "--tag", "goal", "--playouts", "100"]);
    assert_eq!(of(&asked), of(&format!("{asked}.ats")));
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("mine.ats"), "").unwrap();
    let missing = spinney(["suite", path(&place.path().join("theirs"))], "");
    assert!(!missing.status.success());
    let error = text(&missing.stderr);
    assert!(error.contains("beside it are mine") && error.contains("arimaa"), "{error}");
}

#[test]
fn a_tag_without_a_path_was_refused() {
    let place = tempfile::tempdir().unwrap();
    let command = |arguments: &[&str]| {
        let mut command = Command::new(SPINNEY);
        command.current_dir(place.path()).arg("suite").args(arguments);
        command.args(["--playouts", "100"]).output().unwrap()
    };
    let bridges = command(&["--tag", "bridge"]);
    assert!(bridges.status.success(), "{}", text(&bridges.stderr));
    assert!(
        text(&bridges.stdout).contains("havannah-3"),
        "no suite is there but the program's own"
    );
    assert!(command(&["hex", "--tag", "proven"]).status.success(), "a suite by its name");
}

#[test]
fn a_tag_that_no_test_has_was_not_told_from_the_others() {
    let unheard_of = spinney(["suite", "--tag", "unheard-of"], "");
    assert!(!unheard_of.status.success());
    let error = text(&unheard_of.stderr);
    assert!(error.contains("no test has the tag \"unheard-of\"; there are "), "{error}");
    for tag in ["bridge", "capture", "proven", "tantrix"] {
        assert!(error.contains(tag), "{error}");
    }
    let error = text(&spinney(["suite", "--tag", "bridge", "--tag", "tantrix"], "").stderr);
    assert!(error.contains("no test has the tags bridge, tantrix together"), "{error}");
}
