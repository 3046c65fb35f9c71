//! One random game a start, kept as a snapshot: what the rules of every game say, move by move.
//!
//! After a change that is meant, `INSTA_UPDATE=always cargo test -p spinney-engine --test
//! playthroughs` writes the snapshots anew.

use std::fmt::Write as _;

use spinney_engine::{GameEntry, games};
use spinney_game::{Actor, Game, Player, RandomPlayout, Rng};

/// Boards so small that swaps and early wins happen.
const SMALL: [&str; 4] =
    ["hex 3x3 swap-pieces", "y 3 swap-sides", "y bent-27", "polyy 3,3 swap-sides"];
/// In how many places a game is looked at, besides its start.
const PLACES: usize = 8;
/// Moves on a line.
const LINE: usize = 12;

/// The usual start of a game, two others that it offers and its small boards.
fn starts(game: &GameEntry) -> Vec<&'static str> {
    let is_own = |start: &&str| start.split(' ').next() == Some(game.name);
    let offered = game.setups.iter().take(2).copied();
    [game.default_position]
        .into_iter()
        .chain(offered)
        .chain(SMALL.into_iter().filter(is_own))
        .collect()
}

/// The random game from a start of any game that there is.
fn playthrough(game: &str, start: &str) -> Option<String> {
    // A game with positions of another type needs a line here, and nothing else.
    of_type::<spinney_connection::Position>(game, start)
        .or_else(|| of_type::<spinney_arimaa::Position>(game, start))
        .or_else(|| of_type::<spinney_tantrix::Position>(game, start))
}

fn of_type<G: Game>(game: &str, start: &str) -> Option<String> {
    let start = G::from_text(start).ok().filter(|position| position.name() == game)?;
    let mut positions = vec![start];
    let mut moves = Vec::new();
    let (mut playout, mut rng) = (RandomPlayout::default(), Rng::new(1, 0));
    while let Some(m) = playout.pick(&positions[moves.len()], &mut rng) {
        let mut next = positions[moves.len()].clone();
        moves.push(next.move_text(m));
        next.play(m);
        positions.push(next);
    }
    let mut text = String::new();
    let mut shown = 0;
    for place in 0..=PLACES {
        let at = moves.len() * place / PLACES;
        for line in moves[shown..at].chunks(LINE) {
            writeln!(text, "    {}", line.join(" ")).unwrap();
        }
        shown = at;
        describe(&mut text, at, &positions[at]);
    }
    Some(text)
}

fn describe<G: Game>(text: &mut String, at: usize, position: &G) {
    let actor = match position.actor() {
        Actor::Player(player) => format!("{} to move", position.side_name(player)),
        Actor::Chance => "chance to move".to_owned(),
        Actor::Nobody => {
            let rewards = position.rewards().expect("a game that is over has rewards");
            let players = (0..position.players()).map(|i| Player(i as u8));
            let of = |p: Player| format!("{} {}", position.side_name(p), rewards[p]);
            format!("over, {}", players.map(of).collect::<Vec<_>>().join(", "))
        }
    };
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let (count, hash) = (moves.len(), position.hash());
    writeln!(text, "{}\n  after {at}: {count} moves, {actor}, hash {hash:016x}", position.text())
        .unwrap();
}

#[test]
fn games_go_as_they_went() {
    for game in games() {
        let mut text = String::new();
        for start in starts(game) {
            let played = playthrough(game.name, start);
            text += &played.unwrap_or_else(|| panic!("{start} needs a line in playthrough"));
            text += "\n";
        }
        insta::assert_snapshot!(game.name, text);
    }
}
