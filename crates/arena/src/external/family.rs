//! A program and all that it has started, wherever that has gone.
//!
//! A process that opens a session of its own leaves its program's process group, and one whose
//! parent has ended is nobody's child that we know. Both keep their environment, which names the
//! program they belong to. Where the system does not show it (outside Linux), a group is all that
//! can be ended; and so it is with a process that has cleared its environment.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::process::{Pid, Signal, kill_process};

/// The setting that names the family.
const NAME: &str = "SPINNEY_PROGRAM";
/// Whoever starts others faster than we find them is left alone after so many rounds.
const ROUNDS: usize = 20;

/// The name of a program and its descendants among all processes.
pub(super) struct Family(String);

impl Family {
    /// One that has no members yet.
    pub(super) fn new() -> Family {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Family(format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)))
    }

    /// What the first member is to have in its environment.
    pub(super) fn setting(&self) -> (&'static str, &str) {
        (NAME, &self.0)
    }

    /// Ends every member.
    pub(super) fn end(&self) {
        end(|name| name == self.0);
    }
}

/// Ends every program that this process has started, with all that those have started: for
/// whoever is about to leave without ending its games.
pub fn end_programs() {
    let ours = format!("{}-", std::process::id());
    end(|name| name.starts_with(&ours));
}

fn end(is_member: impl Fn(&str) -> bool) {
    for _ in 0..ROUNDS {
        let members = members(&is_member);
        if members.is_empty() {
            return;
        }
        for pid in members {
            // Where this fails, it has ended by itself.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// The processes that live and say in their environment that they belong to such a family.
fn members(is_member: &impl Fn(&str) -> bool) -> Vec<Pid> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let member = |entry: fs::DirEntry| {
        let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
        // That of a process which has ended, or is somebody else's, cannot be read or is empty.
        let environment = fs::read(entry.path().join("environ")).ok()?;
        let names = environment.split(|&byte| byte == 0).filter_map(|setting| {
            str::from_utf8(setting).ok()?.strip_prefix(NAME)?.strip_prefix('=')
        });
        names.into_iter().any(is_member).then_some(pid)
    };
    processes.filter_map(|entry| member(entry.ok()?)).collect()
}
