//! The register: one line a game.

mod arimaa;
mod connection;
#[cfg(test)]
mod countdown;
mod havannah;
mod tantrix;

use crate::registry::GameEntry;

/// Every game that can be played.
pub(crate) static GAMES: &[GameEntry] = &[
    connection::HEX,
    connection::Y,
    connection::POLYY,
    havannah::HAVANNAH,
    arimaa::ARIMAA,
    tantrix::TANTRIX,
    #[cfg(test)]
    countdown::COUNTDOWN,
];

/// The embedded presets of a game, by their files' names.
macro_rules! presets {
    ($game:literal: $($name:literal),+ $(,)?) => {
        &[$($crate::registry::EmbeddedPreset {
            name: concat!($game, "/", $name),
            text: include_str!(concat!("../../presets/", $game, "/", $name, ".toml")),
        }),+]
    };
}
use presets;

/// Boards by their text, each with what people call it.
macro_rules! boards {
    ($($text:literal: $label:literal),+ $(,)?) => {
        &[$($crate::registry::BoardChoice { text: $text, label: $label }),+]
    };
}
use boards;
