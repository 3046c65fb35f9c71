//! Inferior cells: what can be said of empty cells by looking at what is around them.
//!
//! * A cell is *dead* if its colour never matters, however the rest of the board is filled.
//! * A set of cells is *captured* by a colour that can answer every intrusion so that the
//!   intruding stones are dead.
//! * Stones on dead and captured cells change no outcome: laying them is *fill-in*.
//! * A move is *vulnerable* if the opponent has a reply that makes it dead, and *reversible* if
//!   the opponent has one that captures it. Such moves are no better than none.
//! * A move is *dominated* by another that is at least as good.
//!
//! `docs/inferior-cells.md` says why, and why all of these moves can be left out together.

mod blocks;
mod field;
mod fill;
mod parts;
mod prune;
mod ring;
mod trials;

use self::blocks::Blocks;
use self::field::Field;
use self::fill::Filled;
use self::trials::Trials;
use crate::{Board, EdgeGoal, Monotone, PositionOf};
use spinney_board::{Cell, CellSet, Stone};

/// Finds inferior cells of positions on one board. It keeps its memory between positions.
#[derive(Clone)]
pub struct InferiorCells<G: Monotone = EdgeGoal> {
    field: Field<G>,
    blocks: Blocks,
    trials: Trials,
    /// The cells without a stone, before fill-in.
    vacant: CellSet,
    filled: Filled,
    found: Inferior,
}

/// Why a move need not be considered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Its colour matters to nobody.
    Dead,
    /// This colour has it as good as taken.
    Captured(Stone),
    /// The opponent's reply on `killer` makes it dead.
    Vulnerable {
        /// The cell of the reply.
        killer: Cell,
    },
    /// The opponent's reply on `by` captures it: it is dead once the rest of what the reply
    /// captures is taken.
    Reversible {
        /// The cell of the reply.
        by: Cell,
        /// All that it captures, with both cells.
        carrier: CellSet,
    },
    /// The move `by` is at least as good. It may be dominated itself; whoever follows these steps
    /// comes to a move that is not.
    Dominated {
        /// The better cell.
        by: Cell,
    },
}

/// What was found about a position, for one colour to move.
#[derive(Clone, Debug)]
pub struct Inferior {
    stones: [CellSet; 2],
    dead: CellSet,
    captured: [CellSet; 2],
    winner: Option<Stone>,
    candidates: CellSet,
    reasons: Vec<Option<Reason>>,
}

impl Inferior {
    /// The cells where a colour's stones can be laid without changing any outcome: what it has
    /// captured, and its share of the dead cells.
    pub fn fill_in(&self, stone: Stone) -> CellSet {
        self.stones[stone.index()].and(&self.dead.or(&self.captured[stone.index()]))
    }

    /// The dead cells.
    pub fn dead(&self) -> &CellSet {
        &self.dead
    }

    /// The cells that a colour has captured.
    pub fn captured(&self, stone: Stone) -> &CellSet {
        &self.captured[stone.index()]
    }

    /// A colour's stones, fill-in included.
    pub fn stones(&self, stone: Stone) -> &CellSet {
        &self.stones[stone.index()]
    }

    /// The colour that has won once the fill-in is laid. (Fill-in stops as soon as that is so.)
    pub fn winner(&self) -> Option<Stone> {
        self.winner
    }

    /// The moves that are left to consider. If the colour to move has a winning move at all, one
    /// of these is one; if none is left, it has lost. All its moves are left if fill-in has won
    /// the game for it. (Before [pruning](InferiorCells::prune): none, if fill-in decides.)
    pub fn candidates(&self) -> &CellSet {
        &self.candidates
    }

    /// Why a move need not be considered; `None` if it is a candidate or has a stone.
    pub fn reason(&self, cell: Cell) -> Option<Reason> {
        self.reasons[cell.index()]
    }

    /// Lays the fill-in on the position that was analysed.
    pub fn apply<G: Monotone>(&self, position: &mut PositionOf<G>) {
        for stone in Stone::BOTH {
            for cell in &self.stones(stone).andnot(position.stones(stone)) {
                position.place(stone, cell);
            }
        }
    }
}

impl<G: Monotone> InferiorCells<G> {
    /// For positions on that board.
    pub fn new(board: &Board<G>) -> Self {
        let cells = board.topology().cells();
        InferiorCells {
            field: Field::new(board),
            blocks: Blocks::default(),
            trials: Trials::new(cells),
            vacant: CellSet::EMPTY,
            filled: Filled::default(),
            found: Inferior {
                stones: [CellSet::EMPTY; 2],
                dead: CellSet::EMPTY,
                captured: [CellSet::EMPTY; 2],
                winner: None,
                candidates: CellSet::EMPTY,
                reasons: vec![None; cells],
            },
        }
    }

    /// Finds everything about a position with that colour to move.
    pub fn analyse(&mut self, position: &PositionOf<G>, to_move: Stone) -> &Inferior {
        self.analyse_stones(&Stone::BOTH.map(|stone| *position.stones(stone)), to_move)
    }

    /// Finds everything about these stones, black first, with that colour to move.
    pub fn analyse_stones(&mut self, stones: &[CellSet; 2], to_move: Stone) -> &Inferior {
        self.fill_in(stones);
        self.prune(to_move)
    }

    /// Finds fill-in alone, and only what is found quickly: dead cells and captured pairs. It is
    /// the same whoever is to move. All cells that are left are candidates, until they are
    /// [pruned](InferiorCells::prune).
    pub fn fill_in(&mut self, stones: &[CellSet; 2]) -> &Inferior {
        self.field.set_up(stones);
        self.vacant = *self.field.empties();
        self.filled = Filled::default();
        if self.field.winner().is_none() {
            self.filled.fill_in(&mut self.field, &mut self.blocks, self.vacant);
        }
        self.tell();
        &self.found
    }

    /// Leaves out the inferior moves of the colour to move, where the
    /// [fill-in](InferiorCells::fill_in) was found last, and fills in the larger captured sets
    /// that it comes upon.
    pub fn prune(&mut self, to_move: Stone) -> &Inferior {
        while self.field.winner().is_none() {
            self.trials.try_stones(&mut self.field);
            let Some((captor, set)) = self.trials.try_replies(&mut self.field) else {
                prune::prune(&self.field, &self.trials, to_move, &mut self.found);
                break;
            };
            let open = self.filled.fill_captured(&mut self.field, captor, &set);
            self.filled.fill_in(&mut self.field, &mut self.blocks, open);
            self.tell();
        }
        if self.found.winner == Some(to_move) {
            // Whatever it plays now, it has won.
            self.found.candidates = self.vacant;
        }
        &self.found
    }

    /// Leaves out the inferior moves among some cells that are found quickly: in a small part of
    /// the time, most of what [`InferiorCells::prune`] finds. What it leaves of other cells says
    /// nothing.
    pub fn prune_quickly(&mut self, to_move: Stone, among: &CellSet) -> &Inferior {
        if self.field.winner().is_none() {
            self.trials.try_stones_around(&mut self.field, among, to_move);
            prune::prune(&self.field, &self.trials, to_move, &mut self.found);
        }
        &self.found
    }

    /// Parts of the board that this colour must win one by one, in the position analysed last, with
    /// its fill-in: chains of the colour cut the board so that all it could win with passes through
    /// them. Then the colour wins moving second if it does so in every part, and moving first if
    /// it wins one part moving first and all others moving second. One part, if nothing is cut;
    /// always so in Poly-Y.
    pub fn parts(&self, stone: Stone) -> Vec<CellSet> {
        parts::parts(&self.field, stone)
    }

    /// Writes down what the field holds and how it came to that.
    fn tell(&mut self) {
        let (found, filled) = (&mut self.found, &self.filled);
        found.stones = Stone::BOTH.map(|stone| *self.field.stones(stone));
        found.dead = filled.dead;
        found.captured = filled.captured;
        found.winner = self.field.winner();
        let decided = found.winner.is_some();
        found.candidates = if decided { CellSet::EMPTY } else { *self.field.empties() };
        found.reasons.fill(None);
        for cell in &filled.dead {
            found.reasons[cell.index()] = Some(Reason::Dead);
        }
        for stone in Stone::BOTH {
            for cell in &filled.captured[stone.index()] {
                found.reasons[cell.index()] = Some(Reason::Captured(stone));
            }
        }
    }
}
