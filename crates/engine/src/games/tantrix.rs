//! Tantrix: random games, the outlook of lines, and players that look ahead with it.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::record::Record;
use spinney_game::{Game, MAX_PLAYERS, NoPrior, NoProver, StaticEvaluation, TextError};
use spinney_search::expectimax::Expectimax;
use spinney_search::{Budget, Kind, Report, Searcher, Stop, mcts};
use spinney_tantrix::{
    Action, Margin, Outlook, OutlookSettings, PlayoutSettings, Position, RandomGame,
};

use super::{boards, presets};
use crate::board::Board;
use crate::capabilities::{Capabilities, Forecasts};
use crate::erased::{Erased, Records, Resemblance, boards};
use crate::forecast::Forecast;
use crate::plugin::{GamePlugin, TreeOf, tree, usual_searcher};
use crate::preset::Preset;
use crate::registry::{BoardKind, Display, GameEntry, Numbering};
use crate::report::EngineError;
use crate::settings::{Section, settings};

pub(super) const TANTRIX: GameEntry = GameEntry {
    name: "tantrix",
    title: "Tantrix",
    about: "Make the longest line or loop of your colour from tiles that match",
    default_position: "tantrix red blue",
    boards: boards![
        "red blue": "Red, blue",
        "yellow green": "Yellow, green",
        "red yellow blue": "Red, yellow, blue",
        "red yellow blue green": "Red, yellow, blue, green",
        "teams red yellow blue green": "Two against two: red, yellow, blue, green"
    ],
    swaps: &[],
    notation: "tile.orientation@x,y: 17.3@4,-2; the first tile 17.0@0,0; a draw is its number: 17",
    display: Display { board: BoardKind::Tiles, numbering: Numbering::Turns, ..Display::CELLS },
    record_formats: &["txt"],
    presets: presets![
        "tantrix": "best", "monte-2010", "oliver-style", "goodbot-style", "greedy", "random"
    ],
    bench: &[
        ("tantrix/best", "tantrix red blue"),
        // Its playouts are full random games.
        ("tantrix/monte-2010", "tantrix red blue"),
    ],
    capabilities: Capabilities { forecasts: Some(&Tantrix), ..Capabilities::NONE },
    records: &Tantrix,
    erased: &Erased::<Lines>::new(),
};

/// What is foretold of lines, and records of games.
struct Tantrix;

impl Forecasts for Tantrix {
    /// By the outlook of the best player.
    fn forecast(&self, board: &Board) -> Result<Forecast, EngineError> {
        let outlook = Lines::new(&Preset::load(TANTRIX.presets[0].name)?).outlook;
        let forecast = spinney_tantrix::Forecast::new(board.expect()?, &outlook);
        Ok(serde_json::to_value(forecast).expect("numbers and names are JSON"))
    }
}

impl Records for Tantrix {
    fn resembles(&self, text: &str) -> Resemblance {
        let is_like = spinney_tantrix::looks_like_record(text);
        if is_like { Resemblance::Clear } else { Resemblance::None }
    }

    fn read_all(&self, text: &str) -> Vec<Result<Record, TextError>> {
        spinney_tantrix::read_records(text)
    }

    fn read(&self, text: &str) -> Result<Record, TextError> {
        spinney_tantrix::read_record(text)
    }

    fn write(&self, record: &Record, _: &str) -> Result<String, TextError> {
        spinney_tantrix::write_record(record)
    }

    fn replay(&self, record: &Record) -> Result<Vec<Board>, TextError> {
        spinney_tantrix::replay(record).map(boards)
    }
}

/// Random games, and what lines will come to.
#[derive(Clone)]
struct Lines {
    playout: PlayoutSettings,
    outlook: Outlook,
}

settings!(PlayoutSettings, OutlookSettings);
settings!(unchecked DrawSettings);

impl GamePlugin for Lines {
    type Game = Position;
    type Playout = RandomGame;
    type Prior = NoPrior;
    type StaticProver = NoProver;

    fn sections() -> Vec<Section> {
        vec![
            Section::of::<PlayoutSettings>("playout"),
            Section::of::<OutlookSettings>("outlook"),
            Section::of::<DrawSettings>("draws"),
        ]
    }

    fn new(preset: &Preset) -> Lines {
        let outlook = Outlook::new(&preset.settings("outlook"));
        Lines { playout: preset.settings("playout"), outlook }
    }

    fn playout(&self, _: &Position) -> RandomGame {
        RandomGame::new(&self.playout, &self.outlook)
    }

    fn prior(&self, _: &Position) -> NoPrior {
        NoPrior
    }

    fn searches() -> &'static [Kind] {
        &[Kind::Expectimax]
    }

    fn searcher(
        kind: Kind,
        preset: &Preset,
        position: &Position,
        memory: f64,
    ) -> Result<Box<dyn Searcher<Position>>, EngineError> {
        Ok(match kind {
            Kind::Expectimax => {
                let lead = Lead(Outlook::new(&preset.settings("outlook")));
                let seed = preset.settings::<mcts::Settings>("search").resources.seed;
                Box::new(Expectimax::new(preset.settings(kind.name()), lead, seed))
            }
            Kind::Mcts if preset.settings::<DrawSettings>("draws").deferred => {
                let margin = preset.settings::<PlayoutSettings>("playout").margin();
                Box::new(DeferredDraws { tree: tree::<Lines>(preset, position, memory)?, margin })
            }
            _ => usual_searcher::<Lines>(kind, preset, position, memory)?,
        })
    }
}

/// How a tree search sees the drawing of tiles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct DrawSettings {
    /// Whether a tile is drawn only when its player is to play it. A tree then has no branch for each of forty tiles at every turn, and sees answers to answers.
    pub deferred: bool,
}

/// By how many points players are expected to win.
#[derive(Clone)]
struct Lead(Outlook);

impl StaticEvaluation<Position> for Lead {
    fn values(&mut self, position: &Position) -> [f32; MAX_PLAYERS] {
        self.0.leads(position)
    }

    /// Ten points ahead are called three to one.
    fn chance(&self, lead: f32) -> f32 {
        0.5 + 0.5 * lead / (lead.abs() + 10.0)
    }
}

/// A tree search that puts off draws, and wins by as much as it can.
///
/// With a branch for each of forty tiles before it, a tree hardly ever sees an opponent's answer
/// twice.
struct DeferredDraws {
    tree: TreeOf<Lines>,
    margin: Margin,
}

impl Searcher<Position> for DeferredDraws {
    fn think(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<Action>),
    ) -> Report<Action> {
        let told = |mut report: Report<Action>| {
            for candidate in &mut report.candidates {
                keep_possible(&mut candidate.line, position);
            }
            report
        };
        let deferred = position.with_deferred_draws(self.margin);
        let mut listener = |report: &Report<Action>| listener(&told(report.clone()));
        told(Searcher::think(&mut self.tree, &deferred, budget, stop, &mut listener))
    }

    fn played(&mut self, before: &Position, m: Action) {
        self.tree.played(before, m);
    }

    fn forget(&mut self) {
        self.tree.forget();
    }
}

/// Cuts a line of play where the game really draws a tile first.
fn keep_possible(line: &mut Vec<Action>, position: &Position) {
    let mut position = position.clone();
    let possible = line.iter().take_while(|&&m| {
        let is_possible = position.is_legal(m);
        if is_possible {
            position.play(m);
        }
        is_possible
    });
    let count = possible.count();
    line.truncate(count);
}
