//! What the program is handed out with: the container's files and the script for releases name what
//! there is. Neither Docker nor a release is run here.

use std::fs;
use std::process::Command;

use crate::root;

fn text(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The instructions of the Dockerfile, each on one line.
fn instructions() -> Vec<(String, String)> {
    let text = text("Dockerfile");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let joined = lines.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    let parts = joined.lines().filter_map(|line| line.split_once(' '));
    parts.map(|(name, rest)| (name.to_owned(), rest.trim().to_owned())).collect()
}

fn all(name: &str) -> Vec<String> {
    instructions().into_iter().filter(|(n, _)| n == name).map(|(_, rest)| rest).collect()
}

/// Whether the program understands a command line, up to its help.
fn is_understood(words: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_spinney")).args(words).arg("--help").output();
    let output = output.unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_container_starts_the_program_with_flags_that_it_has() {
    let command: Vec<String> = serde_json::from_str(all("CMD").last().unwrap()).unwrap();
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    is_understood(&words);
    assert_eq!(all("ENTRYPOINT"), ["[\"spinney\"]"]);
    let value = |flag: &str| words[words.iter().position(|word| *word == flag).unwrap() + 1];
    assert_eq!(all("VOLUME"), [value("--games")]);
    let port = value("--listen").rsplit(':').next().unwrap();
    assert_eq!(all("EXPOSE"), [port]);
    let health = all("HEALTHCHECK").concat();
    assert!(health.contains(&format!("http://127.0.0.1:{port}/healthz")), "{health}");
}

#[test]
fn the_container_copies_what_there_is_and_does_not_run_as_root() {
    let built = all("RUN").concat();
    let package = "--package spinney";
    assert!(built.contains("cargo build --locked --release") && built.contains(package), "{built}");
    let user: u32 = all("USER").last().unwrap().split(':').next().unwrap().parse().unwrap();
    assert!(user > 0 && built.contains(&format!("--uid {user}")), "{built}");
    let copied = all("COPY");
    assert!(copied.iter().any(|line| line.contains("/spinney/target/release/spinney ")));
    for line in copied.iter().filter(|line| line.starts_with("--from=build")) {
        for path in line.split(' ').filter_map(|word| word.strip_prefix("/spinney/")) {
            let is_made = path.starts_with("target/");
            assert!(is_made || root().join(path).exists(), "{path}");
        }
    }
    // As old a Rust as the workspace is tested with, or a newer one.
    let image = all("FROM")[0].clone();
    let version = image.split([':', '-']).nth(1).and_then(|v| v.split_once('.')).unwrap();
    assert!(version.0 == "1" && version.1.parse::<u32>().unwrap() >= 88, "{image}");
}

#[test]
fn the_compose_file_starts_the_program_with_flags_that_it_has() {
    let compose = text("compose.yaml");
    let list = |key: &str| -> Vec<String> {
        let (_, rest) = compose.split_once(&format!("    {key}:\n")).unwrap();
        let items = rest.lines().map_while(|line| line.strip_prefix("      - "));
        items.map(|item| item.trim_matches('"').to_owned()).collect()
    };
    let command = list("command");
    is_understood(&command.iter().map(String::as_str).collect::<Vec<_>>());
    let volumes = list("volumes");
    assert!(command.contains(&format!("--games={}", volumes[0].split(':').nth(1).unwrap())));
    let inner = list("ports")[0].rsplit(':').next().unwrap().to_owned();
    assert!(command.iter().any(|word| word == &format!("--listen=0.0.0.0:{inner}")), "{inner}");
    let named = volumes[0].split(':').next().unwrap();
    assert!(compose.contains(&format!("\nvolumes:\n  {named}:")), "{compose}");
}

#[test]
fn the_release_script_is_a_script_and_packs_what_there_is() {
    let script = text("scripts/release");
    let packed = script.lines().find_map(|line| line.trim().strip_prefix("cp \"$program\" "));
    for file in packed.unwrap().split(' ').filter(|word| !word.starts_with('"')) {
        assert!(root().join(file).is_file(), "{file}");
    }
    #[cfg(unix)]
    {
        let checked = Command::new("bash").arg("-n").arg(root().join("scripts/release")).status();
        assert!(checked.unwrap().success());
    }
}
