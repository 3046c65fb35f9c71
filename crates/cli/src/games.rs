//! `spinney games`: what can be played.

use std::fmt::Write;

use clap::Args;
use spinney_engine::GameEntry;
use spinney_engine::capabilities::Capabilities;

use crate::output;

/// List the games, their boards, and how their moves are written
#[derive(Args)]
#[command(after_long_help = include_str!("help/games.txt"))]
pub(crate) struct Arguments {}

/// The game that is meant where nobody names one.
pub(crate) fn usual() -> &'static GameEntry {
    &spinney_engine::games()[0]
}

/// Every game's name, as people type it.
pub(crate) fn names(between: &str) -> String {
    spinney_engine::games().iter().map(|game| game.name).collect::<Vec<_>>().join(between)
}

/// The titles of some games, as a sentence has them: `A, B and C`.
pub(crate) fn titles(which: impl Fn(&GameEntry) -> bool) -> String {
    let games = spinney_engine::games().iter().filter(|game| which(game));
    let titles: Vec<_> = games.map(|game| game.title).collect();
    match titles.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => titles.concat(),
    }
}

/// The commands that not every game has, but this one does.
fn extra_commands(game: &GameEntry) -> Vec<&'static str> {
    let Capabilities { proofs, explanations, turns, .. } = &game.capabilities;
    let commands = [
        (explanations.is_some(), "explain"),
        (proofs.is_some(), "solve"),
        (turns.is_some(), "engine --protocol aei"),
        (turns.is_some(), "engine --protocol getmove"),
    ];
    commands.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect()
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut text = String::new();
        for (i, game) in spinney_engine::games().iter().enumerate() {
            let gap = if i > 0 { "\n" } else { "" };
            writeln!(text, "{gap}{} ({})", game.title, game.name)?;
            writeln!(text, "  {}.", game.about)?;
            let boards: Vec<_> = game.setups().collect();
            let boards = format!("{}; {}", game.default_position, boards.join("; "));
            for (what, words, separator) in [
                ("boards", boards, "; "),
                ("moves", game.notation.to_owned(), " "),
                ("records", game.record_formats.join(", "), ", "),
                ("presets", game.preset_names().join(", "), ", "),
                ("also", extra_commands(game).join(", "), ", "),
            ] {
                if !words.is_empty() {
                    text += &output::hanging(&format!("  {what:9}"), &words, separator);
                }
            }
        }
        Ok(output::print(&text)?)
    }
}
