//! Every command line that the manuals and the help pages show is run, as a shell would run it, with
//! little to do each: times, games and playouts are cut down.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use tempfile::TempDir;

use crate::{PATIENCE, SPINNEY, path, prints, text};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A command line and where it stands.
struct Example {
    page: String,
    line: String,
}

/// What numbers become that say how much is to be done.
const CUT_DOWN: [(&str, &str); 10] = [
    ("--time", "0.02"),
    ("--time-a", "0.02"),
    ("--time-per-move", "0.02"),
    ("--game-time", "1"),
    ("--games", "2"),
    ("--playouts", "20"),
    ("--playouts-a", "20"),
    ("--playouts-b", "20"),
    ("--seconds", "0.01"),
    ("--cycles", "1"),
];
/// What is added where a command says nothing of it: the command, words of which one would be
/// enough, and the addition.
const ADDED: [(&str, &[&str], &str); 6] = [
    ("analyze", &["--time", "--playouts"], "--playouts 20"),
    ("suite", &["--time", "--playouts", "make"], "--playouts 20"),
    ("bench", &["--seconds", "--signature"], "--seconds 0.01"),
    ("match", &["--games"], "--games 2"),
    ("match", &["--time", "--playouts", "--game-time"], "--playouts 20"),
    ("solve", &["--time", "--strategy", "--check"], "--time 0.02"),
];
/// Words of commands that need what is not here, or do not end: these are only understood.
const NOT_RUN: [&str; 6] = ["serve", "site", "gtp:", "codecup:", "aei:", "getmove:"];

/// The command lines of a page in Markdown: those in blocks of code, and those in the text that
/// have arguments.
fn of_page(file: &Path) -> Vec<Example> {
    let source = fs::read_to_string(file).unwrap();
    let mut lines = Vec::new();
    let mut block = None;
    for event in Parser::new_ext(&source, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => block = Some(String::new()),
            Event::Text(part) => {
                if let Some(block) = &mut block {
                    *block += &part;
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                let block = block.take().unwrap_or_default();
                let mut parts = block.split("\\\n").map(str::trim_start);
                let first = parts.next().unwrap_or_default().to_owned();
                let block = parts.fold(first, |block, part| block + part);
                lines.extend(block.lines().filter_map(command_in));
            }
            // A command that is only named has no argument but options.
            Event::Code(code) => lines.extend(command_in(&code).map(|line| {
                let is_named = line.split(' ').nth(2).is_none_or(|word| word.starts_with('-'));
                if is_named { line + " --help" } else { line }
            })),
            _ => {}
        }
    }
    let name = file.file_name().unwrap().to_str().unwrap().to_owned();
    lines.into_iter().map(|line| Example { page: name.clone(), line }).collect()
}

/// The command line that a line has, if any: without a prompt's blanks and what is said beside it.
/// One with blanks to be filled in, as in `spinney preset show NAME`, is none.
fn command_in(line: &str) -> Option<String> {
    let mut quote = None;
    let mut end = line.trim_start().len();
    let line = line.trim_start();
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if ['\'', '"'].contains(&c) => quote = Some(c),
            None if line[at..].starts_with("  ") => {
                end = at;
                break;
            }
            None => {}
        }
    }
    let line = &line[..end];
    let is_blank = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_uppercase());
    let has_blanks =
        line.split(' ').any(is_blank) || line.contains(['<', '…']) || line.contains("[...]");
    let has_choices = line.split(' ').any(|word| word.len() > 1 && word.contains('|'));
    let is_command =
        line.starts_with("spinney ") || line == "spinney" || line.contains("| spinney ");
    let is_choice_of_players = line == "spinney match A B";
    (is_command && !has_blanks && !has_choices && !is_choice_of_players).then(|| line.to_owned())
}

/// The line with less to do.
fn cut_down(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        if let Some((_, less)) = CUT_DOWN.iter().find(|(flag, _)| *flag == words[at - 1]) {
            // The number may be the last word of something in quotes.
            let quote = words[at].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            words[at] = format!("{less}{quote}");
        }
    }
    let line = words.join(" ");
    let parts = line.split(" && ").map(|part| {
        let (command, rest) = match part.split_once(" > ") {
            Some((command, file)) => (command, format!(" > {file}")),
            None => (part, String::new()),
        };
        let name = command.split("spinney ").nth(1).and_then(|rest| rest.split(' ').next());
        let mut command = command.to_owned();
        if command.ends_with(" --help") {
            return command;
        }
        for (of, enough, addition) in ADDED {
            let is_said = || enough.iter().any(|flag| part.split(' ').any(|word| word == *flag));
            if name == Some(of) && !is_said() {
                command += &format!(" {addition}");
            }
        }
        // What cannot be run is read up to its end: a wrong word comes before the help.
        if name.is_none() || NOT_RUN.iter().any(|word| part.contains(word)) {
            command += " --help";
        }
        command + &rest
    });
    parts.collect::<Vec<_>>().join(" && ")
}

/// A folder with the files that examples speak of; a record is of that game.
fn workplace(game: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let random = |game: &str, name: &str| {
        let file = file(name);
        let players = ["--preset", "random", "--side", "none", "--playouts", "1"];
        prints(["play", game].into_iter().chain(players).chain(["--save", path(&file)]));
    };
    random("hex", "game.sgf");
    let one = fs::read_to_string(file("game.sgf")).unwrap();
    fs::write(file("games.sgf"), format!("{one}\n{one}")).unwrap();
    random(game, "game.txt");
    fs::write(file("mine.toml"), prints(["preset", "show", "hex/best"])).unwrap();
    let cup = "position = \"hex 4x4\"\ngames = 2\ntime = { playouts = 20 }\n\
         [[player]]\npreset = \"hex/uct\"\n[[player]]\npreset = \"hex/random\"\n";
    fs::write(file("cup.toml"), cup).unwrap();
    let openings = "position = \"hex 3x3 swap-pieces\"\nevaluations = 6\nbatch = 3\n\
         [judge]\nby = \"search\"\npreset = \"hex/uct\"\nplayouts = 20\n[best-first]\n";
    fs::write(file("openings.toml"), openings).unwrap();
    prints(["book", "grow", path(&file("openings.toml")), "--quiet"]);
    let words = "match hex/best hex/uct --size 4x4 --games 2 --playouts 20 --quiet --store";
    prints(words.split(' ').chain([path(&file("results.sqlite"))]));
    let board = "2g\n +-----------------+\n8| r r r r r r r r |\n7| h d c e m c d h |\n\
         6| . . x . . x . . |\n5| . . . . . . . . |\n4| . . . . . . . . |\n3| . . x . . x . . |\n\
         2| H D C M E C D H |\n1| R R R R R R R R |\n +-----------------+\n   a b c d e f g h\n";
    fs::write(file("position.txt"), board).unwrap();
    let record = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
         1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n2g\n";
    fs::write(file("record.txt"), record).unwrap();
    fs::write(file("state.txt"), "tcmove=1\n").unwrap();
    let suites = file("suites");
    fs::create_dir(&suites).unwrap();
    for entry in fs::read_dir(Path::new(ROOT).join("suites")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), suites.join(entry.file_name())).unwrap();
    }
    for folder in [
        ".local/share/bash-completion/completions",
        ".zfunc",
        ".config/fish/completions",
        ".config/spinney/presets/hex",
    ] {
        fs::create_dir_all(file(folder)).unwrap();
    }
    folder
}

/// Runs a line in a folder; says what went wrong, if anything did.
fn problem(line: &str, folder: &Path) -> Option<String> {
    let programs = Path::new(SPINNEY).parent().unwrap();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::join_paths(
        [programs.to_owned()].into_iter().chain(std::env::split_paths(&paths)),
    );
    let mut child = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", paths.unwrap())
        .env("HOME", folder)
        .env("NO_COLOR", "1")
        .env_remove("XDG_CONFIG_HOME")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A game is left, and an engine's conversation has ended.
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"quit\n").ok();
    drop(input);
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = ended.recv_timeout(PATIENCE) else { return Some("does not end".to_owned()) };
    let output = output.unwrap();
    (!output.status.success()).then(|| text(&output.stderr))
}

fn run_all(examples: &[Example], game: &str) {
    let folder = workplace(game);
    let record = folder.path().join("game.sgf");
    let recorded = fs::read(&record).unwrap();
    let wrong = |example: &Example| {
        // Some examples write what others read.
        fs::write(&record, &recorded).unwrap();
        let line = cut_down(&example.line);
        let problem = problem(&line, folder.path())?;
        Some(format!("{}: {}\n  run as {line}\n  {problem}", example.page, example.line))
    };
    let problems: Vec<_> = examples.iter().filter_map(wrong).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

#[test]
fn the_examples_of_every_help_page_run() {
    let mut examples = Vec::new();
    for file in files("crates/cli/src/help", "txt") {
        let page = file.file_name().unwrap().to_str().unwrap().to_owned();
        let source = fs::read_to_string(&file).unwrap();
        let lines: Vec<_> = source.lines().filter_map(command_in).collect();
        assert!(!lines.is_empty(), "{page}");
        examples.extend(lines.into_iter().map(|line| Example { page: page.clone(), line }));
    }
    assert!(examples.len() > 45, "only {} examples were found", examples.len());
    run_all(&examples, "arimaa");
}

#[test]
fn the_command_lines_of_the_manuals_run() {
    let mut pages = files("docs", "md");
    pages.extend(files("docs/rules", "md"));
    pages.extend(["README.md", "CONTRIBUTING.md"].map(|name| Path::new(ROOT).join(name)));
    // A record of Tantrix has another format than one of Arimaa, and the same name in its manual.
    let (tantrix, others): (Vec<_>, Vec<_>) =
        pages.iter().flat_map(|page| of_page(page)).partition(|e| e.page == "tantrix.md");
    assert!(others.len() > 50 && tantrix.len() > 3, "{} and {}", others.len(), tantrix.len());
    run_all(&tantrix, "tantrix");
    run_all(&others, "arimaa");
}

#[test]
fn command_lines_are_found_and_cut_down() {
    for (line, found) in [
        ("  spinney solve hex 5x5    who wins", Some("spinney solve hex 5x5")),
        ("spinney perft arimaa \"g [r  d]\"", Some("spinney perft arimaa \"g [r  d]\"")),
        ("printf 'quit\\n' | spinney engine hex", Some("printf 'quit\\n' | spinney engine hex")),
        ("spinney preset show NAME", None),
        ("spinney export x --format sgf|csv", None),
        ("HexGui: with this command", None),
    ] {
        assert_eq!(command_in(line).as_deref(), found, "{line}");
    }
    for (line, run) in [
        ("spinney analyze a.sgf --time 5 --svg b", "spinney analyze a.sgf --time 0.02 --svg b"),
        ("spinney analyze a.sgf", "spinney analyze a.sgf --playouts 20"),
        ("spinney match a gtp:x", "spinney match a gtp:x --games 2 --playouts 20 --help"),
        ("spinney show a > b", "spinney show a > b"),
        ("spinney", "spinney --help"),
    ] {
        assert_eq!(cut_down(line), run);
    }
    // What nobody understands is noticed although it is not run.
    let folder = tempfile::tempdir().unwrap();
    for line in ["spinney serve --lissen 1", "spinney solve hex 99x99", "spinney dance"] {
        assert!(problem(&cut_down(line), folder.path()).is_some(), "{line}");
    }
}
