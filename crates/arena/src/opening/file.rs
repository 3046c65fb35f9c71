//! Openings from files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use spinney_engine::record::{NodeId, Record};
use spinney_engine::{EngineError, TextError};
use spinney_game::sgf;

use super::{Opening, checked};

/// No file of openings is longer, in bytes.
const LONGEST: u64 = 64 << 20;

/// The openings in a file, each cut after `plies` moves (0: not at all). Errors name the line or
/// the game.
pub(super) fn read(path: &Path, position: &str, plies: usize) -> Result<Vec<Opening>, EngineError> {
    let name = path.display().to_string();
    let wrong = |problem: &dyn std::fmt::Display| TextError::at(&name, problem);
    let mut text = String::new();
    let mut file = File::open(path).map_err(|error| wrong(&error))?.take(LONGEST + 1);
    let length = file.read_to_string(&mut text).map_err(|error| wrong(&error))?;
    if length as u64 > LONGEST {
        return Err(wrong(&"is too long for a file of openings").into());
    }
    parse(&text, position, plies).map_err(|error| wrong(&error).into())
}

/// The same from the text of a file.
pub fn parse(text: &str, position: &str, plies: usize) -> Result<Vec<Opening>, EngineError> {
    let is_sgf = text.trim_start_matches('\u{feff}').trim_start().starts_with('(');
    let placed = if is_sgf { from_sgf(text, position)? } else { from_lines(text) };
    let mut openings = Vec::new();
    for (place, mut opening) in placed {
        if plies > 0 {
            opening.truncate(plies);
        }
        checked(position, &opening).map_err(|error| TextError::at(place, error))?;
        openings.push(opening);
    }
    Ok(openings)
}

/// One opening a line: moves with blanks or commas between them; `#` begins a comment.
fn from_lines(text: &str) -> Vec<(String, Opening)> {
    let mut openings = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let moves = line.split([' ', '\t', ',']).map(str::trim).filter(|text| !text.is_empty());
        let opening: Opening = moves.map(str::to_owned).collect();
        if !opening.is_empty() {
            openings.push((format!("line {}", number + 1), opening));
        }
    }
    openings
}

/// The end of every variation of every game is an opening.
fn from_sgf(text: &str, position: &str) -> Result<Vec<(String, Opening)>, EngineError> {
    let game = spinney_engine::game_of_position(position)?;
    let mut openings = Vec::new();
    for (number, read) in sgf::read(text)?.iter().enumerate() {
        let place = format!("game {}", number + 1);
        let one = sgf::write([&read.tree]);
        let record = spinney_engine::read_record(&one, Some(game.name))
            .map_err(|error| TextError::at(&place, error))?;
        let ends = record.tree.preorder().filter(|&id| record.tree.children(id).is_empty());
        openings.extend(ends.map(|end| (place.clone(), line_to(&record, end))));
    }
    Ok(openings)
}

/// The moves that lead to a node.
fn line_to(record: &Record, at: NodeId) -> Opening {
    let line = record.tree.line_to(at);
    let moves = line.into_iter().filter_map(|id| record.tree[id].played.as_ref());
    moves.map(|played| played.text.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(text: &str, position: &str, plies: usize) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings");
        std::fs::write(&path, text).unwrap();
        let openings = read(&path, position, plies).map_err(|error| error.to_string())?;
        Ok(openings.into_iter().map(|opening| opening.join(" ")).collect())
    }

    #[test]
    fn a_list_has_an_opening_on_each_line() {
        let text = "# three openings\na1 b2\n\nc3, a2 # short\n  b1\n";
        assert_eq!(openings(text, "hex 4x4", 0).unwrap(), ["a1 b2", "c3 a2", "b1"]);
        assert_eq!(openings(text, "hex 4x4", 1).unwrap(), ["a1", "c3", "b1"]);
    }

    #[test]
    fn every_variation_of_every_game_in_an_sgf_file_is_an_opening() {
        let text = "(;FF[4]GM[11]SZ[5];B[a2](;W[c3];B[b4])(;W[d2]))(;FF[4]GM[11]SZ[5];B[e5])";
        let lines = openings(text, "hex 5x5", 0).unwrap();
        assert_eq!(lines, ["a2 c3 b4", "a2 d2", "e5"]);
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        let problem = openings("a1\n\nb2 z9\n", "hex 4x4", 0).unwrap_err();
        assert!(problem.contains("line 3: move 2"), "{problem}");
        let problem = openings("(;FF[4]GM[11]SZ[5];B[a2])(;FF[4]GM[11]SZ[9];B[i9])", "hex 5x5", 0);
        assert!(problem.as_ref().unwrap_err().contains("game 2"), "{problem:?}");
        let problem = openings("a1 b1 a2\n", "hex 2x2", 0).unwrap_err();
        assert!(problem.contains("over"), "{problem}");
        let missing = read(Path::new("no such file"), "hex 4x4", 0).unwrap_err().to_string();
        assert!(missing.contains("no such file"), "{missing}");
    }
}
