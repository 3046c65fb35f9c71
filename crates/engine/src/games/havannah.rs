//! Havannah: what it brings to a search.

use spinney_connection::havannah::record::{self, Format};
use spinney_connection::havannah::{
    Decision, NearPrior, PlayoutSettings, Position, PriorSettings, RandomGame, ThreatSettings,
    Threats,
};
use spinney_game::record::Record;
use spinney_game::{Swap, TextError};

use super::connection::FirstSight;
use super::{boards, presets};
use crate::board::Board;
use crate::capabilities::{Capabilities, Proofs};
use crate::erased::{Erased, Records, Resemblance, boards};
use crate::plugin::GamePlugin;
use crate::preset::Preset;
use crate::proof::{self, ProofSettings, Prover, ProverOf, StrategyError, WinLossOrDraw};
use crate::registry::{Display, GameEntry};
use crate::report::EngineError;
use crate::settings::{Section, settings};

pub(super) const HAVANNAH: GameEntry = GameEntry {
    name: "havannah",
    title: "Havannah",
    about: "Join two corners or three sides of a hexagon, or go round a cell",
    default_position: "havannah 8 swap-pieces",
    boards: boards![
        "3": "Side 3", "4": "Side 4", "5": "Side 5", "6": "Side 6", "7": "Side 7", "8": "Side 8",
        "9": "Side 9", "10": "Side 10"
    ],
    swaps: &[Swap::Pieces, Swap::Sides, Swap::Off],
    notation: "column letter and row number: a1 is the top left corner, h8; swap-pieces",
    display: Display { rotations: &[0, 60, 120, 180, 240, 300], ..Display::CELLS },
    record_formats: &["sgf", "littlegolem"],
    presets: presets!["havannah": "best", "uct", "random"],
    bench: &[("havannah/best", "havannah 8"), ("havannah/uct", "havannah 8")],
    capabilities: Capabilities { proofs: Some(&Ringed), ..Capabilities::NONE },
    records: &Ringed,
    erased: &Erased::<Near>::new(),
};

/// Playouts that answer threats to bridges, a prior for the same, and wins in one or two moves.
#[derive(Clone)]
struct Near {
    playout: PlayoutSettings,
    prior: PriorSettings,
    threats: ThreatSettings,
}

settings!(PlayoutSettings, PriorSettings, ThreatSettings);

impl GamePlugin for Near {
    type Game = Position;
    type Playout = RandomGame;
    type Prior = FirstSight<NearPrior>;
    type StaticProver = Threats;

    fn sections() -> Vec<Section> {
        vec![
            Section::of::<PlayoutSettings>("playout"),
            Section::of::<PriorSettings>("prior"),
            Section::of::<ThreatSettings>("threats"),
        ]
    }

    fn new(preset: &Preset) -> Near {
        Near {
            playout: preset.settings("playout"),
            prior: preset.settings("prior"),
            threats: preset.settings("threats"),
        }
    }

    fn playout(&self, position: &Position) -> RandomGame {
        RandomGame::new(position.board(), &self.playout)
    }

    fn prior(&self, position: &Position) -> FirstSight<NearPrior> {
        FirstSight(NearPrior::new(position.board(), &self.prior))
    }

    fn prover(&self, position: &Position) -> Option<Threats> {
        Some(Threats::new(position.board(), &self.threats))
    }

    /// A solver beside a search asks one question, and knows no draws.
    fn solver_prover(&self, _: &Position) -> Option<Threats> {
        None
    }
}

/// Proofs with draws, and records of games.
struct Ringed;

impl Proofs for Ringed {
    fn prover(
        &self,
        board: &Board,
        settings: &ProofSettings,
    ) -> Result<Box<dyn Prover>, EngineError> {
        let position: &Position = board.expect()?;
        let decision = Decision::new(position.board());
        let solver = WinLossOrDraw::new(decision, settings)?;
        Ok(Box::new(ProverOf::new(board.entry()?, position, solver)?))
    }

    fn check_strategy(&self, text: &str) -> Result<usize, StrategyError> {
        proof::check_strategy_of::<Position>(text)
    }
}

impl Records for Ringed {
    fn resembles(&self, text: &str) -> Resemblance {
        if record::is_record(text) { Resemblance::Named } else { Resemblance::None }
    }

    fn read_all(&self, text: &str) -> Vec<Result<Record, TextError>> {
        record::read_records(text)
    }

    fn read(&self, text: &str) -> Result<Record, TextError> {
        record::read_record(text)
    }

    fn write(&self, record: &Record, format: &str) -> Result<String, TextError> {
        let format = if format == "littlegolem" { Format::LittleGolem } else { Format::Sgf };
        record::write_record(record, format)
    }

    fn replay(&self, record: &Record) -> Result<Vec<Board>, TextError> {
        record::replay(record).map(boards)
    }
}
