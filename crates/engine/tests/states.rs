//! Moves as numbers say what moves as text say, in every game.

use spinney_engine::{Board, Line, PlaneBuffer, Rng, State, StateBatch, StateError, Turn, games};

/// The usual start of every game, and others with fewer and more players, cuts, swaps and windows.
fn starts() -> Vec<String> {
    let usual = games().iter().map(|game| game.default_position);
    let others = [
        "hex 3x3 swap-sides",
        "hex 3x4",
        "y bent-27 swap-pieces",
        "polyy 7,3",
        "havannah 3 swap-pieces",
        "tantrix red yellow blue",
        "tantrix teams red yellow blue green",
        "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
    ];
    usual.chain(others).map(str::to_owned).collect()
}

fn legal(state: &State) -> Vec<usize> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}

/// Plays a random game by text and by numbers at once and calls `look` before every move.
fn play_both(start: &str, seed: u64, mut look: impl FnMut(&State, &Line)) -> (State, Line) {
    let board = Board::from_text(start).unwrap();
    let (mut state, mut line) = (State::of_board(&board).unwrap(), Line::new(board));
    let mut rng = Rng::new(seed, 0);
    while line.board().outcome().is_none() {
        look(&state, &line);
        let actions = legal(&state);
        let Some(&action) = rng.choose(&actions) else {
            assert!(!state.is_whole(), "{state:?}");
            break;
        };
        let text = state.action_text(action).unwrap();
        state.play(action).unwrap();
        line.play(None, &text).unwrap();
    }
    (state, line)
}

#[test]
fn numbers_and_text_have_the_same_moves_turns_and_outcomes() {
    for start in starts() {
        let (state, line) = play_both(&start, 1, |state, line| {
            let board = line.board();
            assert_eq!(state.board(), *board);
            let turn = match (board.seat_to_move(), board.is_chance()) {
                (Some(seat), false) => Turn::Seat(seat),
                (None, true) => Turn::Chance,
                _ => Turn::Over,
            };
            assert_eq!(state.turn(), turn);
            let actions = legal(state);
            let texts: Vec<_> = actions.iter().map(|&a| state.action_text(a).unwrap()).collect();
            if state.is_whole() {
                assert_eq!(texts, board.legal_moves(), "{board:?}");
            }
            for (&action, text) in actions.iter().zip(&texts) {
                assert_eq!(state.action_of(text).unwrap(), Some(action), "{text} in {board:?}");
            }
            if turn == Turn::Chance && state.is_whole() {
                let chances = state.chances();
                assert!(chances.iter().map(|(action, _)| *action).eq(actions));
                let sum: f32 = chances.iter().map(|(_, odds)| odds).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            }
        });
        let outcome = line.board().outcome();
        assert_eq!(state.rewards(), outcome.map(|outcome| outcome.rewards), "{start}");
        assert_eq!((state.line(), state.moves()), (line.clone(), line.played().len()));
        assert_eq!(State::of_line(&line).unwrap().line(), line);
    }
}

#[test]
fn the_mask_is_what_can_be_played_and_nothing_else_is() {
    for start in starts() {
        let mut rng = Rng::new(2, 0);
        let mut turn = 0;
        play_both(&start, 2, |state, _| {
            turn += 1;
            let count = state.action_count();
            if count > 10_000 && turn % 4 != 0 {
                return;
            }
            let mut mask = vec![7; count];
            state.mask_into(&mut mask).unwrap();
            let actions = legal(state);
            assert_eq!(mask.iter().map(|&m| usize::from(m)).sum::<usize>(), actions.len());
            assert!(actions.iter().all(|&action| mask[action] == 1));
            // All of them where they are few, and some where they are many.
            let tried: Vec<usize> = if count < 300 && turn % 8 == 0 {
                (0..count).collect()
            } else {
                (0..20).map(|_| rng.below(count as u32) as usize).collect()
            };
            for action in tried.into_iter().chain([count, usize::MAX]) {
                let mut next = state.clone();
                let is_legal = mask.get(action) == Some(&1);
                assert_eq!(next.play(action).is_ok(), is_legal, "{action} in {state:?}");
                if is_legal {
                    assert_eq!(next.moves(), state.moves() + 1);
                    next.undo().unwrap();
                }
                assert_eq!((&next, next.moves()), (state, state.moves()));
            }
        });
    }
}

#[test]
fn moves_are_taken_back_to_the_very_start() {
    for start in starts() {
        let (mut state, line) = play_both(&start, 3, |_, _| {});
        let copy = state.clone();
        for (before, played) in line.steps().iter().rev() {
            assert_eq!(state.undo().unwrap(), *played);
            assert_eq!(state.board(), *before);
        }
        assert!(state.undo().is_err());
        assert_eq!(copy.line(), line, "a copy stays where it is");
    }
}

#[test]
fn a_symmetry_permutes_actions_as_it_takes_positions_to_their_images() {
    let mut checked = 0;
    for start in starts() {
        let mut turn = 0;
        play_both(&start, 4, |state, _| {
            turn += 1;
            if turn % 9 != 1 || !state.is_whole() {
                return;
            }
            for symmetry in 0..state.symmetries().min(8) {
                let image = state.image(symmetry).unwrap();
                assert_eq!(image.canonical_hash(), state.canonical_hash());
                let Some(moved) = state.rearrangement(symmetry).unwrap() else { continue };
                checked += 1;
                let mut seen = vec![false; state.action_count()];
                moved.actions.iter().for_each(|&to| seen[to] = true);
                assert!(seen.into_iter().all(|seen| seen), "no permutation: {symmetry} {state:?}");
                let mut of_image = legal(&image);
                let mut images: Vec<_> = legal(state).iter().map(|&a| moved.actions[a]).collect();
                of_image.sort_unstable();
                images.sort_unstable();
                assert_eq!(images, of_image, "{symmetry} in {state:?}");
            }
            assert!(state.image(state.symmetries()).is_err());
        });
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn planes_are_the_same_as_bytes_and_as_floats() {
    for start in starts() {
        let state = State::from_text(&start).unwrap();
        let values = state.shape().values();
        assert_eq!(state.encoding().shape(), state.shape());
        let (mut bytes, mut floats) = (vec![9; values], vec![9.0; values]);
        state.planes_into(PlaneBuffer::Bytes(&mut bytes)).unwrap();
        state.planes_into(PlaneBuffer::Floats(&mut floats)).unwrap();
        assert!(bytes.iter().map(|&value| f32::from(value)).eq(floats));
        assert!(bytes.iter().any(|&value| value > 0), "{start}");
        assert_eq!(
            state.planes_into(PlaneBuffer::Bytes(&mut bytes[1..])),
            Err(StateError::Length { what: "values of planes", wanted: values, given: values - 1 })
        );
    }
}

/// Steps a batch at random until all its games are over, and tells the actions.
fn play_out(batch: &mut StateBatch) -> Vec<Vec<i64>> {
    let mut steps = Vec::new();
    let mut done = vec![false; batch.len()];
    loop {
        batch.done_into(&mut done).unwrap();
        if done.iter().all(|&done| done) {
            return steps;
        }
        let mut actions = vec![0; batch.len()];
        batch.sample_into(&mut actions).unwrap();
        for (&action, &done) in actions.iter().zip(&done) {
            assert_eq!(action == -1, done);
        }
        batch.step(&actions).unwrap();
        steps.push(actions);
    }
}

#[test]
fn a_batch_is_as_its_states_one_by_one_on_any_number_of_threads() {
    for start in starts() {
        let state = State::from_text(&start).unwrap();
        let (mut batch, mut threaded) = (state.batch(5, 6, 1), state.batch(5, 6, 3));
        let is_random = !state.chances().is_empty() || start.starts_with("tantrix");
        let firsts: Vec<State> = (0..5).map(|i| batch.state(i).unwrap()).collect();
        let steps = play_out(&mut batch);
        assert_eq!(play_out(&mut threaded), steps, "{start}");
        let (players, count) = (batch.players(), batch.action_count());
        let mut rewards = vec![9.0; 5 * players];
        batch.rewards_into(&mut rewards).unwrap();
        let mut masks = vec![9; 5 * count];
        threaded.masks_into(&mut masks).unwrap();
        for (index, mut alone) in firsts.into_iter().enumerate() {
            let end = batch.state(index).unwrap();
            assert_eq!(threaded.state(index).unwrap(), end);
            assert_eq!(batch.turn(index).unwrap(), end.turn());
            let share = &rewards[index * players..][..players];
            assert_eq!(share, end.rewards().unwrap_or_else(|| vec![0.0; players]));
            assert!(masks[index * count..][..count].iter().all(|&legal| legal == 0));
            // What chance does in a batch, nobody is told.
            if !is_random {
                let actions = steps.iter().map(|step| step[index]).filter(|&action| action >= 0);
                actions.for_each(|action| alone.play(action as usize).unwrap());
                assert_eq!(alone, end);
            }
        }
        batch.reset(Some(&[true, false, true, false, false])).unwrap();
        let mut done = [false; 5];
        batch.done_into(&mut done).unwrap();
        assert_eq!(done, [false, true, false, true, true]);
    }
}

#[test]
fn an_illegal_action_in_a_batch_changes_nothing_in_it() {
    let mut batch = State::from_text("hex 3x3").unwrap().batch(3, 1, 1);
    batch.step(&[0, 4, -1]).unwrap();
    let texts = |batch: &StateBatch| [0, 1, 2].map(|i| batch.state(i).unwrap().board().text());
    let before = texts(&batch);
    // The second player sees the board mirrored, and the middle stays where it is.
    for actions in [[1, 4, 0], [1, 1, 9], [1, 1, -2], [i64::MAX, 0, 0], [i64::MIN, 0, 0]] {
        let error = batch.step(&actions).unwrap_err();
        assert!(matches!(error, StateError::IllegalAt { .. }), "{error}");
        assert_eq!(texts(&batch), before);
    }
    assert!(matches!(batch.step(&[0, 0]), Err(StateError::Length { wanted: 3, given: 2, .. })));
    assert!(batch.state(3).is_err() && batch.reset(Some(&[])).is_err());
    batch.step(&[1, 0, 4]).unwrap();
    let other = State::from_text("hex 4x4").unwrap();
    assert!(batch.set(0, &other).is_err());
    let own = State::from_text("hex 3x3; black a1; white b1; black to move").unwrap();
    batch.set(0, &own).unwrap();
    assert_eq!(batch.state(0).unwrap(), own);
}
