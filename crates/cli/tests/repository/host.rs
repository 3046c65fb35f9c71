//! From the rules up to the engine, clocks, threads and files are asked for in one module, so that
//! all of it runs wherever that module can say what there is.

use std::fs;
use std::path::Path;

use crate::root;

const CRATES: [&str; 7] = ["game", "board", "search", "connection", "tantrix", "arimaa", "engine"];
const HOST: &str = "crates/game/src/host.rs";
/// What only the host provides.
const PROVIDED: [&str; 5] = [
    "std::time::Instant",
    "std::time::{Duration, Instant}",
    "SystemTime::now",
    "std::thread",
    "std::fs",
];

/// Lines of code below a folder that ask for what the host provides, tests aside.
fn asked_for(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        if entry.is_dir() {
            asked_for(&entry, found);
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") && name != HOST {
            let text = fs::read_to_string(&entry).unwrap();
            let lines = text.lines().take_while(|line| line.trim() != "#[cfg(test)]").enumerate();
            let lines = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
            let asks = |line: &str| PROVIDED.iter().any(|provided| line.contains(provided));
            found.extend(
                lines.filter(|(_, line)| asks(line)).map(|(at, _)| format!("{name}:{}", at + 1)),
            );
        }
    }
}

#[test]
fn below_the_front_doors_clocks_threads_and_files_come_from_the_host() {
    let mut found = Vec::new();
    for name in CRATES {
        asked_for(&root().join("crates").join(name).join("src"), &mut found);
    }
    assert!(found.is_empty(), "ask spinney_game::host instead:\n{}", found.join("\n"));
    let host = fs::read_to_string(root().join(HOST)).unwrap();
    assert!(PROVIDED[3..].iter().all(|provided| host.contains(provided)), "{HOST} has changed");
}
