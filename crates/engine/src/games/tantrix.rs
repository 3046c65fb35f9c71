//! Tantrix: random games, the outlook of lines, and players that look ahead with it.

use spinney_game::record::Record;
use spinney_game::{Game, MAX_PLAYERS, NoInsight, NoPrior, Player, TextError};
use spinney_search::expectimax::{self, Evaluation, Expectimax};
use spinney_search::{Limits, Stop, mcts};
use spinney_tantrix::{
    Action, Margin, Outlook, OutlookSettings, PlayoutSettings, Position, RandomGame, Tile,
};

use super::presets;
use crate::brain::Brain;
use crate::forecast::{Forecast, Need, Points};
use crate::knowledge::{Knowledge, TreeOf, tree};
use crate::preset::Preset;
use crate::registry::GameEntry;
use crate::report::EngineError;
use crate::room::RoomOf;
use crate::settings::{Section, Settings};

pub(super) const TANTRIX: GameEntry = GameEntry {
    name: "tantrix",
    title: "Tantrix",
    about: "Make the longest line or loop of your colour from tiles that match",
    default_position: "tantrix red blue",
    setups: &[
        "tantrix yellow green",
        "tantrix red yellow blue",
        "tantrix red yellow blue green",
        "tantrix teams red yellow blue green",
    ],
    notation: "tile.orientation@x,y: 17.3@4,-2; the first tile 17.0@0,0; a draw is its number: 17",
    turn_moves: 1,
    record_formats: &["txt"],
    presets: presets![
        "tantrix": "best", "monte-2010", "oliver-style", "goodbot-style", "greedy", "random"
    ],
    room: &RoomOf::<Lines>::new(),
};

impl Settings for PlayoutSettings {
    fn check(&self) -> Result<(), TextError> {
        PlayoutSettings::check(self)
    }
}

impl Settings for OutlookSettings {
    fn check(&self) -> Result<(), TextError> {
        OutlookSettings::check(self)
    }
}

impl Settings for expectimax::Settings {
    fn check(&self) -> Result<(), TextError> {
        expectimax::Settings::check(self)
    }
}

/// Random games, and what lines will come to.
#[derive(Clone)]
struct Lines {
    playout: PlayoutSettings,
    outlook: Outlook,
}

/// Takes what is best right after the move.
const GREEDY: &str = "greedy";
/// Looks some turns ahead.
const EXPECTIMAX: &str = "expectimax";
/// Tree search in the game as it is best foreseen.
const FORESIGHT: &str = "foresight";

impl Knowledge for Lines {
    type Game = Position;
    type Playout = RandomGame;
    type Prior = NoPrior;
    type Insight = NoInsight;

    fn sections() -> Vec<Section> {
        vec![
            Section::of::<PlayoutSettings>("playout"),
            Section::of::<OutlookSettings>("outlook"),
            Section::of::<expectimax::Settings>("lookahead"),
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

    fn players() -> &'static [&'static str] {
        &[GREEDY, EXPECTIMAX, FORESIGHT]
    }

    fn brain(
        kind: &str,
        preset: &Preset,
        position: &Position,
    ) -> Result<Box<dyn Brain<Position>>, EngineError> {
        if kind == FORESIGHT {
            let margin = preset.settings::<PlayoutSettings>("playout").margin();
            let memory = preset.settings::<mcts::Settings>("search").memory;
            let tree = tree::<Lines>(preset, position, memory)?;
            return Ok(Box::new(Foresight { tree, margin }));
        }
        let mut settings: expectimax::Settings = preset.settings("lookahead");
        if kind == GREEDY {
            settings.turns = 0;
        }
        let lead = Lead(Outlook::new(&preset.settings("outlook")));
        let seed = preset.settings::<mcts::Settings>("search").seed;
        Ok(Box::new(Lookahead(Expectimax::new(settings, lead, seed))))
    }

    fn forecast(&self, position: &Position) -> Option<Forecast> {
        let players = || (0..position.players()).map(|seat| Player(seat as u8));
        let points = players().map(|player| Points {
            side: position.side_name(player),
            now: position.score(player),
            expected: self.outlook.points(position, player),
        });
        let bag = position.bag().len();
        let names = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>();
        let needs = position.needs().into_iter().map(|need| Need {
            cell: need.cell.to_string(),
            forced: need.is_forced,
            lines_of: need.lines_of.iter().map(|&player| position.side_name(player)).collect(),
            in_hands: need.in_hands.iter().map(|tiles| names(tiles)).collect(),
            in_bag: names(&need.in_bag),
            next_draw: need.in_bag.len() as f32 / bag.max(1) as f32,
        });
        Some(Forecast { points: points.collect(), needs: needs.collect(), bag })
    }

    fn read_record(text: &str) -> Result<Record, TextError> {
        spinney_tantrix::read_record(text)
    }

    fn write_record(record: &Record, _: &str) -> Result<String, TextError> {
        spinney_tantrix::write_record(record)
    }

    fn replay(record: &Record) -> Result<Vec<Position>, TextError> {
        spinney_tantrix::replay(record)
    }
}

/// By how many points players are expected to win.
#[derive(Clone)]
struct Lead(Outlook);

impl Evaluation<Position> for Lead {
    fn values(&mut self, position: &Position) -> [f32; MAX_PLAYERS] {
        self.0.leads(position)
    }
}

/// A tree search that puts off draws, and wins by as much as it can.
///
/// With a branch for each of forty tiles before it, a tree hardly ever sees an opponent's answer
/// twice.
struct Foresight {
    tree: TreeOf<Lines>,
    margin: Margin,
}

impl Brain<Position> for Foresight {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&mcts::Report<Action>),
    ) -> mcts::Report<Action> {
        let told = |mut report: mcts::Report<Action>| {
            for candidate in &mut report.candidates {
                keep_possible(&mut candidate.line, position);
            }
            report
        };
        let foreseen = position.foreseen(self.margin);
        let mut listener = |report: &mcts::Report<Action>| listener(&told(report.clone()));
        told(self.tree.think(&foreseen, limits, stop, &mut listener))
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

struct Lookahead(Expectimax<Position, Lead>);

impl Brain<Position> for Lookahead {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(&mcts::Report<Action>),
    ) -> mcts::Report<Action> {
        self.0.think(position, limits, stop)
    }
}
