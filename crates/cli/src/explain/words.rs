//! An explanation in words.

use std::fmt::Write;

use spinney_engine::connections::{Connection, Strength};
use spinney_engine::explanation::{
    Explanation, FillIn, FillInCause, Ground, InferiorMove, Inferiority, Mark, SideKnowledge,
};

use super::spelled;

/// The letters on the board.
pub(super) fn legend(marks: &[Mark]) -> String {
    let mut text = String::new();
    section(&mut text, "marks", [marks.iter().map(spelled).collect::<Vec<_>>().join("   ")]);
    text
}

/// Everything that is known, in words.
pub(super) fn verdicts(told: &Explanation, sides: &[&str]) -> String {
    let mut text = String::new();
    section(&mut text, "winner", verdict(told));
    let filled_in = |is_meant: &dyn Fn(&FillIn) -> bool| {
        let cells = told.fill_in.iter().filter(|known| is_meant(known));
        cells.map(|known| known.cell.as_str()).collect::<Vec<_>>().join(" ")
    };
    section(&mut text, "dead", [filled_in(&|known| known.cause == FillInCause::Dead)]);
    for side in sides {
        let of_side =
            filled_in(&|known| known.cause == FillInCause::Captured && known.side == *side);
        section(&mut text, &format!("{side} owns"), [of_side]);
    }
    section(&mut text, "left out", told.inferior.iter().map(reason));
    if let Some(cells) = &told.mustplay {
        let cells = if cells.is_empty() { "none".to_owned() } else { cells.join(" ") };
        section(&mut text, "mustplay", [cells]);
    }
    section(&mut text, "moves", [told.moves.join(" ")]);
    for known in &told.sides {
        section(&mut text, &format!("{} wins", known.side), known.winning.iter().map(carrier));
        section(&mut text, &format!("{} joins", known.side), links(known));
        section(
            &mut text,
            &format!("{} parts", known.side),
            known.parts.iter().map(|p| p.join(" ")),
        );
    }
    text
}

/// Lines under a heading at their side; nothing if there are none.
fn section(text: &mut String, heading: &str, lines: impl IntoIterator<Item = String>) {
    let mut heading = heading;
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        writeln!(text, "{heading:12} {line}").expect("a String takes all");
        heading = "";
    }
}

fn verdict(told: &Explanation) -> Option<String> {
    if let Some(note) = told.note {
        return Some(format!("not decided; what follows holds {note}"));
    }
    let (Some(winner), Some(ground)) = (told.winner, told.ground) else {
        return Some("not decided without search".to_owned());
    };
    Some(match ground {
        Ground::GameOver => format!("{winner}, the game is over"),
        Ground::FillIn => format!("{winner}: stones on dead and captured cells win"),
        Ground::Connection if told.to_move == Some(winner) => {
            format!("{winner}, who is to move and has a winning connection")
        }
        Ground::Connection => format!("{winner}, whose connection cannot be broken"),
        Ground::NoMoves => format!("{winner}: no move is left that could stop it"),
    })
}

fn reason(inferior: &InferiorMove) -> String {
    let InferiorMove { cell, by, carrier, .. } = inferior;
    let besides = match &carrier[..] {
        [] => String::new(),
        cells => format!(" (with {})", cells.join(" ")),
    };
    match inferior.reason {
        Inferiority::Vulnerable => format!("{cell}: vulnerable, a reply on {by} kills it"),
        Inferiority::CapturedReversible => {
            format!("{cell}: captured-reversible, a reply on {by} captures it{besides}")
        }
        Inferiority::FillInDominated => format!("{cell}: dominated, {by} captures it{besides}"),
        Inferiority::PathDominated => format!("{cell}: dominated, {by} joins all that it joins"),
    }
}

fn links(known: &SideKnowledge) -> impl Iterator<Item = String> {
    known.connections.iter().enumerate().map(|(i, link)| {
        let [a, b] = &link.ends;
        format!("{}. {a} - {b}: {}", i + 1, carrier(&link.connection))
    })
}

fn carrier(connection: &Connection) -> String {
    let cells = connection.carrier.join(" ");
    match (connection.strength, &connection.key) {
        (Strength::Semi, Some(key)) => format!("moving first at {key}, within {cells}"),
        _ => format!("whoever moves, within {cells}"),
    }
}
