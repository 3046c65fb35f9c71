//! Queries in JSON to the real program.

use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::{PATIENCE, command, prints};

#[test]
fn the_schema_is_printed() {
    let schema: serde_json::Value =
        serde_json::from_str(&prints(["analysis", "--schema"])).unwrap();
    assert!(schema["$defs"]["Query"]["properties"]["reportEvery"].is_object());
}

/// Both ends of its pipes are closed, and it has hours to go without a word.
#[test]
#[cfg(unix)]
fn a_killed_client_leaves_nothing_running() {
    let mut engine = command(["analysis"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    let query = r#"{"id": "a", "position": "hex 11x11", "preset": "uct", "seconds": 100000}"#;
    writeln!(input, "{query}").unwrap();
    drop(input);
    drop(engine.stdout.take());
    let end = Instant::now() + PATIENCE;
    while engine.try_wait().unwrap().is_none() {
        assert!(Instant::now() < end, "it goes on");
        thread::sleep(Duration::from_millis(10));
    }
}
