//! Arimaa: what it brings to a search.

use spinney_arimaa::{
    Action, EvaluationSettings, GoalProver, PlayoutSettings, Position, SetupSettings, ShortPlayout,
    StepGuide, StepPrior, StepSettings, count_turns, has_goal_in_turn, record,
};
use spinney_game::TextError;
use spinney_game::record::Record;

use spinney_search::alphabeta::Planner;
use spinney_search::{Kind, Searcher, mcts};

use super::{boards, presets};
use crate::board::Board;
use crate::capabilities::{Capabilities, PositionFiles, Turns};
use crate::erased::{Erased, Records, Resemblance, boards};
use crate::plugin::{GamePlugin, usual_searcher};
use crate::preset::Preset;
use crate::registry::{BoardKind, Display, GameEntry, Numbering};
use crate::report::EngineError;
use crate::settings::{Section, settings};

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
    capabilities: Capabilities {
        turns: Some(&TURNS),
        position_files: Some(&POSITION_FILES),
        ..Capabilities::NONE
    },
    records: &Arimaa,
    erased: &Erased::<Short>::new(),
};

/// Both sides set up, Gold to move.
const SET_UP: &str = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";

const TURNS: Turns = Turns {
    most_moves: 4,
    end: "end",
    sets_up: |board| board.expect().is_ok_and(Position::is_setup),
    is_remark: spinney_arimaa::is_capture,
    count: |board| board.expect().map(count_turns),
    can_win: |board| {
        board
            .expect()
            .map(|position: &Position| has_goal_in_turn(position.turn_start(), position.side()))
    },
};

const POSITION_FILES: PositionFiles = PositionFiles {
    format: "ari",
    is_file: record::is_position_file,
    write: |board| Ok(board.expect::<Position>()?.position_file()?),
};

/// Records of games.
struct Arimaa;

impl Records for Arimaa {
    fn resembles(&self, text: &str) -> Resemblance {
        if record::looks_like_record(text) { Resemblance::Clear } else { Resemblance::None }
    }

    fn read_all(&self, text: &str) -> Vec<Result<Record, TextError>> {
        record::read_records(text)
    }

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

/// Short playouts that end in an evaluation, and knowledge of single steps.
#[derive(Clone)]
struct Short {
    playout: PlayoutSettings,
    step: StepSettings,
    evaluation: EvaluationSettings,
    setup: SetupSettings,
    seed: u64,
}

settings!(PlayoutSettings, StepSettings, EvaluationSettings, SetupSettings);

impl GamePlugin for Short {
    type Game = Position;
    type Playout = ShortPlayout;
    type Prior = StepPrior;
    type StaticProver = GoalProver;

    fn sections() -> Vec<Section> {
        vec![
            Section::of::<PlayoutSettings>("playout"),
            Section::of::<StepSettings>("step"),
            Section::of::<EvaluationSettings>("evaluation"),
            Section::of::<SetupSettings>("setup"),
        ]
    }

    fn new(preset: &Preset) -> Short {
        Short {
            playout: preset.settings("playout"),
            step: preset.settings("step"),
            evaluation: preset.settings("evaluation"),
            setup: preset.settings("setup"),
            seed: preset.settings::<mcts::Settings>("search").resources.seed,
        }
    }

    fn playout(&self, _: &Position) -> ShortPlayout {
        ShortPlayout::new(&self.playout, &self.step, &self.evaluation)
    }

    fn prior(&self, _: &Position) -> StepPrior {
        StepPrior::new(&self.step)
    }

    fn prover(&self, _: &Position) -> Option<GoalProver> {
        Some(GoalProver)
    }

    fn searches() -> &'static [Kind] {
        &[Kind::AlphaBeta]
    }

    fn searcher(
        kind: Kind,
        preset: &Preset,
        position: &Position,
        memory: f64,
    ) -> Result<Box<dyn Searcher<Position>>, EngineError> {
        if kind != Kind::AlphaBeta {
            return usual_searcher::<Short>(kind, preset, position, memory);
        }
        let Short { evaluation, step, .. } = Short::new(preset);
        let guide = StepGuide::new(&evaluation, &step);
        let planner = Planner::new(guide, preset.settings(kind.name()));
        Ok(Box::new(planner.map_err(|error| error.within(kind.name()))?))
    }

    fn setup_move(&self, position: &Position) -> Option<Action> {
        self.setup.next(position, self.seed)
    }
}
