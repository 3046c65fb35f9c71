//! `spinney engine` over real pipes.

use std::io::Read;
use std::thread;
use std::time::Duration;

use crate::{Conversation, command, spinney, text};

/// Sends a GTP command and returns the answer: everything up to the empty line.
fn ask(engine: &mut Conversation, line: &str) -> String {
    engine.say(line);
    answer(engine)
}

fn answer(engine: &Conversation) -> String {
    let lines = std::iter::from_fn(|| Some(engine.hear()).filter(|line| !line.is_empty()));
    lines.collect::<Vec<_>>().join("\n")
}

/// The text of a successful answer.
fn good(engine: &mut Conversation, line: &str) -> String {
    let answer = ask(engine, line);
    answer.strip_prefix('=').unwrap_or_else(|| panic!("{line}: {answer}")).trim().to_owned()
}

#[test]
fn every_game_is_played_over_gtp_to_its_end() {
    for (game, size) in [("hex", "boardsize 5"), ("y", "boardsize 5"), ("polyy", "boardsize 5 3")] {
        let mut engine = Conversation::start(&["engine", game, "--playouts", "100"]);
        assert_eq!(good(&mut engine, "protocol_version"), "2");
        assert_eq!(good(&mut engine, "name"), "Spinney");
        assert_eq!(good(&mut engine, "version"), env!("CARGO_PKG_VERSION"));
        good(&mut engine, size);
        let cells = good(&mut engine, "all_legal_moves");
        let first = cells.split_whitespace().next().unwrap();
        good(&mut engine, &format!("play black {first}"));
        assert!(ask(&mut engine, &format!("play white {first}")).starts_with("? illegal move"));
        good(&mut engine, "undo");
        assert_eq!(good(&mut engine, "all_legal_moves"), cells);

        for turn in 0.. {
            let colour = ["black", "white"][turn % 2];
            let played = good(&mut engine, &format!("genmove {colour}"));
            if played == "resign" {
                let winner = good(&mut engine, "final_score");
                assert_eq!(winner, if colour == "black" { "W+" } else { "B+" });
                break;
            }
            assert!(cells.split_whitespace().any(|cell| cell == played), "{played}");
        }
        assert_eq!(good(&mut engine, "quit"), "");
        assert!(engine.end().success());
    }
}

#[test]
fn a_long_think_is_interrupted() {
    for game in ["hex", "y", "polyy"] {
        let mut engine = Conversation::start(&["engine", game, "--time-per-move", "3600"]);
        good(&mut engine, "clear_board");
        for interruption in ["# interrupt", "stop", "quit"] {
            engine.say("genmove black");
            thread::sleep(Duration::from_millis(300));
            engine.say(interruption);
            let reply = answer(&engine);
            assert!(reply.starts_with("= ") && reply.len() > 2, "{interruption}: {reply}");
            if interruption != "# interrupt" {
                assert_eq!(answer(&engine).trim(), "=");
            }
            if interruption != "quit" {
                good(&mut engine, "undo");
            }
        }
        assert!(engine.end().success());
    }
}

/// Resident memory of the program at its largest, in KiB, where the system tells.
fn most_memory(engine: &Conversation) -> Option<u64> {
    let status = format!("/proc/{}/status", engine.child.id());
    let status = std::fs::read_to_string(status).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

/// What a program takes that does not think.
fn bare_memory() -> Option<u64> {
    let mut engine = Conversation::start(&["engine", "hex", "--preset", "random"]);
    good(&mut engine, "genmove black");
    most_memory(&engine)
}

#[test]
fn a_tree_uses_its_memory_and_no_more() {
    let bare = bare_memory();
    for threads in ["1", "2"] {
        let arguments = ["--memory", "24", "--playouts", "250000", "--threads", threads];
        let mut engine =
            Conversation::start(&[&["engine", "hex", "--size", "11"], &arguments[..]].concat());
        good(&mut engine, "genmove black");
        if let (Some(bare), Some(most)) = (bare, most_memory(&engine)) {
            let grown = most - bare;
            // It must have come near the cap, or this shows nothing.
            assert!((14 << 10..24 << 10).contains(&grown), "{threads} threads: {grown} KiB");
        }
    }
}

#[test]
fn every_player_keeps_to_its_memory_at_the_start_and_in_the_middle_of_a_game() {
    let bare = bare_memory();
    for preset in spinney_engine::presets() {
        let game = preset.name.split('/').next().unwrap();
        let arguments =
            ["engine", game, "--preset", preset.name, "--memory", "32", "--time", "0.3"];
        let mut engine = Conversation::start(&arguments);
        let mut rolled = String::new();
        for _ in 0..40 {
            engine.say("roll");
            rolled = answer(&engine);
            if rolled.starts_with('?') {
                break;
            }
        }
        assert!(rolled.starts_with('?'), "{preset:?}: {rolled}");
        for plies in [0, 20] {
            for _ in 0..plies {
                let moves = good(&mut engine, "all_legal_moves");
                let Some(text) = moves.split(' ').nth(moves.split(' ').count() / 2) else { break };
                good(&mut engine, &format!("play-game {text}"));
            }
            good(&mut engine, "reg_genmove");
        }
        if let (Some(bare), Some(most)) = (bare, most_memory(&engine)) {
            let grown = most.saturating_sub(bare);
            assert!(grown <= 32 << 10, "{}: {grown} KiB", preset.name);
        }
    }
}

#[test]
fn options_reach_the_engine() {
    let arguments = [
        "engine",
        "hex",
        "--preset",
        "uct",
        "--size",
        "7",
        "--set",
        "search.exploration=0.5",
        "--threads",
        "2",
        "--memory",
        "32",
        "--swap",
        "sides",
        "--ponder",
    ];
    let mut engine = Conversation::start(&arguments);
    assert!(good(&mut engine, "position").starts_with("hex 7x7 swap-sides"));
    for (name, value) in [
        ("search.exploration", "0.5"),
        ("search.threads", "2"),
        // What the game knows of boards takes the rest.
        ("search.memory", "28.0"),
        ("search.amaf", "off"),
        ("gtp.ponder", "true"),
    ] {
        let shown = good(&mut engine, &format!("get_parameters {name}"));
        assert!(shown.contains(value), "{name}: {shown}");
    }
    good(&mut engine, "quit");
}

#[test]
fn a_controller_that_says_nothing_about_swaps_never_meets_one() {
    let mut engine = Conversation::start(&["engine", "hex", "--size", "3", "--playouts", "200"]);
    good(&mut engine, "play black b2");
    assert!(!good(&mut engine, "genmove white").contains("swap"));
    good(&mut engine, "quit");
}

#[test]
fn commands_in_one_go_are_all_answered() {
    let script = "boardsize 4\n1 genmove b\n2 genmove w\n3 showboard\nquit\n";
    let output = spinney(["engine", "hex", "--playouts", "300"], script);
    assert!(output.status.success());
    let answers = text(&output.stdout);
    assert!(
        answers.contains("=1 ") && answers.contains("=2 ") && answers.contains("=3 "),
        "{answers}"
    );
}

#[test]
fn a_codecup_game_with_the_opponents_swap() {
    let mut player =
        Conversation::start(&["engine", "polyy", "--protocol", "codecup", "--game-time", "2"]);
    player.say("Start");
    let first: u32 = player.hear().parse().unwrap();
    assert!((1..=106).contains(&first));
    player.say("-1");
    let second: u32 = player.hear().parse().unwrap();
    assert_ne!(first, second);
    let mut taken = vec![first, second];
    for cell in 1..=18 {
        if !taken.contains(&cell) {
            player.say(&cell.to_string());
            taken.extend([cell, player.hear().parse().expect("a cell")]);
        }
    }
    let count = taken.len();
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), count, "no cell is played twice");
    player.say("Quit");
    assert!(player.end().success());
}

#[test]
fn a_codecup_player_may_swap_and_complains_on_standard_error_only() {
    let arguments = ["engine", "polyy", "--protocol", "codecup", "--game-time", "1"];
    let output = spinney(arguments, "bogus\n999\n54\nQuit\n");
    assert!(output.status.success());
    let errors = text(&output.stderr);
    assert!(errors.contains("line 1: \"bogus\"") && errors.contains("line 2: \"999\""), "{errors}");
    let reply: i32 = text(&output.stdout).trim().parse().unwrap();
    assert!(reply == -1 || (1..=106).contains(&reply) && reply != 54);
}

#[test]
fn a_hundred_thousand_mangled_lines_are_answered_and_survived() {
    let seeds = [
        "play black a1",
        "genmove white",
        "boardsize 5",
        "undo",
        "showboard",
        "12 final_score",
        "param_search exploration 0.5",
        "position hex 5x5; black c3; white to move",
        "clear_board",
        "time_settings 300 25 5",
        "time_left black 120 0",
        "play-game a1 b2 c3",
        "known_command x",
        "analyze-moves black",
        "get_parameters",
        "set_parameter search.threads 1",
        "loadsgf x.sgf",
    ];
    let mut state = 1u64;
    let mut below = move |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % n
    };
    let mut flood = Vec::new();
    for _ in 0..100_000 {
        let mut line = seeds[below(seeds.len())].as_bytes().to_vec();
        for _ in 0..=below(3) {
            let at = below(line.len());
            match below(4) {
                0 => line[at] = below(256) as u8,
                1 => drop(line.remove(at)),
                2 => line.insert(at, b"0 9;-#\t\xff"[below(8)]),
                _ => line.extend_from_within(at..),
            }
            if line.is_empty() {
                line.push(b'?');
            }
        }
        line.retain(|&byte| byte != b'\n');
        flood.extend(line);
        flood.push(b'\n');
    }
    flood.extend(b"\n777 protocol_version\nquit\n");

    let mut child =
        command(["engine", "hex", "--preset", "random", "--size", "5"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || std::io::Write::write_all(&mut stdin, &flood).unwrap());
    let mut answers = String::new();
    child.stdout.take().unwrap().read_to_string(&mut answers).unwrap();
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(answers.contains("\n=777 2\n\n"), "{}", &answers[answers.len().saturating_sub(200)..]);
    assert!(answers.matches("\n\n").count() > 50_000);
}

#[test]
fn a_conversation_is_kept_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("gtp.log");
    let arguments = ["engine", "hex", "--size", "3", "--log", crate::path(&log)];
    for _ in 0..2 {
        assert!(spinney(arguments, "play black b2\nplay white b2\nquit\n").status.success());
    }
    let kept = std::fs::read_to_string(&log).unwrap();
    let heard: Vec<&str> = kept.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert_eq!(heard, ["play black b2", "play white b2", "quit"].repeat(2));
    assert_eq!(kept.matches("< ? illegal move").count(), 2, "{kept}");
    let wrong = ["engine", "hex", "--log", "/nowhere/gtp.log"];
    let output = spinney(wrong, "");
    assert!(!output.status.success());
    assert!(crate::text(&output.stderr).contains("cannot write /nowhere/gtp.log"));
}
