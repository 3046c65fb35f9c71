//! Wins by threats alone.
//!
//! A *threat* is a cell on which a colour would win with its next stone. Who always lays a stone
//! that makes a threat leaves the opponent one reply, so that such a sequence can be followed far
//! where a search of all moves cannot. It wins when a stone makes two threats at once.
//!
//! A sequence stays a win if the opponent has one stone more, unless that stone lies on one of its
//! cells or helps him to a threat of his own on the way, and playing it through again tells. So one
//! sequence refutes most of the opponent's moves.

use std::sync::Arc;

use super::stones::{BLACK, Links, Reach, Stones, WHITE};
use super::{Havannah, Position};
use crate::Board;
use spinney_board::{Cell, CellSet, Stone};
use spinney_game::Interrupt;

/// Sequences with more stones of the attacker are not looked for.
const LONGEST: usize = 16;

/// A win by threats alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    /// The attacker's stones and the replies to them.
    pairs: Vec<(Cell, Cell)>,
    /// The stone that wins, or makes the threats below.
    last: Cell,
    /// The threats that it makes; none if it wins.
    threats: CellSet,
}

impl Sequence {
    /// The first stone.
    pub(super) fn first(&self) -> Cell {
        self.pairs.first().map_or(self.last, |&(attack, _)| attack)
    }
}

/// Looks for wins by threats alone.
#[derive(Clone)]
pub(super) struct Forcing {
    links: Arc<Links>,
    /// The stones at the position, and after each pair of a sequence.
    levels: Vec<Stones>,
    /// Stones to try something with.
    trial: Stones,
    /// What has been searched in vain: the stones that a sequence has laid, mixed.
    vain: Vec<u64>,
    /// How many positions may still be searched.
    left: u32,
}

impl Forcing {
    /// On that board.
    pub(super) fn new(board: &Board<Havannah>) -> Forcing {
        Forcing {
            links: Arc::new(Links::new(board)),
            levels: vec![Stones::default(); LONGEST + 1],
            trial: Stones::default(),
            vain: Vec::new(),
            left: 0,
        }
    }

    /// From now on it is about that position.
    pub(super) fn set_up(&mut self, position: &Position) {
        self.levels[0].set_up(&self.links, position);
    }

    /// The cells among these on which a colour would win with its next stone.
    pub(super) fn winning(&self, stone: Stone, empties: &CellSet) -> CellSet {
        self.levels[0].winning(&self.links, stone, empties)
    }

    /// How many edges and corners the group of a stone on that empty cell would have.
    pub(super) fn touched_with(&self, own: Stone, cell: Cell) -> u32 {
        match own {
            Stone::Black => self.levels[0].touched_with::<BLACK>(&self.links, cell.0),
            Stone::White => self.levels[0].touched_with::<WHITE>(&self.links, cell.0),
        }
    }

    /// Whether a colour could still win if all empty cells were its own.
    pub(super) fn can_win(&mut self, stone: Stone, empties: &CellSet) -> bool {
        self.trial.copy(&self.levels[0], &self.links);
        empties.iter().any(|cell| lay(&mut self.trial, &self.links, stone, cell))
    }

    /// A win by threats of a colour that is to move, the opponent having laid `extra` before, where
    /// `empties` are the empty cells without it. At most so many positions are searched.
    pub(super) fn find(
        &mut self,
        attacker: Stone,
        extra: Option<Cell>,
        empties: &CellSet,
        positions: u32,
    ) -> Option<Sequence> {
        self.left = positions;
        self.vain.clear();
        let mut sequence = Sequence { pairs: Vec::new(), last: Cell(0), threats: CellSet::EMPTY };
        let found = match extra {
            None => self.search(0, attacker, empties, 0, &mut sequence),
            Some(cell) => {
                let (before, after) = self.levels.split_at_mut(1);
                after[0].copy(&before[0], &self.links);
                lay(&mut after[0], &self.links, attacker.opponent(), cell);
                self.search(1, attacker, empties, 0, &mut sequence)
            }
        };
        found.then_some(sequence)
    }

    fn search(
        &mut self,
        level: usize,
        attacker: Stone,
        empties: &CellSet,
        laid: u64,
        sequence: &mut Sequence,
    ) -> bool {
        let links = Arc::clone(&self.links);
        let wins = self.levels[level].winning(&links, attacker, empties);
        if let Some(cell) = wins.iter().next() {
            (sequence.last, sequence.threats) = (cell, CellSet::EMPTY);
            return true;
        }
        if self.left == 0 || self.vain.contains(&laid) {
            return false;
        }
        self.left -= 1;
        let dangers = self.levels[level].winning(&links, attacker.opponent(), empties);
        let tried = match dangers.len() {
            0 => *empties,
            1 => dangers,
            _ => return false,
        };
        let mut pairs = Vec::new();
        for cell in &tried {
            let within = match reach(&self.levels[level], &links, attacker, cell) {
                Reach::Nothing => continue,
                Reach::Beside => empties.and(links.topology().adjacency(cell)),
                Reach::Anything => *empties,
            };
            self.trial.copy(&self.levels[level], &links);
            lay(&mut self.trial, &links, attacker, cell);
            let mut rest = within;
            rest.remove(cell);
            let threats = self.trial.winning(&links, attacker, &rest);
            match threats.iter().next() {
                Some(reply) if threats.len() == 1 => pairs.push((cell, reply)),
                Some(_) => {
                    (sequence.last, sequence.threats) = (cell, threats);
                    return true;
                }
                None => {}
            }
        }
        if level + 1 < self.levels.len() {
            for (attack, reply) in pairs {
                let (before, after) = self.levels.split_at_mut(level + 1);
                after[0].copy(&before[level], &links);
                lay(&mut after[0], &links, attacker, attack);
                lay(&mut after[0], &links, attacker.opponent(), reply);
                let mut rest = *empties;
                rest.remove(attack);
                rest.remove(reply);
                sequence.pairs.push((attack, reply));
                let laid = laid ^ mixed(attack, 1) ^ mixed(reply, 2);
                if self.search(level + 1, attacker, &rest, laid, sequence) {
                    return true;
                }
                sequence.pairs.pop();
            }
        }
        self.vain.push(laid);
        false
    }

    /// Whether a sequence still wins if the opponent has laid one more stone before it, where
    /// `empties` are the empty cells without it. He must not have won with it.
    pub(super) fn holds(
        &mut self,
        sequence: &Sequence,
        attacker: Stone,
        extra: Cell,
        empties: &CellSet,
    ) -> bool {
        let links = &*self.links;
        self.trial.copy(&self.levels[0], links);
        lay(&mut self.trial, links, attacker.opponent(), extra);
        let mut rest = *empties;
        for &(attack, reply) in &sequence.pairs {
            let is_free = rest.contains(attack) && rest.contains(reply);
            if !is_free || !self.can_attack(attacker, attack, &rest) {
                return false;
            }
            let links = &*self.links;
            lay(&mut self.trial, links, attacker, attack);
            lay(&mut self.trial, links, attacker.opponent(), reply);
            rest.remove(attack);
            rest.remove(reply);
        }
        if !rest.contains(sequence.last) {
            return false;
        }
        if sequence.threats.is_empty() {
            // It wins before anything else counts.
            return true;
        }
        let threats = sequence.threats.and(&rest).len();
        threats >= 2 && self.can_attack(attacker, sequence.last, &rest)
    }

    /// The cells that the player of a colour need look at, who is to move and cannot win by threats: those
    /// after which the opponent has no win by threats. For each sequence at most so many positions are
    /// searched. `None` if that was broken off.
    pub(super) fn mustplay(
        &mut self,
        own: Stone,
        empties: &CellSet,
        positions: u32,
        interrupt: Option<&Interrupt>,
    ) -> Option<CellSet> {
        let attacker = own.opponent();
        let mut left = *empties;
        // What does not win against a pass wins against no stone.
        let Some(sequence) = self.find(attacker, None, empties, positions) else {
            return Some(left);
        };
        self.leave_out(&sequence, attacker, empties, &mut left);
        let mut tried = CellSet::EMPTY;
        while let Some(cell) = left.andnot(&tried).iter().next() {
            if interrupt.is_some_and(|is_over| is_over()) {
                return None;
            }
            tried.insert(cell);
            let mut rest = *empties;
            rest.remove(cell);
            if let Some(sequence) = self.find(attacker, Some(cell), &rest, positions) {
                left.remove(cell);
                self.leave_out(&sequence, attacker, empties, &mut left);
            }
        }
        Some(left)
    }

    /// Takes the cells out of `left` on which a stone does nothing against a sequence.
    fn leave_out(
        &mut self,
        sequence: &Sequence,
        attacker: Stone,
        empties: &CellSet,
        left: &mut CellSet,
    ) {
        let holds = |&cell: &Cell| {
            let mut rest = *empties;
            rest.remove(cell);
            self.holds(sequence, attacker, cell, &rest)
        };
        let refuted: CellSet = left.iter().filter(holds).collect();
        *left = left.andnot(&refuted);
    }

    /// Whether nothing but the cell of this attack must be taken from the opponent.
    fn can_attack(&self, attacker: Stone, attack: Cell, empties: &CellSet) -> bool {
        let mut others = *empties;
        others.remove(attack);
        self.trial.winning(&self.links, attacker.opponent(), &others).is_empty()
    }
}

/// Lays a stone of that colour. Says whether that wins, if nobody has won before.
fn lay(stones: &mut Stones, links: &Links, stone: Stone, cell: Cell) -> bool {
    match stone {
        Stone::Black => stones.place::<BLACK>(links, cell.0),
        Stone::White => stones.place::<WHITE>(links, cell.0),
    }
}

/// Where a stone of that colour could make threats.
fn reach(stones: &Stones, links: &Links, stone: Stone, cell: Cell) -> Reach {
    match stone {
        Stone::Black => stones.reach::<BLACK>(links, cell.0),
        Stone::White => stones.reach::<WHITE>(links, cell.0),
    }
}

/// A number for a stone of one of two kinds on a cell; those of different sets of stones differ.
fn mixed(cell: Cell, kind: u64) -> u64 {
    let mut bits = (u64::from(cell.0) << 2 | kind).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits ^= bits >> 29;
    bits = bits.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits ^ bits >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::{Actor, Game, RandomPlayout, Rng};

    /// Positions of random games that are not over, those without a win in one for either.
    fn quiet_positions(side: usize, games: u64, mut look: impl FnMut(&Position, &mut Forcing)) {
        let start = Position::from_text(&format!("havannah {side}")).unwrap();
        let mut forcing = Forcing::new(start.board());
        let mut random = RandomPlayout::default();
        for game in 0..games {
            let (mut position, mut rng) = (start.clone(), Rng::new(game, 0));
            while let Some(m) = random.pick(&position, &mut rng) {
                position.play(m);
                forcing.set_up(&position);
                let empties = position.empties();
                let is_quiet = |&stone: &Stone| forcing.winning(stone, &empties).is_empty();
                if position.actor() != Actor::Nobody && Stone::BOTH.iter().all(is_quiet) {
                    look(&position, &mut forcing);
                }
            }
        }
    }

    fn wins_on(position: &Position, stone: Stone, cell: Cell) -> bool {
        let mut after = position.clone();
        after.place(stone, cell);
        after.winner() == Some(stone)
    }

    /// Plays a sequence against every reply, by the rules alone.
    fn wins_by_the_rules(mut position: Position, attacker: Stone, sequence: &Sequence) -> bool {
        let defender = attacker.opponent();
        let is_refuted = |position: &Position, answers: &dyn Fn(&Position) -> bool| {
            position.empties().iter().any(|reply| {
                let mut after = position.clone();
                after.place(defender, reply);
                after.winner().is_some() || !answers(&after)
            })
        };
        for &(attack, reply) in &sequence.pairs {
            position.place(attacker, attack);
            let answers = |after: &Position| {
                after.stone_at(reply) == Some(defender) || wins_on(after, attacker, reply)
            };
            if is_refuted(&position, &answers) {
                return false;
            }
            position.place(defender, reply);
        }
        if sequence.threats.is_empty() {
            return wins_on(&position, attacker, sequence.last);
        }
        position.place(attacker, sequence.last);
        !is_refuted(&position, &|after| {
            let mut open = sequence.threats.and(&after.empties()).iter().collect::<Vec<_>>();
            open.retain(|&cell| wins_on(after, attacker, cell));
            !open.is_empty()
        })
    }

    #[test]
    fn a_sequence_wins_by_the_rules_also_against_the_stones_that_it_is_said_to_hold_against() {
        let (mut found, mut long, mut held, mut broken) = (0, 0, 0, 0);
        quiet_positions(4, 300, |position, forcing| {
            let empties = position.empties();
            for attacker in Stone::BOTH {
                let Some(sequence) = forcing.find(attacker, None, &empties, 100) else { continue };
                assert!(wins_by_the_rules(position.clone(), attacker, &sequence), "{position:?}");
                found += 1;
                long += usize::from(sequence.pairs.len() > 1);
                for extra in &empties {
                    let mut rest = empties;
                    rest.remove(extra);
                    if !forcing.holds(&sequence, attacker, extra, &rest) {
                        broken += 1;
                        continue;
                    }
                    held += 1;
                    let mut with_extra = position.clone();
                    with_extra.place(attacker.opponent(), extra);
                    let wins = wins_by_the_rules(with_extra, attacker, &sequence);
                    assert!(wins, "{position:?} {sequence:?} {extra:?}");
                }
            }
        });
        assert!(
            found > 500 && long > 50 && held > 1_000 && broken > 1_000,
            "{found} {long} {held} {broken}"
        );
    }

    /// A sequence after a stone of the opponent's is one at the position with that stone.
    #[test]
    fn a_sequence_against_a_stone_wins_by_the_rules() {
        let mut found = 0;
        quiet_positions(4, 60, |position, forcing| {
            let attacker = position.to_move().opponent();
            for extra in &position.empties() {
                let mut rest = position.empties();
                rest.remove(extra);
                let Some(sequence) = forcing.find(attacker, Some(extra), &rest, 20) else {
                    continue;
                };
                let mut after = position.clone();
                after.place(attacker.opponent(), extra);
                assert!(wins_by_the_rules(after, attacker, &sequence), "{position:?} {extra:?}");
                found += 1;
            }
        });
        assert!(found > 500, "{found}");
    }

    /// Only cells within a stone's reach are looked at for the threats that it makes.
    #[test]
    fn nothing_beyond_the_reach_of_a_stone_becomes_a_threat() {
        let (mut threats, mut beside) = (0, 0);
        for side in [3, 4, 5] {
            quiet_positions(side, 150, |position, forcing| {
                let empties = position.empties();
                let links = Arc::clone(&forcing.links);
                for (stone, cell) in
                    Stone::BOTH.iter().flat_map(|&stone| empties.iter().map(move |c| (stone, c)))
                {
                    let within = match reach(&forcing.levels[0], &links, stone, cell) {
                        Reach::Nothing => CellSet::EMPTY,
                        Reach::Beside => *links.topology().adjacency(cell),
                        Reach::Anything => continue,
                    };
                    beside += 1;
                    let mut after = position.clone();
                    after.place(stone, cell);
                    for next in after.empties().andnot(&within).iter() {
                        assert!(!wins_on(&after, stone, next), "{position:?} {cell:?} {next:?}");
                    }
                    let near = after.empties().and(&within);
                    threats += near.iter().filter(|&next| wins_on(&after, stone, next)).count();
                }
            });
        }
        assert!(beside > 10_000 && threats > 300, "{beside} {threats}");
    }

    /// Few random games come so far, and in few of those is anybody without hope.
    #[test]
    fn who_cannot_win_with_all_empty_cells_wins_no_game() {
        let mut hopeless = 0;
        let mut random = RandomPlayout::default();
        for (side, games) in [(3, 10_000), (4, 5_000)] {
            let start = Position::from_text(&format!("havannah {side}")).unwrap();
            let mut forcing = Forcing::new(start.board());
            for game in 0..games {
                let (mut position, mut rng) = (start.clone(), Rng::new(game, 2));
                while let Some(m) = random.pick(&position, &mut rng) {
                    position.play(m);
                    let empties = position.empties();
                    if position.actor() == Actor::Nobody || empties.len() > 6 {
                        continue;
                    }
                    forcing.set_up(&position);
                    for stone in Stone::BOTH {
                        let can_win = forcing.can_win(stone, &empties);
                        let wins_somehow = wins_in_some_game(&position, stone);
                        assert!(can_win || !wins_somehow, "{stone:?} {position:?}");
                        hopeless += usize::from(!can_win);
                    }
                }
            }
        }
        assert!(hopeless > 30, "{hopeless}");
    }

    /// Whether a colour wins if both want it to.
    fn wins_in_some_game(position: &Position, stone: Stone) -> bool {
        if position.actor() == Actor::Nobody {
            return position.winner() == Some(stone);
        }
        position.empties().iter().any(|cell| {
            let mut after = position.clone();
            after.play(cell.into());
            wins_in_some_game(&after, stone)
        })
    }
}
