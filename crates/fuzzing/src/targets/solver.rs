//! What proof searches write down.

use spinney_connection::Position;
use spinney_engine::proof::{ProofSettings, Prover, check_strategy, prover};
use spinney_search::dfpn::strategy::Strategy;

use super::text;

/// The board of saved tables: small, so that many fit into a short time.
const BOARD: &str = "hex 3x3";
/// Bytes of an entry of a table.
const ENTRY: usize = 24;
/// Bytes of the checksum at its end.
const CHECKSUM: usize = 4;

/// A winning strategy. One that wins is written as it was read.
pub(super) fn strategy(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let checked = check_strategy(text);
    let Ok((start, strategy)) = Strategy::from_text::<Position>(text) else {
        assert!(checked.is_err(), "{text}");
        return false;
    };
    // What does not win may leave anything open, and all of that is too much to write.
    if checked.is_err() {
        return false;
    }
    let written = strategy.text(&start);
    let (same_start, again) = Strategy::from_text::<Position>(&written)
        .unwrap_or_else(|error| panic!("{error}: {text}\nwritten:\n{written}"));
    assert_eq!(again.text(&same_start), written, "{text}");
    assert_eq!(again.winner(), strategy.winner(), "{text}");
    assert_eq!(check_strategy(&written).ok(), checked.ok(), "{text}\nwritten:\n{written}");
    true
}

/// A saved table of proof numbers: as it is, with its checksum put right, and with its entries under
/// a heading of this version and board. Else no more than the heading and the checksum would be
/// tried.
pub(super) fn table(input: &[u8]) -> bool {
    let as_it_is = load(input);
    let content = input.split_last_chunk::<CHECKSUM>().map_or(input, |(content, _)| content);
    let summed = load(&with_checksum(content.to_vec()));
    let end_of_heading = content.windows(2).position(|two| two == b"\n\n").map_or(0, |at| at + 2);
    let entries = content[end_of_heading..].chunks_exact(ENTRY);
    let empty = saved(&*solver());
    let own = String::from_utf8_lossy(&empty);
    let own = own.split_once("entries ").map_or("", |(heading, _)| heading);
    let mut renewed = format!("{own}entries {}\n\n", entries.len()).into_bytes();
    renewed.extend(entries.flatten());
    let renewed = load(&with_checksum(renewed));
    as_it_is || summed || renewed
}

fn with_checksum(mut content: Vec<u8>) -> Vec<u8> {
    content.extend(crc32fast::hash(&content).to_le_bytes());
    content
}

fn load(bytes: &[u8]) -> bool {
    let mut first = solver();
    let before = saved(&*first);
    if first.load(&mut &*bytes).is_err() {
        assert_eq!(saved(&*first), before, "what is refused changes nothing");
        return false;
    }
    let written = saved(&*first);
    let mut second = solver();
    second.load(&mut &*written).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(saved(&*second), written);
    true
}

fn solver() -> Box<dyn Prover> {
    let settings = ProofSettings { memory: 1, ..ProofSettings::default() };
    prover(BOARD, &settings).unwrap_or_else(|error| panic!("{error}"))
}

fn saved(prover: &dyn Prover) -> Vec<u8> {
    let mut bytes = Vec::new();
    prover.save(&mut bytes).unwrap_or_else(|error| panic!("{error}"));
    bytes
}
