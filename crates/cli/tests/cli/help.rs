//! What the program says about itself.

use crate::{prints, spinney, text};

#[test]
fn the_overview() {
    insta::assert_snapshot!(prints(["--help"]));
}

#[test]
fn every_command_has_help_that_shows_how_to_use_it() {
    let commands = [
        "serve",
        "play",
        "analyze",
        "show",
        "explain",
        "engine",
        "match",
        "tournament",
        "export",
        "suite",
        "bench",
        "perft",
        "preset",
        "games",
        "completions",
    ];
    for command in commands {
        let help = prints([command, "--help"]);
        assert!(help.contains("Examples:\n"), "{help}");
        assert!(help.contains(&format!("spinney {command}")), "{help}");
    }
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(prints(["--version"]), format!("spinney {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = prints(["completions", shell]);
        assert!(script.contains("spinney") && script.contains("analyze"), "{shell}");
    }
}

#[test]
fn games_and_presets_are_listed() {
    let games = prints(["games"]);
    for game in ["Hex (hex)", "Y (y)", "Poly-Y (polyy)"] {
        assert!(games.contains(game), "{games}");
    }
    let presets = prints(["preset", "list"]);
    for preset in ["hex/best", "hex/mohex-2009", "y/uct", "polyy/lynx-2014", "polyy/random"] {
        assert!(presets.lines().any(|line| line.starts_with(preset)), "{presets}");
    }
}

#[test]
fn a_shown_preset_is_a_preset_file() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["hex/best", "y/uct", "polyy/lynx-2014", "hex/random"] {
        let shown = prints(["preset", "show", name]);
        let file = folder.path().join("mine.toml");
        std::fs::write(&file, &shown).unwrap();
        assert_eq!(prints(["preset", "show", crate::path(&file)]), shown);
    }
    let output = spinney(
        ["engine", "hex", "--preset", crate::path(&folder.path().join("mine.toml"))],
        "genmove black\n",
    );
    assert!(text(&output.stdout).starts_with("= "), "{}", text(&output.stderr));
}
