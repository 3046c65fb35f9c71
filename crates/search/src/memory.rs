//! How much memory there is to be had.
//!
//! An operating system may promise more memory than there is, and end the program when the promise
//! is called in. So whoever wants a lot asks here first.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use spinney_game::{TextError, host};

/// The system's files on memory are short.
const LONGEST: u64 = 1 << 16;

/// Refuses so many MiB if there are not as many. Where nobody says how many there are, any number
/// will do.
pub(crate) fn check(mebibytes: f64) -> Result<(), TextError> {
    check_against(mebibytes, most())
}

fn check_against(mebibytes: f64, most: Option<u64>) -> Result<(), TextError> {
    let most = most.map(|bytes| bytes >> 20);
    match most.filter(|&most| mebibytes > most as f64) {
        Some(most) => {
            let problem = format!("{mebibytes} MiB is more than there is: {most} MiB");
            Err(TextError::at("memory", problem))
        }
        None => Ok(()),
    }
}

/// The bytes that the machine has, or fewer where this process is confined to fewer.
fn most() -> Option<u64> {
    static MOST: OnceLock<Option<u64>> = OnceLock::new();
    *MOST.get_or_init(|| {
        let text = |file: &Path| host::read_text(file, LONGEST).ok();
        let machine = text(Path::new("/proc/meminfo"));
        let machine = machine.as_deref().and_then(of_machine);
        let groups = text(Path::new("/proc/self/cgroup")).unwrap_or_default();
        let limits = limit_files(&groups).into_iter();
        let limits = limits.filter_map(|file| text(&file)?.trim().parse().ok());
        machine.into_iter().chain(limits).min()
    })
}

/// All the memory of the machine, from the text of `/proc/meminfo`.
fn of_machine(meminfo: &str) -> Option<u64> {
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

/// Where limits of the control groups that a process belongs to may be written down, from the text
/// of `/proc/self/cgroup`: each group confines those below it. A limit that is not a number is none.
fn limit_files(groups: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (parts.next(), parts.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let below = Path::new(group.trim_start_matches('/'));
        files.extend(below.ancestors().map(|group| Path::new(root).join(group).join(file)));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_there_is_is_refused_by_name() {
        let three_gib = Some(3 << 30);
        assert_eq!(check_against(3072.0, three_gib), Ok(()));
        let error = check_against(3073.0, three_gib).unwrap_err();
        assert_eq!(error.to_string(), "memory: 3073 MiB is more than there is: 3072 MiB");
        assert_eq!(check_against(1e9, None), Ok(()), "nobody knows");
    }

    #[test]
    fn the_memory_of_the_machine_is_read_and_nonsense_is_not() {
        let meminfo = "MemFree:  8 kB\nMemTotal:       24683924 kB\nMemAvailable: 7 kB\n";
        assert_eq!(of_machine(meminfo), Some(24_683_924 << 10));
        for nonsense in ["", "MemTotal:", "MemTotal: many kB", "MemTotal: 99999999999999999999 kB"]
        {
            assert_eq!(of_machine(nonsense), None, "{nonsense}");
        }
        assert_eq!(of_machine("MemTotal: 18446744073709551615 kB"), None);
    }

    #[test]
    fn limits_are_looked_for_in_every_group_from_the_own_one_up() {
        let files = |groups| -> Vec<String> {
            limit_files(groups).into_iter().map(|file| file.display().to_string()).collect()
        };
        assert_eq!(
            files("0::/user.slice/app.scope\n"),
            [
                "/sys/fs/cgroup/user.slice/app.scope/memory.max",
                "/sys/fs/cgroup/user.slice/memory.max",
                "/sys/fs/cgroup/memory.max",
            ]
        );
        assert_eq!(
            files("5:cpu,memory:/box\n3:cpuset:/\nnonsense\n"),
            [
                "/sys/fs/cgroup/memory/box/memory.limit_in_bytes",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            ]
        );
        assert_eq!(files("0::/"), ["/sys/fs/cgroup/memory.max"]);
    }
}
