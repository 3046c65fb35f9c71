//! Records of games, through each game's own readers and writers.

use spinney_game::record::{Record, RecordedMove};
use spinney_game::{TextError, sgf};

use crate::board::Board;
use crate::erased::Resemblance;
use crate::line::Line;
use crate::registry::{self, GameEntry};
use crate::report::EngineError;

/// Marks the byte order of a text in files of some systems, and is no part of it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a record in any format that its game knows, of several the first. Where the text does not
/// tell the game, or must be of a certain one, say which.
pub fn read_record(text: &str, game: Option<&str>) -> Result<Record, EngineError> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let wanted = game.map(registry::game).transpose()?;
    let record = game_of_record(text, wanted)?.records.read(text)?;
    must_be(wanted, record)
}

/// Reads every record of a text, at least one, each for itself: a mistake in one leaves the others.
pub fn read_records(
    text: &str,
    game: Option<&str>,
) -> Result<Vec<Result<Record, EngineError>>, EngineError> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let wanted = game.map(registry::game).transpose()?;
    let records = game_of_record(text, wanted)?.records.read_all(text);
    Ok(records.into_iter().map(|read| must_be(wanted, read?)).collect())
}

/// The game whose reader a text is for. What is wrong with it is then said by that reader.
fn game_of_record(
    text: &str,
    wanted: Option<&'static GameEntry>,
) -> Result<&'static GameEntry, EngineError> {
    if let Some(game) = wanted {
        return Ok(game);
    }
    // Of games that share their records, the first one reads them for all.
    let games = registry::games().iter().rev();
    let most = games.max_by_key(|game| game.records.resembles(text));
    most.filter(|game| game.records.resembles(text) > Resemblance::None).ok_or_else(|| {
        let formats =
            |game: &GameEntry| format!("{} ({})", game.title, game.record_formats.join(", "));
        let games: Vec<_> = registry::games().iter().map(formats).collect();
        let problem =
            format!("not a record that is known: there are those of {}", games.join(", "));
        TextError::word(text.trim(), problem).into()
    })
}

fn must_be(wanted: Option<&GameEntry>, record: Record) -> Result<Record, EngineError> {
    match wanted {
        Some(game) if record.game != game.name => {
            let problem = format!("is of {}, not of {}", record.game, game.name);
            Err(TextError::at("the record", problem).into())
        }
        _ => Ok(record),
    }
}

/// The same for whoever has to mind what it takes: a record of more nodes than that is refused
/// before a tree is made of it.
pub fn read_record_within(
    text: &str,
    game: Option<&str>,
    most_nodes: usize,
) -> Result<Record, EngineError> {
    let too_many = |nodes: usize| {
        let problem = format!("has {nodes} nodes; at most {most_nodes} are read here");
        EngineError::from(TextError::at("the record", problem))
    };
    // Other formats are as long as a game, or end with an error where their game does.
    let nodes = sgf::count_nodes(text);
    if nodes > most_nodes {
        return Err(too_many(nodes));
    }
    let record = read_record(text, game)?;
    let nodes = record.tree.len();
    if nodes > most_nodes { Err(too_many(nodes)) } else { Ok(record) }
}

/// Writes a record in one of the formats of its game ([`GameEntry::record_formats`](crate::GameEntry::record_formats)).
pub fn write_record(record: &Record, format: &str) -> Result<String, EngineError> {
    let game = registry::game(&record.game)?;
    if !game.record_formats.contains(&format) {
        let hint = format!("{} has {}", game.title, game.record_formats.join(", "));
        return Err(EngineError::unknown("record format", format, hint));
    }
    Ok(game.records.write(record, format)?)
}

/// Writes several records to one text, which [`read_records`] takes apart again. They must be of one
/// game.
pub fn write_records<'a>(
    records: impl IntoIterator<Item = &'a Record>,
    format: &str,
) -> Result<String, EngineError> {
    let texts = records.into_iter().map(|record| write_record(record, format));
    let texts: Vec<_> = texts
        .map(|text| text.map(|text| text.trim_end().to_owned() + "\n"))
        .collect::<Result<_, _>>()?;
    // An empty line ends a game in every format.
    Ok(texts.join("\n"))
}

/// Whether a text looks like a [file of one position](crate::capabilities::PositionFiles) of some
/// game, right or wrong. [`read_record`] reads it as a game without moves.
pub fn is_position_file(text: &str) -> bool {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let mut files = registry::games().iter().filter_map(|game| game.capabilities.position_files);
    files.any(|files| (files.is_file)(text))
}

/// A position as a file of its own, where its game has such files.
pub fn write_position_file(board: &Board) -> Result<String, EngineError> {
    let none = || TextError::at(board.title(), "has no files of positions");
    (board.capabilities().position_files.ok_or_else(none)?.write)(board)
}

/// The positions of a record's main line as text, one for every node, the root's first.
pub fn replay(record: &Record) -> Result<Vec<String>, EngineError> {
    Ok(boards(record)?.iter().map(Board::text).collect())
}

/// The same as boards.
pub fn boards(record: &Record) -> Result<Vec<Board>, EngineError> {
    Ok(registry::game(&record.game)?.records.replay(record)?)
}

impl Line {
    /// The record of the moves so far.
    pub fn record(&self) -> Result<Record, EngineError> {
        let played: Vec<_> = self.played().cloned().collect();
        let record = Record::of_moves(self.board().game(), self.start().text(), &played);
        record.map_err(|error| TextError::at("the game", error).into())
    }

    /// Where a record's main line stands after `moves` moves, or at its end.
    pub fn of_record(record: &Record, moves: Option<usize>) -> Result<Line, EngineError> {
        let mut left = moves.unwrap_or(usize::MAX);
        let mut line = Line::new(Board::from_text(&record.start)?);
        for step in steps(record)? {
            match step {
                Step::Position(board) => line = Line::new(board),
                Step::Move { .. } if left == 0 => break,
                Step::Move { played, .. } => {
                    left -= 1;
                    line.play(Some(&played.side), &played.text)?;
                }
            }
        }
        Ok(line)
    }
}

/// How a main line is followed.
pub(crate) enum Step<'a> {
    /// Start from this position, or go on from it where the record sets stones up.
    Position(Board),
    /// Play a move of the game, with its number in the record.
    Move { number: usize, played: &'a RecordedMove },
}

/// The steps of a main line that has been played through. Resignations and passes are no steps:
/// whoever moves next tells what a pass has changed.
pub(crate) fn steps(record: &Record) -> Result<Vec<Step<'_>>, EngineError> {
    let positions = boards(record)?;
    let mut steps = Vec::new();
    let mut number = 0;
    for (id, position) in record.tree.main_line().zip(positions) {
        let node = &record.tree[id];
        match &node.played {
            None if steps.is_empty() || !node.setup.is_empty() => {
                steps.push(Step::Position(position));
            }
            None => {}
            Some(played) => {
                number += 1;
                if !node.setup.is_empty() || steps.is_empty() {
                    let problem = "sets stones up and plays one at the same time";
                    return Err(TextError::at(format!("move {number}"), problem).into());
                }
                if !["resign", "forfeit", "pass"].contains(&played.text.as_str()) {
                    steps.push(Step::Move { number, played });
                }
            }
        }
    }
    Ok(steps)
}
