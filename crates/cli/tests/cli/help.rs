//! What the program says about itself.

use crate::{prints, spinney, text};

#[test]
fn the_overview() {
    insta::assert_snapshot!(prints(["--help"]));
}

/// Every command and every command of a command, as its words.
fn commands() -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut next = 0;
    while next < commands.len() {
        let help = prints(commands[next].iter().map(String::as_str).chain(["-h"]));
        let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
        let lines = list.lines().take_while(|line| !line.is_empty());
        // What a line is continued with is indented further.
        let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        for name in names.filter(|name| !["", "help"].contains(name)) {
            commands.push([&commands[next][..], &[name.to_owned()]].concat());
        }
        next += 1;
    }
    commands
}

#[test]
fn every_command_has_help_that_shows_how_to_use_it() {
    let commands = commands();
    assert!(commands.len() > 16 && commands.contains(&vec!["preset".into(), "show".into()]));
    for command in commands {
        let help = prints(command.iter().map(String::as_str).chain(["--help"]));
        assert!(help.contains("Examples:\n"), "{help}");
        assert!(help.contains(&["spinney".to_owned(), command.join(" ")].join(" ")), "{help}");
    }
}

/// The lines of a text that are wider than people read at a glance.
fn too_wide(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.chars().count() > 100).collect()
}

#[test]
fn no_line_of_help_is_wider_than_100_columns() {
    let none: [&str; 0] = [];
    for command in commands() {
        for flag in ["-h", "--help"] {
            let help = prints(command.iter().map(String::as_str).chain([flag]));
            assert_eq!(too_wide(&help), none, "{command:?} {flag}");
        }
    }
    assert_eq!(too_wide(&prints(["games"])), none);
    assert_eq!(too_wide(&prints(["preset", "list"])), none);
    for preset in spinney_engine::presets() {
        assert_eq!(too_wide(&prints(["preset", "show", preset.name])), none, "{}", preset.name);
    }
    let typed = spinney(["play", "--size", "3", "--side", "both"], "help\nquit\n");
    assert_eq!(too_wide(&text(&typed.stdout)), none);
}

#[test]
fn no_line_that_gtp_says_of_itself_is_wider_than_100_columns() {
    for game in spinney_engine::games() {
        let asked = "list_commands\nget_parameters\nhexgui-analyze_commands\n";
        let said = text(&spinney(["engine", game.name], asked).stdout);
        // A value is as long as it is, on one line.
        let meanings = too_wide(&said).into_iter().filter(|line| line.contains(" # "));
        assert_eq!(meanings.collect::<Vec<_>>(), [""; 0], "{}", game.name);
        assert!(said.contains("\n# "), "{said}");
    }
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(prints(["-V"]), format!("spinney {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_long_version_tells_commit_target_and_profile() {
    let said = prints(["--version"]);
    assert!(said.starts_with(&format!("spinney {}, ", env!("CARGO_PKG_VERSION"))), "{said}");
    for part in [" commit", std::env::consts::ARCH, " profile, opt-level ", "rustc 1."] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = prints(["completions", shell]);
        assert!(script.contains("spinney") && script.contains("analyze"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    assert_eq!(prints(["man", crate::path(&pages)]), "");
    let commands = commands();
    for command in &commands {
        let name = [&["spinney".to_owned()], &command[..]].concat().join("-");
        let page = std::fs::read_to_string(pages.join(format!("{name}.1")));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(".SH SYNOPSIS") && page.contains("Examples:"), "{page}");
    }
    assert_eq!(pages.read_dir().unwrap().count(), commands.len());
    assert!(prints(["man"]).contains(".TH spinney 1"));
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
