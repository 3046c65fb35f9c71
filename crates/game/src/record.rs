//! Records of games: where a game started, what was played, what might have been played instead,
//! and what people said about it.
//!
//! A record knows no game: moves, cells and positions are the game's own text. A game's crate
//! reads and writes the formats that its players use, and replays a record to check it.
//!
//! ```
//! use spinney_game::record::{NodeId, Record};
//! let mut record = Record::new("hex", "hex 11x11");
//! let first = record.play(NodeId::ROOT, "black", "a2").unwrap();
//! record.play(first, "white", "swap-pieces").unwrap();
//! let variation = record.play(first, "white", "f6").unwrap();
//! record.tree[variation].comment = "Braver.".into();
//! let main_line: Vec<_> = record.moves().map(|m| m.text.as_str()).collect();
//! assert_eq!(main_line, ["a2", "swap-pieces"]);
//! assert_eq!(record.tree.children(first).len(), 2);
//! ```

mod properties;
mod tree;

pub use properties::Properties;
pub use tree::{MAX_DEPTH, MAX_NODES, NodeId, TooLarge, Tree};

use crate::{Game, Line, Played};

/// A game with its variations.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game's name, as [`Game::name`] has it.
    pub game: String,
    /// Where the game started, as [`Game::text`] has it.
    pub start: String,
    /// The players' names in order of their first turn; empty where unknown.
    pub players: Vec<String>,
    /// The tournament or other occasion; empty where unknown.
    pub event: String,
    /// When it was played, as the record has it; empty where unknown.
    pub date: String,
    /// How it ended, as SGF writes it: `B+`, `W+Resign`; empty where unknown.
    pub result: String,
    /// Whatever else the record says of the whole game, in the words and escapes of its format.
    pub properties: Properties,
    /// The moves. The root usually holds none.
    pub tree: Tree<Node>,
}

/// One step of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The move that leads here, if it was a move.
    pub played: Option<RecordedMove>,
    /// Changes to the position that are not moves, made before anything else happens here.
    pub setup: Vec<Setup>,
    /// What somebody said about it; empty where nobody did.
    pub comment: String,
    /// Whatever else the record says here, in the words and escapes of its format.
    pub properties: Properties,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// Who made it, as the game calls that player then: `black`; `chance` for a roll of dice.
    pub side: String,
    /// The move as people write it. `resign` and `forfeit` leave the position as it is, `pass`
    /// hands the turn over; everything else is a move of the game.
    pub text: String,
}

/// A change to a position that is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setup {
    /// A side has a stone on a cell, whatever was there before.
    Stone {
        /// Whose stone.
        side: String,
        /// Where.
        cell: String,
    },
    /// A cell is empty, whatever was there before.
    Empty {
        /// Which cell.
        cell: String,
    },
    /// It is that side's turn.
    Turn {
        /// Whose turn.
        side: String,
    },
}

impl Record {
    /// A game of which nothing is known but its start.
    pub fn new(game: impl Into<String>, start: impl Into<String>) -> Record {
        Record {
            game: game.into(),
            start: start.into(),
            players: Vec::new(),
            event: String::new(),
            date: String::new(),
            result: String::new(),
            properties: Properties::default(),
            tree: Tree::new(Node::default()),
        }
    }

    /// The record of a game as it was played.
    pub fn of_line<G: Game>(line: &Line<G>) -> Result<Record, TooLarge> {
        Record::of_moves(line.start().name(), line.start().text(), &line.played())
    }

    /// The record of some moves from a starting position.
    pub fn of_moves(
        game: impl Into<String>,
        start: impl Into<String>,
        played: &[Played],
    ) -> Result<Record, TooLarge> {
        let mut record = Record::new(game, start);
        let mut at = NodeId::ROOT;
        for m in played {
            at = record.play(at, m.side, &m.text)?;
        }
        Ok(record)
    }

    /// The node that this move leads to: an old one if the move is already there, or else a new
    /// last variation.
    pub fn play(
        &mut self,
        at: NodeId,
        side: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<NodeId, TooLarge> {
        let played = Some(RecordedMove { side: side.into(), text: text.into() });
        let known = self.tree.children(at).iter().find(|&&id| self.tree[id].played == played);
        match known {
            Some(&id) => Ok(id),
            None => self.tree.add(at, Node { played, ..Node::default() }),
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = &RecordedMove> {
        self.tree.main_line().filter_map(|id| self.tree[id].played.as_ref())
    }

    /// How many moves lead to a node, its own included.
    pub fn move_number(&self, id: NodeId) -> usize {
        self.tree.line_to(id).iter().filter(|&&id| self.tree[id].played.is_some()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::Countdown;

    #[test]
    fn a_played_game_is_recorded_with_its_sides() {
        let mut line = Line::new(Countdown::from_text("countdown 6 players 3").unwrap());
        for take in ["1", "2", "3"] {
            line.play_text(None, take).unwrap();
        }
        let record = Record::of_line(&line).unwrap();
        assert_eq!(record.start, "countdown 6 players 3 first");
        let sides: Vec<_> = record.moves().map(|m| m.side.as_str()).collect();
        assert_eq!(sides, ["first", "second", "third"]);
    }

    #[test]
    fn a_move_that_is_known_is_not_added_twice() {
        let mut record = Record::new("hex", "hex 11x11");
        let a2 = record.play(NodeId::ROOT, "black", "a2").unwrap();
        let f6 = record.play(a2, "white", "f6").unwrap();
        assert_eq!(record.play(NodeId::ROOT, "black", "a2"), Ok(a2));
        assert_eq!(record.tree.len(), 3);
        assert_eq!(record.move_number(f6), 2);
    }
}
