//! `spinney games`: what can be played.

use std::fmt::Write;

use clap::Args;

use crate::output;

/// List the games, their boards, and how their moves are written
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  spinney games
  spinney play y --size bent-93")]
pub(crate) struct Arguments {}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut text = String::new();
        for (i, game) in spinney_engine::games().iter().enumerate() {
            let gap = if i > 0 { "\n" } else { "" };
            let presets: Vec<_> = game.presets.iter().map(|preset| preset.name).collect();
            writeln!(text, "{gap}{} ({})", game.title, game.name)?;
            writeln!(text, "  {}.", game.about)?;
            let boards: Vec<_> = game.setups().collect();
            writeln!(text, "  boards   {}; {}", game.default_position, boards.join("; "))?;
            writeln!(text, "  moves    {}", game.notation)?;
            writeln!(text, "  records  {}", game.record_formats.join(", "))?;
            writeln!(text, "  presets  {}", presets.join(", "))?;
        }
        Ok(output::print(&text)?)
    }
}
