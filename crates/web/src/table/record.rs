//! Records in and out: a game that others wrote down becomes a table's, and the other way round.

use std::collections::HashMap;

use spinney_engine::record::{NodeId as RecordNode, Properties, Record, RecordedMove};
use spinney_engine::{Board, EngineError, TextError};

use super::Table;
use crate::kept::{EndedBy, Headings, KeptGame, Seat};
use crate::refusal::Refusal;
use crate::tree::{Node, NodeId, ROOT};

/// Moves of records that are no moves of a game.
const NO_MOVES: [&str; 3] = ["resign", "forfeit", "pass"];

impl KeptGame {
    /// The game of a record, with two people at the table. Every move of every variation is
    /// played, so that what is kept can be shown.
    pub(crate) fn of_record(id: String, record: &Record) -> Result<KeptGame, Refusal> {
        let root = &record.tree[RecordNode::ROOT];
        let start = if root.setup.is_empty() {
            record.start.clone()
        } else {
            let positions = spinney_engine::replay(record)?;
            positions.into_iter().next().unwrap_or_else(|| record.start.clone())
        };
        let start = spinney_engine::game(&record.game)?.board(&start)?;
        let seats = vec![Seat::Person; start.sides().len()];
        let mut game = KeptGame::new(id, &record.game, start.text(), seats);
        game.headings = Headings {
            players: record.players.clone(),
            event: record.event.clone(),
            date: record.date.clone(),
            result: record.result.clone(),
            properties: listed(&record.properties),
        };
        // Where each record node before the present one has led.
        let mut line: Vec<(NodeId, Board)> = Vec::new();
        for id in record.tree.preorder() {
            let node = &record.tree[id];
            line.truncate(record.tree.depth(id));
            let (at, board) = line.last().cloned().unwrap_or_else(|| (ROOT, start.clone()));
            let wrong = |error: EngineError| match error {
                EngineError::Text(error) => {
                    EngineError::Text(error.within(format!("move {}", record.move_number(id))))
                }
                other => other,
            };
            if !node.setup.is_empty() && id != RecordNode::ROOT {
                let problem = "sets stones up in the middle of the game";
                let place = format!("after move {}", record.move_number(id));
                return Err(EngineError::from(TextError::at(place, problem)).into());
            }
            let played = node.played.as_ref().filter(|m| !NO_MOVES.contains(&m.text.as_str()));
            let (at, board) = match played {
                None => (at, board),
                Some(played) => {
                    let (text, next) = play(&board, played).map_err(wrong)?;
                    (game.tree.play(at, &played.side, &text)?, next)
                }
            };
            game.tree.say_more(at, &node.comment, listed(&node.properties))?;
            line.push((at, board));
        }
        game.live = game.tree.line_through(ROOT).pop().unwrap_or(ROOT);
        Ok(game)
    }
}

/// A record's move as the game writes it, and the board after it.
fn play(board: &Board, recorded: &RecordedMove) -> Result<(String, Board), EngineError> {
    let side = (recorded.side != "chance").then_some(recorded.side.as_str());
    let (played, next) = board.play(side, &recorded.text)?;
    Ok((played.text, next))
}

fn listed(properties: &Properties) -> Vec<(String, Vec<String>)> {
    properties.iter().map(|(name, values)| (name.to_owned(), values.to_vec())).collect()
}

fn unlisted(list: &[(String, Vec<String>)]) -> Properties {
    list.iter().map(|(name, values)| (name.as_str(), values.as_slice())).collect()
}

impl Table {
    /// The game as a record, with its variations, comments and result.
    pub(crate) fn record(&self) -> Result<Record, Refusal> {
        let game = &self.game;
        let mut record = Record::new(&game.game, &game.start);
        let headings = &game.headings;
        record.players = if headings.players.iter().any(|name| !name.is_empty()) {
            headings.players.clone()
        } else {
            game.seats.iter().map(Seat::player_name).collect()
        };
        record.event.clone_from(&headings.event);
        record.date.clone_from(&headings.date);
        record.properties = unlisted(&headings.properties);
        record.result = self.result().unwrap_or_else(|| headings.result.clone());
        let mut places = HashMap::from([(ROOT, RecordNode::ROOT)]);
        for placed in game.tree.placed() {
            let Node { side, text, comment, properties, .. } = placed.node;
            let at = match placed.parent.and_then(|parent| places.get(&parent)) {
                None => RecordNode::ROOT,
                Some(&parent) => record
                    .play(parent, side, text)
                    .map_err(|error| Refusal::wrong(error.to_string()))?,
            };
            record.tree[at].comment = comment;
            record.tree[at].properties = unlisted(&properties);
            places.insert(placed.id, at);
        }
        Ok(record)
    }

    /// How the game ended, as SGF writes it.
    fn result(&self) -> Option<String> {
        let initial = |side: &str| side[..1].to_ascii_uppercase();
        if let Some(ending) = &self.game.ending {
            let by = match ending.by {
                EndedBy::Resignation => "Resign",
                EndedBy::Time => "Time",
            };
            return ending.winner.as_ref().map(|winner| format!("{}+{by}", initial(winner)));
        }
        let outcome = self.live_board().ok()?.outcome()?;
        Some(outcome.winner.map_or("0".to_owned(), |winner| initial(winner) + "+"))
    }
}

#[cfg(test)]
mod tests {
    use spinney_engine::{Line, Rng};

    use super::*;

    /// A record with variations everywhere, passes among them, and every move twice.
    fn tangled(rng: &mut Rng) -> Record {
        let mut record = Record::new("hex", "hex 5x5 swap-pieces");
        for _ in 0..60 {
            let mut line = Line::new(Board::from_text("hex 5x5 swap-pieces").unwrap());
            let mut at = RecordNode::ROOT;
            for _ in 0..rng.below(12) {
                let Some(side) = line.board().to_move() else { break };
                let legal = line.board().legal_moves();
                let text = match rng.below(8) {
                    0 => "pass",
                    // The same few, so that lines share their beginnings.
                    _ => &legal[rng.below(legal.len().min(3) as u32) as usize],
                };
                if text == "pass" {
                    at = record.play(at, side, text).unwrap();
                    continue;
                }
                at = record.play(at, side, text).unwrap();
                line.play(None, text).unwrap();
            }
            record.tree[at].comment = "here".to_owned();
        }
        record
    }

    #[test]
    fn every_line_of_an_imported_game_can_be_played_from_its_start() {
        let mut rng = Rng::new(3, 0);
        for _ in 0..20 {
            let record = tangled(&mut rng);
            let game = KeptGame::of_record("id".into(), &record).unwrap();
            let mut comments = 0;
            for placed in game.tree.placed() {
                let mut line = Line::new(Board::from_text(&game.start).unwrap());
                for id in game.tree.line_to(placed.id).into_iter().skip(1) {
                    let node = game.tree.node(id);
                    line.play(Some(&node.side), &node.text).unwrap();
                    assert_eq!(line.last().unwrap().text, node.text);
                }
                assert_ne!(placed.node.text, "pass");
                comments += placed.node.comment.lines().count();
            }
            let said = record.tree.ids().filter(|&id| !record.tree[id].comment.is_empty()).count();
            assert_eq!(comments, said, "nothing that was said is lost");
        }
    }
}
