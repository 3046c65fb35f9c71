//! A game on a terminal.

use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

use crate::SPINNEY;

fn terminal(arguments: &[&str], environment: &[(&str, &str)]) -> PtySession {
    let mut command = Command::new(SPINNEY);
    command.args(arguments).env("TERM", "xterm-256color").env_remove("NO_COLOR");
    command.envs(environment.iter().copied());
    spawn_command(command, Some(60_000)).unwrap()
}

#[test]
fn the_board_has_colours_and_a_game_is_not_lost_by_leaving() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.sgf");
    let mut session = terminal(&["play", "--size", "3", "--side", "both", "--swap", "off"], &[]);
    session.exp_string("black> ").unwrap();
    session.send_line("b2").unwrap();
    let board = session.exp_string("white> ").unwrap();
    assert!(board.contains("\u{1b}[1;7;31m"), "the last stone is shown in reverse red: {board:?}");
    session.send_line("quit").unwrap();
    session.exp_string("save the game as").unwrap();
    session.send_line(file.to_str().unwrap()).unwrap();
    session.exp_string("saved to").unwrap();
    session.exp_eof().unwrap();
    assert!(std::fs::read_to_string(file).unwrap().contains(";B[b2]"));
}

#[test]
fn no_color_means_none() {
    let mut session = terminal(&["play", "--size", "3", "--side", "both"], &[("NO_COLOR", "1")]);
    let board = session.exp_string("black> ").unwrap();
    assert!(!board.contains('\u{1b}'), "{board:?}");
}

#[test]
fn ctrl_c_ends_cleanly_at_the_prompt_and_while_the_engine_thinks() {
    for (side, what) in [("black", "black> "), ("white", "thinking")] {
        let arguments = ["play", "--size", "9", "--side", side, "--time", "3600"];
        let mut session = terminal(&arguments, &[]);
        session.exp_string(what).unwrap();
        session.send_control('c').unwrap();
        session.exp_eof().unwrap();
        let status = session.process_mut().wait().unwrap();
        // The status has a type that rexpect does not export.
        let status = format!("{status:?}");
        assert!(status.starts_with("Exited") && status.ends_with(", 0)"), "{status}");
    }
}
