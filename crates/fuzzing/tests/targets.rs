//! Every target has what it takes, and understands its seeds.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use spinney_fuzzing::TARGETS;
use spinney_fuzzing::seeds::{self, Seeds};

fn names() -> BTreeSet<String> {
    TARGETS.iter().map(|target| target.name.to_owned()).collect()
}

fn files(folder: &Path) -> BTreeSet<String> {
    let stem = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    fs::read_dir(folder).unwrap().map(|entry| stem(&entry.unwrap().path())).collect()
}

#[test]
fn every_target_has_seeds_and_a_program_for_the_fuzzer() {
    assert_eq!(names().len(), TARGETS.len(), "no two have the same name");
    assert_eq!(files(&seeds::folder()), names());
    let fuzz = seeds::folder().join("..");
    assert_eq!(files(&fuzz.join("fuzz_targets")), names());
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for name in names() {
        let program = fs::read_to_string(fuzz.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("spinney_fuzzing::run(\"{name}\", input)")), "{name}");
        let path = format!("\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
        assert!(manifest.contains(&path), "{name}");
    }
}

#[test]
fn every_game_has_its_records_and_positions_tried() {
    for game in spinney_engine::games() {
        for reader in ["record", "position"] {
            let name = format!("{reader}_{}", game.name);
            assert!(names().contains(&name), "there is no target {name}");
        }
    }
}

/// A seed that is refused shows nothing but that: it is to be mended when a format changes.
#[test]
fn every_seed_is_understood() {
    let mut refused = Vec::new();
    for target in TARGETS {
        let seeds = Seeds::of(target).unwrap();
        let bad = seeds.files().filter(|(_, seed)| !(target.run)(seed));
        refused.extend(bad.map(|(name, _)| format!("{}/{name}", target.name)));
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
