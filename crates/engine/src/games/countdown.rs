//! The demo game with the plainest knowledge, to test what needs no real game.

use spinney_game::demo::Countdown;
use spinney_game::record::Record;
use spinney_game::{Game, Line, NoPrior, NoProver, RandomPlayout, TextError};

use super::{boards, presets};
use crate::board::Board;
use crate::capabilities::Capabilities;
use crate::erased::{Erased, Records, Resemblance, boards};
use crate::plugin::GamePlugin;
use crate::preset::Preset;
use crate::registry::{Display, GameEntry};
use crate::settings::Section;

pub(super) const COUNTDOWN: GameEntry = GameEntry {
    name: "countdown",
    title: "Countdown",
    about: "Take one to three counters; whoever takes the last one wins",
    default_position: "countdown 21",
    boards: boards!["21 players 3": "Three players", "21 dice": "With dice"],
    swaps: &[],
    notation: "the number of counters: 2",
    display: Display::CELLS,
    record_formats: &[],
    presets: presets!["countdown": "best", "random"],
    bench: &[],
    capabilities: Capabilities::NONE,
    records: &Unrecorded,
    erased: &Erased::<Plain>::new(),
};

struct Unrecorded;

impl Records for Unrecorded {
    fn read(&self, _: &str) -> Result<Record, TextError> {
        Err(TextError::at("the record", "nobody keeps records of this game"))
    }

    fn resembles(&self, _: &str) -> Resemblance {
        Resemblance::None
    }

    fn read_all(&self, text: &str) -> Vec<Result<Record, TextError>> {
        vec![self.read(text)]
    }

    fn write(&self, _: &Record, _: &str) -> Result<String, TextError> {
        Err(TextError::at("the record", "nobody keeps records of this game"))
    }

    fn replay(&self, record: &Record) -> Result<Vec<Board>, TextError> {
        let mut line = Line::new(Countdown::from_text(&record.start)?);
        let mut positions = vec![*line.position()];
        for played in record.moves() {
            line.play_text(None, &played.text)?;
            positions.push(*line.position());
        }
        Ok(boards(positions))
    }
}

#[derive(Clone)]
struct Plain;

impl GamePlugin for Plain {
    type Game = Countdown;
    type Playout = RandomPlayout<Countdown>;
    type Prior = NoPrior;
    type StaticProver = NoProver;

    fn sections() -> Vec<Section> {
        Vec::new()
    }

    fn new(_: &Preset) -> Plain {
        Plain
    }

    fn playout(&self, _: &Countdown) -> RandomPlayout<Countdown> {
        RandomPlayout::default()
    }

    fn prior(&self, _: &Countdown) -> NoPrior {
        NoPrior
    }
}
