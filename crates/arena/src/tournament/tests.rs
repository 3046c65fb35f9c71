//! Whole tournaments, played by our own engine and by players made for the test.

mod decided;
mod unreliable;

use super::*;
use crate::event::Format;
use crate::job::Bounds;
use crate::job::tests::entrant;
use crate::player::{Answer, Fault, FaultKind, NewGame, Turn};
use crate::statistics::Verdict;
use crate::store::SqliteStore;
use crate::store::tests::version_1;
use std::sync::atomic::{AtomicU32, Ordering};

fn tournament(names: &str, games: u32) -> Tournament {
    let event = Event {
        name: "cup".into(),
        position: "hex 4x4".into(),
        entrants: names.chars().map(|name| entrant(&name.to_string())).collect(),
        format: Format::RoundRobin,
        games,
        openings: vec![Vec::new()],
        bounds: Bounds::default(),
        seed: 1,
    };
    Tournament {
        event,
        length: Length::Games,
        sprt: None,
        cores: 2,
        concurrency: 0,
        origin: Origin::default(),
    }
}

fn run(tournament: &Tournament, store: &mut dyn Store) -> Ended {
    tournament.run(store, &seat, &Stop::new(), &mut |_| {}).unwrap()
}

/// What must not depend on how a run was broken off.
fn essence(store: &dyn Store) -> Vec<(String, Vec<f64>, Vec<String>)> {
    let games = store.games(None).unwrap().into_iter().map(|game| {
        let moves = game.moves.iter().map(|made| made.text.clone()).collect();
        (game.job.id(), game.rewards, moves)
    });
    let mut games: Vec<_> = games.collect();
    games.sort_by(|a, b| a.0.cmp(&b.0));
    games
}

#[test]
fn every_game_is_played_once() {
    let mut store = SqliteStore::in_memory().unwrap();
    let ended = run(&tournament("ABC", 4), &mut store);
    assert_eq!((ended.why, ended.standing.games, ended.ids.len()), (Why::Complete, 12, 12));
    assert_eq!(store.games(Some("cup")).unwrap().len(), 12);
    // Again: nothing is left to do.
    let mut told = 0;
    let again = tournament("ABC", 4).run(&mut store, &seat, &Stop::new(), &mut |_| told += 1);
    assert_eq!((again.unwrap().standing.tally, told), (ended.standing.tally, 1));
}

#[test]
fn a_store_of_an_older_program_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = SqliteStore::open(&version_1(folder.path())).unwrap();
    let before = store.games(None).unwrap();
    let mut told = Vec::new();
    let ended = tournament("AB", 4)
        .run(&mut store, &seat, &Stop::new(), &mut |progress| told.push(progress.done))
        .unwrap();
    assert_eq!(told, [2, 3, 4]);
    assert_eq!((ended.why, ended.standing.games), (Why::Complete, 4));
    let after = store.games(None).unwrap();
    assert_eq!((&after[..3], after.len()), (&before[..], 5));
}

#[test]
fn other_games_of_the_same_name_do_not_count() {
    let mut store = SqliteStore::in_memory().unwrap();
    run(&tournament("AB", 4), &mut store);
    let mut other = tournament("AB", 4);
    other.event.position = "hex 3x3".into();
    let ended = run(&other, &mut store);
    assert_eq!((ended.standing.games, store.games(None).unwrap().len()), (4, 8));
}

#[test]
fn cores_are_never_used_twice() {
    static BUSY: AtomicU32 = AtomicU32::new(0);
    static MOST: AtomicU32 = AtomicU32::new(0);
    struct Counting(u32, Box<dyn Player>);
    impl Player for Counting {
        fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
            self.0 = game.threads;
            self.1.new_game(game)
        }
        fn played(&mut self, side: &str, text: &str) -> Result<(), Fault> {
            self.1.played(side, text)
        }
        fn choose(&mut self, turn: &Turn) -> Result<Answer, Fault> {
            let busy = BUSY.fetch_add(self.0, Ordering::SeqCst) + self.0;
            MOST.fetch_max(busy, Ordering::SeqCst);
            let answer = self.1.choose(turn);
            BUSY.fetch_sub(self.0, Ordering::SeqCst);
            answer
        }
        fn end_game(&mut self) {}
        fn version(&self) -> String {
            String::new()
        }
    }
    let mut tournament = tournament("ABC", 6);
    tournament.cores = 4;
    tournament.event.entrants[0].threads = 3;
    tournament.event.entrants[1].threads = 2;
    let seater = |entrant: &Entrant| Ok(Box::new(Counting(0, seat(entrant)?)) as Box<dyn Player>);
    let mut store = SqliteStore::in_memory().unwrap();
    tournament.run(&mut store, &seater, &Stop::new(), &mut |_| {}).unwrap();
    let most = MOST.load(Ordering::SeqCst);
    assert!((3..=4).contains(&most), "{most} cores in use");
    tournament.cores = 2;
    let refused = tournament.run(&mut store, &seat, &Stop::new(), &mut |_| {});
    assert!(refused.unwrap_err().to_string().contains("A: uses 3 threads"));
}

/// A player that gives up at once, so that the other one wins.
struct Weak;

impl Player for Weak {
    fn new_game(&mut self, _: &NewGame) -> Result<(), Fault> {
        Ok(())
    }
    fn played(&mut self, _: &str, _: &str) -> Result<(), Fault> {
        Ok(())
    }
    fn choose(&mut self, _: &Turn) -> Result<Answer, Fault> {
        Ok(Answer::resign())
    }
    fn end_game(&mut self) {}
    fn version(&self) -> String {
        String::new()
    }
}

#[test]
fn a_match_ends_when_its_result_is_clear() {
    // On a busy machine many games end before anybody hears of the first ones, but never all.
    const GAMES: u32 = 4000;
    let mut tournament = tournament("AB", GAMES);
    tournament.sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
    let seater = |entrant: &Entrant| match entrant.name.as_str() {
        "A" => seat(entrant),
        _ => Ok(Box::new(Weak) as Box<dyn Player>),
    };
    let mut store = SqliteStore::in_memory().unwrap();
    let ended = tournament.run(&mut store, &seater, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(ended.why, Why::Decided);
    assert_eq!(ended.sequential.unwrap().verdict, Verdict::AcceptElo1);
    let games = store.games(None).unwrap().len();
    assert!(games < GAMES as usize, "{games} games");
    // The same again: the verdict is found in the store.
    let again = tournament.run(&mut store, &seater, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((again.why, again.sequential), (Why::Decided, ended.sequential));
    assert_eq!(store.games(None).unwrap().len(), games);
}

#[test]
fn a_knockout_is_run_round_by_round() {
    let mut tournament = tournament("ABCDE", 2);
    tournament.event.format = Format::Knockout;
    let seater = |entrant: &Entrant| match entrant.name.as_str() {
        "D" => seat(entrant),
        _ => Ok(Box::new(Weak) as Box<dyn Player>),
    };
    let mut store = SqliteStore::in_memory().unwrap();
    let ended = tournament.run(&mut store, &seater, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((ended.why, ended.champion), (Why::Complete, Some(3)));
}

#[test]
fn a_fault_costs_a_game_and_not_the_tournament() {
    struct Broken;
    impl Player for Broken {
        fn new_game(&mut self, _: &NewGame) -> Result<(), Fault> {
            Err(Fault::new(FaultKind::Start, "not today"))
        }
        fn played(&mut self, _: &str, _: &str) -> Result<(), Fault> {
            unreachable!("it never begins")
        }
        fn choose(&mut self, _: &Turn) -> Result<Answer, Fault> {
            unreachable!("it never begins")
        }
        fn end_game(&mut self) {}
        fn version(&self) -> String {
            String::new()
        }
    }
    let seater = |entrant: &Entrant| match entrant.name.as_str() {
        "B" => Ok(Box::new(Broken) as Box<dyn Player>),
        _ => seat(entrant),
    };
    let mut store = SqliteStore::in_memory().unwrap();
    let tournament = tournament("ABC", 2);
    let ended = tournament.run(&mut store, &seater, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!((ended.why, ended.standing.games), (Why::Complete, 6));
    assert_eq!(ended.standing.faults[1][&FaultKind::Start], 4);
    assert_eq!(ended.standing.tally.total(1).losses, 4);
}

#[test]
fn a_test_needs_two_players_and_sound_numbers() {
    let mut three = tournament("ABC", 2);
    three.sprt = Some(Sprt::default());
    assert!(three.check().unwrap_err().to_string().contains("two players"));
    let mut unsound = tournament("AB", 2);
    unsound.sprt = Some(Sprt { elo1: -5.0, ..Sprt::default() });
    assert!(unsound.check().unwrap_err().to_string().contains("elo0"));
}
