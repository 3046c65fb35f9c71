//! What strangers send, straight to those who read it: for whoever tries what no page would say.
//!
//! Each function takes anything at all, panics where a promise is broken, and says whether it was
//! understood. There is no server behind it, so that millions of inputs are a matter of minutes.

use spinney_engine::Board;

use crate::kept::{KeptGame, Seat};
use crate::message::Request;
use crate::offer::{Conversion, NewGame};
use crate::table::Table;

/// The longest refusal: it goes to whoever sent nonsense, and need not repeat all of it.
const LONGEST_REFUSAL: usize = 1_000;

/// Messages of a page at a table where a game starts from that position.
pub fn messages<'m>(start: &str, messages: impl Iterator<Item = &'m str>) -> bool {
    let Ok(start) = Board::from_text(start) else { return false };
    let seats = vec![Seat::Person; start.sides().len()];
    let game = KeptGame::new("fuzz".into(), start.game(), start.text(), seats);
    let Ok(mut table) = Table::new(game) else { return false };
    let mut granted = false;
    for message in messages {
        granted |= hear(&mut table, message);
    }
    is_kept(&table);
    granted
}

/// One message at a table: whether it is granted. One that is not changes nothing.
pub(crate) fn hear(table: &mut Table, message: &str) -> bool {
    let Ok(Request { command, .. }) = serde_json::from_str(message) else { return false };
    let before = table.game.to_json();
    let answer = table.carry_out(command);
    if let Err(refusal) = &answer {
        assert_eq!(table.game.to_json(), before, "{message}: {refusal}");
        assert!(refusal.to_string().chars().count() < LONGEST_REFUSAL, "{refusal}");
    }
    table.take_news();
    answer.is_ok()
}

/// Whatever has become of a game, it can be kept and set up again.
pub(crate) fn is_kept(table: &Table) {
    let json = table.game.to_json();
    let again = KeptGame::from_json(&json).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(again.to_json(), json);
    Table::new(again).unwrap_or_else(|refusal| panic!("{refusal}"));
}

/// The file of a game.
pub fn kept_game(json: &[u8]) -> bool {
    let Ok(game) = KeptGame::from_json(json) else { return false };
    let written = game.to_json();
    let again = KeptGame::from_json(&written).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(again.to_json(), written);
    let Ok(table) = Table::new(game) else { return false };
    is_kept(&table);
    table.snapshot().is_ok()
}

/// The body of a request for a new game.
pub fn new_game(body: &[u8]) -> bool {
    let Ok(wanted) = serde_json::from_slice::<NewGame>(body) else { return false };
    let Ok(game) = wanted.into_game("fuzz".into()) else { return false };
    let Ok(table) = Table::new(game) else { return false };
    is_kept(&table);
    true
}

/// The body of a request to write a record in another format.
pub fn conversion(body: &[u8]) -> bool {
    let Ok(wanted) = serde_json::from_slice::<Conversion>(body) else { return false };
    let Ok(record) = wanted.convert() else { return false };
    // What was written is a record, and the same whenever it is written again.
    let Conversion { game, format, .. } = wanted;
    let again = Conversion { record, game, format };
    let written = again.convert().unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(written, again.record);
    true
}
