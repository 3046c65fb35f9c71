//! What must hold of the repository besides its code.

mod dependencies;
mod front_doors;
mod host;
mod links;
mod manifests;
mod packages;
mod presets;
#[path = "../skipped/mod.rs"]
mod skipped;
mod version;

use std::path::Path;

/// The repository's top folder.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
