//! Programs that others wrote, against ours: Sabaki's GTP controller plays a game with the engine,
//! pyrimaa referees a game of Arimaa, and sgfmill reads a record. They are fetched by name the
//! first time. Without Node.js, Python or a network there is nothing to see, which the variable `CI`
//! forbids.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::skipped::{fetched, found};
use crate::{SPINNEY, path, spinney};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/clients");

/// A folder that outlives the test, so that nothing is fetched twice.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Python in a folder of its own with a package; none where that cannot be had.
fn python_with(folder: &Path, package: &str) -> Option<PathBuf> {
    found(&["python3"])?;
    let python = folder.join("bin/python");
    let made = |command: &mut Command| fetched(command).then_some(());
    if !folder.join("lib").exists() || !python.exists() {
        made(Command::new("python3").args(["-m", "venv", path(folder)]))?;
    }
    made(Command::new(&python).args(["-m", "pip", "install", "--quiet", package]))?;
    Some(python)
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let [out, err] =
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    assert!(output.status.success(), "{command:?}:\n{out}\n{err}");
    out
}

#[test]
fn sabakis_gtp_controller_plays_with_the_engine() {
    if found(&["node"]).is_none() || found(&["npm"]).is_none() {
        return;
    }
    let folder = folder("sabaki");
    if !folder.join("node_modules/@sabaki/gtp").exists() {
        let fetch =
            ["install", "--no-audit", "--no-fund", "--prefix", path(&folder), "@sabaki/gtp@3"];
        if !fetched(Command::new("npm").args(fetch)) {
            return;
        }
    }
    let script = format!("{SCRIPTS}/sabaki.js");
    // Boards that are not solved at first sight, so that there is something to analyse.
    for (game, size) in [("hex", "9"), ("y", "12"), ("polyy", "5 3")] {
        let modules = folder.join("node_modules");
        let said = run(Command::new("node")
            .args([&script, SPINNEY, game, size])
            .env("NODE_PATH", modules));
        assert!(said.contains("won by"), "{said}");
    }
}

#[test]
fn sgfmill_reads_what_we_save() {
    let folder = folder("sgfmill");
    let Some(python) = python_with(&folder, "sgfmill==1.1.1") else { return };
    let file = folder.join("game.sgf");
    let script = format!("c3\nb2\nsave! {}\nquit\n", path(&file));
    assert!(spinney(["play", "--size", "5", "--side", "both"], &script).status.success());
    let read = run(Command::new(&python).args([&format!("{SCRIPTS}/read_sgf.py"), path(&file)]));
    assert_eq!(read, "11 5 swap-pieces\nb c3\nw b2\n");
}

#[test]
fn pyrimaa_referees_a_game_of_arimaa() {
    let Some(python) = python_with(&folder("pyrimaa"), "AEI==1.4.1") else { return };
    let engine =
        |preset: &str| format!("exec {SPINNEY} engine arimaa --protocol aei --preset {preset}");
    let script = format!("{SCRIPTS}/arimaa.py");
    let said = run(Command::new(&python).args([&script, &engine("best"), &engine("random")]));
    assert!(said.starts_with("won by g "), "{said}");
    let reason = said.split(' ').nth(3);
    assert!(["g", "e", "m"].contains(&reason.unwrap()), "no illegal or late turn: {said}");
}
