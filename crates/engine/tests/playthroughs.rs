//! One random game a start, kept as a snapshot: what the rules of every game say, move by move.
//!
//! After a change that is meant, `INSTA_UPDATE=always cargo test -p spinney-engine --test
//! playthroughs` writes the snapshots anew.

use std::fmt::Write as _;

use spinney_engine::{Board, GameEntry, Line, Rng, games};

/// Boards besides each game's usual one: others that are played on, and some so small that swaps and
/// early wins happen. A new game has its usual board without a line here.
const OTHERS: [&str; 15] = [
    "hex 5x5",
    "hex 13x13 swap-pieces",
    "hex 3x3 swap-pieces",
    "y 10",
    "y 13 swap-sides",
    "y 3 swap-sides",
    "y bent-27",
    "polyy 5,5",
    "polyy 7,5 swap-sides",
    "polyy 3,3 swap-sides",
    "havannah 3 swap-sides",
    "havannah 5",
    "tantrix yellow green",
    "tantrix red yellow blue",
    "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
];
/// In how many places a game is looked at, besides its start.
const PLACES: usize = 8;
/// Moves on a line.
const LINE: usize = 12;

/// The usual start of a game, and others.
fn starts(game: &GameEntry) -> Vec<&'static str> {
    let is_own = |start: &&str| start.split(' ').next() == Some(game.name);
    [game.default_position].into_iter().chain(OTHERS.into_iter().filter(is_own)).collect()
}

/// A random game from a start.
fn playthrough(start: &str) -> String {
    let mut line = Line::new(Board::from_text(start).unwrap());
    let mut rng = Rng::new(1, 0);
    while line.board().outcome().is_none() {
        if line.board().is_chance() {
            line.roll(&mut rng).unwrap();
            continue;
        }
        let moves = line.board().legal_moves();
        let text = &moves[rng.below(moves.len() as u32) as usize];
        line.play(None, text).unwrap();
    }
    let moves: Vec<_> = line.played().map(|played| played.text.as_str()).collect();
    let boards: Vec<_> =
        line.steps().iter().map(|(before, _)| before).chain([line.board()]).collect();
    let mut text = String::new();
    let mut shown = 0;
    for place in 0..=PLACES {
        let at = moves.len() * place / PLACES;
        for line in moves[shown..at].chunks(LINE) {
            writeln!(text, "    {}", line.join(" ")).unwrap();
        }
        shown = at;
        describe(&mut text, at, boards[at]);
    }
    text
}

fn describe(text: &mut String, at: usize, board: &Board) {
    let actor = match (board.to_move(), board.outcome()) {
        (Some(side), _) => format!("{side} to move"),
        (None, None) => "chance to move".to_owned(),
        (None, Some(outcome)) => {
            let sides = board.sides().into_iter().zip(outcome.rewards);
            let rewards: Vec<_> = sides.map(|(side, reward)| format!("{side} {reward}")).collect();
            format!("over, {}", rewards.join(", "))
        }
    };
    let (count, hash) = (board.legal_moves().len(), board.hash());
    writeln!(text, "{}\n  after {at}: {count} moves, {actor}, hash {hash:016x}", board.text())
        .unwrap();
}

#[test]
fn games_go_as_they_went() {
    for game in games() {
        let mut text = String::new();
        for start in starts(game) {
            text += &playthrough(start);
            text += "\n";
        }
        insta::assert_snapshot!(game.name, text);
    }
}
