//! No front door names a game: what a game is called, which sizes it has and what can be done with
//! it is asked of the register, so that a new game is in every command at once.

use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// The crates that are looked at, and whether their doc comments are too: those of the command line
/// are what `--help` prints.
const CRATES: [(&str, bool); 3] = [("cli", true), ("protocol", false), ("arena", false)];
/// Languages of foreign programs, which may say whose they are.
const DIALECTS: [&str; 4] = [
    "arena/src/external/",
    "protocol/src/aei/",
    "protocol/src/codecup.rs",
    "protocol/src/getmove.rs",
];
/// Names of protocols and of programs with a game's name in them.
const OWN_NAMES: [&str; 1] = ["Arimaa Engine Interface"];

/// A part of a source file that is not a comment.
#[derive(Clone, PartialEq, Debug)]
enum Piece {
    /// An identifier or a number.
    Word(String),
    /// A literal, or a doc comment that is read as help.
    Text(String),
    Mark(char),
}

/// The pieces of a source file, each with its line.
fn pieces(source: &str, with_docs: bool) -> Vec<(usize, Piece)> {
    let mut pieces = Vec::new();
    let mut rest = source;
    let line = |rest: &str| 1 + source[..source.len() - rest.len()].matches('\n').count();
    while let Some(first) = rest.chars().next() {
        let at = line(rest);
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            if with_docs && rest.starts_with("///") {
                pieces.push((at, Piece::Text(rest[3..length].to_owned())));
            }
            length
        } else if let Some(length) = literal_length(rest) {
            pieces.push((at, Piece::Text(rest[..length].to_owned())));
            length
        } else if first.is_alphanumeric() || first == '_' {
            let is_end = |c: char| !c.is_alphanumeric() && c != '_';
            let length = rest.find(is_end).unwrap_or(rest.len());
            pieces.push((at, Piece::Word(rest[..length].to_owned())));
            length
        } else {
            if !first.is_whitespace() {
                pieces.push((at, Piece::Mark(first)));
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    pieces
}

/// How long the literal is that a text begins with, if it does. Of lifetimes nothing is said.
fn literal_length(text: &str) -> Option<usize> {
    let after_r = text.trim_start_matches('b').strip_prefix('r');
    if let Some(raw) = after_r.filter(|raw| raw.trim_start_matches('#').starts_with('"')) {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let open = text.len() - raw.len() + hashes + 1;
        let close = format!("\"{}", "#".repeat(hashes));
        return Some(open + text[open..].find(&close)? + close.len());
    }
    let quote = text.chars().next().filter(|c| ['"', '\''].contains(c))?;
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => _ = characters.next(),
            c if c == quote => return Some(at + 1),
            // A character is one; whatever is longer is a lifetime.
            _ if quote == '\'' && !text[at..].starts_with(&format!("{c}'")) => return None,
            _ => {}
        }
    }
    None
}

/// The pieces without the items that are there for tests only.
fn without_tests(pieces: Vec<(usize, Piece)>) -> Vec<(usize, Piece)> {
    let word = |word: &str| Piece::Word(word.to_owned());
    let attribute = [
        Piece::Mark('#'),
        Piece::Mark('['),
        word("cfg"),
        Piece::Mark('('),
        word("test"),
        Piece::Mark(')'),
        Piece::Mark(']'),
    ];
    let mut kept = Vec::new();
    let mut rest = &pieces[..];
    while let Some((first, next)) = rest.split_first() {
        let is_test = rest.len() >= attribute.len()
            && rest.iter().zip(&attribute).all(|((_, piece), wanted)| piece == wanted);
        rest = if is_test {
            let item = &rest[attribute.len()..];
            let mut depth = 0;
            let end = item.iter().position(|(_, piece)| {
                match piece {
                    Piece::Mark('{') => depth += 1,
                    Piece::Mark('}') => depth -= 1,
                    _ => {}
                }
                depth == 0 && matches!(piece, Piece::Mark(';' | '}'))
            });
            &item[end.map_or(item.len(), |end| end + 1)..]
        } else {
            kept.push(first.clone());
            next
        };
    }
    kept
}

/// Whether a piece has a game's name or title in it.
fn names(piece: &Piece, game: &str) -> bool {
    match piece {
        Piece::Mark(_) => false,
        // `y` is also a coordinate.
        Piece::Word(word) if game.len() == 1 => word == game && game.to_uppercase() == game,
        Piece::Word(word) => parts(word).iter().any(|part| part.eq_ignore_ascii_case(game)),
        Piece::Text(text) => {
            let (mut text, mut game) = (text.clone(), game.to_owned());
            OWN_NAMES.iter().for_each(|name| text = text.replace(name, ""));
            if game.len() > 1 {
                (text, game) = (text.to_lowercase(), game.to_lowercase());
            }
            let found = text.match_indices(&game);
            let is_apart = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            found.map(|(at, _)| at).any(|at| {
                let before = text[..at].chars().next_back();
                let after = text[at + game.len()..].chars().next();
                // In a drawing, `y="3"` and `{y}` are places.
                let is_place = game == "y" && (after == Some('=') || before == Some('{'));
                is_apart(before) && is_apart(after) && !is_place
            })
        }
    }
}

/// The words of an identifier: `HexBoard` and `hex_board` have the same.
fn parts(identifier: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in identifier.chars() {
        if c == '_' || c.is_uppercase() && was_lower {
            parts.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c != '_' {
            parts.last_mut().expect("there is one from the start").push(c);
        }
    }
    parts
}

/// Where a source file names a game: lines and games.
fn named(source: &str, with_docs: bool) -> Vec<(usize, &'static str)> {
    let mut named = Vec::new();
    for (line, piece) in without_tests(pieces(source, with_docs)) {
        let games = spinney_engine::games().iter().flat_map(|game| [game.name, game.title]);
        named.extend(games.filter(|game| names(&piece, game)).map(|game| (line, game)));
    }
    named.dedup_by_key(|(line, _)| *line);
    named
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.file_stem().and_then(|name| name.to_str()) {
            Some("tests") => {}
            _ if entry.is_dir() => files.extend(sources(&entry)),
            _ => files.push(entry),
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files
}

#[test]
fn no_front_door_names_a_game() {
    let crates = root().join("crates");
    let mut problems = Vec::new();
    let mut count = 0;
    for (name, with_docs) in CRATES {
        for file in sources(&crates.join(name).join("src")) {
            let path = file.strip_prefix(&crates).unwrap().to_str().unwrap().replace('\\', "/");
            if DIALECTS.iter().any(|dialect| path.starts_with(dialect)) {
                continue;
            }
            count += 1;
            let found = named(&fs::read_to_string(&file).unwrap(), with_docs);
            problems.extend(
                found.iter().map(|(line, game)| format!("crates/{path}:{line} names {game}")),
            );
        }
    }
    assert!(problems.is_empty(), "ask the register of games instead:\n{}", problems.join("\n"));
    assert!(count > 80, "only {count} files were looked at");
}

#[test]
fn a_game_that_is_named_is_noticed_wherever_it_stands() {
    let lines = |source: &str, with_docs| -> Vec<usize> {
        named(source, with_docs).into_iter().map(|(line, _)| line).collect()
    };
    let source = r##"
        //! For Hex.
        /// Plays Hex.
        fn hex_board<'a>(y: f64) { // hex
            let a = "of Poly-Y";
            if game == "y" { return Y; }
            let quote = '"'; let b = r#"a "Tantrix" tile"#;
            match name { "arimaa" => {} "hexgui" => {} _ => {} }
            let svg = "<rect y=\"{y}\" hexagon>"; // the game Y
        }
        /// The Arimaa Engine Interface
        enum Protocol {}
        #[cfg(test)]
        mod tests { fn hex() { "{"; } }
        const LAST: &str = "Y";
        "##;
    assert_eq!(lines(source, false), [4, 5, 6, 7, 8, 15]);
    assert_eq!(lines(source, true), [3, 4, 5, 6, 7, 8, 15]);
}
