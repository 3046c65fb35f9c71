//! A position of a game, with its rules.

mod symmetry;

pub(crate) use symmetry::Mirror;

use std::sync::Arc;

use spinney_game::{Actor, Game, Picture, Player, Rewards, TextError};

use crate::action::Action;
use crate::board::Board;
use crate::notation;
use crate::past::Past;
use crate::picture;
use crate::piece::{Kind, Piece, Side};
use crate::squares::{Square, each};
use crate::turn::{STEPS, Step, Turn};
use crate::zobrist;

/// One decision in a game of Arimaa: a step, the end of a turn, or the setting up of a piece.
///
/// A step is legal exactly when some legal turn goes on with it: no turn ends in the middle of a
/// push, with the board as it was, or where the same player was to move on the same board twice
/// before. So a step that could only be followed by such an end is not among the moves.
///
/// # Text
///
/// `arimaa 2g [rrrrrrrr…]`: the number of the move, the side to move (`g`, `s`, or as older
/// programs write `w`, `b`), and the 64 squares from a8 to h8, then from a7, with capitals for
/// Gold and `.` (or a space, or `x` on a trap) for nothing. The number may be missing. Behind a
/// semicolon follow the steps since then, `end` where a turn was shorter than four steps; those
/// since the last capture are written, because repetition counts them. `arimaa` alone is the
/// start, and a diagram of nine or more lines as in position files will do for the board.
///
/// While the first move of a side goes on, its pieces are set up one by one, in any order.
#[derive(Clone, Debug)]
pub struct Position {
    turn: Turn,
    /// The board at the start of the turn.
    start: Board,
    /// The steps of this turn.
    steps: [Step; 4],
    number: u32,
    phase: Phase,
    past: Option<Arc<Past>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Setup,
    Play,
    Over { winner: Side },
}

impl Position {
    /// The empty board, before Gold has set up.
    pub fn start() -> Position {
        Position {
            turn: Turn::new(Board::EMPTY, Side::Gold),
            start: Board::EMPTY,
            steps: [Step::NONE; 4],
            number: 1,
            phase: Phase::Setup,
            past: None,
        }
    }

    /// A board where a side is to move, with no history. It is to set up where `number` is 1 or,
    /// without a number, where it has no piece yet; but only if what stands there can be the work
    /// of setting up. Whether somebody has won is judged as if the opponent had just moved.
    pub fn new(board: Board, side: Side, number: Option<u32>) -> Result<Position, TextError> {
        for (side, kind) in Side::BOTH.iter().flat_map(|&side| Kind::ALL.map(|kind| (side, kind))) {
            let count = board.pieces(side, kind).count_ones();
            if count > kind.in_a_set() {
                let (side, kind) = (side.name(), kind.name());
                return Err(TextError::at("board", format!("{count} {side} {kind}s are too many")));
            }
        }
        let other = side.opponent();
        let (own_pieces, others) = (board.of(side), board.of(other));
        let is_setup = number.map_or(own_pieces == 0, |number| number == 1);
        let mut position = Position {
            turn: Turn::new(board, side),
            start: board,
            number: number.unwrap_or(if is_setup { 1 } else { 2 }),
            ..Position::start()
        };
        let fits = match side {
            Side::Gold => others == 0,
            Side::Silver => others & !other.home() == 0 && others.count_ones() == 16,
        };
        if is_setup && fits && own_pieces & !side.home() == 0 && own_pieces.count_ones() < 16 {
            return Ok(position);
        }
        position.number = position.number.max(2);
        if let Some(square) = each(board.lost()).next() {
            return Err(TextError::word(&square.name(), "a piece alone on a trap is lost"));
        }
        position.phase = Phase::Play;
        position.judge();
        Ok(position)
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.turn.board
    }

    /// The board in the middle of its turn.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Whose turn it is, or would be.
    pub fn side(&self) -> Side {
        self.turn.side
    }

    /// The number of the move, from 1 for the setting up.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The steps of this turn so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.turn.used.into()]
    }

    /// Whether the side to move is setting up its pieces.
    pub fn is_setup(&self) -> bool {
        self.phase == Phase::Setup
    }

    /// Who has won.
    pub fn winner(&self) -> Option<Side> {
        match self.phase {
            Phase::Over { winner } => Some(winner),
            _ => None,
        }
    }

    /// The board at the start of the turn.
    pub fn turn_start(&self) -> &Board {
        &self.start
    }

    /// The turns since the last capture, the latest first.
    pub(crate) fn past(&self) -> Option<&Past> {
        self.past.as_deref()
    }

    /// How many pieces of a kind the side to move has yet to set up.
    fn unplaced(&self, kind: Kind) -> u32 {
        kind.in_a_set() - self.board().pieces(self.side(), kind).count_ones()
    }

    /// Whether the turn may leave the board like this.
    #[inline]
    pub fn may_leave(&self, board: &Board) -> bool {
        let repeats = || match &self.past {
            Some(past) => past.has_twice(board, self.side().opponent()),
            None => false,
        };
        board.key() != self.start.key() && !repeats()
    }

    /// Whether a turn in progress, which is this one some steps later, has a legal end.
    fn can_end(&self, turn: &Turn) -> bool {
        if !turn.is_pushing() && self.may_leave(&turn.board) {
            return true;
        }
        turn.steps().iter().any(|step| {
            let mut next = *turn;
            next.play(step);
            self.can_end(&next)
        })
    }

    /// Whether some legal turn goes on with a step that the pieces allow.
    #[inline]
    fn leads_on(&self, step: Step) -> bool {
        // Mostly a piece of one's own leaves a board that was not there before, and the turn may
        // end with it. What is lost on the way makes the board a new one for sure.
        let is_own = self.board().of(self.side()) & step.from().bit() != 0;
        let may_repeat = self.past.as_ref().is_some_and(|past| past.may_repeat());
        if is_own && !may_repeat && self.board().key_after(step) != self.start.key() {
            return true;
        }
        let mut next = self.turn;
        next.play(step);
        self.can_end(&next)
    }

    fn may_pass(&self) -> bool {
        let Turn { used, board, .. } = &self.turn;
        *used > 0 && !self.turn.is_pushing() && self.may_leave(board)
    }

    /// Ends the turn.
    fn end_turn(&mut self) {
        let Turn { board, side, .. } = self.turn;
        let captured = board.occupied().count_ones() < self.start.occupied().count_ones();
        let before = self.past.take();
        if !captured {
            let start = (self.start, side, self.number);
            self.past = Some(Arc::new(Past::new(start, self.steps(), before)));
        }
        self.hand_over();
        self.judge();
    }

    /// Makes it the opponent's turn.
    fn hand_over(&mut self) {
        self.number += u32::from(self.side() == Side::Silver);
        self.turn = Turn::new(self.turn.board, self.side().opponent());
        self.start = self.turn.board;
    }

    /// Decides at the start of a turn whether the game is over.
    fn judge(&mut self) {
        let mover = self.side().opponent();
        let winner = self.board().winner_after(mover).or_else(|| {
            let repeats = self.past.as_ref().is_some_and(|past| past.may_repeat());
            let steps = self.turn.steps();
            // Whatever is done first changes the board, so only repetition can forbid it.
            let can_move = if repeats {
                steps.iter().any(|step| self.leads_on(step))
            } else {
                !steps.is_empty()
            };
            (!can_move).then_some(mover)
        });
        if let Some(winner) = winner {
            self.phase = Phase::Over { winner };
        }
    }

    fn place(&mut self, kind: Kind, square: Square) {
        self.turn.board.put(Piece { side: self.side(), kind }, square);
        if self.board().of(self.side()).count_ones() == 16 {
            if self.side() == Side::Silver {
                self.phase = Phase::Play;
            }
            self.hand_over();
            if self.phase == Phase::Play {
                self.judge();
            }
        }
    }
}

impl Game for Position {
    type Move = Action;

    fn name(&self) -> &'static str {
        "arimaa"
    }

    fn players(&self) -> usize {
        2
    }

    fn actor(&self) -> Actor {
        match self.phase {
            Phase::Over { .. } => Actor::Nobody,
            _ => Actor::Player(self.side().player()),
        }
    }

    fn moves(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Over { .. } => {}
            Phase::Setup => {
                let empty = self.side().home() & !self.board().occupied();
                for kind in Kind::ALL.into_iter().filter(|&kind| self.unplaced(kind) > 0) {
                    out.extend(each(empty).map(|square| Action::Place(kind, square)));
                }
            }
            Phase::Play => {
                let steps = self.turn.steps().iter().filter(|&step| self.leads_on(step));
                out.extend(steps.map(Action::Step));
                if self.may_pass() {
                    out.push(Action::Pass);
                }
            }
        }
    }

    fn is_legal(&self, m: Action) -> bool {
        match (self.phase, m) {
            (Phase::Setup, Action::Place(kind, square)) => {
                let empty = self.side().home() & !self.board().occupied();
                empty & square.bit() != 0 && self.unplaced(kind) > 0
            }
            (Phase::Play, Action::Step(step)) => {
                self.turn.steps().contains(step) && self.leads_on(step)
            }
            (Phase::Play, Action::Pass) => self.may_pass(),
            _ => false,
        }
    }

    fn play(&mut self, m: Action) {
        match m {
            Action::Place(kind, square) => self.place(kind, square),
            Action::Pass => self.end_turn(),
            Action::Step(step) => {
                self.steps[usize::from(self.turn.used)] = step;
                self.turn.play(step);
                if self.turn.used == STEPS {
                    self.end_turn();
                }
            }
        }
    }

    fn rewards(&self) -> Option<Rewards> {
        self.winner().map(|winner| Rewards::win(winner.player()))
    }

    /// The turn so far, and the board that it may not come back to. What was there before does
    /// not count, so that searches see where ways join again.
    fn hash(&self) -> u64 {
        let start = if self.turn.used == 0 { 0 } else { zobrist::mix(self.start.key()) };
        let setup = if self.is_setup() { zobrist::mix(3 << 32) } else { 0 };
        self.turn.key() ^ start ^ setup
    }

    fn move_codes(&self) -> usize {
        Action::CODES
    }

    fn move_text(&self, m: Action) -> String {
        notation::action_text(self, m)
    }

    fn parse_move(&self, text: &str) -> Result<Action, TextError> {
        notation::parse_action(self, text)
    }

    fn text(&self) -> String {
        notation::text(self)
    }

    fn from_text(text: &str) -> Result<Position, TextError> {
        notation::from_text(text)
    }

    fn side_name(&self, player: Player) -> &'static str {
        Side::of_player(player).name()
    }

    fn picture(&self) -> Picture {
        picture::picture(self)
    }
}
