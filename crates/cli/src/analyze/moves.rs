//! What is said of the moves of a game.

use std::ops::RangeInclusive;

use serde::Serialize;
use spinney_engine::analysis::MoveAnalysis;
use spinney_engine::record::Record;

use super::{beginning, percent, print_heading};
use crate::output;

/// A move that gives away this much of the win rate is a mistake, and a blunder.
const MISTAKE: f32 = 0.1;
const BLUNDER: f32 = 0.25;

/// Some numbers of moves, as an argument: `10-20`, `10-`, `-20` or `12`.
pub(super) fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |part: &str, otherwise| match part.trim() {
        "" => Ok(otherwise),
        part => part.parse().map_err(|_| "write it as 10-20, 10-, -20 or 12".to_owned()),
    };
    let (first, last) = (number(first, 1)?, number(last, usize::MAX)?);
    if text.trim().is_empty() || text.trim() == "-" || first < 1 || first > last {
        return Err("give the first and the last move, such as 10-20".to_owned());
    }
    Ok(first..=last)
}

/// A move as one object, with the record that it is of where there are several.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<&'a str>,
    #[serde(flatten)]
    judged: &'a MoveAnalysis,
}

pub(super) fn print_json(heading: Option<&str>, judged: &MoveAnalysis) -> anyhow::Result<()> {
    output::print_json(&Row { record: heading, judged })
}

pub(super) fn print_table(
    heading: Option<&str>,
    record: &Record,
    judged: &[MoveAnalysis],
) -> anyhow::Result<()> {
    print_heading(heading, &record.players.join(" - "))?;
    let headings =
        ["", "side", "move", "win rate", "best", "its rate", "loss", "", "expected play"];
    let numbers = [true, false, false, true, false, true, true, false, false];
    let mut table = output::table(headings, numbers);
    for m in judged {
        let is_best = m.best == m.played;
        table.add_row([
            m.label.clone(),
            m.side.to_owned(),
            m.played.clone(),
            percent(m.win_rate_played),
            if is_best { "=".to_owned() } else { m.best.clone() },
            percent(m.win_rate_best),
            if is_best { "-".to_owned() } else { percent(m.loss) },
            verdict(m).unwrap_or_default().to_owned(),
            beginning(&m.best_line),
        ]);
    }
    Ok(output::print_table(&table)?)
}

/// How people mark a bad move.
pub(super) fn verdict(judged: &MoveAnalysis) -> Option<&'static str> {
    match judged.loss {
        loss if loss >= BLUNDER => Some("??"),
        loss if loss >= MISTAKE => Some("?"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_moves_are_read_as_people_write_them() {
        assert_eq!(range("10-20"), Ok(10..=20));
        assert_eq!(range("10-"), Ok(10..=usize::MAX));
        assert_eq!(range("-20"), Ok(1..=20));
        assert_eq!(range("12"), Ok(12..=12));
        for wrong in ["", "-", "0-3", "5-4", "a-b", "1-2-3"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
