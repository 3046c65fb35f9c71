//! The page and its server serve any game: what only some games have comes from the engine's list of
//! them. So nothing here knows one by its name, apart from tests and from examples in comments.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A spelling that is no word.
const MORE: [&str; 1] = ["poly-y"];

/// The names to look for, in small letters. A single letter is a letter.
fn names() -> BTreeSet<String> {
    let known = spinney_engine::games().iter().flat_map(|game| [game.name, game.title]);
    let names = known.chain(MORE).map(str::to_lowercase);
    names.filter(|name| name.len() > 1).collect::<BTreeSet<_>>()
}

/// A line in small letters, with a gap where a word begins within another: `HexBoard` is a hex board.
fn in_words(line: &str) -> String {
    let mut text = String::from(" ");
    let mut after_small = false;
    for letter in line.chars() {
        if letter.is_uppercase() && after_small || letter == '_' {
            text.push(' ');
        }
        after_small = letter.is_lowercase() || letter.is_ascii_digit();
        text.extend(letter.to_lowercase());
    }
    text + " "
}

fn is_named(line: &str, name: &str) -> bool {
    let text = in_words(line);
    let mut found = text.match_indices(name);
    found.any(|(at, _)| {
        let beside = [text[..at].chars().next_back(), text[at + name.len()..].chars().next()];
        beside.into_iter().flatten().all(|letter| !letter.is_alphanumeric())
    })
}

/// The files of a folder and of those in it whose names end so.
fn files(folder: &Path, ends: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ends));
        } else if ends.iter().any(|end| path.to_str().unwrap().ends_with(end)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The lines of Rust that a release is built from, with their numbers, and the modules in files of
/// their own that it is not built from.
fn released(source: &str) -> (Vec<(usize, &str)>, Vec<&str>) {
    let (mut lines, mut test_files) = (Vec::new(), Vec::new());
    let mut numbered = source.lines().enumerate();
    while let Some((number, line)) = numbered.next() {
        if line.trim() == "#[cfg(test)]" || line.trim().starts_with("#[cfg(all(test, ") {
            let indent = &line[..line.len() - line.trim_start().len()];
            // What it is about ends where it begins, or at a brace below that.
            for (_, line) in numbered.by_ref() {
                let module = line.trim().strip_prefix("mod ").and_then(|m| m.strip_suffix(';'));
                test_files.extend(module);
                let rest = line.strip_prefix(indent).unwrap_or("");
                if rest.starts_with('}') || rest.ends_with(';') && !rest.starts_with(' ') {
                    break;
                }
            }
            continue;
        }
        let code = if line.trim_start().starts_with("//") { "" } else { line };
        let code = code.split_once(" //").map_or(code, |(code, _)| code);
        lines.push((number + 1, code));
    }
    (lines, test_files)
}

#[test]
fn nothing_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = names();
    let mut found = Vec::new();
    let mut look = |path: &Path, number: usize, line: &str| {
        for name in names.iter().filter(|name| is_named(line, name)) {
            let path = path.strip_prefix(root).unwrap().display();
            found.push(format!("{path}:{number} names {name}: {}", line.trim()));
        }
    };
    let sources = files(&root.join("src"), &[".rs"]);
    let texts: Vec<_> = sources.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let released: Vec<_> = texts.iter().map(|text| released(text)).collect();
    let test_files: Vec<_> = released.iter().flat_map(|(_, files)| files).collect();
    assert!(test_files.contains(&&"fuzz"), "{test_files:?}");
    for (path, (lines, _)) in sources.iter().zip(&released) {
        if test_files.iter().any(|name| path.file_stem().unwrap() == **name) {
            continue;
        }
        lines.iter().for_each(|&(number, line)| look(path, number, line));
    }
    // The page's comments count, too: its files are read by whoever adds a game.
    for path in files(&root.join("page"), &[".js", ".html", ".css"]) {
        let text = fs::read_to_string(&path).unwrap();
        text.lines().enumerate().for_each(|(i, line)| look(&path, i + 1, line));
    }
    assert!(found.is_empty(), "ask the engine's list of games instead:\n{}", found.join("\n"));
}

#[test]
fn a_name_is_found_however_it_is_written() {
    for line in ["if (game === \"hex\")", "new HexBoard()", "hex_board", "{ hex: 1 }", "// of Hex."]
    {
        assert!(is_named(line, "hex"), "{line}");
    }
    for line in ["hexagon", "to_hexadecimal", "sha256Hexed", "vex"] {
        assert!(!is_named(line, "hex"), "{line}");
    }
    assert!(is_named("Hex, Y and Poly-Y", "poly-y"));
}

#[test]
fn comments_and_tests_are_no_part_of_a_release() {
    let source = "\
/// As `hex`.
let a = 1; // hex
#[cfg(test)]
mod fuzz;
#[cfg(test)]
pub(crate) fn odd(
    hex: u8,
) {
    hex;
}
let b = \"hex\";
#[cfg(test)]
mod tests {
    fn hex() {}
}
";
    let (lines, files) = released(source);
    let named: Vec<_> = lines.iter().filter(|(_, line)| is_named(line, "hex")).collect();
    assert_eq!(named, [&(11, "let b = \"hex\";")]);
    assert_eq!(files, ["fuzz"]);
}
