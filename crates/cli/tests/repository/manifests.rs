//! Promises that are made in the crates' manifests.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::root;
use crate::skipped::skip;

/// A version of Rust, to be compared: `1.88` is 1.88.0.
fn version(text: &str) -> Vec<u32> {
    let mut parts: Vec<u32> = text.split('.').map(|part| part.parse().unwrap()).collect();
    parts.resize(3, 0);
    parts
}

/// What cargo tells of all packages; `None` where it cannot.
pub fn metadata() -> Option<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    if !output.status.success() {
        // Packages for other systems are not there until somebody has fetched them.
        let said = String::from_utf8_lossy(&output.stderr);
        skip(said.trim(), "run `cargo fetch` to run it");
        return None;
    }
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Clippy sees what of std is too young for the lowest Rust version; this is about the rest.
#[test]
fn no_dependency_needs_a_newer_rust_than_we_ask_for() {
    let Some(metadata) = metadata() else { return };
    let packages = metadata["packages"].as_array().unwrap();
    let ours = packages.iter().find(|package| package["name"] == "spinney").unwrap();
    let lowest = version(ours["rust_version"].as_str().unwrap());
    let needs = |package: &Value| {
        let asked = package["rust_version"].as_str()?;
        (version(asked) > lowest).then(|| format!("{} needs {asked}", package["id"]))
    };
    let too_young: Vec<_> = packages.iter().filter_map(needs).collect();
    assert!(packages.len() > 100 && too_young.is_empty(), "{}", too_young.join("\n"));
}

/// The one crate that exports functions by name, which the lints of the workspace forbid, and its one
/// file that may.
const EXPORTING: (&str, &str) = ("wasm", "abi.rs");

#[test]
fn every_crate_is_bound_by_the_lints_of_the_workspace() {
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if folder.ends_with(EXPORTING.0) {
            let own = "\n[lints.rust]\nmissing_docs = \"warn\"\nunsafe_code = \"deny\"\n";
            assert!(text.contains(own), "{}", folder.display());
        } else {
            assert!(text.contains("\n[lints]\nworkspace = true\n"), "{}", folder.display());
        }
    }
}

#[test]
fn unsafe_code_is_in_one_file() {
    let sources = root().join("crates").join(EXPORTING.0).join("src");
    for file in fs::read_dir(sources).unwrap().map(|file| file.unwrap().path()) {
        let has_unsafe = fs::read_to_string(&file).unwrap().contains("unsafe");
        assert_eq!(has_unsafe, file.ends_with(EXPORTING.1), "{}", file.display());
    }
}
