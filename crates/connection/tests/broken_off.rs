//! A static proof that is broken off says nothing wrong and leaves nothing behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use spinney_connection::{Action, Deduction, Position};
use spinney_game::{Actor, Game, Player, Rng, StaticProof, StaticProver};

/// Who wins, if that is provable, and the moves that are left.
fn proven(deduction: &mut Deduction, position: &Position) -> (Option<Player>, Vec<Action>) {
    let mut moves = Vec::new();
    let proof = deduction.prove(&mut position.clone(), &mut moves);
    assert!(!matches!(proof, StaticProof::BrokenOff));
    (proof.winner(), moves)
}

fn scattered(start: &Position, stones: u32, rng: &mut Rng) -> Option<Position> {
    let mut position = start.clone();
    for _ in 0..stones {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        position.play(*rng.choose(&moves)?);
    }
    (position.actor() != Actor::Nobody).then_some(position)
}

#[test]
fn what_a_look_says_before_it_is_broken_off_is_true_and_the_next_look_is_not_the_worse_for_it() {
    let mut rng = Rng::new(21, 0);
    let mut broken = 0;
    for board in ["hex 6x6", "hex 9x9", "y 7", "polyy 5,3"] {
        let start = Position::from_text(board).unwrap();
        let fresh = Deduction::for_proofs(start.board());
        for _ in 0..30 {
            let stones = rng.below(start.topology().cells() as u32 / 2);
            let Some(position) = scattered(&start, stones, &mut rng) else { continue };
            let Some(next) = scattered(&position, 1, &mut rng) else { continue };
            let (patience, hurry) = (rng.below(40), Arc::new(AtomicBool::new(true)));
            let (asked, hurried) = (AtomicU32::new(0), hurry.clone());
            let mut deduction = fresh.clone();
            deduction.break_off_when(Some(Arc::new(move || {
                hurried.load(Relaxed) && asked.fetch_add(1, Relaxed) >= patience
            })));
            let mut twin = fresh.clone();
            let whole = proven(&mut twin, &position);
            let mut moves = Vec::new();
            match deduction.prove(&mut position.clone(), &mut moves) {
                StaticProof::BrokenOff => broken += 1,
                StaticProof::Open(_) => assert_eq!((None, moves), whole, "{}", position.text()),
                StaticProof::Decided { winner, .. } => {
                    assert_eq!(Some(winner), whole.0, "{position:?}")
                }
            }
            hurry.store(false, Relaxed);
            // Connections follow from those worked out before, which must not be half of them.
            assert_eq!(proven(&mut deduction, &position), whole, "{}", position.text());
            assert_eq!(proven(&mut deduction, &next), proven(&mut twin, &next), "{}", next.text());
        }
    }
    assert!(broken > 10, "only {broken} proofs were broken off");
}
