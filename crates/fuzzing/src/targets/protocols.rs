//! Conversations: what other programs say, line by line.

use std::io::Cursor;
use std::time::Duration;

use spinney_engine::{Board, Limits, Resources, Session, mock, open_within};
use spinney_protocol::{aei, analysis, codecup, getmove, gtp};

use super::{parts, text};

/// What a player may look at for a move.
const PLAYOUTS: u64 = 8;
/// Megabytes for a player.
const MEMORY: u32 = 4;
/// The largest number that a conversation with a real player may have in it, so that boards are
/// small and nobody thinks for long because a line asks for it.
const LARGEST_NUMBER: u64 = 6;
/// Words that ask for files, or for thinking without end.
const UNWANTED: [&str; 4] = ["loadsgf", "setpositionfile", "none", "1e"];

/// GTP with a player whose answers cost nothing, on its own game.
pub(super) fn gtp(input: &[u8]) -> bool {
    let Some(lines) = wanted_lines(input, |_| true) else { return false };
    let mut session = mock::session("mock 3x3 swap-pieces").unwrap_or_else(|e| panic!("{e}"));
    converse(&mut session, &gtp::Options::default(), lines)
}

/// GTP with a real player, and with all that only some games have.
pub(super) fn gtp_player(input: &[u8]) -> bool {
    let Some(lines) = wanted_lines(input, has_small_numbers) else { return false };
    let settings = gtp::Settings {
        playouts: Some(PLAYOUTS),
        nodes: Some(PLAYOUTS),
        solver_memory: 1,
        ..gtp::Settings::default()
    };
    let options = gtp::Options { settings, ..gtp::Options::default() };
    converse(&mut player("hex/uct", "hex 4x4 swap-pieces"), &options, lines)
}

fn converse(session: &mut Session, options: &gtp::Options, lines: String) -> bool {
    let mut answers = Vec::new();
    gtp::serve(session, options, Cursor::new(lines.clone().into_bytes()), &mut answers)
        .unwrap_or_else(|error| panic!("{error}"));
    let answers = String::from_utf8(answers).unwrap_or_else(|error| panic!("{error}: {lines}"));
    // Every answer begins with its mark and ends with an empty line. (What is drawn meanwhile
    // ends so as well.)
    assert!(answers.is_empty() || answers.ends_with("\n\n"), "{lines}\n{answers}");
    for answer in answers.split("\n\n").filter(|answer| !answer.is_empty()) {
        let answer = answer.trim_start_matches('\n');
        assert!(answer.starts_with(['=', '?', 'g', 'i']), "{answer}\n{lines}");
    }
    stands(session.board());
    !answers.is_empty() && !answers.starts_with('?') && !answers.contains("\n\n?")
}

/// The Arimaa Engine Interface, with a player that moves at random.
pub(super) fn aei(input: &[u8]) -> bool {
    let Some(lines) = wanted_lines(input, |_| true) else { return false };
    let mut session = player("arimaa/random", "arimaa");
    let options = aei::Options { limits: Some(Limits::playouts(1)), ..aei::Options::default() };
    let mut said = Vec::new();
    aei::serve(&mut session, &options, Cursor::new(lines.clone().into_bytes()), &mut said)
        .unwrap_or_else(|error| panic!("{error}"));
    let said = String::from_utf8(said).unwrap_or_else(|error| panic!("{error}: {lines}"));
    let errors = said.lines().filter(|line| line.starts_with("log Error: ")).count();
    assert!(errors <= 1, "an error ends the conversation: {lines}\n{said}");
    stands(session.board());
    errors == 0 && !said.is_empty()
}

/// A game of the CodeCup, with a player whose answers cost nothing.
pub(super) fn codecup(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let mut session = mock::session("mock cells-106 swap-sides").unwrap_or_else(|e| panic!("{e}"));
    let options = codecup::Options { game_time: Duration::from_secs(2), ..Default::default() };
    let (mut moves, mut errors) = (Vec::new(), Vec::new());
    let lines = Cursor::new(text.as_bytes().to_vec());
    codecup::serve(&mut session, &options, lines, &mut moves, &mut errors)
        .unwrap_or_else(|error| panic!("{error}"));
    let moves = String::from_utf8(moves).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(moves.lines().all(|line| line.parse::<i32>().is_ok()), "{text}\n{moves}");
    stands(session.board());
    errors.is_empty() && !moves.is_empty()
}

/// The files of `getMove`, with a player that moves at random.
pub(super) fn getmove(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let mut session = player("arimaa/random", "arimaa");
    let answer = getmove::answer(&mut session, &parts(text), Some(Limits::playouts(1)));
    stands(session.board());
    answer.is_ok_and(|turn| !turn.is_empty())
}

/// Queries in JSON. Whatever goes on at the end is cancelled.
pub(super) fn analysis(input: &[u8]) -> bool {
    const CANCEL: &str = "{\"id\": \"the end\", \"action\": \"cancel\"}\n";
    let Some(lines) = wanted_lines(input, has_small_numbers) else { return false };
    let limits = Some(Limits::playouts(PLAYOUTS));
    let options = analysis::Options { memory: 16, limits, ..analysis::Options::default() };
    let (all, mut answers) = (format!("{lines}\n{CANCEL}"), Vec::new());
    analysis::serve(&options, Cursor::new(all.into_bytes()), &mut answers, || true)
        .unwrap_or_else(|error| panic!("{error}"));
    let answers = String::from_utf8(answers).unwrap_or_else(|error| panic!("{error}: {lines}"));
    assert!(answers.lines().all(|line| line.starts_with("{\"type\":\"")), "{lines}\n{answers}");
    // Every line has an answer, and so has the last one.
    let said = lines.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(answers.lines().count() > said, "{lines}\n{answers}");
    said > 0 && !answers.contains("{\"type\":\"error\"")
}

/// The lines of a conversation, without those that ask for files and those that are not wanted.
fn wanted_lines(input: &[u8], is_wanted: fn(&str) -> bool) -> Option<String> {
    let is_harmless = |line: &str| {
        let line = line.to_ascii_lowercase();
        !UNWANTED.iter().any(|word| line.contains(word))
    };
    let lines = text(input)?.split_inclusive('\n');
    Some(lines.filter(|line| is_harmless(line) && is_wanted(line)).collect())
}

fn has_small_numbers(line: &str) -> bool {
    let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    numbers.map(str::parse).all(|number| number.is_ok_and(|number: u64| number <= LARGEST_NUMBER))
}

fn player(preset: &str, position: &str) -> Session {
    let resources = Resources { memory: Some(MEMORY), ..Resources::default() };
    open_within(preset, Some(position), &[], &resources).unwrap_or_else(|error| panic!("{error}"))
}

/// Whatever was said, the session stands at a position.
fn stands(board: &Board) {
    let again = board.another(&board.text()).unwrap_or_else(|error| panic!("{error}: {board:?}"));
    assert_eq!(again.text(), board.text());
}
