//! Records of games, in every format that a game has.

use spinney_engine::record::Record;
use spinney_engine::{Line, boards, game, read_record, read_record_within, write_record};

use super::text;

/// No server reads a record of more nodes; the smaller limit is never the larger one's surprise.
const MOST_NODES: usize = 100;

/// A record of that game.
pub(super) fn read_and_write(name: &str, input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let Ok(record) = read_record(text, Some(name)) else { return false };
    let within = read_record_within(text, Some(name), MOST_NODES);
    assert_eq!(within.is_ok(), record.tree.len() <= MOST_NODES, "{text}");
    check(&record, text);
    true
}

/// A record of whatever game it may be.
pub(super) fn guess(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let Ok(record) = read_record(text, None) else { return false };
    check(&record, text);
    true
}

fn check(record: &Record, text: &str) {
    let game = game(&record.game).unwrap_or_else(|error| panic!("{error}: {text}"));
    let played = boards(record).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(played.len(), record.tree.main_line().count(), "{text}");
    // A game need not go on from where it stands, but trying to does no harm.
    let _ = Line::of_record(record, None);
    for (rank, format) in game.record_formats.iter().enumerate() {
        // Some formats cannot say all that others can.
        let Ok(written) = write_record(record, format) else {
            assert!(rank > 0, "the usual format says everything: {text}");
            continue;
        };
        let told = |problem: &dyn std::fmt::Display| -> ! {
            panic!("{problem}\nread:\n{text}\nwritten as {format}:\n{written}")
        };
        let again = read_record(&written, Some(game.name)).unwrap_or_else(|error| told(&error));
        let twice = write_record(&again, format).unwrap_or_else(|error| told(&error));
        if twice != written {
            told(&format_args!("written again:\n{twice}"));
        }
        if rank == 0 {
            let end = boards(&again).unwrap_or_else(|error| told(&error)).pop();
            if end != played.last().cloned() {
                told(&format_args!("it ends at {end:?}, not at {:?}", played.last()));
            }
        }
    }
}
