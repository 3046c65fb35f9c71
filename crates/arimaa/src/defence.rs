//! Turns after which the opponent does not win at once.
//!
//! The opponent's winning turn depends on a few squares only. A turn that leaves all of them as they
//! are does not stop it, so a defence begins near these squares (its relevant area), and the last
//! step of one changes them. Where no turn does, the game is lost.

use crate::area::{changing, context, entering, linked, relevant, touching};
use crate::board::Board;
use crate::piece::Side;
use crate::squares::Squares;
use crate::turn::{Pending, Step, StepSet, Turn};
use crate::win::win_in_turn;
use crate::zobrist;

/// What becomes of the side to move if its turn ends as it stands and it does not win by this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// The opponent does not win by the next turn.
    None,
    /// The opponent would win, and so many more steps of this turn can prevent it, but no fewer.
    Needs(u8),
    /// The opponent wins whatever is done in the rest of the turn.
    Lost,
}

/// Finds defences, and keeps in mind what it has found out.
#[derive(Clone, Debug)]
pub struct Defender {
    /// Winning turns that were found lately, the one of the last use first.
    wins: Vec<Win>,
    /// Hashes of turns, with the number of steps within which they have no defence.
    hopeless: Vec<u64>,
    /// The last answer.
    last: Option<(u64, Threat)>,
    /// How many more turns may be looked at for the present answer.
    effort: u32,
}

/// A turn that wins on every board that looks the same on some squares.
#[derive(Clone, Copy, Debug)]
struct Win {
    side: Side,
    board: Board,
    context: Squares,
}

/// As many winning turns are kept.
const WINS: usize = 12;
/// As many hashes are kept.
const HOPELESS: usize = 1 << 14;

impl Default for Defender {
    fn default() -> Defender {
        Defender {
            wins: Vec::with_capacity(WINS),
            hopeless: vec![0; HOPELESS],
            last: None,
            effort: 0,
        }
    }
}

impl Defender {
    /// What the opponent threatens, and whether the rest of the turn can prevent it. A turn that
    /// must go on to complete a push is judged by what it can come to.
    pub fn threat(&mut self, turn: &Turn) -> Threat {
        let key = turn.key();
        if let Some((_, threat)) = self.last.filter(|(known, _)| *known == key) {
            return threat;
        }
        self.effort = u32::MAX;
        let needed = (0..=turn.left()).find(|&steps| self.can_defend(turn, steps, Aim::NONE));
        let threat = match needed {
            Some(0) => Threat::None,
            Some(steps) => Threat::Needs(steps),
            None => Threat::Lost,
        };
        self.last = Some((key, threat));
        threat
    }

    /// Whether the opponent wins whatever is done in the rest of the turn, as far as a look at so many
    /// turns shows that.
    pub fn is_lost(&mut self, turn: &Turn, effort: u32) -> bool {
        self.effort = effort;
        (0..=turn.left()).all(|steps| !self.can_defend(turn, steps, Aim::NONE))
    }

    /// Whether the opponent wins by the next turn if this one ends as it stands.
    pub fn is_threatened(&mut self, turn: &Turn) -> bool {
        self.winning_squares(turn).is_some()
    }

    /// The steps of a threatened turn with which a defence may begin, whether one does or not. Every
    /// board that a defence leads to is reached by one that begins with these.
    pub fn candidates(&mut self, turn: &Turn) -> StepSet {
        let Some(area) = self.relevant_area(turn) else { return turn.steps() };
        let (hits, others) = Aim::NONE.steps(turn, area, turn.left());
        hits.with(others)
    }

    /// Those of the [candidates](Defender::candidates) that begin a defence of so many steps at most.
    pub fn defences(&mut self, turn: &Turn, most: u8) -> StepSet {
        let mut found = StepSet::default();
        let (Some(area), Some(rest)) = (self.relevant_area(turn), most.checked_sub(1)) else {
            return found;
        };
        let (hits, others) = Aim::NONE.steps(turn, area, most);
        for step in hits.with(others).iter() {
            let mut next = *turn;
            next.play(step);
            if self.can_defend(&next, rest, Aim::NONE.after(step, area, hits)) {
                found.0[step.direction() as usize] |= step.from().bit();
            }
        }
        found
    }

    /// The squares some of which the turn has to change, if it may not end as it stands. To complete a
    /// push, any squares will do.
    fn relevant_area(&mut self, turn: &Turn) -> Option<Squares> {
        if turn.is_pushing() { Some(!0) } else { self.winning_squares(turn) }
    }

    /// The squares on which a winning turn of the opponent's depends, if the turn ended now. On boards
    /// that look the same there the opponent wins.
    fn winning_squares(&mut self, turn: &Turn) -> Option<Squares> {
        let (board, side) = (&turn.board, turn.side.opponent());
        match board.winner_after(turn.side) {
            Some(winner) if winner == turn.side => return None,
            // Lost by the own turn already: what undoes that is not looked at closely.
            Some(_) => return Some(!0),
            None => {}
        }
        let fits = |win: &Win| win.side == side && win.board.agrees(board, win.context);
        if let Some(at) = self.wins.iter().position(fits) {
            self.wins[..=at].rotate_right(1);
            return Some(self.wins[0].context);
        }
        let context = context(win_in_turn(&Turn::new(*board, side))?);
        self.wins.truncate(WINS - 1);
        self.wins.insert(0, Win { side, board: *board, context });
        Some(context)
    }

    /// Whether at most so many more steps, or none, lead to a board on which the turn may end.
    fn can_defend(&mut self, turn: &Turn, steps: u8, aim: Aim) -> bool {
        let Some(area) = aim.area.or_else(|| self.relevant_area(turn)) else { return true };
        if steps == 0 {
            return false;
        }
        // Whoever has looked long enough does not claim a loss.
        if self.effort == 0 {
            return true;
        }
        self.effort -= 1;
        let key = turn.key() ^ aim.key() ^ zobrist::mix((4 << 32) + u64::from(steps));
        let place = key as usize % HOPELESS;
        if self.hopeless[place] == key {
            return false;
        }
        // What changes the area is most likely to do.
        let (hits, others) = aim.steps(turn, area, steps);
        let can = hits.iter().chain(others.iter()).any(|step| {
            let mut next = *turn;
            next.play(step);
            self.can_defend(&next, steps - 1, aim.after(step, area, hits))
        });
        if !can {
            self.hopeless[place] = key;
        }
        can
    }
}

/// What the steps of a turn have still to do.
#[derive(Clone, Copy, Debug)]
struct Aim {
    /// The squares of a winning turn of the opponent's that none of them has changed yet.
    area: Option<Squares>,
    /// The squares that they have left and entered meanwhile. The step that changes the area must be
    /// linked with them: otherwise it can be made before them.
    made: Squares,
}

impl Aim {
    const NONE: Aim = Aim { area: None, made: 0 };

    /// A hash of it.
    fn key(self) -> u64 {
        zobrist::mix(self.area.unwrap_or(0)).rotate_left(1) ^ zobrist::mix(self.made)
    }

    /// The steps of a turn, of which so many follow, that may begin a defence: those that change the
    /// area, and others.
    fn steps(self, turn: &Turn, area: Squares, left: u8) -> (StepSet, StepSet) {
        let all = turn.steps();
        let mut candidates = all;
        let mut hits = StepSet::default();
        if !turn.is_pushing() {
            candidates = relevant(all, area, left);
            if self.made != 0 {
                if left == 1 {
                    candidates = touching(candidates, linked(self.made));
                }
            } else if let Pending::Pull(hole, _) = turn.pending {
                // What completes a pull cannot be made later, so it need not have to do with the area.
                let pulled = turn.board.of(turn.side.opponent());
                hits = entering(all, hole.bit(), pulled);
            }
        }
        hits = hits.with(changing(candidates, area));
        (hits, candidates.without(hits))
    }

    /// The same after another step, which changes the area if it is one of `hits`.
    fn after(self, step: Step, area: Squares, hits: StepSet) -> Aim {
        if hits.contains(step) {
            Aim::NONE
        } else {
            Aim { area: Some(area), made: self.made | step.squares() }
        }
    }
}
