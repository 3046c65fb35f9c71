//! The rules a second time, written as the rule book puts them and as plainly as possible: single
//! moves, pushes and pulls of characters on a grid. Both must agree over random games.

use std::collections::BTreeSet;

use spinney_arimaa::{Action, Position};
use spinney_game::conformance::thorough;
use spinney_game::{Actor, Game, RandomPlayout, Rng};

type Grid = [[char; 8]; 8];
/// Row from the south, column from the west.
type Place = (usize, usize);

const STRENGTH: &str = "rcdhme";

fn strength(piece: char) -> usize {
    STRENGTH.find(piece.to_ascii_lowercase()).unwrap()
}

fn is_of(piece: char, gold: bool) -> bool {
    piece != '.' && piece.is_ascii_uppercase() == gold
}

fn neighbours((row, column): Place) -> Vec<Place> {
    let mut all = Vec::new();
    if row < 7 {
        all.push((row + 1, column));
    }
    if column < 7 {
        all.push((row, column + 1));
    }
    if row > 0 {
        all.push((row - 1, column));
    }
    if column > 0 {
        all.push((row, column - 1));
    }
    all
}

fn everywhere() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|row| (0..8).map(move |column| (row, column)))
}

fn has_friend(grid: &Grid, at: Place) -> bool {
    let gold = grid[at.0][at.1].is_ascii_uppercase();
    neighbours(at).iter().any(|&(r, c)| is_of(grid[r][c], gold))
}

fn is_frozen(grid: &Grid, at: Place) -> bool {
    let piece = grid[at.0][at.1];
    let stronger_enemy = neighbours(at).iter().any(|&(r, c)| {
        let other = grid[r][c];
        is_of(other, !piece.is_ascii_uppercase()) && strength(other) > strength(piece)
    });
    stronger_enemy && !has_friend(grid, at)
}

fn moved(grid: &Grid, from: Place, to: Place) -> Grid {
    let mut grid = *grid;
    grid[to.0][to.1] = grid[from.0][from.1];
    grid[from.0][from.1] = '.';
    for trap in [(2, 2), (2, 5), (5, 2), (5, 5)] {
        if grid[trap.0][trap.1] != '.' && !has_friend(&grid, trap) {
            grid[trap.0][trap.1] = '.';
        }
    }
    grid
}

/// A turn under way, read in one of the ways in which its steps can be read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Reading {
    grid: Grid,
    used: u32,
    half: Half,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Half {
    /// Moves, pushes and pulls made so far are whole.
    None,
    /// The opponent's piece of that strength was pushed off that place.
    Push(Place, usize),
    /// One's own piece of that strength has left that place and will pull.
    Pull(Place, usize),
}

impl Reading {
    /// All next steps: from where, to where, and how the turn can be read then.
    fn steps(&self, gold: bool) -> Vec<(Place, Place, Reading)> {
        let mut steps = Vec::new();
        if self.used == 4 {
            return steps;
        }
        let grid = &self.grid;
        let mut add = |from: Place, to: Place, half: Half| {
            steps.push((
                from,
                to,
                Reading { grid: moved(grid, from, to), used: self.used + 1, half },
            ));
        };
        for from in everywhere() {
            let piece = grid[from.0][from.1];
            if piece == '.' {
                continue;
            }
            for to in neighbours(from) {
                if grid[to.0][to.1] != '.' {
                    continue;
                }
                match self.half {
                    Half::Push(place, pushed) => {
                        if is_of(piece, gold)
                            && to == place
                            && strength(piece) > pushed
                            && !is_frozen(grid, from)
                        {
                            add(from, to, Half::None);
                        }
                    }
                    Half::Pull(place, puller) => {
                        if is_of(piece, !gold) && to == place && strength(piece) < puller {
                            add(from, to, Half::None);
                        }
                    }
                    Half::None if is_of(piece, gold) => {
                        let back = if gold { to.0 < from.0 } else { to.0 > from.0 };
                        let may_go = strength(piece) > 0 || !back;
                        if may_go && !is_frozen(grid, from) {
                            add(from, to, Half::None);
                            if self.used < 3 {
                                add(from, to, Half::Pull(from, strength(piece)));
                            }
                        }
                    }
                    Half::None => {
                        let pushed = strength(piece);
                        let pusher = neighbours(from).into_iter().any(|at| {
                            let other = grid[at.0][at.1];
                            is_of(other, gold) && strength(other) > pushed && !is_frozen(grid, at)
                        });
                        if pusher && self.used < 3 {
                            add(from, to, Half::Push(from, pushed));
                        }
                    }
                }
            }
        }
        steps
    }
}

struct Referee {
    gold: bool,
    /// What the turn so far can mean.
    readings: BTreeSet<Reading>,
    /// Every board at the start of a turn, and whose turn it was.
    past: Vec<(Grid, bool)>,
}

impl Referee {
    fn new(grid: Grid, gold: bool) -> Referee {
        let reading = Reading { grid, used: 0, half: Half::None };
        Referee { gold, readings: BTreeSet::from([reading]), past: vec![(grid, gold)] }
    }

    fn grid(&self) -> Grid {
        self.readings.first().unwrap().grid
    }

    fn may_leave(&self, grid: &Grid) -> bool {
        let (start, _) = self.past.last().unwrap();
        let before = self.past.iter().filter(|&&(g, gold)| g == *grid && gold != self.gold).count();
        grid != start && before < 2
    }

    fn has_end(&self, reading: &Reading) -> bool {
        let ends = reading.used > 0 && reading.half == Half::None && self.may_leave(&reading.grid);
        ends || reading.steps(self.gold).iter().any(|(_, _, next)| self.has_end(next))
    }

    /// Every legal step, and whether the turn may end.
    fn moves(&self) -> (BTreeSet<(Place, Place)>, bool) {
        let mut all = BTreeSet::new();
        for reading in &self.readings {
            for (from, to, next) in reading.steps(self.gold) {
                if !all.contains(&(from, to)) && self.has_end(&next) {
                    all.insert((from, to));
                }
            }
        }
        let pass = self.readings.iter().any(|reading| {
            reading.used > 0 && reading.half == Half::None && self.may_leave(&reading.grid)
        });
        (all, pass)
    }

    fn step(&mut self, from: Place, to: Place) {
        self.readings = self
            .readings
            .iter()
            .flat_map(|reading| reading.steps(self.gold))
            .filter(|(f, t, _)| (*f, *t) == (from, to))
            .map(|(_, _, next)| next)
            .collect();
        if self.readings.iter().all(|reading| reading.used == 4) {
            self.pass();
        }
    }

    fn pass(&mut self) {
        let grid = self.grid();
        let gold = !self.gold;
        let reading = Reading { grid, used: 0, half: Half::None };
        self.past.push((grid, gold));
        *self = Referee {
            gold,
            readings: BTreeSet::from([reading]),
            past: std::mem::take(&mut self.past),
        };
    }

    /// At the start of a turn.
    fn winner(&self) -> Option<bool> {
        let grid = self.grid();
        let a = !self.gold;
        let goal =
            |gold: bool| grid[if gold { 7 } else { 0 }].contains(if gold { &'R' } else { &'r' });
        let rabbits =
            |gold: bool| grid.iter().flatten().any(|&p| p == if gold { 'R' } else { 'r' });
        if goal(a) {
            Some(a)
        } else if goal(!a) {
            Some(!a)
        } else if !rabbits(!a) {
            Some(a)
        } else if !rabbits(a) {
            Some(!a)
        } else if self.moves().0.is_empty() {
            Some(a)
        } else {
            None
        }
    }
}

fn grid_of(position: &Position) -> Grid {
    let mut grid = [['.'; 8]; 8];
    for (row, column) in everywhere() {
        let square = spinney_arimaa::squares::Square::new(row * 8 + column);
        grid[row][column] = position.board().piece_at(square).map_or('.', |piece| piece.letter());
    }
    grid
}

/// Plays a random game from `start` and compares every position.
fn agree(start: &Position, rng: &mut Rng) {
    let mut position = start.clone();
    let mut pick = RandomPlayout::default();
    while position.is_setup() {
        position.play(pick.pick(&position, rng).unwrap());
    }
    let mut referee = Referee::new(grid_of(&position), position.side().letter() == 'g');
    let mut moves = Vec::new();
    loop {
        let text = position.text();
        assert_eq!(grid_of(&position), referee.grid(), "{text}");
        if position.steps().is_empty() {
            let winner = position.winner().map(|side| side.letter() == 'g');
            assert_eq!(winner, referee.winner(), "{text}");
            if winner.is_some() {
                return;
            }
        }
        assert_eq!(position.actor(), Actor::Player(position.side().player()));
        moves.clear();
        position.moves(&mut moves);
        let mut steps = BTreeSet::new();
        let mut pass = false;
        for &m in &moves {
            match m {
                Action::Step(step) => {
                    let from = step.from();
                    let to = from.towards(step.direction()).unwrap();
                    steps.insert(((from.row(), from.file()), (to.row(), to.file())));
                }
                Action::Pass => pass = true,
                Action::Place(..) => panic!("{text}: setting up is over"),
            }
        }
        assert_eq!((steps, pass), referee.moves(), "{text}");
        let m = *rng.choose(&moves).unwrap();
        match m {
            Action::Step(step) => {
                let (from, to) = (step.from(), step.from().towards(step.direction()).unwrap());
                referee.step((from.row(), from.file()), (to.row(), to.file()));
            }
            _ => referee.pass(),
        }
        position.play(m);
    }
}

#[test]
fn the_referee_agrees_on_random_games() {
    let mut rng = Rng::new(7, 0);
    for _ in 0..100 * thorough() {
        agree(&Position::start(), &mut rng);
    }
}

#[test]
fn the_referee_agrees_on_random_endgames() {
    let mut rng = Rng::new(8, 0);
    for _ in 0..400 * thorough() {
        let start = random_endgame(&mut rng);
        agree(&start, &mut rng);
    }
}

/// A few pieces of each side, close together or all over the board.
fn random_endgame(rng: &mut Rng) -> Position {
    loop {
        let rows = 2 + rng.below(7) as usize;
        let mut squares = ['.'; 64];
        let mut counts = [0; 128];
        for _ in 0..2 + rng.below(16) {
            let letter = *rng.choose(&['R', 'R', 'C', 'D', 'H', 'M', 'E']).unwrap();
            let letter = if rng.below(2) == 0 { letter } else { letter.to_ascii_lowercase() };
            let most = [1, 2, 8][usize::from("CDH".contains(letter.to_ascii_uppercase()))
                + 2 * usize::from(letter.eq_ignore_ascii_case(&'r'))];
            let at = rng.below(rows as u32 * 8) as usize;
            if squares[at] == '.' && counts[letter as usize] < most {
                squares[at] = letter;
                counts[letter as usize] += 1;
            }
        }
        let side = if rng.below(2) == 0 { 'g' } else { 's' };
        let text = format!("arimaa 2{side} [{}]", String::from_iter(squares));
        if let Ok(position) = Position::from_text(&text) {
            return position;
        }
    }
}
