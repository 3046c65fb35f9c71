//! Files of tests.
//!
//! Sections in brackets, `key = value` in them; what is indented, or is no `key =`, goes on with
//! the value before. `[settings]` begins a test, so that a file may have several.

use spinney_engine::{Board, GameEntry, Picture, TextError, game_of_position};

use super::criteria::{Atom, Block, Criteria};
use super::{EXTENSION, Test};

const SETTINGS: &str = "settings";
const CRITERIA: &str = "criteria";
/// What may be said in each section.
const KEYS: [(&str, &[&str]); 2] = [
    (SETTINGS, &["comment", "position", "tags"]),
    (CRITERIA, &["condition", "after_piece_position", "moves"]),
];

/// A test as it is written: keys with their lines and values.
struct Draft {
    line: usize,
    entries: Vec<Entry>,
}

struct Entry {
    key: &'static str,
    line: usize,
    value: String,
}

/// The game of positions that do not say whose they are. The format was made for one whose turns
/// are several steps.
fn usual_game() -> Option<&'static GameEntry> {
    spinney_engine::games().iter().find(|game| game.capabilities.turns.is_some())
}

/// Reads the tests of a file. An error names its line.
pub fn read(text: &str) -> Result<Vec<Test>, TextError> {
    let drafts = drafts(text)?;
    if drafts.is_empty() {
        return Err(TextError::at("line 1", "no test: they begin with [settings]"));
    }
    drafts.iter().map(Draft::test).collect()
}

fn drafts(text: &str) -> Result<Vec<Draft>, TextError> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut section: Option<(&str, &[&'static str])> = None;
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        let at = |problem: String| TextError::at(format!("line {number}"), problem);
        let word = line.trim();
        if word.is_empty() || word.starts_with('#') {
            continue;
        }
        let is_heading = !line.starts_with(char::is_whitespace) && word.starts_with('[');
        if let Some(name) = word.strip_prefix('[').filter(|_| is_heading) {
            let name = name.trim_end_matches(']').trim();
            let known = KEYS.into_iter().find(|(known, _)| *known == name);
            section = Some(known.ok_or_else(|| {
                at(format!("there is no section [{name}], only [{SETTINGS}] and [{CRITERIA}]"))
            })?);
            match drafts.last() {
                _ if name == SETTINGS => drafts.push(Draft { line: number, entries: Vec::new() }),
                Some(_) => {}
                None => return Err(at(format!("a test begins with [{SETTINGS}]"))),
            }
            continue;
        }
        let (Some((name, keys)), Some(draft)) = (section, drafts.last_mut()) else {
            return Err(at(format!("a test begins with [{SETTINGS}]")));
        };
        let key = word.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
        let is_key = |key: &str| key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        match key.filter(|(key, _)| !line.starts_with(char::is_whitespace) && is_key(key)) {
            Some((key, value)) => {
                let Some(&key) = keys.iter().find(|known| **known == key) else {
                    return Err(at(format!(
                        "\"{key}\" is nothing of [{name}], which has {}",
                        keys.join(", ")
                    )));
                };
                if draft.entries.iter().any(|entry| entry.key == key) {
                    return Err(at(format!("{key} is said twice")));
                }
                draft.entries.push(Entry { key, line: number, value: value.to_owned() });
            }
            None => match draft.entries.last_mut() {
                Some(entry) => {
                    entry.value.push('\n');
                    entry.value.push_str(line.trim_end());
                }
                None => return Err(at("this belongs to no key".to_owned())),
            },
        }
    }
    Ok(drafts)
}

impl Draft {
    fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    fn need(&self, key: &str) -> Result<&Entry, TextError> {
        self.entry(key).ok_or_else(|| {
            TextError::at(format!("line {}", self.line), format!("this test has no {key}"))
        })
    }

    fn test(&self) -> Result<Test, TextError> {
        let position = self.need("position")?;
        let text = position.value.trim();
        let text = match game_of_position(text) {
            Ok(_) => text.to_owned(),
            Err(_) => match usual_game() {
                Some(game) => format!("{} {text}", game.name),
                None => text.to_owned(),
            },
        };
        let board = Board::from_text(&text).map_err(|error| position.wrong(error))?;
        if board.to_move().is_none() {
            return Err(position.wrong("nobody is to move"));
        }
        let words = |entry: &Entry| entry.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let tags = self.entry("tags").map(|entry| {
            let tags = entry.value.split(',').map(|tag| tag.trim().to_owned());
            tags.filter(|tag| !tag.is_empty()).collect()
        });
        Ok(Test {
            name: EXTENSION.to_owned(),
            comment: self.entry("comment").map(words).unwrap_or_default(),
            position: board.text(),
            tags: tags.unwrap_or_default(),
            criteria: self.criteria(&board.picture())?,
        })
    }

    fn criteria(&self, board: &Picture) -> Result<Criteria, TextError> {
        let condition = self.need("condition")?;
        match condition.value.trim() {
            "score goal" => Ok(Criteria::ScoreGoal),
            "prevent goal" => Ok(Criteria::PreventGoal),
            "force goal" => Ok(Criteria::ForceGoal),
            "piece_position" => {
                let entry = self.need("after_piece_position")?;
                Ok(Criteria::PiecePosition(entry.blocks(|word| Atom::parse(word, board))?))
            }
            "move" => Ok(Criteria::Move(self.need("moves")?.blocks(|word| Ok(word.to_owned()))?)),
            other => Err(condition.wrong(TextError::word(
                other,
                "is no condition; there are score goal, prevent goal, force goal, piece_position \
                 and move",
            ))),
        }
    }
}

impl Entry {
    fn wrong(&self, problem: impl std::fmt::Display) -> TextError {
        TextError::at(format!("line {}, {}", self.line, self.key), problem)
    }

    /// Blocks of words between bars, each with a weight after a colon or 1.
    fn blocks<T>(
        &self,
        parse: impl Fn(&str) -> Result<T, TextError>,
    ) -> Result<Vec<Block<T>>, TextError> {
        let block = |text: &str| {
            let (words, weight) = match text.split_once(':') {
                None => (text, 1.0),
                Some((words, weight)) => {
                    let number = weight.trim().parse().ok();
                    let number = number.filter(|weight: &f64| (0.0..=1e6).contains(weight));
                    let problem = "is no weight: a number of at least 0";
                    (words, number.ok_or_else(|| TextError::word(weight.trim(), problem))?)
                }
            };
            let atoms: Vec<T> = words.split_whitespace().map(&parse).collect::<Result<_, _>>()?;
            if atoms.is_empty() {
                return Err(TextError::at("block", "is empty"));
            }
            Ok(Block { atoms, weight })
        };
        self.value.split('|').map(block).collect::<Result<_, _>>().map_err(|e| self.wrong(e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_engine::Line;

    /// The example of the thesis, in whose listing nothing is indented.
    const BLOCKADE: &str = "\
[settings]
comment =
Elephant blockade at f7.
position =
12b
+-----------------+
8| r r r r . c r . |
7| h . c m r E h r |
6| . d X . . X d . |
5| . . . . . r . . |
4| . . . . . . . . |
3| . H C e . X D . |
2| . D . M . C . H |
1| R R R R R R R R |
+-----------------+
a b c d e f g h
tags = elephant, blockade
[criteria]
condition = piece_position
after_piece_position = re8 re7 cd7 me6 | re8 re7 md7 ce6 : 0.8 |
re8 re7 md7 de6 : 0.85 | re8 cd7 me7 !re6 rb8x : 0.7
";

    fn start(test: &Test) -> Line {
        Line::new(Board::from_text(&test.position).unwrap())
    }

    #[test]
    fn the_example_of_the_thesis_is_read() {
        let test = &read(BLOCKADE).unwrap()[0];
        assert_eq!(test.comment, "Elephant blockade at f7.");
        assert_eq!(test.tags, ["elephant", "blockade"]);
        assert!(test.position.starts_with("arimaa 12s [rrrr.cr.h.cmrEhr"), "{}", test.position);
        let Criteria::PiecePosition(blocks) = &test.criteria else { panic!("{test:?}") };
        let weights: Vec<_> = blocks.iter().map(|block| block.weight).collect();
        assert_eq!(weights, [1.0, 0.8, 0.85, 0.7]);
        assert_eq!(blocks[0].atoms[2], Atom::Stands('c', "d7".to_owned()));
        assert_eq!(blocks[3].atoms[3], Atom::StandsNot('r', "e6".to_owned()));
        assert_eq!(blocks[3].atoms[4], Atom::Captured("rb8x".to_owned()));
    }

    #[test]
    fn turns_are_worth_what_the_best_block_that_they_fulfil_is() {
        let test = &read(BLOCKADE).unwrap()[0];
        let judge = |turn: &str| test.judge(&mut start(test), turn);
        // The camel makes room below, the dog closes the hole: 0.85.
        assert_eq!(judge("rd8e md7s cc7e md6e").unwrap(), 1.0);
        assert_eq!(judge("hg7n").unwrap_or(0.0), 0.0);
        assert!(judge("Ef7n").is_err(), "not Gold's turn");
    }

    #[test]
    fn a_file_may_have_several_tests_of_any_game() {
        let text = "\
# ours
[settings]
position = hex 3x3; black b1 b3; white a1 c3
[criteria]
condition = score goal

[settings]
position = hex 3x3; black b1; white a2
tags = a, b ,
[criteria]
condition = piece_position
after_piece_position = bb2 !wb2 : 0.5
";
        let tests = read(text).unwrap();
        assert_eq!(tests.len(), 2);
        assert_eq!(tests[1].tags, ["a", "b"]);
        let score = |test: &Test, turn: &str| test.judge(&mut start(test), turn).unwrap();
        assert_eq!(score(&tests[0], "b2"), 1.0);
        assert_eq!(score(&tests[0], "a2"), 0.0);
        assert_eq!(score(&tests[1], "b2"), 0.5);
        assert_eq!(score(&tests[1], "c2"), 0.0);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let wrong = |text: &str| read(text).unwrap_err().to_string();
        let hex = "[settings]\nposition = hex 3x3\n[criteria]\n";
        for (text, expected) in [
            (String::new(), "line 1: no test"),
            ("position = hex 3x3".to_owned(), "line 1: a test begins with [settings]"),
            ("[criteria]".to_owned(), "line 1: a test begins with [settings]"),
            ("[setings]".to_owned(), "line 1: there is no section [setings]"),
            ("[settings]\nhue = red".to_owned(), "line 2: \"hue\" is nothing of [settings]"),
            ("[settings]\n  red".to_owned(), "line 2: this belongs to no key"),
            ("[settings]\ntags = a".to_owned(), "line 1: this test has no position"),
            ("[settings]\ntags = a\ntags = b".to_owned(), "line 3: tags is said twice"),
            ("[settings]\n\nposition = hex 0x3".to_owned(), "line 3, position: "),
            ("[settings]\nposition = 2w [x]".to_owned(), "line 2, position: "),
            (hex.to_owned(), "line 1: this test has no condition"),
            (format!("{hex}condition = win"), "line 4, condition: \"win\": is no condition"),
            (format!("{hex}condition = move"), "line 1: this test has no moves"),
            (format!("{hex}condition = move\nmoves = a1 | "), "line 5, moves: block: is empty"),
            (format!("{hex}condition = move\nmoves = a1:x"), "\"x\": is no weight"),
            (
                format!("{hex}condition = piece_position\nafter_piece_position = bz9"),
                "line 5, after_piece_position: \"bz9\": is about no cell",
            ),
        ] {
            assert!(wrong(&text).contains(expected), "{text}: {}", wrong(&text));
        }
    }
}
