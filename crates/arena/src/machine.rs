//! What machine and what build this is, so that results say where they come from.

use std::fs;

/// Where results come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The machine, as [`describe`] tells it.
    pub machine: String,
    /// The build of this program: its version, its commit, what it was compiled with. Only the
    /// program at the top knows.
    pub build: Option<String>,
}

impl Origin {
    /// This machine, and a build that nobody has named.
    pub fn here() -> Origin {
        Origin { machine: describe(), build: None }
    }
}

/// The machine's name, its processor, how many cores it has and its system, in one line.
pub fn describe() -> String {
    let name = gethostname::gethostname().to_string_lossy().into_owned();
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or(std::env::consts::ARCH, |model| model.trim_matches([' ', '\t', ':']));
    format!("{name}, {model}, {} cores, {}", cores(), std::env::consts::OS)
}

/// How many cores there are for us.
pub fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32)
}
