//! Records in and out: a game that others wrote down becomes a table's, and the other way round.

use std::collections::HashMap;

use spinney_engine::record::{NodeId as RecordNode, Properties, Record, RecordedMove};
use spinney_engine::{EngineError, TextError};

use super::Table;
use crate::engines;
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
        let mut session = engines::rules(&record.game, Some(&start))?;
        let seats = vec![Seat::Person; session.sides().len()];
        let mut game = KeptGame::new(id, &record.game, session.start(), seats);
        game.headings = Headings {
            players: record.players.clone(),
            event: record.event.clone(),
            date: record.date.clone(),
            result: record.result.clone(),
            properties: listed(&record.properties),
        };
        let mut places: HashMap<RecordNode, NodeId> = HashMap::new();
        for id in record.tree.preorder() {
            let node = &record.tree[id];
            let at = record.tree.parent(id).and_then(|parent| places.get(&parent)).copied();
            let at = at.unwrap_or(ROOT);
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
            let place = match played {
                None => at,
                Some(played) => {
                    let moves = game.tree.line_to(at).into_iter().skip(1);
                    let moves = moves.map(|id| game.tree.node(id));
                    let moves = moves.map(|node| (node.side.clone(), node.text.clone())).collect();
                    let way = engines::Way { start: game.start.clone(), moves };
                    engines::lead(&mut session, &way).map_err(wrong)?;
                    let text = play(&mut session, played).map_err(wrong)?;
                    game.tree.play(at, &played.side, &text)?
                }
            };
            if let Some(kept) = game.tree.node_mut(place) {
                if !node.comment.is_empty() {
                    let gap = if kept.comment.is_empty() { "" } else { "\n" };
                    kept.comment = format!("{}{gap}{}", kept.comment, node.comment);
                }
                kept.properties.extend(listed(&node.properties));
            }
            places.insert(id, place);
        }
        game.live = game.tree.line_through(ROOT).pop().unwrap_or(ROOT);
        Ok(game)
    }
}

/// Plays a record's move and says how the game writes it.
fn play(
    session: &mut spinney_engine::Session,
    played: &RecordedMove,
) -> Result<String, EngineError> {
    let side = (played.side != "chance").then_some(played.side.as_str());
    session.play(side, &played.text)?;
    Ok(session.played().pop().map_or_else(|| played.text.clone(), |m| m.text))
}

fn listed(properties: &Properties) -> Vec<(String, Vec<String>)> {
    properties.iter().map(|(name, values)| (name.to_owned(), values.to_vec())).collect()
}

fn unlisted(list: &[(String, Vec<String>)]) -> Properties {
    list.iter().map(|(name, values)| (name.as_str(), values.as_slice())).collect()
}

impl Table {
    /// The game as a record, with its variations, comments and result.
    pub(crate) fn record(&mut self) -> Result<Record, Refusal> {
        self.go_to(self.game.live)?;
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
        let outcome = self.rules.outcome()?;
        Some(outcome.winner.map_or("0".to_owned(), |winner| initial(winner) + "+"))
    }
}
