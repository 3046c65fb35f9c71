//! What every reader and every protocol promises about text that nobody should send.
//!
//! A [`Target`] takes any bytes, hands them to one reader or protocol, and panics where a promise is
//! broken: whatever is read can be written, and what was written reads the same and is written the
//! same the second time; whatever is refused changes nothing. This crate knows no fuzzer. `fuzz/`
//! hands the targets to one; the tests here run them over the seeds and over thousands of mangled
//! seeds, and the program runs as many of those as one likes. Nothing depends on it.
//!
//! ```
//! let hex = spinney_fuzzing::target("position_hex").unwrap();
//! assert!((hex.run)(b"hex 5x5; black a1; white to move"));
//! assert!(!(hex.run)(b"hex 5x5; black z9"));
//! ```

pub mod campaign;
pub mod seeds;
mod targets;

pub use targets::TARGETS;

/// One reader or protocol, and what it promises.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is also that of its folder of seeds and of its program for cargo-fuzz.
    pub name: &'static str,
    /// Hands it an input, panics where a promise is broken, and says whether the input was
    /// understood. Seeds are; most others need not be.
    pub run: fn(&[u8]) -> bool,
}

/// The target of that name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Runs the target of that name on an input.
///
/// # Panics
/// Where a promise is broken, or there is no such target.
pub fn run(name: &str, input: &[u8]) {
    let target = target(name).unwrap_or_else(|| panic!("there is no target {name}"));
    (target.run)(input);
}
