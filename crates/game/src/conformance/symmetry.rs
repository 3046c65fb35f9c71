//! What holds of symmetries: they are a group, and to play and to turn the board about may be done
//! in either order.

use std::collections::HashMap;

use super::{Snapshot, Suite};
use crate::{Actor, Move, Player, RandomPlayout, Rng, Symmetry};

/// Plays random games from `start` and checks what must hold of the symmetries of their positions.
///
/// # Panics
/// With the position's text, when something does not hold.
pub fn check_symmetry<G: Symmetry>(start: &G, suite: &Suite) {
    let mut rng = Rng::new(suite.seed, 0);
    let mut playout = RandomPlayout::default();
    for _ in 0..suite.games {
        let mut position = start.clone();
        let mut length = 0;
        check_group(&position, &mut rng);
        check_images(&position, &mut rng);
        while let Some(m) = playout.pick(&position, &mut rng) {
            let before = position.clone();
            position.play(m);
            length += 1;
            assert!(length <= suite.longest_game, "too long: {}", position.text());
            if position.symmetries() != before.symmetries() {
                let text = position.text();
                assert!(position.symmetries() > before.symmetries(), "{text}: never fewer");
                check_group(&position, &mut rng);
            }
            if length % suite.every == 0 || position.actor() == Actor::Nobody {
                check_order(&before, m, &position, &mut rng);
                check_images(&position, &mut rng);
            }
        }
    }
}

/// Some of that many symmetries, at most eight.
pub(super) fn some(symmetries: usize, rng: &mut Rng) -> Vec<usize> {
    const ENOUGH: usize = 8;
    if symmetries <= ENOUGH {
        return (0..symmetries).collect();
    }
    (0..ENOUGH).map(|_| rng.below(symmetries as u32) as usize).collect()
}

/// What is the same in equal positions, whatever they are called.
#[derive(PartialEq, Debug)]
struct Essence<M> {
    hash: u64,
    actor: Actor,
    moves: Vec<M>,
    symmetries: usize,
}

impl<M: Move> Essence<M> {
    fn of<G: Symmetry<Move = M>>(position: &G) -> Self {
        let Snapshot { hash, actor, moves, .. } = Snapshot::of(position);
        Essence { hash, actor, moves, symmetries: position.symmetries() }
    }
}

/// The symmetries are a group, and act as one.
fn check_group<G: Symmetry>(position: &G, rng: &mut Rng) {
    const TRIPLES: usize = 200;
    let text = position.text();
    let count = position.symmetries();
    assert!(count > 0, "{text}: there is the identity");
    assert_eq!(Essence::of(&position.image(0)), Essence::of(position), "{text}: the identity");
    let players = || (0..position.players()).map(|seat| Player(seat as u8));
    for a in 0..count {
        assert_eq!(position.compose(0, a), a, "{text}: the identity and {a}");
        assert_eq!(position.compose(a, 0), a, "{text}: {a} and the identity");
        let back = position.inverse(a);
        assert!(back < count, "{text}: the inverse of {a}");
        assert_eq!(position.compose(a, back), 0, "{text}: {a} and back");
        assert_eq!(position.compose(back, a), 0, "{text}: back and {a}");
    }
    for _ in 0..TRIPLES {
        let [a, b, c] = [(); 3].map(|()| rng.below(count as u32) as usize);
        let ab = position.compose(a, b);
        assert!(ab < count, "{text}: {a} and then {b} is one of them");
        let (one, other) = (position.compose(ab, c), position.compose(a, position.compose(b, c)));
        assert_eq!(one, other, "{text}: {a}, {b}, {c}");
        let both = position.image(a).image(b);
        assert_eq!(Essence::of(&both), Essence::of(&position.image(ab)), "{text}: {a}, {b}");
        for player in players() {
            let first = position.player_image(a, player);
            let then = position.image(a).player_image(b, first);
            assert_eq!(then, position.player_image(ab, player), "{text}: {a}, {b}: {player:?}");
        }
    }
}

/// An image is a position like any other, with the images of the moves.
fn check_images<G: Symmetry>(position: &G, rng: &mut Rng) {
    let text = position.text();
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut odds = Vec::new();
    position.chances(&mut odds);
    let canonical = position.canonical_hash();
    for symmetry in some(position.symmetries(), rng) {
        let image = position.image(symmetry);
        let what = format!("{text}: image {symmetry}, {}", image.text());
        let player = |player| position.player_image(symmetry, player);
        assert_eq!(image.symmetries(), position.symmetries(), "{what}");
        assert_eq!(position.image_hash(symmetry), image.hash(), "{what}");
        assert_eq!(image.canonical_hash(), canonical, "{what}: one canonical form");
        let round = G::from_text(&image.text()).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(Snapshot::of(&round), Snapshot::of(&image), "{what}: text must round-trip");

        let actor = match position.actor() {
            Actor::Player(acting) => Actor::Player(player(acting)),
            other => other,
        };
        assert_eq!(image.actor(), actor, "{what}");
        let rewards = position.rewards().map(|rewards| {
            let mut moved = rewards;
            for seat in (0..position.players()).map(|seat| Player(seat as u8)) {
                moved[player(seat)] = rewards[seat];
            }
            moved
        });
        assert_eq!(image.rewards(), rewards, "{what}");

        let mut images = Vec::new();
        image.moves(&mut images);
        let mut image_odds = Vec::new();
        image.chances(&mut image_odds);
        assert_eq!(images.len(), moves.len(), "{what}: as many moves");
        let places: HashMap<G::Move, usize> = images.into_iter().zip(0..).collect();
        for (i, &m) in moves.iter().enumerate() {
            let to = position.move_image(symmetry, m);
            let at = places.get(&to);
            let Some(&at) = at else { panic!("{what}: {m:?} becomes {to:?}, which is no move") };
            assert_eq!(odds.get(i), image_odds.get(at), "{what}: the odds of {m:?}");
        }
        if let Some(&m) = rng.choose(&moves) {
            let to = position.move_image(symmetry, m);
            assert_eq!(image.canonical_move(to), position.canonical_move(m), "{what}: {m:?}");
        }
    }
}

/// A move and then a symmetry is the symmetry and then the move's image.
fn check_order<G: Symmetry>(before: &G, m: G::Move, after: &G, rng: &mut Rng) {
    for symmetry in some(before.symmetries(), rng) {
        let mut image = before.image(symmetry);
        image.play(before.move_image(symmetry, m));
        let expected = Snapshot::of(&after.image(symmetry));
        assert_eq!(Snapshot::of(&image), expected, "{}: {m:?}, {symmetry}", before.text());
    }
}
