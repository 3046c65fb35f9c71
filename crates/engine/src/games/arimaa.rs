//! Arimaa: what it brings to a search.

use spinney_arimaa::{
    Action, EvaluationSettings, GoalInsight, PlayoutSettings, Position, SetupSettings,
    ShortPlayout, StepGuide, StepPrior, StepSettings, count_turns, record,
};
use spinney_game::TextError;
use spinney_game::record::Record;

use spinney_search::{alphabeta, mcts};

use super::{boards, presets};
use crate::board::Board;
use crate::brain::{AlphaBeta, Brain};
use crate::capabilities::{Capabilities, Turns};
use crate::knowledge::Knowledge;
use crate::preset::Preset;
use crate::registry::{BoardKind, Display, GameEntry, Numbering};
use crate::report::EngineError;
use crate::room::{Records, RoomOf, boards};
use crate::settings::{Section, Settings};

pub(super) const ARIMAA: GameEntry = GameEntry {
    name: "arimaa",
    title: "Arimaa",
    about: "Bring a rabbit to the far row, with four steps a turn, pushes, pulls and traps",
    default_position: "arimaa",
    boards: boards![
        "": "Set up by the players",
        "2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]": "Pieces set up already"
    ],
    swaps: &[],
    notation: "piece, square and direction: Ee2n; end ends a turn early; while setting up, Ee2",
    display: Display { board: BoardKind::Squares, numbering: Numbering::Rounds, ..Display::CELLS },
    record_formats: &["arimaa"],
    presets: presets!["arimaa": "best", "akimot-2009", "uct", "random"],
    bench: &[("arimaa/best", SET_UP), ("arimaa/akimot-2009", SET_UP), ("arimaa/uct", SET_UP)],
    capabilities: Capabilities { turns: Some(&TURNS), ..Capabilities::NONE },
    records: &Arimaa,
    room: &RoomOf::<Short>::new(),
};

/// Both sides set up, Gold to move.
const SET_UP: &str = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";

const TURNS: Turns = Turns {
    most_moves: 4,
    end: "end",
    is_remark: spinney_arimaa::is_capture,
    count: |board| board.expect().map(count_turns),
};

/// Records of games.
struct Arimaa;

impl Records for Arimaa {
    fn read(&self, text: &str) -> Result<Record, TextError> {
        record::read_record(text)
    }

    fn write(&self, record: &Record, _: &str) -> Result<String, TextError> {
        record::write_record(record)
    }

    fn replay(&self, record: &Record) -> Result<Vec<Board>, TextError> {
        record::replay(record).map(boards)
    }
}

/// Alpha-beta search, as `play.player` names it, and its table in presets.
const ALPHA_BETA: &str = "alpha-beta";

/// Short playouts that end in an evaluation, and knowledge of single steps.
#[derive(Clone)]
struct Short {
    playout: PlayoutSettings,
    step: StepSettings,
    evaluation: EvaluationSettings,
    setup: SetupSettings,
    seed: u64,
}

impl Settings for PlayoutSettings {
    fn check(&self) -> Result<(), TextError> {
        PlayoutSettings::check(self)
    }
}

impl Settings for StepSettings {
    fn check(&self) -> Result<(), TextError> {
        StepSettings::check(self)
    }
}

impl Settings for EvaluationSettings {
    fn check(&self) -> Result<(), TextError> {
        EvaluationSettings::check(self)
    }
}

impl Settings for SetupSettings {
    fn check(&self) -> Result<(), TextError> {
        SetupSettings::check(self)
    }
}

impl Knowledge for Short {
    type Game = Position;
    type Playout = ShortPlayout;
    type Prior = StepPrior;
    type Insight = GoalInsight;

    fn sections() -> Vec<Section> {
        vec![
            Section::of::<PlayoutSettings>("playout"),
            Section::of::<StepSettings>("step"),
            Section::of::<EvaluationSettings>("evaluation"),
            Section::of::<SetupSettings>("setup"),
            Section::of::<alphabeta::Settings>(ALPHA_BETA),
        ]
    }

    fn new(preset: &Preset) -> Short {
        Short {
            playout: preset.settings("playout"),
            step: preset.settings("step"),
            evaluation: preset.settings("evaluation"),
            setup: preset.settings("setup"),
            seed: preset.settings::<mcts::Settings>("search").seed,
        }
    }

    fn playout(&self, _: &Position) -> ShortPlayout {
        ShortPlayout::new(&self.playout, &self.step, &self.evaluation)
    }

    fn prior(&self, _: &Position) -> StepPrior {
        StepPrior::new(&self.step)
    }

    fn insight(&self, _: &Position) -> Option<GoalInsight> {
        Some(GoalInsight)
    }

    fn players() -> &'static [&'static str] {
        &[ALPHA_BETA]
    }

    fn brain(
        _: &str,
        preset: &Preset,
        _: &Position,
    ) -> Result<Box<dyn Brain<Position>>, EngineError> {
        let knowledge = Short::new(preset);
        let guide = StepGuide::new(&knowledge.evaluation, &knowledge.step);
        Ok(Box::new(AlphaBeta::new(guide, preset.settings(ALPHA_BETA))))
    }

    fn opening(&self, position: &Position) -> Option<Action> {
        self.setup.next(position, self.seed)
    }
}
