//! What the C library keeps of memory that was given back.
//!
//! glibc lets every few threads have an arena of their own, and a block that was freed once is from
//! then on cut from an arena and not asked of the system. A server has many threads and remembers for
//! a different game every second: under load it grew to twice what it needed. Both habits are settings
//! that the library reads before the program begins, so the server begins a second time with them.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn make_thrifty() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    const SETTINGS: [(&str, &str); 2] =
        [("MALLOC_ARENA_MAX", "2"), ("MALLOC_MMAP_THRESHOLD_", "1048576")];
    // Whoever has set one knows what they want; and a server that began again has both.
    if SETTINGS.iter().any(|(name, _)| env::var_os(name).is_some()) {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    let mut arguments = env::args_os();
    let mut again = Command::new(program);
    if let Some(name) = arguments.next() {
        again.arg0(name);
    }
    // It comes back only where the program cannot be started again, and then serves as it is.
    let _ = again.args(arguments).envs(SETTINGS).exec();
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn make_thrifty() {}
