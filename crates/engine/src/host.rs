//! What the machine tells about itself, where it does.

use std::time::Duration;

/// The processor time of this process so far, which other work on the machine does not change.
/// `None` where nobody counts it, as in a browser.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn processor_time() -> Option<Duration> {
    Some(cpu_time::ProcessTime::now().as_duration())
}

/// The processor time of this process so far, which other work on the machine does not change.
/// `None` where nobody counts it, as in a browser.
#[cfg(target_family = "wasm")]
pub(crate) fn processor_time() -> Option<Duration> {
    None
}
