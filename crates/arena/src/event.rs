//! An event: a match or a tournament, as the list of its games.
//!
//! Which games there are follows from the event and, in a knockout, from the games played so far.
//! So whoever runs an event again finds the same games, and plays those that are missing.

mod pairing;

use std::cmp::Ordering;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spinney_engine::{Board, EngineError, TextError, game_of_position};

use crate::entrant::{Entrant, Program};
use crate::job::{Bounds, Job};
use crate::opening::Opening;
use crate::own;

/// A match or a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What it is called; a store can hold several.
    pub name: String,
    /// The text of the position that games start from.
    pub position: String,
    /// Who takes part. In a knockout, the best ones first.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// How many games each pairing plays.
    pub games: u32,
    /// The openings, at least one; those who come to the end begin again.
    pub openings: Vec<Opening>,
    /// What ends a game if its players do not.
    pub bounds: Bounds,
    /// Where all dice of the event come from.
    pub seed: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody. With two players, a match.
    #[default]
    RoundRobin,
    /// The first one meets everybody else.
    Gauntlet,
    /// Whoever loses a pairing is out.
    Knockout,
}

/// What each seat of a game got, by the game's id, if it was played.
pub type Known<'a> = &'a dyn Fn(&str) -> Option<Vec<f64>>;

impl Event {
    /// Whether the event makes sense: enough players for the game, each of whom can play it.
    pub fn check(&self) -> Result<(), EngineError> {
        let wrong = |place: &str, problem: String| EngineError::from(TextError::at(place, problem));
        let start = Board::from_text(&self.position)?;
        let seats = start.sides().len();
        if start.outcome().is_some() {
            return Err(wrong("position", "the game is over there".to_owned()));
        }
        if self.entrants.len() < 2 {
            return Err(wrong("players", "there must be two or more".to_owned()));
        }
        if self.format == Format::Knockout && seats != 2 {
            return Err(wrong("format", "a knockout is for two players a game".to_owned()));
        }
        if self.games == 0 || self.openings.is_empty() {
            return Err(wrong("games", "there must be one or more".to_owned()));
        }
        for (index, entrant) in self.entrants.iter().enumerate() {
            if self.entrants[..index].iter().any(|other| other.name == entrant.name) {
                let problem = format!("two are called \"{}\"", entrant.name);
                return Err(wrong("players", problem));
            }
            if entrant.threads == 0 {
                return Err(wrong(&entrant.name, "needs one thread at least".to_owned()));
            }
            if let Program::Preset { name, text, set } = &entrant.program {
                let preset = own::preset(name, text.as_deref(), set)
                    .map_err(|error| wrong(&entrant.name, error.to_string()))?;
                if preset.game().name != start.game() {
                    let problem = format!("plays {}, not {}", preset.game().name, start.game());
                    return Err(wrong(&entrant.name, problem));
                }
            }
        }
        Ok(())
    }

    /// The games of the event, as far as they follow from those that are known, in the order in
    /// which they should be played. When all of them are known, the event is over.
    pub fn jobs(&self, known: Known<'_>) -> Vec<Job> {
        match self.format {
            Format::Knockout => self.knockout(known).0,
            format => {
                let seats = Board::from_text(&self.position).map_or(2, |start| start.sides().len());
                let tables = pairing::tables(format, self.entrants.len(), seats);
                self.interleaved(0, &tables)
            }
        }
    }

    /// Who has won a knockout, once it is over.
    pub fn champion(&self, known: Known<'_>) -> Option<usize> {
        match self.format {
            Format::Knockout => self.knockout(known).1,
            Format::RoundRobin | Format::Gauntlet => None,
        }
    }

    /// The games of some pairings, the first pair of each, then the second of each, and so on: an
    /// event that is broken off has gone equally far everywhere.
    fn interleaved(&self, round: u32, tables: &[Vec<usize>]) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut number = 0;
        while number < self.games {
            let step = tables.iter().map(|table| pairing::rotations(table).len() as u32).max();
            let next = (number + step.unwrap_or(1)).min(self.games);
            for table in tables {
                jobs.extend((number..next).map(|number| self.job(round, table, number)));
            }
            number = next;
        }
        jobs
    }

    /// One game of a pairing: the openings in turn, each with all ways to change seats.
    fn job(&self, round: u32, table: &[usize], number: u32) -> Job {
        let rotations = pairing::rotations(table);
        let pair = number / rotations.len() as u32;
        let seats = &rotations[number as usize % rotations.len()];
        let seats: Vec<Entrant> = seats.iter().map(|&index| self.entrants[index].clone()).collect();
        Job {
            event: self.name.clone(),
            round,
            pair,
            game: game_of_position(&self.position).map_or("", |game| game.name).to_owned(),
            position: self.position.clone(),
            opening: self.openings[pair as usize % self.openings.len()].clone(),
            seed: self.game_seed(round, pair, &seats),
            seats,
            bounds: self.bounds,
        }
    }

    /// Prolongs a match of two by a pair of games, and returns them.
    pub(crate) fn further_pair(&mut self) -> [Job; 2] {
        let next = self.games.next_multiple_of(2);
        self.games = next + 2;
        [next, next + 1].map(|number| self.job(0, &[0, 1], number))
    }

    /// Whether a game may be one of this event's, or of what it would be if it were longer, as far
    /// as that can be told without its opening.
    pub(crate) fn could_have(&self, job: &Job) -> bool {
        let is_known = |seat: &Entrant| self.entrants.contains(seat);
        job.event == self.name
            && job.position == self.position
            && job.bounds == self.bounds
            && job.seats.iter().all(is_known)
            && job.seed == self.game_seed(job.round, job.pair, &job.seats)
    }

    /// A number for the dice of one game that no other game has.
    fn game_seed(&self, round: u32, pair: u32, seats: &[Entrant]) -> u64 {
        let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
        let text = format!("{} {round} {pair}\n{}", self.seed, names.join("\n"));
        let hash = Sha256::digest(text);
        let bytes = hash.first_chunk().expect("a hash is longer than that");
        // Short enough for every format's numbers.
        u64::from_le_bytes(*bytes) >> 11
    }

    /// The games of a knockout so far, and who has won it.
    fn knockout(&self, known: Known<'_>) -> (Vec<Job>, Option<usize>) {
        let mut field = pairing::bracket(self.entrants.len());
        let mut jobs = Vec::new();
        for round in 0.. {
            if let [last] = field[..] {
                return (jobs, last);
            }
            let pairings: Vec<Vec<usize>> =
                field.chunks(2).filter_map(|pair| Some(vec![pair[0]?, pair[1]?])).collect();
            jobs.extend(self.interleaved(round, &pairings));
            let mut is_over = true;
            let mut winner = |pair: &[Option<usize>]| match *pair {
                [Some(a), Some(b)] => {
                    let (more, winner) = self.decided(round, a, b, known);
                    jobs.extend(more);
                    is_over &= winner.is_some();
                    winner
                }
                _ => pair.iter().copied().find_map(|seat| seat),
            };
            field = field.chunks(2).map(&mut winner).collect();
            if !is_over {
                break;
            }
        }
        (jobs, None)
    }

    /// Who has won a pairing of a knockout, if that is known, and the games beyond the usual ones
    /// that it took or still takes: where the score is even, further pairs are played, up to
    /// [`pairing::EXTRA_PAIRS`]; then the one who was placed higher goes on.
    fn decided(
        &self,
        round: u32,
        a: usize,
        b: usize,
        known: Known<'_>,
    ) -> (Vec<Job>, Option<usize>) {
        let table = [a, b];
        let mut more = Vec::new();
        let mut lead = self.lead(round, &table, 0..self.games, known);
        let mut next = self.games.next_multiple_of(2);
        for _ in 0..pairing::EXTRA_PAIRS {
            if lead != Some(0.0) {
                break;
            }
            more.extend((next..next + 2).map(|number| self.job(round, &table, number)));
            lead = self.lead(round, &table, next..next + 2, known);
            next += 2;
        }
        let winner = lead.map(|lead| match lead.total_cmp(&0.0) {
            Ordering::Greater => a,
            Ordering::Less => b,
            Ordering::Equal => a.min(b),
        });
        (more, winner)
    }

    /// By how much the first one of a pairing is ahead in some of its games, if all are known.
    fn lead(
        &self,
        round: u32,
        table: &[usize],
        numbers: Range<u32>,
        known: Known<'_>,
    ) -> Option<f64> {
        let ahead = |number: u32| {
            let job = self.job(round, table, number);
            let rewards = known(&job.id())?;
            let lead = rewards.first()? - rewards.get(1)?;
            Some(if job.seats[0].name == self.entrants[table[0]].name { lead } else { -lead })
        };
        numbers.map(ahead).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::tests::entrant;
    use std::collections::{HashMap, HashSet};

    fn event(names: &str, format: Format, games: u32) -> Event {
        Event {
            name: "cup".into(),
            position: "hex 4x4".into(),
            entrants: names.chars().map(|name| entrant(&name.to_string())).collect(),
            format,
            games,
            openings: vec![vec!["a1".into()], vec!["b2".into()], vec!["c3".into()]],
            bounds: Bounds::default(),
            seed: 1,
        }
    }

    fn line(job: &Job) -> String {
        let seats: Vec<&str> = job.seats.iter().map(|seat| seat.name.as_str()).collect();
        format!("{} {}", seats.join("-"), job.opening.join(" "))
    }

    fn lines(event: &Event) -> Vec<String> {
        event.jobs(&|_| None).iter().map(line).collect()
    }

    #[test]
    fn each_opening_is_played_from_both_sides() {
        let lines = lines(&event("AB", Format::RoundRobin, 7));
        let expected = ["A-B a1", "B-A a1", "A-B b2", "B-A b2", "A-B c3", "B-A c3", "A-B a1"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn pairings_take_turns() {
        let lines = lines(&event("ABC", Format::RoundRobin, 2));
        let expected = ["A-B a1", "B-A a1", "A-C a1", "C-A a1", "B-C a1", "C-B a1"];
        assert_eq!(lines, expected);
        assert_eq!(event("ABCD", Format::Gauntlet, 10).jobs(&|_| None).len(), 30);
    }

    #[test]
    fn no_two_games_are_the_same_job_or_have_the_same_dice() {
        let jobs = event("ABCD", Format::RoundRobin, 20).jobs(&|_| None);
        let ids: HashSet<_> = jobs.iter().map(Job::id).collect();
        let seeds: HashSet<_> = jobs.iter().map(|job| job.seed).collect();
        assert_eq!((jobs.len(), ids.len(), seeds.len()), (120, 120, 120));
    }

    #[test]
    fn a_longer_event_begins_with_the_shorter_one() {
        let short = event("AB", Format::RoundRobin, 10).jobs(&|_| None);
        let long = event("AB", Format::RoundRobin, 20).jobs(&|_| None);
        assert_eq!(short, long[..10]);
    }

    /// Plays a knockout with `result` for who wins (a name or `=`), and returns the winner and how
    /// many games there were.
    fn knockout(names: &str, games: u32, result: impl Fn(&Job) -> char) -> (String, usize) {
        let event = event(names, Format::Knockout, games);
        let mut known: HashMap<String, Vec<f64>> = HashMap::new();
        loop {
            let jobs = event.jobs(&|id| known.get(id).cloned());
            let due: Vec<_> = jobs.iter().filter(|job| !known.contains_key(&job.id())).collect();
            if due.is_empty() {
                let champion = event.champion(&|id| known.get(id).cloned()).unwrap();
                assert_eq!(jobs.len(), known.len());
                return (event.entrants[champion].name.clone(), jobs.len());
            }
            for job in due {
                let winner = result(job).to_string();
                let reward = |seat: usize| match winner.as_str() {
                    "=" => 0.5,
                    name => f64::from(job.seats[seat].name == name),
                };
                known.insert(job.id(), vec![reward(0), reward(1)]);
            }
        }
    }

    /// The seat whose name comes first in the alphabet.
    fn earlier(job: &Job) -> char {
        let name = |seat: usize| job.seats[seat].name.chars().next().unwrap();
        name(0).min(name(1))
    }

    #[test]
    fn a_knockout_is_won_by_whoever_wins_every_round() {
        assert_eq!(knockout("DCBA", 2, earlier), ("A".into(), 6));
        assert_eq!(knockout("BCA", 3, earlier), ("A".into(), 6));
        assert_eq!(knockout("EDCBA", 2, earlier), ("A".into(), 8));
        assert_eq!(knockout("AB", 1, earlier), ("A".into(), 1));
    }

    #[test]
    fn an_even_pairing_is_played_on() {
        // Whoever moves first wins, until the third further pair.
        let late = |job: &Job| {
            let first = job.seats[0].name.chars().next().unwrap();
            if job.pair < 4 { first } else { 'B' }
        };
        assert_eq!(knockout("AB", 4, late), ("B".into(), 4 + 6));
        let (winner, games) = knockout("BA", 2, |_| '=');
        assert_eq!((winner.as_str(), games), ("B", 2 + 20));
    }

    #[test]
    fn an_event_that_cannot_be_is_refused() {
        let problem = |event: Event| event.check().unwrap_err().to_string();
        event("AB", Format::RoundRobin, 2).check().unwrap();
        assert!(problem(event("A", Format::RoundRobin, 2)).contains("two or more"));
        assert!(problem(event("ABA", Format::RoundRobin, 2)).contains("two are called \"A\""));
        assert!(problem(event("AB", Format::RoundRobin, 0)).contains("games"));
        let y = Event { position: "y 5".into(), ..event("AB", Format::RoundRobin, 2) };
        assert!(problem(y).contains("A: plays hex, not y"));
        let nonsense = Event { position: "hex 0x9".into(), ..event("AB", Format::Knockout, 2) };
        assert!(nonsense.check().is_err());
    }
}
