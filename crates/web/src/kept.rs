//! A game as it is kept: one JSON document that says everything about it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use spinney_engine::{Board, EngineError, Level, Limits, host};
use utoipa::ToSchema;

use crate::refusal::Refusal;
use crate::tree::{NodeId, PlacedNode, ROOT, Tree};

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Seat {
    /// Somebody at a screen.
    Person,
    /// The engine.
    Engine {
        /// A preset of the game: `hex/best`.
        preset: String,
        /// From 1, the weakest, up; the rules list them.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
}

impl Seat {
    pub(crate) fn is_person(&self) -> bool {
        *self == Seat::Person
    }

    /// Whether that is a player of this game. Presets in files are not for everyone to read.
    pub(crate) fn check(&self, game: &str) -> Result<(), Refusal> {
        let Seat::Engine { preset, level } = self else { return Ok(()) };
        let entry = spinney_engine::game(game)?;
        if !entry.presets.iter().any(|known| known.name == preset) {
            let names: Vec<_> = entry.presets.iter().map(|preset| preset.name).collect();
            return Err(Refusal::wrong(format!(
                "there is no such preset for {}; there are {}",
                entry.title,
                names.join(", ")
            )));
        }
        Level::new(*level).map(drop).ok_or_else(|| {
            Refusal::wrong(format!("levels are 1 (weakest) to {}", Level::STRONGEST))
        })
    }

    /// What the seat's move may take.
    pub(crate) fn limits(&self) -> Limits {
        match self {
            Seat::Engine { level, .. } => Level::new(*level).unwrap_or_default().limits(),
            Seat::Person => Limits::default(),
        }
    }

    /// What records call whoever sits there.
    pub(crate) fn player_name(&self) -> String {
        match self {
            Seat::Person => "Person".to_owned(),
            Seat::Engine { preset, level } => {
                format!("Spinney {} {preset} level {level}", env!("CARGO_PKG_VERSION"))
            }
        }
    }
}

/// How much time each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct TimeControl {
    /// Seconds for the whole game.
    #[schema(minimum = 1, maximum = 86_400)]
    pub(crate) seconds: u32,
    /// Seconds that are added after each move.
    #[schema(minimum = 0, maximum = 3_600)]
    pub(crate) increment: u32,
}

impl TimeControl {
    pub(crate) fn check(self) -> Result<(), Refusal> {
        if (1..=86_400).contains(&self.seconds) && self.increment <= 3_600 {
            return Ok(());
        }
        Err(Refusal::wrong(
            "a clock has 1 second to a day for the game, and at most an hour more for a move",
        ))
    }

    pub(crate) fn initial(self, players: usize) -> Vec<u64> {
        vec![u64::from(self.seconds) * 1000; players]
    }

    pub(crate) fn increment(self) -> Duration {
        Duration::from_secs(self.increment.into())
    }
}

/// An end that the rules do not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Ending {
    /// Who has won, as the game calls that player at the end.
    #[schema(required)]
    pub(crate) winner: Option<String>,
    /// How.
    pub(crate) by: EndedBy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EndedBy {
    /// Somebody gave up.
    Resignation,
    /// A clock ran out.
    Time,
}

/// What a record that was brought says of the whole game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct Headings {
    #[schema(required)]
    pub(crate) players: Vec<String>,
    #[schema(required)]
    pub(crate) event: String,
    #[schema(required)]
    pub(crate) date: String,
    #[schema(required)]
    pub(crate) result: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) properties: Vec<(String, Vec<String>)>,
}

/// A game with everything that is kept about it.
#[derive(Clone, Debug)]
pub(crate) struct KeptGame {
    pub(crate) id: String,
    /// Seconds since 1970.
    pub(crate) created: u64,
    pub(crate) game: String,
    /// Where it started, as the engine writes positions.
    pub(crate) start: String,
    pub(crate) seats: Vec<Seat>,
    pub(crate) time: Option<TimeControl>,
    /// Where the game stands; everything else is exploration.
    pub(crate) live: NodeId,
    pub(crate) ending: Option<Ending>,
    pub(crate) headings: Headings,
    pub(crate) tree: Tree,
}

/// The document on disk.
#[derive(Serialize, Deserialize)]
struct Document {
    version: u32,
    id: String,
    created: u64,
    game: String,
    start: String,
    seats: Vec<Seat>,
    time: Option<TimeControl>,
    live: NodeId,
    ending: Option<Ending>,
    headings: Headings,
    nodes: Vec<PlacedNode>,
}

const VERSION: u32 = 1;

impl KeptGame {
    /// A game of which nothing was played yet.
    pub(crate) fn new(id: String, game: &str, start: String, seats: Vec<Seat>) -> KeptGame {
        KeptGame {
            id,
            created: host::since_1970().as_secs(),
            game: game.to_owned(),
            start,
            seats,
            time: None,
            live: ROOT,
            ending: None,
            headings: Headings::default(),
            tree: Tree::new(),
        }
    }

    /// The board that it started from.
    pub(crate) fn start_board(&self) -> Result<Board, EngineError> {
        spinney_engine::game(&self.game)?.board(&self.start)
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        let document = Document {
            version: VERSION,
            id: self.id.clone(),
            created: self.created,
            game: self.game.clone(),
            start: self.start.clone(),
            seats: self.seats.clone(),
            time: self.time,
            live: self.live,
            ending: self.ending.clone(),
            headings: self.headings.clone(),
            nodes: self.tree.placed(),
        };
        // Nothing in it can fail to be written: no maps, no numbers that JSON lacks.
        serde_json::to_vec(&document).unwrap_or_default()
    }

    /// Reads what [`KeptGame::to_json`] wrote; errors say what is wrong with it.
    pub(crate) fn from_json(json: &[u8]) -> Result<KeptGame, String> {
        let document: Document = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        if document.version != VERSION {
            return Err(format!("is of version {}, not {VERSION}", document.version));
        }
        let tree = Tree::of_nodes(document.nodes).ok_or("its moves are not a tree")?;
        if !tree.contains(document.live) {
            return Err("it stands where there is no move".to_owned());
        }
        Ok(KeptGame {
            id: document.id,
            created: document.created,
            game: document.game,
            start: document.start,
            seats: document.seats,
            time: document.time,
            live: document.live,
            ending: document.ending,
            headings: document.headings,
            tree,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_survives_its_document() {
        let engine = Seat::Engine { preset: "hex/best".into(), level: 2 };
        let mut game =
            KeptGame::new("abc".into(), "hex", "hex 5x5".into(), vec![Seat::Person, engine]);
        game.live = game.tree.play(ROOT, "black", "a2").unwrap();
        game.tree.set_comment(game.live, "Bold.\n\"Really\"?".into()).unwrap();
        game.ending = Some(Ending { winner: Some("white".into()), by: EndedBy::Time });
        let again = KeptGame::from_json(&game.to_json()).unwrap();
        assert_eq!(again.to_json(), game.to_json());
        assert_eq!(again.tree.node(again.live).comment, "Bold.\n\"Really\"?");
    }

    #[test]
    fn documents_that_are_none_are_told_apart() {
        let game = KeptGame::new("abc".into(), "hex", "hex 5x5".into(), vec![Seat::Person]);
        let text = String::from_utf8(game.to_json()).unwrap();
        for (from, to) in [
            ("\"version\":1", "\"version\":2"),
            ("\"live\":0", "\"live\":7"),
            ("\"id\":0", "\"id\":3"),
            ("{", "["),
        ] {
            assert!(text.contains(from));
            assert!(KeptGame::from_json(text.replacen(from, to, 1).as_bytes()).is_err(), "{to}");
        }
        assert!(KeptGame::from_json(&text.as_bytes()[..text.len() / 2]).is_err());
    }

    #[test]
    fn only_presets_that_come_with_the_program_may_sit_down() {
        let seat = |preset: &str, level| Seat::Engine { preset: preset.into(), level };
        assert!(seat("hex/best", 10).check("hex").is_ok());
        for wrong in
            [seat("/etc/passwd", 1), seat("y/best", 1), seat("hex/best", 0), seat("hex/best", 11)]
        {
            assert!(wrong.check("hex").is_err(), "{wrong:?}");
        }
    }
}
