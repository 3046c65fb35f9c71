//! What is known about a position beyond the rules: outlook, playouts, foresight.

use spinney_game::{Actor, Game, Player, Playout, RandomPlayout, Rewards, Rng, Trace};
use spinney_tantrix::{Margin, Outlook, OutlookSettings, PlayoutSettings, Position, RandomGame};

/// Blue has a line of three with two open ends, red nothing worth the name.
const BLUE_LEADS: &str = "tantrix red blue hands 4,9,28,33,35,47 5,20,23,32,49,51 \
    table 19.0@0,0 55.5@-2,0 12.3@-3,-1 11.5@-1,-1 turn red";

fn outlook() -> Outlook {
    Outlook::new(&OutlookSettings::default())
}

/// A random game, stopped where `is_there` says.
fn play_until(rules: &str, seed: u64, is_there: impl Fn(&Position) -> bool) -> Position {
    let mut position = Position::from_text(rules).unwrap();
    let mut rng = Rng::new(seed, 0);
    let mut pick = RandomPlayout::default();
    while !is_there(&position)
        && let Some(m) = pick.pick(&position, &mut rng)
    {
        position.play(m);
    }
    position
}

fn run(playout: &mut RandomGame, position: &Position, times: usize) -> Vec<Rewards> {
    let mut rng = Rng::new(1, 0);
    (0..times).map(|_| playout.run(position, &mut rng, &mut Trace::unwanted())).collect()
}

fn mean(rewards: &[Rewards], player: Player) -> f32 {
    rewards.iter().map(|rewards| rewards[player]).sum::<f32>() / rewards.len() as f32
}

#[test]
fn when_all_tiles_are_laid_the_outlook_is_the_score() {
    for seed in 0..50 {
        let end = play_until("tantrix", seed, |_| false);
        if end.is_deadlock() {
            continue;
        }
        let scores = [0, 1].map(|seat| end.score(Player(seat)) as f32);
        assert_eq!([0, 1].map(|seat| outlook().points(&end, Player(seat))), scores);
        assert_eq!(outlook().leads(&end)[..2], [scores[0] - scores[1], scores[1] - scores[0]]);
    }
}

#[test]
fn an_open_end_is_worth_more_than_its_tiles_and_more_the_more_tiles_are_left() {
    let position = Position::from_text(BLUE_LEADS).unwrap();
    let blue = Player::SECOND;
    assert_eq!(position.score(blue), 3);
    let points = |growth| {
        let settings = OutlookSettings { growth, ..OutlookSettings::default() };
        Outlook::new(&settings).points(&position, blue)
    };
    assert!(points(0.05) > 3.0);
    assert!(points(0.1) > points(0.05));
    assert!(outlook().leads(&position)[1] > 0.0);
}

#[test]
fn a_playout_that_is_cut_off_says_who_leads_and_one_that_is_not_says_who_won() {
    let leads = Position::from_text(BLUE_LEADS).unwrap();
    let settings = PlayoutSettings { cutoff: 4, ..PlayoutSettings::default() };
    let mut cut = RandomGame::new(&settings, &outlook());
    let judged = run(&mut cut, &leads, 200);
    assert!(judged.iter().all(|r| (r[Player(0)] + r[Player(1)] - 1.0).abs() < 1e-5));
    assert!(judged.iter().any(|r| r[Player(0)] > 0.0 && r[Player(0)] < 0.5));
    assert!(mean(&judged, Player::SECOND) > 0.5, "blue leads");
    // With an empty bag the end is near: it is played to.
    let end = play_until("tantrix", 3, |position| {
        position.bag().is_empty() && position.actor().player().is_some()
    });
    for rewards in run(&mut cut, &end, 100) {
        assert!([0.0, 0.5, 1.0].contains(&rewards[Player(0)]));
    }
}

#[test]
fn guided_playouts_are_random_games_in_which_lines_go_on() {
    let start = Position::from_text(BLUE_LEADS).unwrap();
    let plain = PlayoutSettings::default();
    let guided = PlayoutSettings { own_lines: 1.0, others_lines: 0.2, ..plain.clone() };
    let blue = |settings| {
        let results = run(&mut RandomGame::new(settings, &outlook()), &start, 2_000);
        mean(&results, Player::SECOND)
    };
    // A lead counts for more when those who have it make something of it.
    let (plain, guided) = (blue(&plain), blue(&guided));
    assert!(plain > 0.5 && guided > 0.5, "{plain} {guided}");
    // Three and four players and teams play as well, and rewards are whole.
    for rules in ["tantrix red yellow blue", "tantrix red yellow blue green", "tantrix teams"] {
        let start = Position::from_text(rules).unwrap();
        let settings = PlayoutSettings { own_lines: 1.0, ..PlayoutSettings::default() };
        let teams = if start.rules().teams() { 2.0 } else { 1.0 };
        for rewards in run(&mut RandomGame::new(&settings, &outlook()), &start, 50) {
            let all = (0..start.players()).map(|seat| rewards[Player(seat as u8)]).sum::<f32>();
            assert!((all - teams).abs() < 1e-5, "{all}");
        }
    }
}

#[test]
fn with_deferred_draws_nothing_is_drawn_between_a_free_move_and_the_answer() {
    let position = Position::from_text(BLUE_LEADS).unwrap();
    let mut deferred = position.with_deferred_draws(Margin::default());
    let mut moves = Vec::new();
    let mut same = Vec::new();
    position.moves(&mut moves);
    deferred.moves(&mut same);
    assert_eq!(moves, same);
    deferred.play(moves[0]);
    assert_eq!(deferred.hand(Player::FIRST).len(), 5);
    assert_eq!(deferred.actor(), Actor::Player(Player::SECOND), "red draws later");
    let mut pick = RandomPlayout::default();
    let mut rng = Rng::new(1, 0);
    while deferred.actor() == Actor::Player(Player::SECOND) {
        assert_eq!(deferred.hand(Player::FIRST).len(), 5);
        let m = pick.pick(&deferred, &mut rng).unwrap();
        deferred.play(m);
    }
    assert_eq!(deferred.drawing(), Some(Player::FIRST), "{}", deferred.text());
}

#[test]
fn with_deferred_draws_the_game_has_the_same_end() {
    for (seed, rules) in ["tantrix", "tantrix red yellow blue", "tantrix teams"]
        .into_iter()
        .flat_map(|rules| (0..30).map(move |seed| (seed, rules)))
    {
        let start = play_until(rules, seed, |p| p.laid().len() > 3 && p.actor().player().is_some());
        let mut position = start.with_deferred_draws(Margin { weight: 0.2, scale: 6.0 });
        let mut rng = Rng::new(seed, 1);
        let mut pick = RandomPlayout::default();
        while let Some(m) = pick.pick(&position, &mut rng) {
            position.play(m);
            let all = position.laid().len()
                + position.bag().len()
                + (0..position.players())
                    .map(|s| position.hand(Player(s as u8)).len())
                    .sum::<usize>();
            assert_eq!(all, 56);
        }
        assert!(position.laid().len() == 56 || position.is_deadlock());
        if !position.is_deadlock() && position.players() == 2 {
            let (red, blue) = (position.score(Player(0)), position.score(Player(1)));
            let reward = position.rewards().unwrap()[Player(0)];
            assert_eq!(reward.total_cmp(&0.5), red.cmp(&blue), "{reward}");
        }
    }
}

#[test]
fn whoever_has_no_tiles_is_skipped() {
    let mut skipped = 0;
    for seed in 0..100 {
        let mut position = Position::from_text("tantrix red yellow blue").unwrap();
        let mut rng = Rng::new(seed, 2);
        let mut pick = RandomPlayout::default();
        let mut before = None;
        while let Some(m) = pick.pick(&position, &mut rng) {
            if let Actor::Player(player) = position.actor() {
                assert!(!position.hand(player).is_empty());
                if let Some(before) = before.replace(player)
                    && player != before
                    && player.index() != (before.index() + 1) % 3
                {
                    let between = Player((before.0 + 1) % 3);
                    assert!(position.hand(between).is_empty());
                    skipped += 1;
                }
            }
            position.play(m);
        }
    }
    assert!(skipped > 0);
}

#[test]
fn with_the_last_tile_drawn_restrictions_are_lifted_in_the_middle_of_a_turn() {
    let mut lifted = 0;
    for seed in 0..200 {
        let before = play_until("tantrix", seed, |position| {
            position.bag().len() == 1 && position.actor() == Actor::Chance
        });
        if before.actor() != Actor::Chance {
            continue;
        }
        let mut draws = Vec::new();
        before.moves(&mut draws);
        let mut after = before.clone();
        after.play(draws[0]);
        // The one who has drawn goes on with the turn where a forced space can now be filled.
        if after.turn() == before.turn() && after.must_fill() {
            let fills = after.fillable_spaces(after.turn().unwrap());
            let could = before.fillable_spaces(before.turn().unwrap());
            lifted += usize::from(fills.iter().any(|cell| !could.contains(cell)));
        }
    }
    assert!(lifted > 0);
}
