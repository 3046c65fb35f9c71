use super::*;
use spinney_game::{Actor, Game, Player, RandomPlayout};

fn settings() -> [PlayoutSettings; 3] {
    let all =
        PlayoutSettings { bridges: true, edge_bridges: true, reply_rate: 0.7, threats: u32::MAX };
    [PlayoutSettings::uniform(), PlayoutSettings::default(), all]
}

/// A position after some random moves.
fn after(text: &str, moves: usize, rng: &mut Rng) -> Position {
    let mut position = Position::from_text(text).unwrap();
    let mut random = RandomPlayout::default();
    for _ in 0..moves {
        let Some(m) = random.pick(&position, rng) else { break };
        position.play(m);
    }
    position
}

/// Played by the rules, the stones of every playout end as it says, and not a stone earlier.
#[test]
fn a_playout_ends_as_the_rules_say() {
    let mut rng = Rng::new(3, 0);
    let mut draws = 0;
    for side in 3..=10 {
        let text = format!("havannah {side}");
        for settings in settings() {
            let start = Position::from_text(&text).unwrap();
            let mut playout = RandomGame::new(start.board(), &settings);
            for game in 0..200 {
                let mut position = after(&text, game % 9, &mut rng);
                let mut trace = Trace::new(2, position.move_codes());
                let rewards = playout.run(&position, &mut rng, &mut trace);
                if position.actor() == Actor::Nobody {
                    assert_eq!(Some(rewards), position.rewards());
                    continue;
                }
                let marked = |player| {
                    trace
                        .player(player)
                        .iter()
                        .map(|word| word.count_ones() as usize)
                        .sum::<usize>()
                };
                let laid = marked(Player::FIRST) + marked(Player::SECOND);
                for (i, &cell) in playout.played[..laid].iter().enumerate() {
                    assert_eq!(position.rewards(), None, "after {i} of {laid}");
                    let Actor::Player(mover) = position.actor() else { panic!("over") };
                    let marks = trace.player(mover)[usize::from(cell) / 64];
                    assert_eq!(marks >> (cell % 64) & 1, 1);
                    position.play(crate::Action(cell));
                }
                assert_eq!(position.rewards(), Some(rewards), "{position:?}");
                draws += usize::from(rewards.winner().is_none());
            }
        }
    }
    assert!(draws > 0);
}

#[test]
fn many_are_as_one_by_one() {
    for settings in settings() {
        let position = after("havannah 5", 7, &mut Rng::new(2, 0));
        let mut playout = RandomGame::new(position.board(), &settings);
        let mut trace = Trace::new(2, position.move_codes());
        let (mut alone, mut together) = (Vec::new(), Vec::new());
        let mut rng = Rng::new(11, 0);
        for _ in 0..20 {
            trace.clear();
            let rewards = playout.run(&position, &mut rng, &mut trace);
            alone.push((rewards, trace.player(Player::FIRST).to_vec()));
        }
        let mut rng = Rng::new(11, 0);
        playout.run_many(&position, 20, &mut rng, &mut trace, |&rewards, trace| {
            together.push((rewards, trace.player(Player::FIRST).to_vec()));
        });
        assert_eq!(alone, together);
    }
}

/// Uniform playouts are worth what random moves by the rules are, within what chance does.
#[test]
fn uniform_playouts_are_uniform() {
    let start = Position::from_text("havannah 4; black d4 b2; white c1; white to move").unwrap();
    let mut quick = RandomGame::new(start.board(), &PlayoutSettings::uniform());
    let mut plain = RandomPlayout::default();
    let mut rng = Rng::new(5, 0);
    let mut trace = Trace::unwanted();
    let games = 40_000;
    let mut share = |playout: &mut dyn FnMut(&mut Rng, &mut Trace) -> Rewards| {
        let won =
            (0..games).filter(|_| playout(&mut rng, &mut trace).winner() == Some(Player::FIRST));
        won.count() as f64 / f64::from(games)
    };
    let quick = share(&mut |rng, trace| quick.run(&start, rng, trace));
    let plain = share(&mut |rng, trace| plain.run(&start, rng, trace));
    assert!((quick - plain).abs() < 0.015, "{quick} {plain}");
}

/// Whoever can win beside the last stone does, and keeps the opponent from it.
#[test]
fn threats_are_seen() {
    let settings = PlayoutSettings { threats: u32::MAX, ..PlayoutSettings::uniform() };
    // White has just played b5; Black's c1 made three of four on the top edge.
    let mut position = Position::from_text("havannah 4; black b1 a1; white g7 f7").unwrap();
    for text in ["c1", "b5"] {
        position.play(position.parse_move(text).unwrap());
    }
    // From here on Black wins on d1, unless White is on the move.
    let mut playout = RandomGame::new(position.board(), &settings);
    let mut rng = Rng::new(9, 0);
    let mut trace = Trace::new(2, position.move_codes());
    let wins = playout.compiled.threat::<BLACK, WHITE>(
        &{
            let mut stones = Stones::default();
            stones.set_up(&playout.compiled.links, &position);
            stones
        },
        [position.last_move().map(|c| c.0), position.topology().find_cell("c1").ok().map(|c| c.0)],
    );
    assert_eq!(wins.map(spinney_board::Cell), position.topology().find_cell("d1").ok());
    let rewards = playout.run(&position, &mut rng, &mut trace);
    assert!(rewards.winner().is_some());
}

/// White intrudes into the bridge from c3 to d5 with the last move before the playout: its first
/// stone answers.
#[test]
fn a_bridge_is_kept() {
    let mut position = Position::from_text("havannah 5; black c3; white i9").unwrap();
    for text in ["d5", "c4"] {
        position.play(position.parse_move(text).unwrap());
    }
    let mut playout = RandomGame::new(position.board(), &PlayoutSettings::default());
    let answer = position.topology().find_cell("d4").unwrap();
    let mut rng = Rng::new(9, 0);
    for _ in 0..50 {
        playout.run(&position, &mut rng, &mut Trace::unwanted());
        assert_eq!(playout.played[0], answer.0);
    }
}
