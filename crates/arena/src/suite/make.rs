//! Makes tests out of games of our own player.
//!
//! Games are played with little thought and some blunders, and their positions are looked through
//! for ones in which few moves are right. Which moves are is found out as the game allows it: by
//! its prover, by enumerating whole turns, by trying everything at the end of a game, or, where all
//! of that is out of reach, by searches that are long, differ and agree. A test is then graded by
//! how much search the game's best player needs to pass it.
//!
//! With the same plan the same tests are found again: every limit is a number of positions or of
//! playouts, and none a time.

mod deep;
mod endgame;
mod goals;
mod grade;
mod proven;
mod record;
mod worth;

use std::collections::{HashSet, VecDeque};

use spinney_engine::{
    Board, EngineError, Limits, Line, Preset, Report, Resources, Rng, Session, Stop,
};

use self::grade::{GRADES, HARD, HARDEST};
use super::turn::random_turn;
use super::{Criteria, Test, read};

pub use self::grade::{CYCLES, PLAYOUTS};

/// What is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The positions that games start from, in turn.
    pub starts: Vec<String>,
    /// How many tests there are to be, those included that are known already.
    pub count: usize,
    /// Of all random choices.
    pub seed: u64,
    /// No more games are played.
    pub games: usize,
    /// Positions that it may take to decide one move, by proof search or by trying everything.
    pub nodes: u64,
    /// Playouts of the longest search, where searches have to agree; 0 leaves out what no proof or
    /// enumeration tells.
    pub deep: u64,
    /// Only tests that most searches of so many playouts miss are wanted.
    pub missed_at: Option<u64>,
}

/// How far the making has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games that were played.
    pub games: usize,
    /// Tests that there are, those included that were known.
    pub tests: usize,
    /// Of each grade, the easiest first; those included that were put aside.
    pub graded: [usize; GRADES],
}

/// What a method has found: a test but for its grade.
struct Finding {
    board: Board,
    criteria: Criteria,
    tags: Vec<&'static str>,
    comment: String,
    /// A turn that passes.
    answer: String,
    /// Where only searches tell: the playouts of the shortest one.
    searched: Option<u64>,
}

/// A way to find positions with few right moves.
trait Method {
    /// Looks through the positions of a game in which a turn begins. Where only hard ones are
    /// wanted, it may leave out what the player [sees](look) without much search.
    fn find(
        &mut self,
        game: &[Board],
        only_hard: bool,
        rng: &mut Rng,
        stop: &Stop,
    ) -> Result<Vec<Finding>, EngineError>;
}

/// Of one game a method takes so many tests at most, so that a suite is not a few games.
const MOST_PER_GAME: usize = 2;
/// The first grades, which any search passes soon: there are always enough of them.
const EASY: usize = 2;
/// Random turns among which one must fail for a test to tell anything.
const ATTEMPTS: usize = 32;
/// The stream of the seed that games are played with; each has the next one.
const STREAM: u64 = 3000;

/// Makes tests one by one.
pub struct Maker {
    plan: Plan,
    preset: Preset,
    methods: Vec<Box<dyn Method>>,
    /// The games so far.
    games: usize,
    /// Hashes of the positions that have a test.
    taken: HashSet<u64>,
    /// Tests that were handed out or known, by grade.
    made: [usize; GRADES],
    /// Known tests whose grade is not said.
    ungraded: usize,
    ready: VecDeque<Test>,
    /// Tests of grades of which there are enough already.
    aside: [Vec<Test>; GRADES],
}

impl Maker {
    /// A maker that goes on from tests that there are already.
    pub fn new(plan: Plan, known: &[Test]) -> Result<Maker, EngineError> {
        let start = plan.starts.first().map(String::as_str).unwrap_or_default();
        let board = Board::from_text(start)?;
        for start in &plan.starts {
            board.another(start)?;
        }
        let preset = Preset::load(board.entry()?.presets[0].name)?;
        let capabilities = board.capabilities();
        let mut methods: Vec<Box<dyn Method>> = Vec::new();
        match (capabilities.turns, capabilities.proofs) {
            (Some(turns), _) => methods.push(Box::new(goals::Goals::new(turns, &preset, &plan))),
            (None, Some(_)) => methods.push(Box::new(proven::Proven::new(&preset, &plan))),
            (None, None) => methods.push(Box::new(endgame::Endgame::new(plan.nodes))),
        }
        if capabilities.turns.is_none() && plan.deep > 0 {
            methods.push(Box::new(deep::Deep::new(&preset, &plan)));
        }
        let mut maker = Maker {
            plan,
            preset,
            methods,
            games: 0,
            taken: HashSet::new(),
            made: [0; GRADES],
            ungraded: 0,
            ready: VecDeque::new(),
            aside: Default::default(),
        };
        for test in known {
            maker.taken.insert(Board::from_text(&test.position)?.hash());
            match grade::of_tags(&test.tags) {
                Some(grade) => maker.made[grade] += 1,
                None => maker.ungraded += 1,
            }
        }
        Ok(maker)
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let graded = |grade: usize| self.made[grade] + self.aside[grade].len();
        Progress { games: self.games, tests: self.tests(), graded: std::array::from_fn(graded) }
    }

    /// How many tests of one grade are enough as long as there may be others.
    fn enough(&self) -> usize {
        match self.plan.missed_at {
            Some(_) => self.plan.count,
            // The last grade is only looked for on its own.
            None => self.plan.count.div_ceil(HARDEST),
        }
    }

    fn tests(&self) -> usize {
        self.ungraded + self.made.iter().sum::<usize>()
    }

    /// The next test, or none if there are enough or no more were found. `listener` hears of every
    /// game. Once `stop` is thrown, only what was found already is handed out.
    pub fn next(
        &mut self,
        stop: &Stop,
        listener: &mut dyn FnMut(&Progress),
    ) -> Result<Option<Test>, EngineError> {
        loop {
            if let Some(test) = self.ready.pop_front() {
                return Ok(Some(test));
            }
            if self.tests() >= self.plan.count {
                return Ok(None);
            }
            if stop.is_stopped() || self.games == self.plan.games {
                return Ok(self.put_aside());
            }
            self.next_game(stop)?;
            listener(&self.progress());
        }
    }

    /// One of those that were put aside, the hardest one.
    fn put_aside(&mut self) -> Option<Test> {
        let grade = (0..GRADES).rev().find(|&grade| !self.aside[grade].is_empty())?;
        self.made[grade] += 1;
        Some(self.aside[grade].remove(0))
    }

    /// Plays a game and takes the tests that it has.
    fn next_game(&mut self, stop: &Stop) -> Result<(), EngineError> {
        let start = &self.plan.starts[self.games % self.plan.starts.len()];
        let mut rng = Rng::new(self.plan.seed, STREAM + self.games as u64);
        let game = record::play(&self.preset, start, &mut rng, stop)?;
        let only_hard = self.plan.missed_at.is_some()
            || self.made[..EASY].iter().sum::<usize>() >= EASY * self.enough();
        let mut findings = Vec::new();
        for method in &mut self.methods {
            let mut found = method.find(&game, only_hard, &mut rng, stop)?;
            found.truncate(MOST_PER_GAME);
            findings.append(&mut found);
        }
        for finding in findings {
            if stop.is_stopped() {
                return Ok(());
            }
            if !self.taken.contains(&finding.board.hash()) {
                self.take(finding, &mut rng)?;
            }
        }
        self.games += 1;
        Ok(())
    }

    /// Grades a finding, and keeps it if it is what it says.
    fn take(&mut self, finding: Finding, rng: &mut Rng) -> Result<(), EngineError> {
        let mut test = Test {
            name: String::new(),
            comment: finding.comment,
            position: finding.board.text(),
            tags: finding.tags.into_iter().map(str::to_owned).collect(),
            criteria: finding.criteria,
        };
        if !tells(&test, &finding.answer, rng)? {
            return Ok(());
        }
        let grade = match self.plan.missed_at {
            None => grade::measure(&self.preset, &test)?,
            Some(playouts) if grade::is_mostly_missed(&self.preset, &test, playouts)? => HARDEST,
            Some(_) => return Ok(()),
        };
        // Where the player errs with more playouts than some search behind the claim had, the claim
        // is in doubt, and not the player.
        let most = self.plan.missed_at.unwrap_or(PLAYOUTS[HARD - 1]);
        if grade >= HARD && finding.searched.is_some_and(|playouts| playouts < most) {
            return Ok(());
        }
        test.tags.push(grade::tag(grade));
        self.taken.insert(finding.board.hash());
        if self.made[grade] < self.enough() && self.tests() < self.plan.count {
            self.made[grade] += 1;
            self.ready.push_back(test);
        } else {
            self.aside[grade].push(test);
        }
        Ok(())
    }
}

/// Whether a test, once written and read, is passed by its answer and failed by some other turn.
fn tells(test: &Test, answer: &str, rng: &mut Rng) -> Result<bool, EngineError> {
    let tests = read(&test.text())?;
    let [written] = &tests[..] else { return Ok(false) };
    if written.criteria != test.criteria || written.position != test.position {
        return Ok(false);
    }
    let board = Board::from_text(&written.position)?;
    let score = |turn: &str| written.judge(&mut Line::new(board.clone()), turn);
    if score(answer)? < 1.0 {
        return Ok(false);
    }
    for _ in 0..ATTEMPTS {
        if score(&random_turn(&board, rng)?.0)? < 1.0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a turn could begin with another move and go on with one of the right ones, where a turn
/// has several moves. It would pass although it should not.
fn could_come_second(board: &Board, right: &[&str]) -> Result<bool, EngineError> {
    for text in board.legal_moves() {
        let (_, next) = board.play(None, &text)?;
        let goes_on = next.seat_to_move() == board.seat_to_move();
        if goes_on
            && !right.contains(&text.as_str())
            && next.legal_moves().iter().any(|second| right.contains(&second.as_str()))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a player sees with the search that is to miss a test: as much as the easy grades have,
/// unless another length was asked for.
fn look(
    preset: &Preset,
    board: &Board,
    missed_at: Option<u64>,
    stop: &Stop,
) -> Result<Report, EngineError> {
    let limits = Limits::playouts(missed_at.unwrap_or(PLAYOUTS[EASY - 1]));
    session(preset, board, 1)?.think(&limits, stop, &mut |_| {})
}

/// A session of a player at a board, alone and with these dice.
fn session(preset: &Preset, board: &Board, seed: u64) -> Result<Session, EngineError> {
    let resources = Resources { seed: Some(seed), ..Resources::default() };
    spinney_engine::open_preset(preset.prepared(&[], &resources)?, Some(&board.text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(start: &str) -> Plan {
        let starts = vec![start.to_owned()];
        Plan { starts, count: 3, seed: 5, games: 6, nodes: 2000, deep: 0, missed_at: None }
    }

    fn made(plan: &Plan, known: &[Test], stop: &Stop) -> Vec<Test> {
        let mut maker = Maker::new(plan.clone(), known).unwrap();
        let next = || maker.next(stop, &mut |_| {}).unwrap();
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn the_same_plan_makes_the_same_tests_and_each_tells_something() {
        for start in ["hex 4x4", "havannah 3"] {
            let tests = made(&plan(start), &[], &Stop::new());
            assert!(!tests.is_empty() && tests.len() <= 3, "{start}: {}", tests.len());
            assert_eq!(tests, made(&plan(start), &[], &Stop::new()));
            for test in &tests {
                let Criteria::Move(blocks) = &test.criteria else { panic!("{test:?}") };
                assert!(grade::of_tags(&test.tags).is_some(), "{test:?}");
                assert!(tells(test, &blocks[0].atoms[0], &mut Rng::new(1, 0)).unwrap());
            }
        }
    }

    #[test]
    fn tests_that_are_known_count_and_are_not_made_again() {
        let first = made(&plan("hex 4x4"), &[], &Stop::new());
        let more = made(&Plan { count: 5, ..plan("hex 4x4") }, &first, &Stop::new());
        assert!(first.len() + more.len() <= 5);
        let mut positions: Vec<_> = first.iter().chain(&more).map(|test| &test.position).collect();
        positions.sort();
        positions.dedup();
        assert_eq!(positions.len(), first.len() + more.len());
    }

    #[test]
    fn tests_that_are_to_be_missed_are_missed_by_most_searches_of_that_length() {
        let playouts = 20;
        let missed_at = Some(playouts);
        let plan =
            Plan { count: 1, deep: 4000, seed: 1, games: 20, missed_at, ..plan("havannah 5") };
        let tests = made(&plan, &[], &Stop::new());
        assert!(!tests.is_empty());
        let preset = Preset::load("havannah/best").unwrap();
        for test in tests {
            assert_eq!(grade::of_tags(&test.tags), Some(HARDEST), "{test:?}");
            let board = Board::from_text(&test.position).unwrap();
            let misses = (1..=CYCLES).filter(|seed| {
                let mut session = session(&preset, &board, *seed).unwrap();
                test.ask(&mut session, &Limits::playouts(playouts)).unwrap().score < 1.0
            });
            assert!(misses.count() >= 2, "{test:?}");
        }
    }

    #[test]
    fn a_maker_that_is_stopped_makes_nothing_more() {
        let stop = Stop::new();
        stop.stop();
        assert_eq!(made(&plan("hex 4x4"), &[], &stop), []);
    }

    #[test]
    fn games_of_two_kinds_are_refused() {
        let starts = vec!["hex 4x4".to_owned(), "y 4".to_owned()];
        assert!(Maker::new(Plan { starts, ..plan("") }, &[]).is_err());
        assert!(Maker::new(Plan { starts: Vec::new(), ..plan("") }, &[]).is_err());
    }
}
