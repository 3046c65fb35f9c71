//! Tests that cannot run where something is missing.

use std::io::Write;
use std::process::Command;

/// Says that a test is skipped, why, and what would let it run; under `CI`, where everything ought to
/// be there, that is a failure.
pub(crate) fn skip(why: &str, remedy: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}; {remedy}");
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Past the harness, which keeps what passing tests print to itself.
    writeln!(std::io::stderr(), "skipped: {test}: {why}; {remedy}").ok();
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
    let line = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("no reason");
    skip(&format!("{program} cannot fetch what it needs: {line}"), "run it with a network once");
    false
}
