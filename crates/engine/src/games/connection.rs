//! Hex, Y and Poly-Y: one family, one knowledge.

use spinney_connection::Position;
use spinney_game::{NoPrior, RandomPlayout};

use super::presets;
use crate::knowledge::Knowledge;
use crate::preset::Preset;
use crate::registry::GameEntry;
use crate::room::RoomOf;
use crate::settings::Section;

pub(super) const HEX: GameEntry = GameEntry {
    name: "hex",
    title: "Hex",
    about: "Join your two opposite sides of a rhombus",
    default_position: "hex 11x11 swap-pieces",
    setups: &[
        "hex 5x5",
        "hex 13x13 swap-pieces",
        "hex 14x14 swap-sides",
        "hex 9x11",
        "hex 19x19",
    ],
    notation: "column letter and row number: a1 is the top left corner, f6; swap-pieces",
    presets: presets!["hex": "best", "mohex-2009", "uct", "random"],
    room: &RoomOf::<Local>::new(),
};

pub(super) const Y: GameEntry = GameEntry {
    name: "y",
    title: "Y",
    about: "Join all three sides of a triangle",
    default_position: "y 14 swap-sides",
    setups: &["y 10", "y 13 swap-sides", "y 19 swap-sides", "y bent-93"],
    notation: "column letter and row number: a1 is a corner, e4; swap-sides",
    presets: presets!["y": "best", "uct", "random"],
    room: &RoomOf::<Local>::new(),
};

pub(super) const POLYY: GameEntry = GameEntry {
    name: "polyy",
    title: "Poly-Y",
    about: "Capture most corners of a polygon by groups that touch both sides of a corner and a third",
    default_position: "polyy 5,7 swap-sides",
    setups: &["polyy 5,5", "polyy 7,5 swap-sides", "polyy 9,6 swap-sides"],
    notation: "the number of the cell, counted in rows from the top corner: 43; swap-sides",
    presets: presets!["polyy": "best", "lynx-2014", "uct", "random"],
    room: &RoomOf::<Local>::new(),
};

/// Uniform playouts, no opinion about moves.
#[derive(Clone)]
struct Local;

impl Knowledge for Local {
    type Game = Position;
    type Playout = RandomPlayout<Position>;
    type Prior = NoPrior;

    fn sections() -> Vec<Section> {
        Vec::new()
    }

    fn new(_: &Preset) -> Local {
        Local
    }

    fn playout(&self, _: &Position) -> RandomPlayout<Position> {
        RandomPlayout::default()
    }

    fn prior(&self, _: &Position) -> NoPrior {
        NoPrior
    }
}
