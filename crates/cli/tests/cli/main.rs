//! The program as people and other programs meet it: run as a process, over pipes and terminals.

mod analysis;
mod arena;
mod book;
mod clients;
mod engine;
mod errors;
#[cfg(unix)]
mod examples;
mod explain;
mod help;
mod measure;
mod play;
mod presets;
mod records;
#[cfg(unix)]
mod serve;
mod site;
#[path = "../skipped/mod.rs"]
mod skipped;
mod solve;
mod suite;
#[cfg(unix)]
mod terminal;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The program.
const SPINNEY: &str = env!("CARGO_BIN_EXE_spinney");
/// Nothing that a test waits for takes as long as this, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the program with arguments and an input until it ends.
fn spinney<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>, input: &str) -> Output {
    let mut child = command(arguments).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The program may end before it has read everything.
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// What the program prints when all goes well.
fn prints<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let output = spinney(arguments, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn command<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(SPINNEY);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).env("NO_COLOR", "1");
    // Presets of whoever runs the tests are none of theirs.
    command.env("XDG_CONFIG_HOME", "/nowhere");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("what the program prints is UTF-8")
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A conversation with the program, line by line.
struct Conversation {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Conversation {
    fn start(arguments: &[&str]) -> Conversation {
        let mut child = command(arguments).stderr(Stdio::null()).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                sender.send(line).ok();
            }
        });
        Conversation { child, stdin, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
        self.stdin.flush().unwrap();
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the program answers")
    }

    /// Ends the conversation and says how the program ended.
    fn end(self) -> std::process::ExitStatus {
        let Conversation { mut child, stdin, .. } = self;
        drop(stdin);
        child.wait().unwrap()
    }
}
