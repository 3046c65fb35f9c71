//! What a page and the server say to one another about a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::evaluation::Thoughts;
use crate::kept::Seat;
use crate::knowledge::StaticKnowledge;
use crate::table::{Patch, Snapshot};
use crate::tree::NodeId;
use crate::view::{Shape, View};

/// A wish about a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum Command {
    /// Play a move at a node: the game goes on if it stands there, or else it is a variation.
    Play {
        /// Where.
        node: NodeId,
        /// The move as people write it.
        #[schema(min_length = 1)]
        #[serde(rename = "move")]
        text: String,
    },
    /// Take the last move of a person back, with what was played since.
    Undo,
    /// Make a move again that was taken back.
    Redo,
    /// Give up.
    Resign,
    /// Go on with the game from another node.
    Continue {
        /// Where.
        node: NodeId,
    },
    /// Say something about a node.
    Comment {
        /// Which one.
        node: NodeId,
        /// What; nothing takes back what was said.
        #[schema(max_length = 10_000)]
        text: String,
    },
    /// Take a variation out.
    Remove {
        /// Its first move.
        node: NodeId,
    },
    /// Make the line to a node the main line.
    Promote {
        /// The last node of that line.
        node: NodeId,
    },
    /// Change who plays.
    Seats {
        /// Everybody, in order of their first turn.
        #[schema(min_items = 1, max_items = 4)]
        seats: Vec<Seat>,
    },
    /// Ask for the position at a node.
    Position {
        /// Which one.
        node: NodeId,
    },
    /// Ask what the board looks like at a node.
    Shape {
        /// Which one.
        node: NodeId,
    },
    /// Ask what is known of a node without search.
    Explain {
        /// Which one.
        node: NodeId,
    },
    /// Ask the engine for advice.
    Hint {
        /// Where.
        node: NodeId,
    },
    /// Look at the line through a node, position by position.
    Review {
        /// Any node of the line.
        node: NodeId,
        /// Seconds for each position.
        #[schema(minimum = 0.05, maximum = 60)]
        seconds: f64,
    },
    /// End that look.
    EndReview,
    /// Have the engine think about a node and report as it goes (only over the WebSocket).
    Analyze {
        /// Which one.
        node: NodeId,
    },
    /// End that search.
    EndAnalysis,
}

/// A wish with a number, so that its answer can be told apart.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Request {
    /// Any number; the answer has the same.
    #[serde(default)]
    pub(crate) id: Option<u64>,
    #[serde(flatten)]
    pub(crate) command: Command,
}

/// What a wish has led to.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Answer {
    /// The node that a move leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) node: Option<NodeId>,
    /// A position that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) view: Option<View>,
    /// A board that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) shape: Option<Shape>,
    /// What is known without search.
    #[serde(rename = "insight", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) knowledge: Option<StaticKnowledge>,
    /// Advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) thoughts: Option<Thoughts>,
}

/// What the server says over the WebSocket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Message<'a> {
    /// Everything, at the start and whenever the listener has missed something.
    Game {
        #[serde(flatten)]
        game: &'a Snapshot,
    },
    /// What has changed for everybody.
    Patch {
        #[serde(flatten)]
        patch: &'a Patch,
    },
    /// A wish is granted.
    Answer {
        #[schema(required)]
        id: Option<u64>,
        #[serde(flatten)]
        answer: &'a Answer,
    },
    /// A wish is not granted.
    Error {
        #[schema(required)]
        id: Option<u64>,
        error: String,
    },
    /// The engine thinks about its move.
    Thinking { node: NodeId, thoughts: &'a Thoughts },
    /// The engine thinks about what was asked; `done` when it will say no more.
    Analysis { node: NodeId, done: bool, thoughts: &'a Thoughts },
}

impl Message<'_> {
    pub(crate) fn to_json(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}
