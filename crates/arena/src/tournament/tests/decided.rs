//! Matches that a sequential test ends, between players of known strength.

use spinney_engine::Rng;

use super::*;
use crate::opening::Openings;
use crate::statistics::{elo_of_rate, rate_of_elo};

/// Whoever sits first throws a coin for the game, gives up if it lost, and is given the game if not.
struct Coin {
    /// How far its own entrant is ahead, and what it is worth to sit first.
    elo: f64,
    begins: bool,
    wins: bool,
}

const FIRST_SEAT: f64 = 120.0;

impl Player for Coin {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.begins = game.seat == 0;
        let chance = rate_of_elo(self.elo + FIRST_SEAT);
        self.wins = f64::from(Rng::new(game.seed, 0).unit()) < chance;
        Ok(())
    }

    fn played(&mut self, _: &str, _: &str) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _: &Turn) -> Result<Answer, Fault> {
        Ok(if self.begins && self.wins { Answer::play("a1") } else { Answer::resign() })
    }

    fn end_game(&mut self) {}

    fn version(&self) -> String {
        String::new()
    }
}

/// The strength of "A" that shows as so many Elo when seats are changed after each game.
fn strength(seen: f64) -> f64 {
    let (mut low, mut high) = (-1000.0, 1000.0);
    while high - low > 1e-6 {
        let elo = 0.5 * (low + high);
        let rates = [FIRST_SEAT, -FIRST_SEAT].map(|first| rate_of_elo(elo + first));
        if elo_of_rate(0.5 * (rates[0] + rates[1])) < seen { low = elo } else { high = elo }
    }
    low
}

fn endless(test: Sprt, seed: u64) -> Tournament {
    let mut endless = tournament("AB", 2);
    endless.length = Length::UntilDecided(Openings::None);
    endless.sprt = Some(test);
    endless.event.seed = seed;
    endless
}

/// Plays a match in which "A" is so much stronger.
fn decided(tournament: &Tournament, elo: f64, store: &mut dyn Store) -> Ended {
    let seater = |entrant: &Entrant| -> Result<Box<dyn Player>, EngineError> {
        let elo = if entrant.name == "A" { elo } else { -elo };
        Ok(Box::new(Coin { elo, begins: false, wins: false }))
    };
    tournament.run(store, &seater, &Stop::new(), &mut |_| {}).unwrap()
}

#[test]
fn a_match_without_a_number_of_games_goes_on_until_its_test_is_decided_and_is_seldom_wrong() {
    let test = Sprt { elo0: 0.0, elo1: 80.0, alpha: 0.05, beta: 0.05 };
    let (mut wrong, mut longest) = (0, 0);
    for seed in 0..200 {
        let (elo, right) = match seed % 2 {
            0 => (test.elo0, Verdict::AcceptElo0),
            _ => (test.elo1, Verdict::AcceptElo1),
        };
        let mut store = SqliteStore::in_memory().unwrap();
        let ended = decided(&endless(test, seed), strength(elo), &mut store);
        assert_eq!(ended.why, Why::Decided);
        wrong += u32::from(ended.sequential.unwrap().verdict != right);
        longest = longest.max(ended.standing.games);
    }
    println!("{wrong} of 200 matches were decided wrongly; the longest had {longest} games");
    assert!(wrong <= 10, "{wrong}");
    assert!(longest > 100, "more than a match has that nobody gave a length");
}

#[test]
fn a_test_that_was_broken_off_goes_on_as_if_it_had_not_been() {
    let test = Sprt { elo0: 0.0, elo1: 80.0, alpha: 0.05, beta: 0.05 };
    let mut whole = SqliteStore::in_memory().unwrap();
    let mut broken = SqliteStore::in_memory().unwrap();
    let cup = endless(test, 5);
    let ended = decided(&cup, strength(40.0), &mut whole);
    let stop = Stop::new();
    let seater = |entrant: &Entrant| -> Result<Box<dyn Player>, EngineError> {
        let elo = strength(40.0);
        let elo = if entrant.name == "A" { elo } else { -elo };
        Ok(Box::new(Coin { elo, begins: false, wins: false }))
    };
    let first = cup.run(&mut broken, &seater, &stop, &mut |progress| {
        assert_eq!(progress.total, None);
        if progress.done == 20 {
            stop.stop();
        }
    });
    assert_eq!(first.unwrap().why, Why::Stopped);
    let again = decided(&cup, strength(40.0), &mut broken);
    assert_eq!(again.sequential, ended.sequential);
    // Once it is decided, nothing more is played, and what was in progress then still counts.
    let known = broken.games(None).unwrap().len();
    let last = decided(&cup, strength(40.0), &mut broken);
    assert_eq!((last.why, last.standing.games as usize), (Why::Decided, known));
}

#[test]
fn a_match_that_goes_on_plays_further_openings() {
    let mut cup = endless(Sprt { elo0: -400.0, elo1: 0.0, alpha: 0.01, beta: 0.01 }, 1);
    let openings = Openings::Random { plies: 2, count: 0 };
    cup.event.openings = openings.find("hex 4x4", 1, cup.event.seed).unwrap();
    cup.length = Length::UntilDecided(openings.clone());
    let mut store = SqliteStore::in_memory().unwrap();
    decided(&cup, 0.0, &mut store);
    let games = store.games(None).unwrap();
    assert!(games.len() > 4);
    let pairs = 1 + games.iter().map(|game| game.job.pair).max().unwrap() as usize;
    let expected = openings.find("hex 4x4", pairs, cup.event.seed).unwrap();
    for game in &games {
        assert_eq!(game.job.opening, expected[game.job.pair as usize]);
    }
}
