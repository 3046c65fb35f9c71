//! Every preset searches as `signatures.txt` says.

use std::thread;

use spinney_engine::{bench, games};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../signatures.txt");
const HEAD: &str = "\
# What `spinney bench --signature` prints for each preset: a number that depends on every choice of
# the search. A change that must not alter play leaves this file as it is; after one that should,
#     SPINNEY_SIGNATURES=write cargo test -p spinney-engine --test signatures
# writes it anew, and the commit says what changed and why.
";

/// The file as it ought to be.
fn signatures() -> String {
    // The games have little to do with one another, so each gets a thread.
    let of_game = |names: Vec<&'static str>| {
        let line = |name| {
            let case = bench::usual_case(name).unwrap();
            let signature = bench::signature(&case).unwrap();
            format!("{signature:016x} {name} {}\n", case.position)
        };
        names.into_iter().map(line).collect::<String>()
    };
    let of_games: Vec<_> = games()
        .iter()
        .map(|game| game.presets.iter().map(|preset| preset.name).collect())
        .map(|names| thread::spawn(move || of_game(names)))
        .collect();
    let lines = of_games.into_iter().map(|game| game.join().unwrap());
    HEAD.to_owned() + &lines.collect::<String>()
}

#[test]
fn every_preset_searches_as_it_did() {
    let ours = signatures();
    if std::env::var_os("SPINNEY_SIGNATURES").is_some_and(|word| word == "write") {
        std::fs::write(FILE, ours).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default().replace('\r', "");
    if kept == ours {
        return;
    }
    let only_in = |text: &str, other: &str, sign: char| {
        let others: Vec<_> = other.lines().collect();
        let lines = text.lines().filter(|line| !others.contains(line));
        lines.map(|line| format!("{sign} {line}\n")).collect::<String>()
    };
    panic!(
        "the search is not the one of signatures.txt (- there, + here):\n{}{}\
         If this change was meant to alter play, write the file anew with\n    \
         SPINNEY_SIGNATURES=write cargo test -p spinney-engine --test signatures\n\
         and say in the commit what changed and why. If it was not, the change has a mistake.",
        only_in(&kept, &ours, '-'),
        only_in(&ours, &kept, '+'),
    );
}
