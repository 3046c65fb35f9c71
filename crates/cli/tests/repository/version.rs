//! What the build script finds out about the commit that it builds.

use std::fs;
use std::path::Path;
use std::process::Command;

#[path = "../../build.rs"]
#[expect(dead_code, reason = "cargo runs the rest of it")]
mod build;

use self::build::{commit, target_cpu};

fn git(folder: &Path, arguments: &[&str]) {
    let who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"];
    let output = Command::new("git").args(who).args(arguments).current_dir(folder).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_copy_without_history_is_of_an_unknown_commit() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(commit(folder.path()), "unknown commit");
    // Nor is it that of whatever repository it was unpacked in.
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["commit", "-q", "--allow-empty", "-m", "other things"]);
    let inner = folder.path().join("spinney-0.1.0");
    fs::create_dir(&inner).unwrap();
    assert_eq!(commit(&inner), "unknown commit");
}

#[test]
fn a_commit_has_a_date_and_is_modified_by_what_the_program_is_made_of() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    git(folder.path(), &["init", "-q"]);
    file("crates/cli/src/main.rs", "fn main() {}");
    file("docs/page.md", "# Page");
    git(folder.path(), &["add", "."]);
    assert_eq!(commit(folder.path()), "unknown commit");
    git(folder.path(), &["commit", "-q", "-m", "all", "--date", "2020-02-02T12:00:00Z"]);
    let said = commit(folder.path());
    let words: Vec<&str> = said.split(' ').collect();
    assert!(
        matches!(words[..], ["commit", hash, "of", day] if hash.len() == 12 && day.len() == 10)
    );
    file("docs/page.md", "# Another page");
    assert_eq!(commit(folder.path()), said);
    file("crates/cli/src/more.rs", "");
    assert_eq!(commit(folder.path()), format!("{said} (modified)"));
    fs::remove_file(folder.path().join("crates/cli/src/more.rs")).unwrap();
    file("crates/cli/src/main.rs", "fn main() { panic!() }");
    assert_eq!(commit(folder.path()), format!("{said} (modified)"));
}

#[test]
fn the_last_processor_that_the_compiler_is_told_of_counts() {
    assert_eq!(target_cpu("-Copt-level=3"), None);
    let flags = "-C\x1ftarget-cpu=x86-64-v2\x1f-Ctarget-cpu=native";
    assert_eq!(target_cpu(flags), Some("native"));
}
