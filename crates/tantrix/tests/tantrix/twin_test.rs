//! The fast rules and the slow ones agree.

use std::collections::BTreeSet;

use spinney_game::conformance::thorough;
use spinney_game::{Actor, Game, Player, RandomPlayout, Rng};
use spinney_tantrix::{Action, Colour, Position};

use crate::twin::{Lay, Next, Twin};

/// What some random games were like.
#[derive(Default, Debug)]
struct Figures {
    games: f64,
    deadlocks: f64,
    free: [f64; 2],
    free_options: [f64; 2],
    forced: f64,
    forced_options: f64,
    scores: f64,
    margins: f64,
    ties: f64,
}

/// Plays one random game with both and compares everything on the way.
fn compare(start: &Position, rng: &mut Rng, figures: &mut Figures) {
    let mut position = start.clone();
    let mut twin = Twin::new(position.players());
    let mut pick = RandomPlayout::default();
    let mut moves = Vec::new();
    loop {
        let text = position.text();
        assert_eq!(position.laid().len(), twin.tiles.len());
        let next = twin.next;
        match (position.actor(), next) {
            (Actor::Chance, Next::Draw { player }) => {
                assert_eq!(position.drawing(), Some(Player(player as u8)), "{text}");
            }
            (Actor::Player(player), Next::Fill | Next::Free) => {
                assert_eq!((player.index(), position.must_fill()), (twin.turn, next == Next::Fill));
                moves.clear();
                position.moves(&mut moves);
                let lays: BTreeSet<Lay> = moves.iter().map(|&m| lay(m)).collect();
                assert_eq!(lays, twin.legal(), "{text}");
                let endgame = usize::from(twin.bag.is_empty());
                if next == Next::Free && twin.tiles.is_empty() {
                    // Which tile is laid first is not counted as a free move.
                } else if next == Next::Free {
                    figures.free[endgame] += 1.0;
                    figures.free_options[endgame] += lays.len() as f64;
                } else {
                    figures.forced += 1.0;
                    figures.forced_options += lays.len() as f64;
                }
            }
            (Actor::Nobody, Next::End { deadlock }) => {
                assert_eq!(position.is_deadlock(), deadlock, "{text}");
                assert!(deadlock || position.laid().len() == 56, "{text}");
                break;
            }
            other => panic!("{text}: {other:?}"),
        }
        let m = pick.pick(&position, rng).expect("not over");
        position.play(m);
        match m {
            Action::Draw(tile) => twin.draw(tile.number()),
            Action::Place(_) => twin.lay(lay(m)),
        }
    }
    figures.games += 1.0;
    let players = (0..position.players()).map(|seat| Player(seat as u8));
    let scores: Vec<usize> = players
        .map(|player| {
            let score = twin.score(position.rules().colour(player));
            assert_eq!(position.score(player) as usize, score, "{}", position.text());
            let (cells, is_loop) = position.best_line(player);
            assert_eq!(cells.len() * if is_loop { 2 } else { 1 }, score);
            score
        })
        .collect();
    if position.is_deadlock() {
        figures.deadlocks += 1.0;
        return;
    }
    let best = scores.iter().max().unwrap();
    let winners = scores.iter().filter(|&score| score == best).count();
    let rewards = position.rewards().unwrap();
    if !position.rules().teams() {
        for (seat, score) in scores.iter().enumerate() {
            let reward = if score == best { 1.0 / winners as f32 } else { 0.0 };
            assert_eq!(rewards[Player(seat as u8)], reward);
        }
    }
    figures.scores += scores.iter().sum::<usize>() as f64 / scores.len() as f64;
    figures.margins += (best - scores.iter().min().unwrap()) as f64;
    figures.ties += f64::from(winners > 1);
}

fn lay(m: Action) -> Lay {
    match m {
        Action::Place(laid) => (laid.tile.number(), laid.cell.x(), laid.cell.y(), laid.orientation),
        Action::Draw(_) => panic!("a draw is not laid"),
    }
}

fn close(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() < tolerance, "{value} is not about {expected}");
}

#[test]
fn both_list_the_same_moves_in_every_position_and_random_games_are_as_known() {
    let start = Position::from_text("tantrix yellow green").unwrap();
    let mut figures = Figures::default();
    let mut rng = Rng::new(1, 0);
    for _ in 0..700 * thorough() {
        compare(&start, &mut rng, &mut figures);
    }
    let games = figures.games;
    // What 200,000 random games of an implementation without a line in common with ours had.
    close(figures.free[0] / games, 14.6, 0.3);
    close(figures.free_options[0] / figures.free[0], 53.0, 3.0);
    close(figures.free[1] / games, 6.5, 0.3);
    close(figures.free_options[1] / figures.free[1], 69.0, 3.0);
    close(figures.forced / games, 33.9, 0.4);
    close(figures.forced_options / figures.forced, 1.64, 0.05);
    close(figures.scores / games, 14.2, 0.4);
    close(figures.margins / games, 4.5, 0.5);
    close(figures.ties / games, 0.08, 0.03);
    assert!(figures.deadlocks / games < 0.01);
}

#[test]
fn both_agree_with_three_and_four_players_and_in_teams() {
    for (rules, seed) in
        [("tantrix red yellow blue", 2), ("tantrix green blue red yellow", 3), ("tantrix teams", 4)]
    {
        let start = Position::from_text(rules).unwrap();
        let mut rng = Rng::new(seed, 0);
        for _ in 0..100 * thorough() {
            compare(&start, &mut rng, &mut Figures::default());
        }
    }
}

#[test]
fn games_end_with_all_tiles_laid_or_in_a_deadlock_and_are_scored_as_the_slow_scorer_does() {
    for (rules, seed) in
        [("tantrix", 6), ("tantrix red yellow blue", 7), ("tantrix red yellow blue green", 8)]
    {
        let start = Position::from_text(rules).unwrap();
        let mut rng = Rng::new(seed, 0);
        let mut pick = RandomPlayout::default();
        for _ in 0..300 * thorough() {
            let mut position = start.clone();
            while let Some(m) = pick.pick(&position, &mut rng) {
                position.play(m);
            }
            assert!(position.laid().len() == 56 || position.is_deadlock(), "{}", position.text());
            let mut twin = Twin::new(position.players());
            for laid in position.laid() {
                let at = (laid.cell.x(), laid.cell.y());
                twin.tiles.insert(at, (laid.tile.number(), laid.tile.edges(laid.orientation)));
            }
            for player in (0..position.players()).map(|seat| Player(seat as u8)) {
                let score = twin.score(position.rules().colour(player));
                assert_eq!(position.score(player) as usize, score, "{}", position.text());
            }
        }
    }
}

#[test]
fn partners_add_up_their_scores_and_share_the_reward() {
    let start = Position::from_text("tantrix teams red yellow blue green").unwrap();
    let mut rng = Rng::new(5, 0);
    let mut pick = RandomPlayout::default();
    for _ in 0..100 {
        let mut position = start.clone();
        while let Some(m) = pick.pick(&position, &mut rng) {
            position.play(m);
        }
        let score = |seat| position.score(Player(seat));
        let rewards = position.rewards().unwrap();
        let difference = (score(0) + score(2)).cmp(&(score(1) + score(3)));
        let expected = match difference {
            _ if position.is_deadlock() => 0.5,
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        assert_eq!(
            [0, 1, 2, 3].map(|seat| rewards[Player(seat)]),
            [expected, 1.0 - expected, expected, 1.0 - expected]
        );
    }
}

#[test]
fn the_highest_first_tile_starts() {
    let mut position = Position::from_text("tantrix red yellow blue").unwrap();
    for tile in ["12", "50", "49"] {
        let m = position.parse_move(tile).unwrap();
        position.play(m);
    }
    assert_eq!(position.turn(), Some(Player(1)));
    assert_eq!(position.rules().colour(Player(1)), Colour::Yellow);
    while position.actor() == Actor::Chance {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        position.play(moves[0]);
    }
    assert_eq!(position.bag().len(), 38);
    assert_eq!(position.actor(), Actor::Player(Player(1)));
}

#[test]
fn a_free_move_that_is_due_and_not_there_makes_a_draw() {
    // Red draws, can fill nothing, and blue has no tile that fits anywhere.
    let before = "tantrix red blue hands 2,9,43,46,52 3,4,6,7,11,13 table 37.0@0,0 16.2@-1,-1 \
        56.2@1,-1 28.2@3,-1 41.1@-1,1 29.5@-2,0 8.4@2,0 33.4@1,1 39.4@-4,0 18.0@-3,-1 53.5@5,-1 \
        27.1@-6,0 36.3@-5,-1 54.5@-4,-2 47.3@-5,-3 50.3@-2,-2 14.2@-3,-3 48.5@0,-2 22.1@-1,-3 \
        23.2@-6,-4 31.0@-6,-2 49.2@-7,-1 34.0@-7,-5 40.4@-8,-6 turn red moved";
    let mut position = Position::from_text(before).unwrap();
    let draw = position.parse_move("42").unwrap();
    position.play(draw);
    assert!(position.is_deadlock());
    assert_eq!((position.actor(), position.turn()), (Actor::Nobody, None));
    let rewards = position.rewards().unwrap();
    assert_eq!([rewards[Player(0)], rewards[Player(1)]], [0.5, 0.5]);
    assert!(position.parse_move("3.0@7,1").unwrap_err().to_string().contains("the game is over"));
    assert!(Position::from_text(&position.text()).unwrap().is_deadlock());
}
