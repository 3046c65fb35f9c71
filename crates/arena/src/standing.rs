//! How an event stands: scores, faults, time, and what a sequential test says.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::player::FaultKind;
use crate::result::GameResult;
use crate::statistics::{Outcome, Pairs, Sprt, Tally, Verdict};

/// How an event stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Everybody's name, in the order of the event.
    pub names: Vec<String>,
    /// Who scored what against whom.
    pub tally: Tally,
    /// In a match of two, the scores of the first one's complete pairs of games.
    pub pairs: Pairs,
    /// How often everybody lost by a fault, by its kind.
    pub faults: Vec<BTreeMap<FaultKind, u32>>,
    /// How long everybody has thought, and about how many moves.
    pub thinking: Vec<(Duration, u64)>,
    /// How many games were played.
    pub games: u32,
    /// Pairs of which one game is known, with the first one's outcome in it.
    half: HashMap<(u32, u32), Outcome>,
}

impl Standing {
    /// Nothing was played yet.
    pub fn new(names: Vec<String>) -> Standing {
        Standing {
            tally: Tally::new(names.len()),
            pairs: Pairs::default(),
            faults: vec![BTreeMap::new(); names.len()],
            thinking: vec![(Duration::ZERO, 0); names.len()],
            games: 0,
            half: HashMap::new(),
            names,
        }
    }

    /// How the games of an event stand. Everybody is named in the order of the event as far as that
    /// can be seen: that of the first games, or of a match's usual name.
    pub fn of(games: &[GameResult]) -> Standing {
        let mut names: Vec<String> = Vec::new();
        for seat in games.iter().flat_map(|game| &game.job.seats) {
            if !names.contains(&seat.name) {
                names.push(seat.name.clone());
            }
        }
        if let ([first, second], Some(game)) = (&names[..], games.first())
            && game.job.event == format!("{second} - {first}")
        {
            names.reverse();
        }
        let mut standing = Standing::new(names);
        games.iter().for_each(|game| standing.add(game));
        standing
    }

    /// Counts a game. Where more than two play, it counts as one between each two of them.
    pub fn add(&mut self, game: &GameResult) {
        let places: Vec<Option<usize>> = game
            .job
            .seats
            .iter()
            .map(|seat| self.names.iter().position(|name| *name == seat.name))
            .collect();
        self.games += 1;
        for (seat, place) in places.iter().enumerate() {
            let Some(place) = *place else { continue };
            let own = game.moves.iter().filter(|made| made.seat == Some(seat)).count();
            self.thinking[place].0 += game.thinking(seat);
            self.thinking[place].1 += own as u64;
            for (later, other) in places.iter().enumerate().skip(seat + 1) {
                let Some(other) = other.filter(|&other| other != place) else { continue };
                let outcome = outcome(game.rewards[seat], game.rewards[later]);
                self.tally.add(place, other, outcome);
                if places.len() == 2 && self.names.len() == 2 {
                    let of_first = if place == 0 { outcome } else { outcome.reversed() };
                    self.pair_up((game.job.round, game.job.pair), of_first);
                }
            }
        }
        if let Some(fault) = &game.fault
            && let Some(place) = places[fault.seat]
        {
            *self.faults[place].entry(fault.kind).or_default() += 1;
        }
    }

    fn pair_up(&mut self, key: (u32, u32), outcome: Outcome) {
        match self.half.remove(&key) {
            Some(other) => self.pairs.add(other, outcome),
            None => drop(self.half.insert(key, outcome)),
        }
    }
}

/// What a seat's reward means against another's.
pub(crate) fn outcome(own: f64, other: f64) -> Outcome {
    match own.total_cmp(&other) {
        Ordering::Greater => Outcome::Win,
        Ordering::Less => Outcome::Loss,
        Ordering::Equal => Outcome::Draw,
    }
}

/// A sequential test of a match, so far or to its end.
///
/// It looks at the pairs of a match in the order of its jobs. Taking them as they end would favour
/// the results of short games, and the verdict would depend on how many games are played at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// What is tested.
    pub test: Sprt,
    /// The pairs that were looked at.
    pub pairs: Pairs,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// What that means.
    pub verdict: Verdict,
}

impl Sequential {
    /// Nothing is known yet.
    pub fn new(test: Sprt) -> Sequential {
        Sequential { test, pairs: Pairs::default(), ratio: 0.0, verdict: Verdict::Open }
    }

    /// What a test says of the games of a match, in whatever order they are: it looks at pairs in
    /// theirs, up to the first one that is not complete. None where that is no match of two.
    pub fn of(test: Sprt, games: &[GameResult]) -> Option<Sequential> {
        let names = Standing::of(games).names;
        let ([first, _], true) = (&names[..], games.iter().all(|game| game.rewards.len() == 2))
        else {
            return None;
        };
        let mut pairs: BTreeMap<(u32, u32), Vec<Outcome>> = BTreeMap::new();
        for game in games {
            let seen = outcome(game.rewards[0], game.rewards[1]);
            let is_first = game.job.seats[0].name == *first;
            let of_first = if is_first { seen } else { seen.reversed() };
            pairs.entry((game.job.round, game.job.pair)).or_default().push(of_first);
        }
        let mut state = Sequential::new(test);
        for outcomes in pairs.values() {
            for pair in outcomes.chunks(2) {
                let &[first, second] = pair else { return Some(state) };
                state.add(first, second);
            }
        }
        Some(state)
    }

    /// Looks at the next pair, unless the test is decided.
    pub fn add(&mut self, first: Outcome, second: Outcome) {
        if self.verdict == Verdict::Open {
            self.pairs.add(first, second);
            self.ratio = self.test.ratio_of_pairs(&self.pairs);
            self.verdict = self.test.verdict(self.ratio);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::tests::{entrant, job};
    use crate::result::{Ending, FaultMade};

    fn game(first: &str, second: &str, pair: u32, rewards: [f64; 2]) -> GameResult {
        let mut job = job("hex 3x3", &[]);
        job.seats = vec![entrant(first), entrant(second)];
        job.pair = pair;
        GameResult {
            job,
            moves: Vec::new(),
            rewards: rewards.to_vec(),
            ending: Ending::Rules,
            fault: None,
            versions: Vec::new(),
            machine: String::new(),
            build: None,
            started: 0,
            wall: Duration::ZERO,
        }
    }

    fn standing(names: &str, games: &[GameResult]) -> Standing {
        let mut standing = Standing::new(names.chars().map(String::from).collect());
        for game in games {
            standing.add(game);
        }
        standing
    }

    #[test]
    fn pairs_are_put_together_in_whatever_order_they_end() {
        let games = [
            game("A", "B", 0, [1.0, 0.0]),
            game("B", "A", 1, [1.0, 0.0]),
            game("B", "A", 0, [0.0, 1.0]),
            game("A", "B", 2, [0.5, 0.5]),
            game("A", "B", 1, [1.0, 0.0]),
        ];
        let standing = standing("AB", &games);
        assert_eq!(standing.pairs.counts, [0, 0, 1, 0, 1]);
        let score = standing.tally.between(0, 1);
        assert_eq!((score.wins, score.draws, score.losses), (3, 1, 1));
    }

    #[test]
    fn faults_are_counted_by_kind() {
        let mut crash = game("A", "B", 0, [0.0, 1.0]);
        let (kind, problem, transcript) = (FaultKind::Crash, String::new(), String::new());
        crash.fault = Some(FaultMade { seat: 0, kind, problem, transcript });
        let standing = standing("BA", &[crash.clone(), crash]);
        assert_eq!(standing.faults[1][&FaultKind::Crash], 2);
        assert!(standing.faults[0].is_empty());
    }

    #[test]
    fn a_game_of_three_is_one_between_each_two() {
        let mut three = game("A", "B", 0, [0.0, 0.0]);
        three.job.seats.push(entrant("C"));
        three.rewards = vec![0.0, 0.0, 1.0];
        let standing = standing("ABC", &[three]);
        assert_eq!(standing.tally.total(2).wins, 2);
        assert_eq!(standing.tally.between(0, 1).draws, 1);
        assert_eq!(standing.games, 1);
    }
}
