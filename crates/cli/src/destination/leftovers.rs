//! Files that are written beside another until they are whole, and what a killed run leaves of them.

use std::fs;
use std::path::{Path, PathBuf};

/// What their names end in.
const PART: &str = ".part";

/// The file that this run writes beside another.
pub(super) fn beside(table: &Path) -> PathBuf {
    let mut name = table.to_path_buf().into_os_string();
    name.push(format!(".{}{PART}", std::process::id()));
    name.into()
}

/// Removes what runs that are no more have left beside a file. What cannot be removed stays.
pub(super) fn remove(table: &Path) {
    let folder = table.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Some(name) = table.file_name().and_then(|name| name.to_str()) else { return };
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    for entry in entries.flatten() {
        let file = entry.file_name();
        let process = file.to_str().and_then(|file| {
            let number = file.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(PART)?;
            number.parse::<i32>().ok()
        });
        if process.is_some_and(|process| !is_running(process)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(unix)]
fn is_running(process: i32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    let told = Pid::from_raw(process).map(test_kill_process);
    // One of somebody else's may not be asked, but is there.
    told.is_some_and(|told| told != Err(Errno::SRCH))
}

#[cfg(not(unix))]
fn is_running(_: i32) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_killed_run_left_its_file_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("small.table");
        let mut ended = std::process::Command::new("true").spawn().unwrap();
        ended.wait().unwrap();
        let dead = folder.path().join(format!("small.table.{}.part", ended.id()));
        let own = beside(&table);
        let other = folder.path().join("small.table.mine.part");
        for file in [&dead, &own, &other] {
            fs::write(file, "").unwrap();
        }
        remove(&table);
        assert_eq!([&dead, &own, &other].map(|file| file.exists()), [false, true, true]);
    }
}
