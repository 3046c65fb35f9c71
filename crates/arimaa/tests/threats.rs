//! Who wins by the next turn, and which turns prevent it, are what trying every turn finds.

mod boards;

use boards::random_board;
use rustc_hash::{FxHashMap, FxHashSet};
use spinney_arimaa::{Defender, Position, Side, Threat, Turn, win_in_turn};
use spinney_game::conformance::thorough;
use spinney_game::{Game, RandomPlayout, Rng};

/// The boards that a turn may leave, with the fewest steps to each, by trying everything. A board that
/// is the first one again counts as well.
fn outcomes(turn: &Turn) -> FxHashMap<u64, (Turn, u8)> {
    let mut boards = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut open = vec![*turn];
    while let Some(turn) = open.pop() {
        if !seen.insert(turn.key()) {
            continue;
        }
        if !turn.is_pushing() {
            let known = boards.entry(turn.board.key()).or_insert((turn, turn.used));
            known.1 = known.1.min(turn.used);
        }
        open.extend(turn.steps().iter().map(|step| {
            let mut next = turn;
            next.play(step);
            next
        }));
    }
    boards
}

fn wins_now(turn: &Turn) -> bool {
    turn.board.winner_after(turn.side) == Some(turn.side)
}

fn text(turn: &Turn) -> String {
    Position::new(turn.board, turn.side, None).unwrap().diagram()
}

/// Whether the side to move wins by its turn.
fn check_win(turn: &Turn) -> bool {
    let found = win_in_turn(turn);
    let wins = outcomes(turn).values().any(|(end, _)| wins_now(end));
    assert_eq!(found.is_some(), wins, "{}", text(turn));
    if let Some(steps) = found {
        let mut end = *turn;
        for &step in steps.as_slice() {
            assert!(end.steps().contains(step), "{}", text(turn));
            end.play(step);
        }
        assert!(wins_now(&end) && !end.is_pushing(), "{}", text(turn));
    }
    wins
}

/// Both sides are asked, whoever is to move.
fn check_both(position: &Position) -> usize {
    Side::BOTH.iter().filter(|&&side| check_win(&Turn::new(*position.board(), side))).count()
}

#[test]
fn who_threatens_to_win_is_known_in_random_games() {
    let mut rng = Rng::new(11, 0);
    let mut pick = RandomPlayout::default();
    let (mut seen, mut wins) = (0, 0);
    while seen < 60 * thorough() {
        let mut position = Position::start();
        while let Some(action) = pick.pick(&position, &mut rng) {
            position.play(action);
            let start = position.steps().is_empty() && !position.is_setup();
            if start && position.winner().is_none() && rng.below(40) == 0 {
                seen += 1;
                wins += check_both(&position);
            }
        }
    }
    assert!(wins > 0);
}

#[test]
fn who_threatens_to_win_is_known_on_random_boards() {
    let mut rng = Rng::new(12, 0);
    let (mut seen, mut wins) = (0, 0);
    while seen < 500 * thorough() {
        let Some(position) = random_board(&mut rng) else { continue };
        seen += 1;
        wins += check_both(&position);
    }
    assert!(wins > seen / 10, "{wins} of {seen}");
}

#[test]
fn the_last_rabbits_may_be_captured_by_one_turn() {
    let both = "20g
         +-----------------+
        8| . . . . . . . . |
        7| . . . . . . . . |
        6| . . x . . x . . |
        5| . . . . . . . . |
        4| . . r E . . . . |
        3| . . x . . x r M |
        2| . . . . . . . . |
        1| R . . . . . . e |
         +-----------------+";
    let turn = *Position::from_diagram(both).unwrap().turn();
    assert!(check_win(&turn));
    let three = both.replace("8| .", "8| r");
    assert!(!check_win(Position::from_diagram(&three).unwrap().turn()));
}

/// The boards on which a turn may end so that the opponent does not win by the next one, with the
/// fewest steps to each.
fn defended(turn: &Turn) -> FxHashMap<u64, u8> {
    let outcomes = outcomes(turn).into_values();
    let defended = outcomes.filter(|(end, _)| {
        let lost = end.board.winner_after(end.side) == Some(end.side.opponent());
        let next = Turn::new(end.board, end.side.opponent());
        wins_now(end) || !lost && win_in_turn(&next).is_none()
    });
    defended.map(|(end, steps)| (end.board.key(), steps)).collect()
}

/// The same boards, but threatened turns go on with nothing but what the defender says.
fn generated(turn: &Turn, defender: &mut Defender) -> FxHashSet<u64> {
    let mut boards = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut open = vec![*turn];
    while let Some(turn) = open.pop() {
        if !seen.insert(turn.key()) {
            continue;
        }
        let steps = match defender.threat(&turn) {
            Threat::Needs(steps) => {
                check_shortest(&turn, steps, defender);
                defender.candidates(&turn)
            }
            Threat::None => {
                boards.extend((!turn.is_pushing()).then(|| turn.board.key()));
                turn.steps()
            }
            Threat::Lost => continue,
        };
        open.extend(steps.iter().map(|step| {
            let mut next = turn;
            next.play(step);
            next
        }));
    }
    boards
}

/// The shortest defences have so many steps: after each of their first ones, one fewer is needed.
fn check_shortest(turn: &Turn, steps: u8, defender: &mut Defender) {
    let first = defender.defences(turn, steps);
    assert!(!first.is_empty(), "{}", text(turn));
    for step in first.iter() {
        let mut next = *turn;
        next.play(step);
        let needed = if steps == 1 { Threat::None } else { Threat::Needs(steps - 1) };
        assert_eq!(defender.threat(&next), needed, "{}", text(turn));
    }
}

#[test]
fn no_defence_begins_outside_the_relevant_area() {
    let mut rng = Rng::new(13, 0);
    let mut defender = Defender::default();
    let (mut seen, mut lost) = (0, 0);
    while seen < 60 * thorough() {
        let Some(position) = random_board(&mut rng) else { continue };
        // Whose rabbits are near their goal is to move on these boards: let the other one defend.
        let turn = Turn::new(*position.board(), position.side().opponent());
        if win_in_turn(&turn).is_some() || win_in_turn(position.turn()).is_none() {
            continue;
        }
        seen += 1;
        let all = defended(&turn);
        let threat = match all.values().min() {
            Some(0) => Threat::None,
            Some(&steps) => Threat::Needs(steps),
            None => Threat::Lost,
        };
        assert_eq!(defender.threat(&turn), threat, "{}", text(&turn));
        assert_eq!(defender.is_lost(&turn, u32::MAX), threat == Threat::Lost, "{}", text(&turn));
        // With less effort losses are overlooked, but none is claimed that is not there.
        assert!(
            threat == Threat::Lost || !Defender::default().is_lost(&turn, 10),
            "{}",
            text(&turn)
        );
        lost += usize::from(threat == Threat::Lost);
        let expected: FxHashSet<u64> = all.into_keys().collect();
        let found = generated(&turn, &mut defender);
        let missing = expected.difference(&found).count();
        assert_eq!((missing, found.len()), (0, expected.len()), "{}", text(&turn));
    }
    assert!(lost > 0 && lost < seen, "{lost} of {seen}");
}
