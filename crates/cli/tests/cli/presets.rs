//! Presets that people keep in their configuration folder.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use tempfile::TempDir;

use crate::{command, path, text};

/// Somebody's configuration.
struct Config(TempDir);

impl Config {
    fn new() -> Config {
        Config(tempfile::tempdir().unwrap())
    }

    fn keep(&self, name: &str, preset: &str) -> PathBuf {
        let file = self.0.path().join(format!("spinney/presets/{name}.toml"));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, preset).unwrap();
        file
    }

    fn run(&self, line: &str) -> Output {
        let mut command = command(line.split(' '));
        command.env("XDG_CONFIG_HOME", self.0.path()).env("HOME", self.0.path());
        command.stdin(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
        command.output().unwrap()
    }

    fn prints(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    fn complains(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(!output.status.success(), "{line}: {}", text(&output.stdout));
        text(&output.stderr)
    }
}

const MINE: &str = "extends = \"hex/uct\"\nabout = \"mine own\"\n[search]\nexploration = 0.25\n";

#[test]
fn a_preset_in_the_configuration_folder_is_known_by_name() {
    let config = Config::new();
    config.keep("hex/mine", MINE);
    config.keep("hex/child", "extends = \"hex/mine\"\nabout = \"a child of it\"\n");
    let list = config.prints("preset list");
    assert!(list.lines().any(|l| l.starts_with("hex/mine ") && l.contains("mine own")), "{list}");
    for name in ["hex/mine", "hex/child"] {
        let shown = config.prints(&format!("preset show {name}"));
        assert!(shown.contains("exploration = 0.25\n"), "{shown}");
    }
    let games = config.prints("games");
    assert!(games.contains("hex/child") && games.contains("hex/mine"), "{games}");
    // With or without the game, wherever a preset is asked for.
    for line in [
        "engine --preset hex/mine",
        "engine hex --preset mine",
        "play hex --preset mine --side none --size 3x3 --playouts 5",
        "bench --preset hex/mine --seconds 0.01",
    ] {
        config.prints(line);
    }
}

#[test]
fn a_game_of_a_match_is_kept_with_the_whole_preset_of_its_player() {
    let config = Config::new();
    let file = config.keep("hex/mine", MINE);
    let store = config.0.path().join("results.sqlite");
    let line = "match hex/random mine --size 3x3 --games 2 --playouts 5 --quiet --store";
    config.prints(&format!("{line} {}", path(&store)));
    // The file may go, and the games can be told and played again.
    fs::remove_file(file).unwrap();
    let report = config.prints(&format!("report {}", path(&store)));
    assert!(report.contains("hex/mine"), "{report}");
    let json = config.prints(&format!("export {} --format json", path(&store)));
    assert!(json.contains("\"hex/mine 0.1.0\""), "{json}");
}

#[test]
fn mistakes_in_it_name_file_and_line_and_what_was_meant() {
    let config = Config::new();
    let file = config.keep("hex/bad", "extends = \"hex/uct\"\n\n[search]\nexplortion = 1\n");
    let said = config.complains("engine hex --preset bad");
    let place = format!("{}, line 4, search.explortion: ", path(&file));
    assert!(said.contains(&place) && said.contains("did you mean exploration? "), "{said}");
    // The list is there all the same.
    let list = config.prints("preset list");
    assert!(list.contains("hex/bad") && list.contains("cannot be used"), "{list}");
    config.keep("hex/table", "game = \"hex\"\n[serch]\n");
    let said = config.complains("preset show hex/table");
    assert!(said.contains("line 2, serch: ") && said.contains("did you mean search? "), "{said}");
    config.keep("y/lost", MINE);
    let said = config.complains("preset show y/lost");
    assert!(said.contains("plays hex, so its folder must be hex"), "{said}");
    config.keep("hex/mine", MINE);
    let said = config.complains("preset show hex/mnie");
    assert!(said.contains("did you mean hex/mine?"), "{said}");
    config.keep("hex/loop", "extends = \"hex/loop\"\n");
    let said = config.complains("preset show hex/loop");
    assert!(said.contains("too many presets extend one another"), "{said}");
}

#[test]
fn a_preset_that_comes_with_the_program_is_not_replaced_and_that_is_said() {
    let config = Config::new();
    let file = config.keep("hex/best", MINE);
    let output = config.run("preset show hex/best");
    assert!(!text(&output.stdout).contains("mine own"));
    let said = text(&output.stderr);
    assert!(said.contains(path(&file)) && said.contains("is not used: hex/best comes"), "{said}");
    assert_eq!(config.prints("preset list").matches("hex/best").count(), 1);
}

#[test]
fn a_name_leads_nowhere_but_into_the_folder() {
    let config = Config::new();
    fs::create_dir_all(config.0.path().join("spinney/presets/hex")).unwrap();
    fs::write(config.0.path().join("spinney/outside.toml"), MINE).unwrap();
    for name in ["hex/../../outside", "hex/.hidden", "hex/", "hex/a/b"] {
        let said = config.complains(&format!("preset show {name}"));
        assert!(said.contains("is not known"), "{said}");
    }
}
