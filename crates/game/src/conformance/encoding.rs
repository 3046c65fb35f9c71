//! What holds of encodings: values are where and what was declared, equal positions look the same
//! and others do not, and every move has a number of its own.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};

use super::Suite;
use crate::{Actor, Encode, Encoding, RandomPlayout, Rearrangement, Rng, Sink, Symmetry};

/// Plays random games from `start` and checks what must hold of the encodings of their positions.
///
/// # Panics
/// With the position's text, when something does not hold.
pub fn check_encoding<G: Encode + Symmetry>(start: &G, suite: &Suite) {
    let mut check = Check::new(start);
    let mut rng = Rng::new(suite.seed, 0);
    let mut playout = RandomPlayout::default();
    check.every_action(start);
    for game in 0..suite.games {
        let mut position = start.clone();
        let mut length = 0;
        check.position(&position, &mut rng);
        while let Some(m) = playout.pick(&position, &mut rng) {
            position.play(m);
            length += 1;
            assert!(length <= suite.longest_game, "too long: {}", position.text());
            if length % suite.every == 0 || position.actor() == Actor::Nobody {
                check.position(&position, &mut rng);
            }
        }
        if game == 0 {
            check.every_action(&position);
        }
    }
}

/// What was seen so far.
struct Check {
    encoding: Encoding,
    actions: usize,
    /// By the position's hash, what its encoding was.
    encodings: HashMap<u64, u64>,
    /// By what the encoding was, the position's canonical hash and its text.
    positions: HashMap<u64, (u64, String)>,
}

impl Check {
    fn new<G: Encode>(start: &G) -> Check {
        let encoding = start.encoding();
        let actions = encoding.action_count();
        assert_eq!(start.shape(), encoding.shape(), "the shape is that of the planes");
        assert_eq!(start.action_count(), actions, "the number of actions is that of all kinds");
        assert!(actions > 0 && encoding.shape().values() > 0, "there are planes and actions");
        assert!(
            encoding.actions.is_sorted_by_key(|kind| !kind.spatial),
            "actions with places come first"
        );
        let mut names = HashSet::new();
        for planes in &encoding.planes {
            assert!(names.insert(planes.name), "two kinds of planes are called {}", planes.name);
            assert!(planes.count > 0 && planes.most > 0, "{planes:?}");
        }
        let mut names = HashSet::new();
        for kind in &encoding.actions {
            assert!(names.insert(kind.name), "two kinds of actions are called {}", kind.name);
            assert!(kind.count > 0, "{kind:?}");
        }
        Check { encoding, actions, encodings: HashMap::new(), positions: HashMap::new() }
    }

    fn position<G: Encode + Symmetry>(&mut self, position: &G, rng: &mut Rng) {
        let text = position.text();
        assert_eq!(position.shape(), self.encoding.shape(), "{text}: one shape for the whole game");
        assert_eq!(position.action_count(), self.actions, "{text}: as many actions in every move");
        assert!(position.viewer().index() < position.players(), "{text}");
        if let Actor::Player(player) = position.actor() {
            assert_eq!(position.viewer(), player, "{text}: seen by the player to move");
        }

        let values = self.values(position, &text);
        let digest = digest(&values);
        let mut floats = vec![f32::NAN; values.len()];
        position.encode_into(&mut floats);
        let agree = floats.iter().zip(&values).all(|(&float, &value)| float == f32::from(value));
        assert!(agree, "{text}: the same numbers, whatever their type");
        let round = G::from_text(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(digest, self::digest(&self.values(&round, &text)), "{text}: read again");

        let before = *self.encodings.entry(position.hash()).or_insert(digest);
        assert_eq!(before, digest, "{text}: equal positions have equal encodings");
        if position.is_whole() {
            let key = position.canonical_hash();
            let (other, other_text) = self.positions.entry(digest).or_insert((key, text.clone()));
            assert_eq!(*other, key, "{text} and {other_text} look the same");
        }

        self.moves(position, &text);
        let symmetries = position.symmetries();
        for symmetry in super::symmetry::some(symmetries, rng) {
            if let Some(rearrangement) = position.rearrangement(symmetry) {
                let image = position.image(symmetry);
                let moved = self.rearranged(&values, &rearrangement, &text);
                let seen = self.values(&image, &text);
                assert!(moved == seen, "{text}: symmetry {symmetry} only moves values about");
                let mut moves = Vec::new();
                position.moves(&mut moves);
                for m in moves {
                    let to = image.action_of(position.move_image(symmetry, m));
                    let moved = position.action_of(m).map(|action| rearrangement.actions[action]);
                    assert_eq!(to, moved, "{text}: {m:?} under symmetry {symmetry}");
                }
            }
        }
    }

    /// The encoding, with a look at every value.
    fn values<G: Encode>(&self, position: &G, text: &str) -> Vec<u8> {
        let shape = self.encoding.shape();
        let planes = self.encoding.each_plane().map(|(kind, _)| (kind.most, kind.spatial));
        let mut sink = Careful {
            places: shape.places(),
            planes: planes.collect(),
            written: vec![false; shape.values()],
            values: vec![0; shape.values()],
            text,
        };
        position.encode(&mut sink);
        let mut dense = vec![255; shape.values()];
        position.encode_into(&mut dense);
        assert!(dense == sink.values, "{text}: what is not told is 0");
        sink.values
    }

    /// Every legal move has a number, no two have the same, and numbers lead back to moves.
    fn moves<G: Encode>(&self, position: &G, text: &str) {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut mask = vec![0u8; self.actions];
        for &m in &moves {
            let Some(action) = position.action_of(m) else {
                assert!(!position.is_whole(), "{text}: {m:?} has no number");
                continue;
            };
            assert!(action < self.actions, "{text}: number {action} of {m:?} is too large");
            assert_eq!(mask[action], 0, "{text}: {m:?} has the number of another move");
            mask[action] = 1;
            assert_eq!(position.move_of(action), Some(m), "{text}: {m:?} by its number");
        }
        let mut told = vec![255u8; self.actions];
        position.mask_into(&mut told);
        assert!(told == mask, "{text}: the mask has the legal moves");
    }

    /// A number stands for one move at most, legal or not, and that move has this number.
    fn every_action<G: Encode>(&self, position: &G) {
        for action in 0..self.actions {
            if let Some(m) = position.move_of(action) {
                let text = position.text();
                assert_eq!(position.action_of(m), Some(action), "{text}: {m:?}");
            }
        }
        for beyond in [self.actions, self.actions + 1, usize::MAX] {
            assert_eq!(position.move_of(beyond), None, "{}", position.text());
        }
    }

    /// The values where they go.
    fn rearranged(&self, values: &[u8], to: &Rearrangement, text: &str) -> Vec<u8> {
        let shape = self.encoding.shape();
        for (images, count) in
            [(&to.planes, shape.planes), (&to.places, shape.places()), (&to.actions, self.actions)]
        {
            let mut sorted = images.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count), "{text}: every one goes to one of its own");
        }
        let mut moved = vec![0; values.len()];
        for (plane, values) in values.chunks(shape.places()).enumerate() {
            for (place, &value) in values.iter().enumerate() {
                moved[to.planes[plane] * shape.places() + to.places[place]] = value;
            }
        }
        moved
    }
}

/// Looks at every value that it is told.
struct Careful<'a> {
    places: usize,
    /// The largest value of every plane, and whether it is spatial.
    planes: Vec<(u8, bool)>,
    written: Vec<bool>,
    values: Vec<u8>,
    text: &'a str,
}

impl Careful<'_> {
    fn write(&mut self, plane: usize, place: usize, value: u8) {
        let at = plane * self.places + place;
        assert!(!self.written[at], "{}: plane {plane}, place {place} is told twice", self.text);
        self.written[at] = true;
        self.values[at] = value;
    }

    fn check(&self, plane: usize, value: u8, spatial: bool) {
        let text = self.text;
        assert!(plane < self.planes.len(), "{text}: there is no plane {plane}");
        let (most, is_spatial) = self.planes[plane];
        assert!(value <= most, "{text}: {value} in plane {plane}");
        assert_eq!(
            spatial, is_spatial,
            "{text}: plane {plane} has a value for every place, or one"
        );
    }
}

impl Sink for Careful<'_> {
    fn put(&mut self, plane: usize, place: usize, value: u8) {
        self.check(plane, value, true);
        assert!(place < self.places, "{}: there is no place {place}", self.text);
        self.write(plane, place, value);
    }

    fn fill(&mut self, plane: usize, value: u8) {
        self.check(plane, value, false);
        (0..self.places).for_each(|place| self.write(plane, place, value));
    }
}

fn digest(values: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(values);
    hasher.finish()
}
