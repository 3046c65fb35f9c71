//! Arimaa: what it brings to a search.

use spinney_arimaa::{Position, count_turns, record};
use spinney_game::conformance::TurnCounts;
use spinney_game::record::Record;
use spinney_game::{NoPrior, RandomPlayout, TextError};

use super::presets;
use crate::knowledge::Knowledge;
use crate::preset::Preset;
use crate::registry::GameEntry;
use crate::room::RoomOf;
use crate::settings::Section;

pub(super) const ARIMAA: GameEntry = GameEntry {
    name: "arimaa",
    title: "Arimaa",
    about: "Bring a rabbit to the far row, with four steps a turn, pushes, pulls and traps",
    default_position: "arimaa",
    setups: &["arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"],
    notation: "piece, square and direction: Ee2n; end ends a turn early; while setting up, Ee2",
    record_formats: &["arimaa"],
    presets: presets!["arimaa": "uct", "random"],
    room: &RoomOf::<Steps>::new(),
};

#[derive(Clone)]
struct Steps;

impl Knowledge for Steps {
    type Game = Position;
    type Playout = RandomPlayout<Position>;
    type Prior = NoPrior;

    fn sections() -> Vec<Section> {
        Vec::new()
    }

    fn new(_: &Preset) -> Steps {
        Steps
    }

    fn playout(&self, _: &Position) -> RandomPlayout<Position> {
        RandomPlayout::default()
    }

    fn prior(&self, _: &Position) -> NoPrior {
        NoPrior
    }

    fn count_turns(position: &Position) -> Option<TurnCounts> {
        Some(count_turns(position))
    }

    fn read_record(text: &str) -> Result<Record, TextError> {
        record::read_record(text)
    }

    fn write_record(record: &Record, _: &str) -> Result<String, TextError> {
        record::write_record(record)
    }

    fn replay(record: &Record) -> Result<Vec<Position>, TextError> {
        record::replay(record)
    }
}
