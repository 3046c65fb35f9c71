//! Mistakes on the command line: one clear message, and an exit code that says so.

use std::io::Read;
use std::process::Stdio;

use crate::{command, path, spinney, text};

/// The exit code and what was said, with nothing on standard output.
fn mistake(arguments: &[&str]) -> (i32, String) {
    let output = spinney(arguments, "");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    (output.status.code().unwrap(), text(&output.stderr))
}

#[test]
fn a_command_line_that_is_wrong_is_a_matter_of_usage() {
    for (arguments, says) in [
        (vec!["dance"], "unrecognized subcommand 'dance'"),
        (vec!["engine"], "<GAME>"),
        (vec!["engine", "chess"], "[possible values: hex, y, polyy, "),
        (
            vec!["engine", "hex", "--protocol", "uci"],
            "[possible values: gtp, codecup, aei, getmove]",
        ),
        (vec!["engine", "hex", "--set", "speed"], "write it as name=value"),
        (vec!["engine", "hex", "--time-per-move", "soon"], "a number of seconds"),
        (vec!["engine", "hex", "--threads", "0"], "0 is not in 1.."),
        (vec!["play", "hex", "--level", "11"], "levels are 1 (weakest) to 10"),
        (vec!["play", "hex", "--level", "1", "--time", "1"], "cannot be used with"),
        (vec!["perft", "hxe", "2"], "game \"hxe\" is not known; did you mean hex?"),
        (vec!["bench", "--seconds", "0"], "a number of seconds"),
        (vec!["completions", "cmd"], "[possible values: bash"),
    ] {
        let (code, message) = mistake(&arguments);
        assert_eq!(code, 2, "{arguments:?}: {message}");
        assert!(message.contains(says), "{arguments:?}: {message}");
    }
}

#[test]
fn what_cannot_be_done_is_said_once_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let bad_preset = folder.path().join("bad.toml");
    std::fs::write(&bad_preset, "game = \"hex\"\n[search]\nexplortion = 1\n").unwrap();
    let bad_record = folder.path().join("bad.sgf");
    std::fs::write(&bad_record, "(;GM[11]SZ[5]\n;B[a1];W[z9])").unwrap();
    let binary = folder.path().join("noise.sgf");
    std::fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    let nowhere = folder.path().join("no/such/folder.svg");
    for (arguments, says) in [
        (
            vec!["engine", "hex", "--preset", "deep-blue"],
            "preset \"deep-blue\" is not known; there are",
        ),
        (
            vec!["engine", "hex", "--preset", "y/best"],
            "plays Y, not Hex; presets for Hex are hex/best",
        ),
        (vec!["engine", "hex", "--preset", path(&bad_preset)], "line 3, search.explortion"),
        (vec!["engine", "hex", "--size", "huge"], "not a Hex size such as 11x11"),
        (vec!["engine", "y", "--position", "hex 5x5"], "is a position of hex, not of y"),
        (
            vec!["engine", "hex", "--set", "search.speed=9"],
            "those of search are selection, exploration",
        ),
        (vec!["engine", "arimaa", "--threads", "7"], "threads: arimaa/best (alpha-beta) searches"),
        (vec!["engine", "hex", "--game-time", "5"], "--game-time is for CodeCup"),
        (vec!["engine", "polyy", "--protocol", "codecup", "--ponder"], "CodeCup has --game-time"),
        (vec!["play", "y", "--size", "99"], "a Y board has a side of 1 to 25"),
        (vec!["analyze", "lost.sgf"], "lost.sgf: no such file; give a file, - for standard input"),
        (vec!["analyze", path(&bad_record)], "line 2, column 7: move 2: \"z9\""),
        (vec!["analyze", path(&binary)], "not UTF-8 text"),
        (
            vec!["analyze", "(;GM[11]SZ[5])"],
            "the record has no moves; --at 0 looks at its position",
        ),
        (vec!["analyze", "hex 5x5; black z9"], "z9"),
        (vec!["analyze", "hex 5x5; black c3", "--output", "x.sgf"], "--output is for games"),
        (vec!["play", "hex", "--side", "red"], "there are black, white, both and none"),
        (vec!["preset", "show", "hex/bset"], "is not known; did you mean hex/best?"),
        (vec!["engine", "hex", "--preset", "mohex-209"], "did you mean hex/mohex-2009?"),
        (vec!["engine", "hex", "--set", "search.explortion=1"], "did you mean search.exploration?"),
        (vec!["analyze", "(;GM[11]SZ[5])"], "the record has no moves"),
        (vec!["show", "hex 5x5; green c3"], "part 2: \"green\""),
        (vec!["show", "hex 5x5", "--format", "png"], "record format \"png\" is not known; Hex has"),
        (vec!["show", "hex 5x5", "--at", "3"], "the record has only 0 moves"),
        (vec!["show", "hex 5x5", "--svg", path(&nowhere)], "cannot write"),
        (vec!["bench", "--preset", "go/best"], "preset \"go/best\" is not known"),
        (vec!["bench", "--preset", "hex/best", "--position", "y 5"], "not of hex"),
        (vec!["perft", "hex"], "--depth"),
        (vec!["perft", "hex", "3x3; black z9", "--depth", "1"], "\"z9\": no such cell"),
        (vec!["preset", "show", "hex/worst"], "preset \"hex/worst\" is not known"),
    ] {
        let (code, message) = mistake(&arguments);
        assert_eq!(code, 1, "{arguments:?}: {message}");
        assert!(
            message.starts_with("spinney: ") && message.contains(says),
            "{arguments:?}: {message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn whoever_stops_reading_is_left_in_peace() {
    for arguments in
        [vec!["preset", "show", "hex/best"], vec!["games"], vec!["completions", "bash"]]
    {
        let mut child = command(&arguments).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(child.wait().unwrap().success(), "{arguments:?}");
        assert_eq!(errors, "", "{arguments:?}");
    }
}
