//! What the machine under the program provides: clocks, threads, processor time, files.
//!
//! Everything from the rules up to the engine comes by these through this module, and so runs
//! wherever it can say what there is; in a browser there is a clock, which whoever starts the
//! program hands in, and nothing else.

#[cfg(target_family = "wasm")]
mod injected;

use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use injected::{Instant, set_clock};

/// Threads that end before the one that starts them goes on. To be asked for only where there
/// [are](HAS_THREADS) any: who works alone works where it is called.
pub use std::thread::scope;
/// What a thread may say of itself, and how it waits.
pub use std::thread::{panicking, sleep, yield_now};

/// Whether more than one thread can work at a time.
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// The processor time of this process so far, which other work on the machine does not change.
/// `None` where nobody counts it.
pub fn processor_time() -> Option<Duration> {
    #[cfg(not(target_family = "wasm"))]
    return Some(cpu_time::ProcessTime::now().as_duration());
    #[cfg(target_family = "wasm")]
    None
}

/// The time since 1970.
pub fn since_1970() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    return std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    #[cfg(target_family = "wasm")]
    injected::since_1970()
}

/// Nanoseconds since a time long ago.
pub fn nanoseconds() -> u64 {
    since_1970().as_nanos() as u64
}

/// The names of what lies in a folder, in no order; those that are no text are left out.
pub fn files_in(folder: &Path) -> io::Result<Vec<String>> {
    let names = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().into_string().ok()));
    names.filter_map(Result::transpose).collect()
}

/// A file that is no longer than so many bytes. A longer one is an error of the kind
/// [`FileTooLarge`](io::ErrorKind::FileTooLarge), of which no more than that is read.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length = std::fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if length as u64 > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// The same of text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let bytes = read_bytes(path, most)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
