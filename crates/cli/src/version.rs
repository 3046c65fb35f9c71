//! Which program this is.

/// The package's version alone.
pub(crate) const SHORT: &str = env!("CARGO_PKG_VERSION");
/// The version, the commit and what the build was made with, in one line, as the build script found
/// them.
pub(crate) const LONG: &str = env!("SPINNEY_BUILD");
