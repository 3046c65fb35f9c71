//! The suite that every game runs: random games end, undo restores, text round-trips, hashes
//! agree, legality is one thing however it is asked, move counts match a reference; encodings tell
//! positions apart, and symmetries change nothing in the game.

mod encoding;
mod symmetry;

pub use self::encoding::check_encoding;
pub use self::symmetry::check_symmetry;

use std::collections::{HashMap, HashSet};

use crate::{Actor, Game, Line, Move, Player, RandomPlayout, Rng, TextError};

/// What one run of the suite looks at.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// How many random games are played.
    pub games: usize,
    /// No game may be longer.
    pub longest_game: usize,
    /// Every how many moves the slow checks (legality of every move code, text) are made.
    pub every: usize,
    /// Of the random games.
    pub seed: u64,
}

impl Default for Suite {
    fn default() -> Self {
        Suite { games: 100, longest_game: 10_000, every: 1, seed: 1 }
    }
}

/// Plays random games from `start` and checks everything that must hold of any game.
///
/// # Panics
/// With the position's text, when something does not hold.
pub fn check<G: Game>(start: &G, suite: &Suite) {
    let mut rng = Rng::new(suite.seed, 0);
    let mut playout = RandomPlayout::default();
    check_position(start);
    for _ in 0..suite.games {
        let mut line = Line::new(start.clone());
        let mut snapshots = vec![Snapshot::of(start)];
        while let Some(m) = playout.pick(line.position(), &mut rng) {
            assert!(line.len() < suite.longest_game, "too long: {}", line.position().text());
            line.play(m);
            if line.len().is_multiple_of(suite.every) {
                check_position(line.position());
            }
            snapshots.push(Snapshot::of(line.position()));
        }
        check_position(line.position());
        check_replay(&line);
        while let Some(snapshot) = snapshots.pop() {
            assert_eq!(Snapshot::of(line.position()), snapshot, "undo must restore the position");
            line.undo();
        }
    }
}

/// Everything that a position says of itself and that undo must bring back.
#[derive(PartialEq, Debug)]
struct Snapshot<M> {
    text: String,
    hash: u64,
    actor: Actor,
    moves: Vec<M>,
}

impl<M: Move> Snapshot<M> {
    fn of<G: Game<Move = M>>(position: &G) -> Self {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        Snapshot { text: position.text(), hash: position.hash(), actor: position.actor(), moves }
    }
}

fn check_position<G: Game>(position: &G) {
    let text = position.text();
    let mut moves = Vec::new();
    position.moves(&mut moves);

    let over = position.actor() == Actor::Nobody;
    assert_eq!(over, moves.is_empty(), "{text}: over exactly when there are no moves");
    assert_eq!(over, position.rewards().is_some(), "{text}: over exactly when there are rewards");
    if let Some(rewards) = position.rewards() {
        for i in 0..position.players() {
            let reward = rewards[Player(i as u8)];
            assert!((0.0..=1.0).contains(&reward), "{text}: reward {reward}");
        }
    }
    if position.actor() == Actor::Chance {
        let mut odds = Vec::new();
        position.chances(&mut odds);
        assert_eq!(odds.len(), moves.len(), "{text}: every chance move has its odds");
        let sum: f32 = odds.iter().sum();
        assert!((sum - 1.0).abs() < 1e-3, "{text}: the odds add up to {sum}");
    }

    let mut legal = vec![false; position.move_codes()];
    for &m in &moves {
        let code = m.code() as usize;
        assert!(code < legal.len(), "{text}: code {code} of {m:?} is too large");
        assert!(!legal[code], "{text}: {m:?} is listed twice");
        legal[code] = true;
        assert_eq!(G::Move::from_code(m.code()), m, "{text}: codes must round-trip");
        let word = position.move_text(m);
        assert_eq!(position.parse_move(&word), Ok(m), "{text}: {word} must read back");
    }
    for (code, &legal) in legal.iter().enumerate() {
        let m = G::Move::from_code(code as u32);
        assert_eq!(position.is_legal(m), legal, "{text}: {m:?} is in the list of moves or illegal");
    }
    let round = G::from_text(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(Snapshot::of(&round), Snapshot::of(position), "text must round-trip");
    let setup = position.setup();
    let start = G::from_text(&setup.to_string()).unwrap_or_else(|e| panic!("{setup}: {e}"));
    assert_eq!(start.setup(), setup, "{text}: a setup is that of the game it starts");
}

/// Replaying the written moves gives the same positions.
fn check_replay<G: Game>(line: &Line<G>) {
    let mut replay = Line::new(line.start().clone());
    for played in line.played() {
        let side = played.player.map(|_| played.side);
        replay.play_text(side, &played.text).unwrap_or_else(|e| panic!("{e}"));
    }
    assert_eq!(Snapshot::of(replay.position()), Snapshot::of(line.position()), "replay");
}

/// Text that nobody should write gets an error or a position, never a panic: feeds mangled forms
/// of `seeds` to the game's readers. Returns how many texts were refused.
pub fn check_bad_text<G: Game>(start: &G, seeds: &[&str], count: usize, seed: u64) -> usize {
    let mut rng = Rng::new(seed, 0);
    let mut refused = 0;
    let mut note = |result: Result<(), TextError>| refused += usize::from(result.is_err());
    for _ in 0..count {
        let text = mangle(seeds, &mut rng);
        note(G::from_text(&text).map(drop));
        note(start.parse_move(&text).map(drop));
    }
    refused
}

/// How many times as much as usual a test is to try: the environment variable `SPINNEY_THOROUGH`.
///
/// # Panics
/// When that is no number.
pub fn thorough() -> usize {
    std::env::var("SPINNEY_THOROUGH").map_or(1, |times| times.parse().expect("a number of times"))
}

/// One of the texts with a few of its bytes changed, doubled, dropped or cut short.
pub fn mangle(seeds: &[&str], rng: &mut Rng) -> String {
    String::from_utf8_lossy(&mangle_bytes(seeds, rng)).into_owned()
}

/// The same for what need not be text.
pub fn mangle_bytes(seeds: &[impl AsRef<[u8]>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = rng.choose(seeds).map_or(Vec::new(), |seed| seed.as_ref().to_vec());
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        match rng.below(6) {
            0 => bytes.insert(at, (rng.bits() & 0x7f) as u8),
            1 => bytes.truncate(at),
            2 if at < bytes.len() => bytes[at] = (rng.bits() & 0xff) as u8,
            3 if at < bytes.len() => drop(bytes.remove(at)),
            4 => bytes.splice(at..at, *b"99999999999").for_each(drop),
            _ => {
                let tail = bytes[at..].to_vec();
                bytes.extend(tail);
            }
        }
    }
    bytes.truncate(4096);
    bytes
}

/// How many sequences of moves there are, and how many different positions they lead to, at
/// each depth from 0 on. Refuses what would not fit into a few gigabytes of memory.
pub fn perft<G: Game>(position: &G, depth: usize) -> Result<Vec<PerftLevel>, TextError> {
    const MOST_POSITIONS: usize = 1_000_000;
    const MOST_HASHES: usize = 50_000_000;
    let too_many = |depth: usize, most: usize| {
        TextError::at(format_args!("depth {depth}"), format_args!("has more than {most} positions"))
    };
    let mut levels = vec![PerftLevel { paths: 1, distinct: 1 }];
    // Equal positions are kept once, with the number of paths that lead to them.
    let mut layer = HashMap::from([(position.hash(), (position.clone(), 1u128))]);
    let mut moves = Vec::new();
    for at in 1..=depth {
        let last = at == depth;
        let mut next = HashMap::new();
        // Of the last layer only the number matters, so only hashes are kept.
        let mut hashes = HashSet::new();
        let mut total = 0;
        for (position, paths) in layer.into_values() {
            moves.clear();
            position.moves(&mut moves);
            for &m in &moves {
                let mut child = position.clone();
                child.play(m);
                total += paths;
                if last {
                    hashes.insert(child.hash());
                } else {
                    next.entry(child.hash()).or_insert((child, 0)).1 += paths;
                }
            }
            if next.len() > MOST_POSITIONS {
                return Err(too_many(at, MOST_POSITIONS));
            }
            if hashes.len() > MOST_HASHES {
                return Err(too_many(at, MOST_HASHES));
            }
        }
        levels.push(PerftLevel { paths: total, distinct: next.len() + hashes.len() });
        layer = next;
    }
    Ok(levels)
}

/// One depth of [`perft`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftLevel {
    /// Sequences of moves of that length.
    pub paths: u128,
    /// Different positions that they lead to.
    pub distinct: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encode;
    use crate::demo::Countdown;

    #[test]
    fn the_demo_game_conforms_with_two_three_players_and_dice() {
        for rules in ["countdown 21", "countdown 21 players 3", "countdown 15 players 4 dice"] {
            let start = Countdown::from_text(rules).unwrap();
            check(&start, &Suite::default());
            check_encoding(&start, &Suite::default());
            check_symmetry(&start, &Suite::default());
        }
        let refused =
            check_bad_text(&Countdown::start(), &["countdown 21 players 3 dice", "2"], 10_000, 1);
        assert!(refused > 5_000);
    }

    #[test]
    fn the_manual_tells_how_the_demo_game_is_encoded() {
        let tables = Countdown::start().encoding().tables();
        let docs = include_str!("../../../docs/encoding.md");
        assert!(docs.contains(&tables), "docs/encoding.md must have this:\n{tables}");
    }

    #[test]
    fn perft_counts_paths_and_positions() {
        let levels = perft(&Countdown::start(), 3).unwrap();
        let paths: Vec<_> = levels.iter().map(|l| l.paths).collect();
        let distinct: Vec<_> = levels.iter().map(|l| l.distinct).collect();
        assert_eq!(paths, [1, 3, 9, 27]);
        assert_eq!(distinct, [1, 3, 5, 7]);
    }
}
