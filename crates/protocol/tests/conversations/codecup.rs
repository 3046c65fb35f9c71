//! Conversations in the protocol of the CodeCup.

use std::time::Duration;

use crate::table::{Conversation, input, malformed_lines, session, slow_session};
use spinney_engine::Session;
use spinney_protocol::codecup::{Options, serve};

/// What is answered, and what is complained about.
fn talk(session: &mut Session, text: &str) -> (String, String) {
    let (mut answers, mut errors) = (Vec::new(), Vec::new());
    serve(session, &Options::default(), input(text), &mut answers, &mut errors).unwrap();
    (String::from_utf8(answers).unwrap(), String::from_utf8(errors).unwrap())
}

#[test]
fn the_starter_moves_and_every_move_is_answered() {
    let mut session = session("mock cells-106 swap-sides");
    let (answers, errors) = talk(&mut session, "Start\n50\n51\r\nQuit\n52\n");
    assert_eq!((answers.as_str(), errors.as_str()), ("1\n2\n3\n", ""));
    assert_eq!(
        session.board().text(),
        "mock cells-106 swap-sides; black 1 2 3; white 50 51; white to move"
    );
}

#[test]
fn the_second_player_answers_the_first_move() {
    assert_eq!(talk(&mut session("mock cells-106 swap-sides"), "43\nQuit\n").0, "1\n");
}

#[test]
fn after_a_swap_the_starter_places_for_the_other_colour() {
    let mut session = session("mock cells-106 swap-sides");
    let (answers, _) = talk(&mut session, "Start\n-1\nQuit\n");
    assert_eq!(answers, "1\n2\n");
    assert_eq!(
        session.board().text(),
        "mock cells-106 swap-sides; black 1; white 2; black to move"
    );
}

#[test]
fn bad_lines_are_named_and_change_nothing() {
    let mut session = session("mock cells-106 swap-sides");
    let (answers, errors) = talk(&mut session, "-1\nStart\nStart\n0\n1\n107\nstart\n\n-2\n7\n-1\n");
    assert_eq!(answers, "1\n2\n");
    assert_eq!(
        errors,
        "line 1: \"-1\": only the first reply of a game can be a swap\n\
         line 3: \"Start\": the game has begun already\n\
         line 4: \"0\": no such cell\n\
         line 5: \"1\": this cell is taken\n\
         line 6: \"107\": no such cell\n\
         line 7: \"start\": neither Start, a cell's number, -1 for a swap nor Quit\n\
         line 9: \"-2\": neither Start, a cell's number, -1 for a swap nor Quit\n\
         line 11: \"-1\": only the first reply of a game can be a swap\n"
    );
    assert_eq!(
        session.board().text(),
        "mock cells-106 swap-sides; black 1 2; white 7; white to move"
    );
}

#[test]
fn a_game_that_is_over_wants_no_answer() {
    let (answers, errors) = talk(&mut session("mock cells-3"), "1\n3\n2\n");
    assert_eq!(answers, "2\n");
    assert_eq!(errors, "line 3: \"2\": the game is over\n");
}

#[test]
fn quitting_does_not_wait_for_the_search() {
    let mut talk = Conversation::with(|input, output| {
        let options = Options { game_time: Duration::from_secs(36_000), ..Options::default() };
        let mut session = slow_session("mock cells-106");
        serve(&mut session, &options, input, output, std::io::sink()).unwrap();
    });
    talk.say("Start");
    std::thread::sleep(Duration::from_millis(150));
    talk.say("Quit");
    assert_eq!(talk.end(), "1\n");
}

#[test]
fn a_million_malformed_lines_are_each_answered_or_reported() {
    let seeds = ["Start", "1", "43", "106", "250", "399", "-1", "12345", "  7 ", ""];
    for game in 0..200 {
        let text = malformed_lines(&seeds, 5000, game);
        let mut session = session("mock cells-400 swap-sides");
        let (answers, errors) = talk(&mut session, &text);
        assert_eq!(answers.lines().count(), session.line.played().len().div_ceil(2), "{text}");
        let wanted = text.lines().filter(|line| !line.trim().is_empty()).count();
        let over = usize::from(session.board().outcome().is_some());
        let given = answers.lines().count() + errors.lines().count();
        assert!((wanted - over..=wanted).contains(&given), "{given} of {wanted}");
    }
}
