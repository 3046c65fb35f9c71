//! Whatever is said at a table: it is granted, or refused and nothing has changed.

use serde_json::json;
use spinney_engine::{Board, Rng};
use spinney_game::conformance::thorough;

use crate::fuzzing::{hear, is_kept};
use crate::kept::{KeptGame, Seat};
use crate::table::Table;

const MESSAGES: usize = 15_000;
/// A table is laid anew after so many, lest one game become all there is to see.
const ROUND: usize = 300;

const POSITIONS: [&str; 5] =
    ["hex 4x4 swap-pieces", "y 5 swap-sides", "polyy 5,3", "arimaa", "tantrix red blue"];

/// Moves that are none, and some that may be.
const WORDS: [&str; 9] = ["a1", "B2", "7", "swap-pieces", "swap-sides", "", "z99", "💥", "hex/uct"];

/// A message that may make sense.
fn message(rng: &mut Rng, table: &Table) -> String {
    let node = rng.below(table.game.tree.len() as u32 + 2);
    let legal = table.view(node).map(|view| view.legal).unwrap_or_default();
    let text = match rng.choose(&legal) {
        Some(legal) if rng.below(3) > 0 => legal.as_str(),
        _ => rng.choose(&WORDS).unwrap(),
    };
    let seat = match rng.below(4) {
        0 => json!({"kind": "engine", "preset": "hex/best", "level": rng.below(8)}),
        1 => json!({"kind": "engine", "preset": text, "level": 1}),
        _ => json!({"kind": "person"}),
    };
    // Comments that are too long are told apart as well as many of them would be.
    let times = if rng.below(20) == 0 { 8_000 } else { rng.below(9) as usize };
    let message = match rng.below(40) {
        0..24 => json!({"do": "play", "node": node, "move": text}),
        24 | 25 => json!({"do": "undo"}),
        26 | 27 => json!({"do": "redo"}),
        28 => json!({"do": "resign", "node": text}),
        29..33 => json!({"do": "continue", "node": node}),
        33 => {
            json!({"do": "comment", "node": node, "text": text.repeat(times)})
        }
        34 => json!({"do": "remove", "node": node}),
        35 => json!({"do": "promote", "node": node}),
        36 => json!({"do": "seats", "seats": vec![seat; rng.below(4) as usize]}),
        37 => json!({"do": "review", "node": node, "seconds": rng.unit() * 70.0}),
        38 => json!({"do": "explain", "node": node}),
        _ => json!({"do": "position", "node": node, "id": rng.bits()}),
    };
    message.to_string()
}

/// The same message, perhaps damaged on its way.
fn mangled(rng: &mut Rng, message: String) -> String {
    let mut letters: Vec<char> = message.chars().collect();
    for _ in 0..rng.below(6).saturating_sub(3) {
        let at = rng.below(letters.len().max(1) as u32) as usize;
        match rng.below(4) {
            0 => letters.truncate(at),
            1 => letters
                .insert(at, *rng.choose(&['{', '"', '9', '-', '\u{0}', '💥', ']', ',']).unwrap()),
            2 if at < letters.len() => drop(letters.remove(at)),
            _ if at < letters.len() => letters[at] = char::from(rng.below(128) as u8),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

#[test]
fn a_refused_message_changes_nothing() {
    let mut rng = Rng::new(8, 0);
    let (mut granted, mut refused) = (0, 0);
    for _ in 0..MESSAGES * thorough() / ROUND {
        let position = *rng.choose(&POSITIONS).unwrap();
        let start = Board::from_text(position).unwrap();
        let seats = vec![Seat::Person; 2];
        let game = KeptGame::new("fuzz".into(), start.game(), start.text(), seats);
        let mut table = Table::new(game).unwrap();
        for _ in 0..ROUND {
            let message = message(&mut rng, &table);
            let message = mangled(&mut rng, message);
            *if hear(&mut table, &message) { &mut granted } else { &mut refused } += 1;
        }
        is_kept(&table);
    }
    assert!(
        granted > refused / 10 && refused > granted / 10,
        "{granted} granted, {refused} refused"
    );
}
