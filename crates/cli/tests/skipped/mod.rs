//! Tests that cannot run where something is missing.

#![allow(dead_code, reason = "every test program uses its part of it")]

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What a run skipped is of no interest after that time.
const FORGOTTEN: Duration = Duration::from_secs(86_400);

/// Says that a test is skipped, why, and what would let it run; under `CI`, where everything ought to
/// be there, that is a failure.
pub(crate) fn skip(why: &str, remedy: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}; {remedy}");
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Past the harness, which keeps what passing tests print to itself.
    writeln!(std::io::stderr(), "skipped: {test}: {why}; {remedy}").ok();
    let line = format!("{test}: {why}; {remedy}").replace('\n', " ");
    note(&line).ok();
}

/// The file in which this run of cargo keeps what it skipped: test programs of one run are started
/// by the same process.
fn notes() -> PathBuf {
    #[cfg(unix)]
    let run = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let run = 0;
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("skipped/{run}"))
}

fn note(line: &str) -> std::io::Result<()> {
    let file = notes();
    fs::create_dir_all(file.parent().unwrap_or(&file))?;
    // Tests of several programs may write at a time, a line each.
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)?
        .write_all(format!("{line}\n").as_bytes())
}

/// What was skipped in this run so far, which is forgotten by that.
pub(crate) fn take() -> Vec<String> {
    let file = notes();
    let text = fs::read_to_string(&file).unwrap_or_default();
    // Runs that ended before they were asked leave theirs behind.
    for old in
        file.parent().and_then(|folder| folder.read_dir().ok()).into_iter().flatten().flatten()
    {
        let age =
            old.metadata().and_then(|file| file.modified()).ok().and_then(|t| t.elapsed().ok());
        if old.path() == file || age.is_some_and(|age| age > FORGOTTEN) {
            fs::remove_file(old.path()).ok();
        }
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines.dedup();
    lines
}

/// Whether one of some programs is there, and which; else the test is skipped.
pub(crate) fn found<'a>(programs: &[&'a str]) -> Option<&'a str> {
    let is_there = |program: &&&str| {
        Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    let found = programs.iter().find(is_there);
    if found.is_none() {
        let names = programs.join(" or ");
        skip(&format!("there is no {names} here"), &format!("install {names} to run it"));
    }
    found.copied()
}

/// Whether a command that fetches something works; else, without a network for one, the test is
/// skipped.
pub(crate) fn fetched(command: &mut Command) -> bool {
    let said = match command.output() {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    let program = command.get_program().to_string_lossy().into_owned();
    // The last line says it, but for npm's, which names a file.
    let says = |line: &&str| !line.is_empty() && !line.contains("complete log of this run");
    let line = said.lines().map(str::trim).rfind(says).unwrap_or("no reason");
    skip(&format!("{program} cannot fetch what it needs: {line}"), "run it with a network once");
    false
}
