//! A position: stones on a board, whose turn it is, and what has been won so far.

mod symmetry;

use crate::{Board, EdgeGoal, Goal, chain, notation, picture};
use spinney_board::{Cell, CellSet, Groups, Placement, Stone, Topology, zobrist};
use spinney_game::{Actor, Game, Move, Picture, Player, Rewards, Setup, Swap, TextError};
use std::sync::Arc;

/// A move: a stone on a cell, or, with the number of cells in place of a cell's index, the swap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Action(pub u16);

impl From<Cell> for Action {
    fn from(cell: Cell) -> Action {
        Action(cell.0)
    }
}

impl Move for Action {
    #[inline]
    fn code(self) -> u32 {
        u32::from(self.0)
    }
    #[inline]
    fn from_code(code: u32) -> Action {
        Action(code as u16)
    }
}

/// A position of Hex, Y or Poly-Y.
pub type Position = PositionOf<EdgeGoal>;

/// A position of a game of stones on a board, by its goal.
///
/// A [`Player`] is a seat: player 0 moves first. A [`Stone`] is a colour: black moves first. They
/// are the same until sides are exchanged.
///
/// # Text
///
/// ```text
/// position = rules { ";" part }
/// rules    = game size [ "swap-pieces" | "swap-sides" ]
/// ```
///
/// Games and sizes are those of [`Board`], parts those of [`Placement`]: stones, whose turn it is,
/// what has become of the swap. The rules alone are the start of a game. For example
/// `hex 5x5 swap-pieces; black a1 c3; white b2; white to move`.
///
/// # Speed
///
/// Copies are cheap, and `clone_from` onto a position of the same board is cheaper still: it
/// leaves the shared topology's reference count alone, which threads would contend for.
pub struct PositionOf<G: Goal> {
    board: Board<G>,
    state: State,
}

/// All that changes in a game.
#[derive(Clone, Copy)]
struct State {
    groups: Groups,
    stones: [CellSet; 2],
    /// What each colour's groups hold, see [`Goal::prizes`].
    prizes: [u16; 2],
    hash: u64,
    to_move: Stone,
    winner: Option<Stone>,
    last_move: Option<Cell>,
    swap: Swap,
    /// Whether the swap can still be played, now or in answer to the first move.
    swap_open: bool,
    sides_exchanged: bool,
}

impl<G: Goal> Clone for PositionOf<G> {
    #[inline]
    fn clone(&self) -> Self {
        PositionOf { board: self.board.clone(), state: self.state }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.state = other.state;
    }
}

impl<G: Goal> std::fmt::Debug for PositionOf<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Position({})", self.text())
    }
}

impl<G: Goal> PositionOf<G> {
    /// The empty board. Pieces cannot be swapped on a Hex board that is not square, since no
    /// reflection takes its edges to each other.
    pub fn start(board: Board<G>, swap: Swap) -> Result<Self, TextError> {
        Self::check(&board, swap)?;
        Ok(Self::empty(board, swap))
    }

    /// Says if a board cannot be played on with that swap rule.
    pub(crate) fn check(board: &Board<G>, swap: Swap) -> Result<(), TextError> {
        let topology = board.topology();
        let reflects = !topology.edges_are_owned() || topology.exchanging_symmetry().is_some();
        if swap == Swap::Pieces && !reflects {
            return Err(TextError::word("swap-pieces", "needs a square board; use swap-sides"));
        }
        Ok(())
    }

    fn empty(board: Board<G>, swap: Swap) -> Self {
        let mut state = State {
            groups: Groups::EMPTY,
            stones: [CellSet::EMPTY; 2],
            prizes: [0; 2],
            hash: zobrist::board(&board.to_string()),
            to_move: Stone::Black,
            winner: None,
            last_move: None,
            swap,
            swap_open: swap != Swap::Off,
            sides_exchanged: false,
        };
        state.hash ^= state.swap_key();
        PositionOf { board, state }
    }

    /// A position with these stones, this turn and this swap, whose rule the board must allow.
    pub(crate) fn placed(board: Board<G>, placement: &Placement) -> Result<Self, TextError> {
        let Placement { stones, to_move, swap, swap_open, sides_exchanged } = *placement;
        let mut position = Self::empty(board, swap);
        for stone in Stone::BOTH {
            for cell in &stones[stone.index()] {
                position.place(stone, cell);
            }
        }
        if Stone::BOTH.into_iter().all(|stone| position.has_enough(stone)) {
            return Err(TextError::at("stones", "both sides would have won"));
        }
        position.set_turn(to_move, swap_open, sides_exchanged);
        Ok(position)
    }

    fn has_enough(&self, stone: Stone) -> bool {
        self.board.goal().enough(self.prizes(stone))
    }

    /// What the position's text says besides the board.
    pub(crate) fn placement(&self) -> Placement {
        let State { stones, to_move, swap, swap_open, sides_exchanged, .. } = self.state;
        Placement { stones, to_move, swap, swap_open, sides_exchanged }
    }

    /// The board and what is wanted on it.
    #[inline]
    pub fn board(&self) -> &Board<G> {
        &self.board
    }

    /// Cells, who is next to whom, edges, names.
    #[inline]
    pub fn topology(&self) -> &Arc<Topology> {
        self.board.topology()
    }

    /// The stones of one colour.
    #[inline]
    pub fn stones(&self, stone: Stone) -> &CellSet {
        &self.state.stones[stone.index()]
    }

    /// The stone on a cell.
    #[inline]
    pub fn stone_at(&self, cell: Cell) -> Option<Stone> {
        Stone::BOTH.into_iter().find(|&stone| self.stones(stone).contains(cell))
    }

    /// The cells without a stone.
    #[inline]
    pub fn empties(&self) -> CellSet {
        let taken = self.stones(Stone::Black).or(self.stones(Stone::White));
        self.topology().all_cells().andnot(&taken)
    }

    /// The colour whose turn it is (or would be, if the game were not over).
    #[inline]
    pub fn to_move(&self) -> Stone {
        self.state.to_move
    }

    /// Who has that colour now.
    #[inline]
    pub fn seat_of(&self, stone: Stone) -> Player {
        Player(stone as u8 ^ u8::from(self.state.sides_exchanged))
    }

    /// The colour that a player has now.
    #[inline]
    pub fn stone_of(&self, player: Player) -> Stone {
        if self.seat_of(Stone::Black) == player { Stone::Black } else { Stone::White }
    }

    /// Where the last stone was put.
    #[inline]
    pub fn last_move(&self) -> Option<Cell> {
        self.state.last_move
    }

    /// The colour that has won.
    #[inline]
    pub fn winner(&self) -> Option<Stone> {
        self.state.winner
    }

    /// Whether somebody has won or the board is full.
    #[inline]
    fn is_over(&self) -> bool {
        self.state.winner.is_some() || G::DRAWS && self.empties().is_empty()
    }

    /// What a colour's groups hold so far, see [`Goal::prizes`]: in Poly-Y the corners that it
    /// has captured.
    #[inline]
    pub fn prizes(&self, stone: Stone) -> u16 {
        self.state.prizes[stone.index()]
    }

    /// A cell that stands for the group of the stone on `cell`, and the edges that this group
    /// touches, one bit each. `None` if there is no stone.
    pub fn group(&self, cell: Cell) -> Option<(Cell, u16)> {
        self.stone_at(cell).map(|_| self.state.groups.group(cell))
    }

    /// The stones of a shortest chain that won the game, or of the chains that captured the
    /// winner's corners. Empty before the end.
    pub fn winning_cells(&self) -> CellSet {
        self.winner().map_or(CellSet::EMPTY, |winner| {
            let (stones, prizes) = (self.stones(winner), self.prizes(winner));
            let by_shape = self.board.goal().by_shape(self.topology(), stones, prizes);
            chain::holding(&self.board, winner, stones, prizes).or(&by_shape)
        })
    }

    /// The swap rule of this game.
    pub fn swap(&self) -> Swap {
        self.state.swap
    }

    /// The move that swaps, legal or not.
    pub fn swap_action(&self) -> Action {
        Action(self.topology().cells() as u16)
    }

    /// The cell that a move puts a stone on; `None` for the swap.
    #[inline]
    pub fn cell_of(&self, action: Action) -> Option<Cell> {
        (usize::from(action.0) < self.topology().cells()).then_some(Cell(action.0))
    }

    /// Whether the present player may swap.
    #[inline]
    pub fn can_swap(&self) -> bool {
        self.state.swap_open && self.state.to_move == Stone::White && !self.is_over()
    }

    /// Whether somebody may still swap in this game.
    pub fn swap_open(&self) -> bool {
        self.state.swap_open
    }

    /// Puts a stone on an empty cell, whoever's turn it is, and says so if that wins.
    #[inline]
    pub fn place(&mut self, stone: Stone, cell: Cell) {
        let state = &mut self.state;
        let own = &mut state.stones[stone.index()];
        own.insert(cell);
        let (topology, goal) = (self.board.topology(), self.board.goal());
        let neighbours = topology.neighbours(cell).iter().copied();
        let touched = goal.touched(topology, cell);
        let joined = state.groups.place(cell, touched, neighbours.filter(|&n| own.contains(n)));
        let prizes = &mut state.prizes[stone.index()];
        *prizes |= goal.gained(topology, stone, own, cell, joined);
        if goal.enough(*prizes) {
            state.winner = Some(stone);
        }
        state.hash ^= zobrist::stone(stone, cell);
    }

    /// Sets the parts of a position that stones do not tell.
    fn set_turn(&mut self, to_move: Stone, swap_open: bool, sides_exchanged: bool) {
        let state = &mut self.state;
        if to_move != state.to_move {
            state.pass_turn();
        }
        if sides_exchanged != state.sides_exchanged {
            state.exchange_sides();
        }
        if swap_open != state.swap_open {
            state.hash ^= state.swap_key();
            state.swap_open = swap_open;
            state.hash ^= state.swap_key();
        }
    }

    fn play_swap(&mut self) {
        self.state.close_swap();
        match self.state.swap {
            Swap::Off => {}
            Swap::Sides => self.state.exchange_sides(),
            Swap::Pieces => {
                let Some(cell) = self.stones(Stone::Black).iter().next() else {
                    return;
                };
                let diagonal = self.topology().exchanging_symmetry();
                let image = diagonal.map_or(cell, |diagonal| diagonal.image(cell));
                let state = &mut self.state;
                state.hash ^= zobrist::stone(Stone::Black, cell);
                state.stones = [CellSet::EMPTY; 2];
                state.prizes = [0; 2];
                state.last_move = Some(image);
                state.pass_turn();
                self.place(Stone::White, image);
            }
        }
    }
}

impl Position {
    /// The corner cells that a colour has captured in Poly-Y.
    pub fn captured_corners(&self, stone: Stone) -> impl Iterator<Item = Cell> + '_ {
        let prizes = match self.board.goal() {
            EdgeGoal::Corners { .. } => self.prizes(stone),
            EdgeGoal::Hex | EdgeGoal::Y => 0,
        };
        let corners = self.topology().corners().iter().enumerate();
        corners.filter(move |(c, _)| prizes >> c & 1 != 0).map(|(_, &cell)| cell)
    }
}

impl State {
    #[inline]
    fn pass_turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.hash ^= zobrist::WHITE_TO_MOVE;
    }

    fn exchange_sides(&mut self) {
        self.sides_exchanged = !self.sides_exchanged;
        self.hash ^= zobrist::SIDES_EXCHANGED;
    }

    #[inline]
    fn close_swap(&mut self) {
        if self.swap_open {
            self.hash ^= self.swap_key();
            self.swap_open = false;
        }
    }

    fn swap_key(&self) -> u64 {
        match (self.swap_open, self.swap) {
            (false, _) | (_, Swap::Off) => 0,
            (true, Swap::Pieces) => zobrist::SWAP_PIECES_OPEN,
            (true, Swap::Sides) => zobrist::SWAP_SIDES_OPEN,
        }
    }
}

impl<G: Goal> Game for PositionOf<G> {
    type Move = Action;

    fn name(&self) -> &'static str {
        self.board.game()
    }

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn actor(&self) -> Actor {
        if self.is_over() {
            return Actor::Nobody;
        }
        Actor::Player(self.seat_of(self.state.to_move))
    }

    fn moves(&self, out: &mut Vec<Action>) {
        if self.is_over() {
            return;
        }
        let empties = self.empties();
        out.reserve(empties.len() + 1);
        empties.iter().for_each(|cell| out.push(Action::from(cell)));
        if self.can_swap() {
            out.push(self.swap_action());
        }
    }

    fn is_legal(&self, m: Action) -> bool {
        match self.cell_of(m) {
            Some(cell) => self.state.winner.is_none() && self.stone_at(cell).is_none(),
            None => m == self.swap_action() && self.can_swap(),
        }
    }

    #[inline]
    fn play(&mut self, m: Action) {
        debug_assert!(self.is_legal(m), "{m:?} in {self:?}");
        let Some(cell) = self.cell_of(m) else {
            return self.play_swap();
        };
        // White's first move declines the swap.
        if self.state.to_move == Stone::White {
            self.state.close_swap();
        }
        self.place(self.state.to_move, cell);
        self.state.last_move = Some(cell);
        self.state.pass_turn();
    }

    #[inline]
    fn rewards(&self) -> Option<Rewards> {
        match self.state.winner {
            Some(stone) => Some(Rewards::win(self.seat_of(stone))),
            None => self.is_over().then(|| Rewards::draw(2)),
        }
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.state.hash
    }

    fn move_codes(&self) -> usize {
        self.topology().cells() + 1
    }

    fn move_text(&self, m: Action) -> String {
        match self.cell_of(m) {
            Some(cell) => self.topology().cell_name(cell).to_string(),
            None => self.state.swap.name().unwrap_or("swap").to_string(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Action, TextError> {
        notation::parse_move(self, text)
    }

    fn text(&self) -> String {
        notation::text(self)
    }

    fn from_text(text: &str) -> Result<Self, TextError> {
        notation::from_text(text)
    }

    fn setup(&self) -> Setup {
        Setup { size: self.board.size(), swap: self.swap(), ..Setup::plain(self.board.game()) }
    }

    fn side_name(&self, player: Player) -> &'static str {
        self.stone_of(player).name()
    }

    /// From then on the swap cannot be played.
    fn hand_turn_to(&mut self, player: Player) -> bool {
        let Actor::Player(present) = self.actor() else {
            return false;
        };
        if player != present && player != present.opponent() {
            return false;
        }
        if player != present {
            self.state.close_swap();
            self.state.pass_turn();
        }
        true
    }

    fn picture(&self) -> Picture {
        picture::picture(self)
    }
}
