//! Runs an event: workers play its games, results are kept the moment they exist.

mod cores;

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use spinney_engine::{EngineError, Stop, TextError};

use self::cores::Cores;
use crate::entrant::{Entrant, Program};
use crate::event::Event;
use crate::external;
use crate::job::Job;
use crate::own::Own;
use crate::player::{NewGame, Player};
use crate::queue::{LocalQueue, Queue};
use crate::referee::{self, rules};
use crate::result::GameResult;
use crate::standing::{Sequential, Standing, outcome};
use crate::statistics::{Outcome, Sprt, Verdict};
use crate::store::{Store, StoreError};

/// How often a run looks whether it was stopped.
const POLL: Duration = Duration::from_millis(100);

/// An event and how to run it.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What is to be played.
    pub event: Event,
    /// Ends a match of two as soon as its result is clear.
    pub sprt: Option<Sprt>,
    /// How many cores the players may use at the same time. A game takes as many as the one of its
    /// players who has most threads: only one of them thinks at a time.
    pub cores: u32,
    /// At most so many games at a time; 0 for as many as the cores allow.
    pub concurrency: u32,
    /// The machine, as results name it.
    pub machine: String,
}

/// Makes a player of an entrant.
pub type Seater<'a> = &'a (dyn Fn(&Entrant) -> Result<Box<dyn Player>, EngineError> + Sync);

/// What can go wrong with an event as a whole.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The event makes no sense, or a game of it cannot be played.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody cannot take part.
    #[error("{player}: {problem}")]
    Player {
        /// Who.
        player: String,
        /// Why.
        problem: String,
    },
}

/// How an event stands after one of its games.
pub struct Progress<'a> {
    /// The game that has just been kept; none at the start.
    pub game: Option<&'a GameResult>,
    /// How many games are known.
    pub done: usize,
    /// How many games there are, as far as that is known.
    pub total: usize,
    /// The score.
    pub standing: &'a Standing,
    /// The test, if there is one.
    pub sequential: Option<&'a Sequential>,
}

/// How a run of an event ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Why.
    pub why: Why,
    /// The score.
    pub standing: Standing,
    /// The test, if there was one.
    pub sequential: Option<Sequential>,
    /// Who has won a knockout.
    pub champion: Option<usize>,
    /// The ids of the games that count, in the order of the event.
    pub ids: Vec<String>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Every game was played.
    Complete,
    /// The sequential test was decided.
    Decided,
    /// Somebody stopped it.
    Stopped,
}

/// The player of an entrant.
pub fn seat(entrant: &Entrant) -> Result<Box<dyn Player>, EngineError> {
    match &entrant.program {
        Program::Preset { name, text, set } => Ok(Box::new(Own::new(name, text.as_deref(), set)?)),
        Program::External(external) => Ok(external::open(external)?),
    }
}

impl Tournament {
    /// Whether the event can be run, before anything is played.
    pub fn check(&self) -> Result<(), TournamentError> {
        self.event.check()?;
        let wrong = |place: &str, problem: String| EngineError::from(TextError::at(place, problem));
        for entrant in &self.event.entrants {
            if entrant.threads > self.cores {
                return Err(TournamentError::Player {
                    player: entrant.name.clone(),
                    problem: format!(
                        "uses {} threads, and there are {} cores for the players",
                        entrant.threads, self.cores
                    ),
                });
            }
        }
        if let Some(sprt) = &self.sprt {
            if !sprt.is_sound() {
                let problem = "elo0 must be below elo1, and alpha and beta between 0 and 0.5";
                return Err(wrong("sprt", problem.to_owned()).into());
            }
            if self.event.entrants.len() != 2 || rules(&self.event.position)?.sides().len() != 2 {
                return Err(wrong("sprt", "tests a match of two players".to_owned()).into());
            }
        }
        Ok(())
    }

    /// Plays the games that are not in the store yet, and keeps each as it ends. Told after every
    /// game, `listener` hears how the event stands. When `stop` is thrown, games in progress are
    /// played to their ends, and no further ones are begun.
    pub fn run(
        &self,
        store: &mut dyn Store,
        seater: Seater<'_>,
        stop: &Stop,
        listener: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Ended, TournamentError> {
        self.check()?;
        let mut run = Run::resumed(self, store, listener)?;
        let mut has_tried = false;
        let why = loop {
            let due = run.due();
            if run.is_decided() {
                break Why::Decided;
            }
            if due.is_empty() {
                break Why::Complete;
            }
            if stop.is_stopped() {
                break Why::Stopped;
            }
            if !std::mem::replace(&mut has_tried, true) {
                self.try_programs(seater)?;
            }
            run.play(due, seater, stop)?;
        };
        Ok(run.ended(why))
    }

    /// Starts every foreign program once: a command that is mistyped should not lose games.
    fn try_programs(&self, seater: Seater<'_>) -> Result<(), TournamentError> {
        let start = rules(&self.event.position)?;
        for entrant in &self.event.entrants {
            let Program::External(_) = entrant.program else { continue };
            let failed =
                |problem: String| TournamentError::Player { player: entrant.name.clone(), problem };
            let mut player = seater(entrant).map_err(|error| failed(error.to_string()))?;
            let game = NewGame {
                game: start.game().to_owned(),
                position: self.event.position.clone(),
                sides: start.sides().into_iter().map(str::to_owned).collect(),
                seat: 0,
                control: entrant.control,
                threads: entrant.threads,
                seed: 0,
            };
            let begun = player.new_game(&game);
            let transcript = player.transcript();
            player.end_game();
            begun
                .map_err(|fault| failed(format!("{fault}\n{transcript}").trim_end().to_owned()))?;
        }
        Ok(())
    }
}

/// An event that is being run.
struct Run<'a> {
    tournament: &'a Tournament,
    store: &'a mut dyn Store,
    listener: &'a mut dyn FnMut(&Progress<'_>),
    /// What each game's seats got.
    known: HashMap<String, Vec<f64>>,
    /// The event's games, as far as they are known.
    jobs: Vec<Job>,
    /// Their ids.
    ids: Vec<String>,
    standing: Standing,
    sequential: Option<Sequential>,
}

impl<'a> Run<'a> {
    /// Finds what was played before.
    fn resumed(
        tournament: &'a Tournament,
        store: &'a mut dyn Store,
        listener: &'a mut dyn FnMut(&Progress<'_>),
    ) -> Result<Run<'a>, TournamentError> {
        let event = &tournament.event;
        let mut known = HashMap::new();
        store.visit(Some(&event.name), &mut |game| {
            known.insert(game.job.id(), game.rewards);
        })?;
        let names = event.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let mut run = Run {
            tournament,
            store,
            listener,
            known,
            jobs: Vec::new(),
            ids: Vec::new(),
            standing: Standing::new(names),
            sequential: tournament.sprt.map(Sequential::new),
        };
        run.plan();
        // A store may hold games that were played under the same name and other conditions.
        let own: HashSet<&String> = run.ids.iter().collect();
        run.known.retain(|id, _| own.contains(id));
        run.store.visit(Some(&event.name), &mut |game| {
            if own.contains(&game.job.id()) {
                run.standing.add(&game);
            }
        })?;
        run.test();
        run.tell(None);
        Ok(run)
    }

    /// Finds out which games there are, as far as that follows from those that are known.
    fn plan(&mut self) {
        self.jobs = self.tournament.event.jobs(&|id| self.known.get(id).cloned());
        self.ids = self.jobs.iter().map(Job::id).collect();
    }

    /// The games that are to be played next.
    fn due(&mut self) -> Vec<Job> {
        self.plan();
        let games = self.jobs.iter().zip(&self.ids);
        let due = games.filter(|(_, id)| !self.known.contains_key(*id));
        due.map(|(job, _)| job.clone()).collect()
    }

    fn is_decided(&self) -> bool {
        self.sequential.is_some_and(|test| test.verdict != Verdict::Open)
    }

    /// Shows the sequential test the pairs that are complete, in their order.
    fn test(&mut self) {
        let Some(mut test) = self.sequential else { return };
        while test.verdict == Verdict::Open {
            let next = 2 * test.pairs.pairs() as usize;
            let outcomes = (self.outcome_of_first(next), self.outcome_of_first(next + 1));
            let (Some(first), Some(second)) = outcomes else { break };
            test.add(first, second);
        }
        self.sequential = Some(test);
    }

    /// How a game of a match ended for the first entrant.
    fn outcome_of_first(&self, index: usize) -> Option<Outcome> {
        let rewards = self.known.get(self.ids.get(index)?)?;
        let seen = outcome(*rewards.first()?, *rewards.get(1)?);
        let is_first = self.jobs[index].seats[0].name == self.tournament.event.entrants[0].name;
        Some(if is_first { seen } else { seen.reversed() })
    }

    fn tell(&mut self, game: Option<&GameResult>) {
        (self.listener)(&Progress {
            game,
            done: self.known.len(),
            total: self.jobs.len(),
            standing: &self.standing,
            sequential: self.sequential.as_ref(),
        });
    }

    /// Plays some games, in this order as far as several at a time allow.
    fn play(
        &mut self,
        due: Vec<Job>,
        seater: Seater<'_>,
        stop: &Stop,
    ) -> Result<(), TournamentError> {
        let Tournament { cores, concurrency, machine, .. } = self.tournament;
        let most = if *concurrency == 0 { *cores } else { *concurrency };
        let workers = (most as usize).clamp(1, due.len());
        let queue = LocalQueue::new(due);
        let cores = Cores::new(*cores);
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..workers {
                let worker = Worker { queue: &queue, cores: &cores, seater, machine };
                let sender = sender.clone();
                scope.spawn(move || worker.work(&sender));
            }
            drop(sender);
            let mut failure = None;
            loop {
                match results.recv_timeout(POLL) {
                    Ok(result) => {
                        let kept = result.map_err(TournamentError::from).and_then(|game| {
                            self.keep(&game)?;
                            queue.done(&game.job.id());
                            Ok(())
                        });
                        if let Err(error) = kept {
                            failure.get_or_insert(error);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if stop.is_stopped() || failure.is_some() || self.is_decided() {
                    queue.close();
                }
            }
            failure.map_or(Ok(()), Err)
        })
    }

    fn keep(&mut self, game: &GameResult) -> Result<(), StoreError> {
        // Another run of the same event may have been faster: then that one's result counts.
        let earlier = self.store.keep(game)?;
        let game = earlier.as_ref().unwrap_or(game);
        self.known.insert(game.job.id(), game.rewards.clone());
        self.standing.add(game);
        self.test();
        self.tell(Some(game));
        Ok(())
    }

    fn ended(self, why: Why) -> Ended {
        let known = |id: &str| self.known.get(id).cloned();
        Ended {
            why,
            champion: self.tournament.event.champion(&known),
            ids: self.ids.into_iter().filter(|id| self.known.contains_key(id)).collect(),
            standing: self.standing,
            sequential: self.sequential,
        }
    }
}

/// Somebody who plays games until there are none left.
struct Worker<'a> {
    queue: &'a LocalQueue,
    cores: &'a Cores,
    seater: Seater<'a>,
    machine: &'a str,
}

impl Worker<'_> {
    fn work(&self, results: &Sender<Result<GameResult, EngineError>>) {
        while let Some(job) = self.queue.take() {
            let threads = job.seats.iter().map(|seat| seat.threads).max().unwrap_or(1);
            let held = self.cores.hold(threads);
            let result = self.play(&job);
            drop(held);
            let failed = result.is_err();
            if failed {
                self.queue.give_back(job);
            }
            // Nobody listens when the run has failed elsewhere.
            if results.send(result).is_err() || failed {
                break;
            }
        }
    }

    fn play(&self, job: &Job) -> Result<GameResult, EngineError> {
        let mut players = job.seats.iter().map(self.seater).collect::<Result<Vec<_>, _>>()?;
        referee::play(job, &mut players, self.machine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Format;
    use crate::job::Bounds;
    use crate::job::tests::entrant;
    use crate::player::{Answer, Fault, FaultKind, Turn};
    use crate::store::SqliteStore;
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
        Tournament { event, sprt: None, cores: 2, concurrency: 0, machine: "here".into() }
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
    fn a_run_that_was_stopped_goes_on_where_it_was() {
        let (mut whole, mut parts) =
            (SqliteStore::in_memory().unwrap(), SqliteStore::in_memory().unwrap());
        let expected = run(&tournament("AB", 20), &mut whole);
        let mut stops = 0;
        loop {
            let stop = Stop::new();
            let mut kept = 0;
            let ended = tournament("AB", 20)
                .run(&mut parts, &seat, &stop, &mut |progress| {
                    kept += u32::from(progress.game.is_some());
                    if kept == 3 {
                        stop.stop();
                    }
                })
                .unwrap();
            if ended.why == Why::Complete {
                assert_eq!(ended.standing.tally, expected.standing.tally);
                assert_eq!(ended.ids, expected.ids);
                break;
            }
            stops += 1;
        }
        assert!(stops >= 3);
        assert_eq!(essence(&parts), essence(&whole));
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
        let seater =
            |entrant: &Entrant| Ok(Box::new(Counting(0, seat(entrant)?)) as Box<dyn Player>);
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
        let mut tournament = tournament("AB", 1000);
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
        assert!(games < 200, "{games} games");
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
}
