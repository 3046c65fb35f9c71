//! `solve`.

use serde_json::Value;

use crate::{path, prints, spinney, text};

#[test]
fn the_winner_and_every_winning_move_are_named_and_shown() {
    let text = prints(["solve", "hex", "3x3"]);
    assert!(text.contains("black to move wins with c1 a2 b2 c2 a3"), "{text}");
    let lost = prints(["solve", "y", "y 3; black a2; white to move"]);
    assert!(lost.contains("black wins, whatever is played"), "{lost}");
}

#[test]
fn a_draw_is_named_with_the_moves_that_keep_it() {
    let drawn = "havannah 3; black b4 c1 c2 c4 d5 e3 e5; white a1 a3 c3 c5 d2 d3 e4; black to move";
    let text = prints(["solve", "havannah", drawn]);
    assert!(text.contains("nobody wins; a draw is kept with a2\n"), "{text}");
    let json: Value =
        serde_json::from_str(&prints(["solve", "havannah", drawn, "--json"])).unwrap();
    assert_eq!(json["winner"], Value::Null);
    assert_eq!((&json["result"], &json["drawing_moves"]), (&"draw".into(), &vec!["a2"].into()));
    let lines = prints(["solve", "havannah", drawn, "--openings", "--json"]);
    let openings = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let results: Vec<_> = openings
        .map(|o| {
            format!(
                "{} {}",
                o["opening"],
                if o["result"].is_null() { &o["winner"] } else { &o["result"] }
            )
        })
        .collect();
    let expected = ["b1\" \"white", "a2\" \"draw", "b2\" \"white", "b3\" \"white", "d4\" \"white"];
    assert_eq!(results, expected.map(|row| format!("\"{row}\"")));
    // A draw has no winning strategy, which is said before anything is written.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("strategy.txt");
    let output = spinney(["solve", "havannah", drawn, "--strategy", path(&file)], "");
    assert!(!output.status.success() && !file.exists());
    assert!(crate::text(&output.stderr).contains("the position is drawn"));
}

#[test]
fn every_opening_is_decided_once_with_all_that_are_symmetric_to_it() {
    let lines = prints(["solve", "hex", "4x4", "--openings", "--json"]);
    let openings: Vec<Value> = lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(openings.len(), 8);
    let won = |o: &&Value| o["winner"] == "black";
    let won: Vec<_> = openings.iter().filter(won).map(|o| o["cells"].clone()).collect();
    assert_eq!(won, [serde_json::json!(["d1", "a4"]), serde_json::json!(["c2", "b3"])]);
    for opening in &openings {
        assert_eq!(opening["opening"], opening["cells"][0]);
        assert!(opening["nodes"].is_u64() && opening["cpu_s"].is_f64());
    }
}

#[test]
fn a_strategy_is_written_and_checked_and_a_table_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [strategy, table, svg] =
        ["strategy.txt", "proof.table", "board.svg"].map(|name| folder.path().join(name));
    let files = ["--strategy", path(&strategy), "--table", path(&table), "--svg", path(&svg)];
    let arguments = ["solve", "hex", "3x3"];
    prints(arguments.into_iter().chain(files));
    let checked = prints(["solve", "hex", "--check", path(&strategy)]);
    assert!(checked.starts_with("black wins at hex 3x3; black to move: true"), "{checked}");
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    prints(["solve", "hex", "3x3", "--table", path(&table)]);

    std::fs::write(&strategy, "black wins at hex 3x3\nhex 3x3: b2\n").unwrap();
    let flawed = spinney(["solve", "hex", "--check", path(&strategy)], "");
    assert!(!flawed.status.success());
    assert!(text(&flawed.stderr).contains("there is no reply"), "{}", text(&flawed.stderr));
}

#[test]
fn a_table_that_is_damaged_or_of_another_board_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("proof.table");
    let solve = |board: &str| spinney(["solve", "hex", board, "--table", path(&table)], "");
    assert!(solve("3x3").status.success() && solve("3x3").status.success());
    let whole = std::fs::read(&table).unwrap();
    let left: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(left, ["proof.table"], "the table takes its place at once");
    let mut damaged = whole.clone();
    let middle = damaged.len() - 30;
    damaged[middle] ^= 1;
    let first_format = b"spinney df-pn 1\n\0\0\0\0\0\0\0\0";
    let cases: [(&[u8], &str, &str); 4] = [
        (&damaged, "3x3", "the table is damaged, its checksum is wrong"),
        (&whole, "4x4", "the table is of another board: \"hex 3x3; black to move\""),
        (first_format, "3x3", "delete it or name another file, and solve again"),
        (b"not a table", "3x3", "this is not a table of proof numbers"),
    ];
    for (file, board, problem) in cases {
        std::fs::write(&table, file).unwrap();
        let output = solve(board);
        assert!(!output.status.success(), "{problem}");
        let error = text(&output.stderr);
        assert!(error.contains(problem) && error.contains(path(&table)), "{error}");
        assert_eq!(std::fs::read(&table).unwrap(), file);
    }
}

#[test]
fn memory_that_cannot_be_had_is_refused_by_name() {
    // Nobody has a tebibyte to spare.
    let output = spinney(["solve", "hex", "3x3", "--memory", "1048576"], "");
    assert!(!output.status.success());
    let error = text(&output.stderr);
    assert!(error.starts_with("spinney: memory: 1048576 MiB is more than there is"), "{error}");
    let script =
        "set_parameter dfpn.memory 1048576\nget_parameters dfpn.memory\ndfpn-solve-state b\n";
    let output = spinney(["engine", "hex", "--size", "3"], script);
    assert!(output.status.success());
    let answers = text(&output.stdout);
    let answers: Vec<&str> = answers.split("\n\n").collect();
    assert!(answers[0].starts_with("? ") && answers[0].contains("dfpn.memory"), "{answers:?}");
    assert!(answers[1].contains("256"), "{answers:?}");
    assert_eq!(answers[2], "= black");
}

#[test]
fn hex_6x6_is_solved_in_the_smallest_memory_and_time_is_heeded_there() {
    let solved = prints(["solve", "hex", "6x6", "--memory", "1", "--json"]);
    assert!(solved.contains("\"winner\":\"black\""), "{solved}");
    // It would take hours.
    let arguments = ["solve", "hex", "9x9", "--memory", "1", "--time", "0.5"];
    assert!(prints(arguments).starts_with("not decided yet"));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for arguments in [["solve", "hex", "y 4"], ["solve", "hex", "0x0"]] {
        let output = spinney(arguments, "");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("spinney: "));
    }
}

#[test]
fn a_move_number_beyond_the_record_is_refused() {
    let record = "(;FF[4]GM[11]SZ[3];B[b2];W[a1])";
    for (of, at, problem) in [
        (record, "3", "--at 3: the record has only 2 moves"),
        ("3x3", "1", "--at 1: this is a position, and no record"),
        ("hex 3x3; black b2; white to move", "2", "--at 2: this is a position, and no record"),
    ] {
        let output = spinney(["solve", "hex", of, "--at", at], "");
        assert!(!output.status.success(), "{of} {at}");
        assert!(text(&output.stderr).contains(problem), "{}", text(&output.stderr));
    }
    assert!(prints(["solve", "hex", record, "--at", "2"]).contains("black to move wins"));
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_anything_is_solved() {
    for flag in ["--svg", "--strategy", "--table"] {
        // It would take hours.
        let output = spinney(["solve", "hex", "9x9", flag, "/nowhere/file"], "");
        assert!(!output.status.success(), "{flag}");
        assert!(text(&output.stderr).contains("cannot write /nowhere/file"), "{flag}");
        assert_eq!(text(&output.stdout), "");
    }
}

/// Ends a run as Ctrl-C does, once it listens to that, and returns what it prints.
#[cfg(target_os = "linux")]
fn interrupted(arguments: &[&str]) -> (String, String) {
    let child = crate::command(arguments).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let caught = || -> Option<bool> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        const SIGINT: u32 = 2;
        Some(u64::from_str_radix(mask.trim(), 16).ok()? >> (SIGINT - 1) & 1 == 1)
    };
    while !caught().expect("the program runs") {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_tells_what_is_known_and_keeps_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("proof.table");
    // It would take hours.
    let arguments = ["solve", "hex", "9x9", "--memory", "8", "--table", path(&table)];
    let (known, said) = interrupted(&arguments);
    assert!(known.starts_with("not decided yet: to prove a win "), "{known}");
    assert!(said.contains("The same command goes on from here."), "{said}");
    // The table is whole: another run goes on from it.
    assert!(std::fs::metadata(&table).unwrap().len() > 0);
    let again = prints(arguments.into_iter().chain(["--time", "0.1"]));
    assert!(again.starts_with("not decided yet"), "{again}");

    let (openings, said) = interrupted(&["solve", "hex", "8x8", "--openings", "--memory", "8"]);
    assert!(openings.contains("opening") && openings.contains('?'), "{openings}");
    assert!(said.contains("Stopped."), "{said}");
}
