//! The engine as browsers run it, in Node.js: it searches as the native one does, and answers whatever
//! it is asked. Without Node.js or the compiler's target there is nothing to see, which the variable
//! `CI` forbids.

mod module;
#[path = "../../cli/tests/skipped/mod.rs"]
mod skipped;

use std::path::Path;
use std::process::Command;

use self::module::module;
use self::skipped::found;

const SIGNATURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../signatures.txt");

/// What a script says about the module; `None` where it cannot be run.
fn run(script: &str) -> Option<String> {
    let (node, module) = (found(&["node"])?, module()?);
    let script = format!("{}/tests/node/{script}", env!("CARGO_MANIFEST_DIR"));
    // The page's files are ES modules, and there is no manifest that says so.
    let output = Command::new(node)
        .arg("--experimental-default-type=module")
        .args([Path::new(&script), module])
        .output()
        .unwrap();
    let [said, problems] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{said}\n{problems}");
    Some(said)
}

#[test]
fn every_preset_searches_as_it_does_on_other_machines() {
    let Some(here) = run("signatures.mjs") else { return };
    let kept = std::fs::read_to_string(SIGNATURES).unwrap();
    let kept: Vec<_> = kept.lines().filter(|line| !line.starts_with('#')).collect();
    let here: Vec<_> = here.lines().collect();
    let others: Vec<_> = here.iter().filter(|line| !kept.contains(line)).collect();
    assert!(others.is_empty(), "signatures.txt has others:\n{others:#?}");
    assert_eq!(here.len(), kept.len());
}

#[test]
fn a_module_thinks_by_slices_and_survives_nonsense() {
    run("conversation.mjs");
}
