//! Hex, Y and Poly-Y: one family, one knowledge.

mod explain;
mod links;

use spinney_connection::record::{self, Format};
use spinney_connection::{
    Action, Deduction, Fill, Goal, LocalPrior, PlayoutSettings, Position, PositionOf,
    PriorSettings, Reduction, ResistanceGuide, SlicedFill, SlicedSettings,
};
use spinney_game::record::Record;
use spinney_game::{Guide, Prior, StaticValue, Swap, TextError, player_named};
use spinney_search::alphabeta::{self, Planner};
use spinney_search::flat::Analysis;
use spinney_search::{Kind, Product, Searcher, mcts};

use self::links::Links;
use super::{boards, presets};
use crate::board::Board;
use crate::capabilities::{Capabilities, Explains, FindsConnections, Proofs};
use crate::connections::Connections;
use crate::erased::{Erased, Records, Resemblance, boards};
use crate::explanation::Explanation;
use crate::plugin::{GamePlugin, usual_searcher};
use crate::preset::Preset;
use crate::proof::{self, ProofSettings, Prover, ProverOf, StrategyError, WinOrLoss};
use crate::registry::{Display, GameEntry};
use crate::report::EngineError;
use crate::settings::{Section, settings};

pub(super) const HEX: GameEntry = GameEntry {
    name: "hex",
    title: "Hex",
    about: "Join your two opposite sides of a rhombus",
    default_position: "hex 11x11 swap-pieces",
    boards: boards![
        "5x5": "5×5", "7x7": "7×7", "9x9": "9×9", "11x11": "11×11", "13x13": "13×13",
        "14x14": "14×14", "15x15": "15×15", "19x19": "19×19", "9x11": "9×11"
    ],
    swaps: &[Swap::Pieces, Swap::Sides, Swap::Off],
    notation: "column letter and row number: a1 is the top left corner, f6; swap-pieces",
    // Diamond, flat and upright: Hex players are used to all three.
    display: Display { rotations: &[0, -30, 60], ..Display::CELLS },
    record_formats: &["sgf", "hexworld"],
    presets: presets!["hex": "best", "mohex-2009", "wolve-2008", "uct", "amaf", "random"],
    bench: &[
        ("hex/best", "hex 11x11"),
        ("hex/mohex-2009", "hex 11x11"),
        ("hex/uct", "hex 11x11"),
        ("hex/amaf", "hex 11x11"),
    ],
    capabilities: CAPABILITIES,
    records: &Connecting,
    erased: &Erased::<Local>::new(),
};

pub(super) const Y: GameEntry = GameEntry {
    name: "y",
    title: "Y",
    about: "Join all three sides of a triangle",
    default_position: "y 14 swap-sides",
    boards: boards![
        "6": "6", "8": "8", "10": "10", "12": "12", "13": "13", "14": "14", "16": "16", "19": "19",
        "bent-27": "Bent, 27 cells", "bent-93": "Bent, 93 cells", "bent-199": "Bent, 199 cells"
    ],
    swaps: &[Swap::Sides, Swap::Pieces, Swap::Off],
    notation: "column letter and row number: a1 is a corner, e4; swap-sides",
    display: Display::CELLS,
    record_formats: &["sgf"],
    presets: presets![
        "y": "best", "uct", "amaf", "second-order", "product", "raiko-2006-a", "raiko-2006-b", "raiko-2006-c",
        "raiko-2006-d", "raiko-2006-e", "raiko-2006-f", "raiko-2006-g", "raiko-2006-h", "random"
    ],
    bench: &[("y/best", "y 14"), ("y/uct", "y 14"), ("y/amaf", "y 13")],
    capabilities: CAPABILITIES,
    records: &Connecting,
    erased: &Erased::<Local>::new(),
};

pub(super) const POLYY: GameEntry = GameEntry {
    name: "polyy",
    title: "Poly-Y",
    about: "Capture most corners of a polygon by groups that touch both sides of a corner and a third",
    default_position: "polyy 5,7 swap-sides",
    boards: boards![
        "5,4": "5 sides of 4", "5,5": "5 sides of 5", "5,7": "5 sides of 7", "7,5": "7 sides of 5",
        "9,6": "9 sides of 6"
    ],
    swaps: &[Swap::Sides, Swap::Pieces, Swap::Off],
    notation: "the number of the cell, counted in rows from the top corner: 43; swap-sides",
    display: Display::CELLS,
    record_formats: &["sgf", "codecup"],
    presets: presets!["polyy": "best", "lynx-2014", "uct", "amaf", "random"],
    bench: &[
        ("polyy/best", "polyy 5,7"),
        ("polyy/lynx-2014", "polyy 5,7"),
        ("polyy/uct", "polyy 5,7"),
        ("polyy/amaf", "polyy 5,7"),
    ],
    capabilities: CAPABILITIES,
    records: &Connecting,
    erased: &Erased::<Local>::new(),
};

/// What all three have.
const CAPABILITIES: Capabilities = Capabilities {
    proofs: Some(&Connecting),
    connections: Some(&Connecting),
    explanations: Some(&Connecting),
    ..Capabilities::NONE
};

/// On larger boards one static proof takes so long that a search would not hear a call to stop.
const MOST_CELLS_FOR_PROOFS: usize = 200;

/// Playouts that answer threats to local connections, and a prior for the same.
#[derive(Clone)]
struct Local {
    playout: PlayoutSettings,
    prior: PriorSettings,
}

settings!(PlayoutSettings, PriorSettings);
settings!(unchecked SlicedSettings);

impl GamePlugin for Local {
    type Game = Position;
    type Playout = Fill;
    type Prior = FirstSight<LocalPrior>;
    type StaticProver = Deduction;

    fn sections() -> Vec<Section> {
        vec![
            Section::of::<PlayoutSettings>("playout"),
            Section::of::<PriorSettings>("prior"),
            Section::of::<SlicedSettings>("fill"),
        ]
    }

    fn new(preset: &Preset) -> Local {
        Local { playout: preset.settings("playout"), prior: preset.settings("prior") }
    }

    fn playout(&self, position: &Position) -> Fill {
        Fill::new(position.board(), &self.playout)
    }

    fn prior(&self, position: &Position) -> FirstSight<LocalPrior> {
        FirstSight(LocalPrior::new(position.board(), &self.prior))
    }

    fn searches() -> &'static [Kind] {
        &[Kind::Flat, Kind::Product, Kind::AlphaBeta]
    }

    fn searcher(
        kind: Kind,
        preset: &Preset,
        position: &Position,
        memory: f64,
    ) -> Result<Box<dyn Searcher<Position>>, EngineError> {
        let seed = preset.settings::<mcts::Settings>("search").resources.seed;
        let wrong = |error: TextError| error.within(kind.name());
        Ok(match kind {
            // By resistance, with all that is provable.
            Kind::AlphaBeta => {
                let settings: alphabeta::Settings = preset.settings(kind.name());
                let mut guide = ResistanceGuide::new(position.board());
                // What it knows of connections is at least as useful as the table.
                guide.keep_within((settings.memory * f64::from(1 << 20)) as usize);
                Box::new(Planner::new(guide, settings).map_err(wrong)?)
            }
            Kind::Product => {
                let reduction = StaticValue(Reduction::new(position.board()));
                Box::new(Product::new(reduction, memory, seed))
            }
            Kind::Flat => {
                let fills = SlicedFill::new(position.board(), &preset.settings("fill"));
                Box::new(Analysis::new(fills, preset.settings(kind.name()), seed).map_err(wrong)?)
            }
            _ => usual_searcher::<Local>(kind, preset, position, memory)?,
        })
    }

    fn prover(&self, position: &Position) -> Option<Deduction> {
        let is_quick = position.topology().cells() <= MOST_CELLS_FOR_PROOFS;
        is_quick.then(|| Deduction::in_passing(position.board()))
    }

    fn solver_prover(&self, position: &Position) -> Option<Deduction> {
        Some(Deduction::for_proofs(position.board()))
    }
}

/// What is known of connections, and records of games about them.
struct Connecting;

impl Proofs for Connecting {
    fn prover(
        &self,
        board: &Board,
        settings: &ProofSettings,
    ) -> Result<Box<dyn Prover>, EngineError> {
        let position: &Position = board.expect()?;
        let deduction = Deduction::for_proofs(position.board());
        let solver = WinOrLoss::new(deduction, settings)?;
        Ok(Box::new(ProverOf::new(board.entry()?, position, solver)?))
    }

    fn check_strategy(&self, text: &str) -> Result<usize, StrategyError> {
        proof::check_strategy_of::<Position>(text)
    }
}

impl FindsConnections for Connecting {
    fn connections(&self, board: &Board, side: &str) -> Result<Box<dyn Connections>, EngineError> {
        let position: &Position = board.expect()?;
        let player = player_named(position, side)?;
        Ok(Box::new(Links::new(position, position.stone_of(player))))
    }
}

impl Explains for Connecting {
    fn explain(&self, board: &Board) -> Result<Explanation, EngineError> {
        Ok(explain::explain(board.expect()?))
    }
}

impl Records for Connecting {
    fn resembles(&self, text: &str) -> Resemblance {
        match Format::of(text) {
            // A game in SGF may stand behind the header of a letter.
            Ok(Format::Sgf) if !text.trim_start().starts_with('(') => Resemblance::Some,
            Ok(_) => Resemblance::Clear,
            Err(_) => Resemblance::None,
        }
    }

    fn read_all(&self, text: &str) -> Vec<Result<Record, TextError>> {
        record::read_records(text)
    }

    fn read(&self, text: &str) -> Result<Record, TextError> {
        record::read_record(text)
    }

    fn write(&self, record: &Record, format: &str) -> Result<String, TextError> {
        let format = match format {
            "hexworld" => Format::HexWorld,
            "codecup" => Format::CodeCup,
            _ => Format::Sgf,
        };
        record::write_record(record, format)
    }

    fn replay(&self, record: &Record) -> Result<Vec<Board>, TextError> {
        record::replay(record).map(boards)
    }
}

/// The game's own judgement of stones, and the swap at its best.
///
/// No playout swaps by the way, so the swap has no AMAF value that would keep it in view as it
/// does for stones. Hoping for the best, the search tries it until it knows better.
#[derive(Clone)]
pub(super) struct FirstSight<P>(pub P);

impl<G: Goal, P: Prior<PositionOf<G>>> Prior<PositionOf<G>> for FirstSight<P> {
    fn judge(&mut self, position: &PositionOf<G>, moves: &[Action], out: &mut [f32]) {
        self.0.judge(position, moves, out);
        if position.can_swap() {
            let swap = position.swap_action();
            let judged = moves.iter().zip(out).find(|(m, _)| **m == swap);
            if let Some((_, value)) = judged {
                *value = 1.0;
            }
        }
    }
}
