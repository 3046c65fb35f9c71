//! Records of games, through each game's own readers and writers.

use spinney_game::record::{Record, RecordedMove};
use spinney_game::{TextError, sgf};

use crate::board::Board;
use crate::line::Line;
use crate::registry;
use crate::report::EngineError;

/// Reads a record in any format that its game knows. Where the text does not tell the game, or
/// must be of a certain one, say which.
pub fn read_record(text: &str, game: Option<&str>) -> Result<Record, EngineError> {
    if let Some(game) = game {
        let game = registry::game(game)?;
        let record = game.records.read(text)?;
        if record.game != game.name {
            let problem = format!("is of {}, not of {}", record.game, game.name);
            return Err(TextError::at("the record", problem).into());
        }
        return Ok(record);
    }
    let mut problem = None;
    for game in registry::games() {
        match game.records.read(text) {
            Ok(record) => return Ok(record),
            // The games that people mostly have records of come first.
            Err(error) => problem = problem.or(Some(error)),
        }
    }
    Err(problem.expect("there are games").into())
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
