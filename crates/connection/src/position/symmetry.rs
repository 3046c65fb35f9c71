//! What turning and mirroring the board and exchanging colours and seats does to a position.

use super::{Action, PositionOf, Swap};
use crate::Goal;
use spinney_board::{BoardSymmetry, Cell, CellSet, Groups, Stone, zobrist};
use spinney_game::Player;

/// One of the ways that change nothing in a game.
#[derive(Clone, Copy)]
struct Way<'a> {
    board: &'a BoardSymmetry,
    /// Stones change their colour.
    colours: bool,
    /// Players change their colour.
    seats: bool,
}

impl<G: Goal> PositionOf<G> {
    /// How many ways there are to treat the board and the colours. Where edges belong to colours, a
    /// way of the board says what becomes of these; elsewhere colours may be exchanged or not.
    fn board_ways(&self) -> usize {
        let boards = self.topology().symmetries().len();
        if self.topology().edges_are_owned() { boards } else { 2 * boards }
    }

    fn way(&self, symmetry: usize) -> Way<'_> {
        let boards = self.topology().symmetries();
        let rest = symmetry % self.board_ways();
        let board = &boards[rest % boards.len()];
        let colours = board.exchanges_colours || rest >= boards.len();
        Way { board, colours, seats: symmetry >= self.board_ways() }
    }

    /// The part of the hash that tells stones and whose turn it is, as the board's image has it,
    /// with or without colours exchanged.
    pub(crate) fn stones_hash(&self, board: &BoardSymmetry, exchanged: bool) -> u64 {
        let turn = match coloured(self.to_move(), exchanged) {
            Stone::Black => 0,
            Stone::White => zobrist::WHITE_TO_MOVE,
        };
        Stone::BOTH.into_iter().fold(turn, |hash, stone| {
            let image = |cell: Cell| zobrist::stone(coloured(stone, exchanged), board.image(cell));
            self.stones(stone).iter().fold(hash, |hash, cell| hash ^ image(cell))
        })
    }
}

/// The colour, or the other one.
fn coloured(stone: Stone, exchanged: bool) -> Stone {
    if exchanged { stone.opponent() } else { stone }
}

/// The board may be turned and mirrored. Where that takes the edges of each colour to those of the
/// other, stones change their colour, too; where edges serve both they may do so anyhow. And where
/// sides can be exchanged, it does not matter that they were. As long as the swap can be played,
/// the colours are not the same: only what keeps them counts.
impl<G: Goal> spinney_game::Symmetry for PositionOf<G> {
    fn symmetries(&self) -> usize {
        if self.state.swap_open {
            let keeps_colours = |board: &&BoardSymmetry| !board.exchanges_colours;
            return self.topology().symmetries().iter().filter(keeps_colours).count();
        }
        match self.state.swap {
            Swap::Sides => 2 * self.board_ways(),
            Swap::Off | Swap::Pieces => self.board_ways(),
        }
    }

    fn image(&self, symmetry: usize) -> Self {
        let Way { board, colours, seats } = self.way(symmetry);
        let mut image = self.clone();
        let state = &mut image.state;
        state.groups = Groups::EMPTY;
        state.stones = [CellSet::EMPTY; 2];
        state.prizes = [0; 2];
        state.winner = None;
        state.to_move = coloured(self.to_move(), colours);
        state.sides_exchanged ^= seats;
        state.last_move = self.state.last_move.map(|cell| board.image(cell));
        for stone in Stone::BOTH {
            for cell in self.stones(stone) {
                image.place(coloured(stone, colours), board.image(cell));
            }
        }
        image.state.hash = self.image_hash(symmetry);
        image
    }

    fn move_image(&self, symmetry: usize, m: Action) -> Action {
        self.cell_of(m).map_or(m, |cell| self.way(symmetry).board.image(cell).into())
    }

    fn player_image(&self, symmetry: usize, player: Player) -> Player {
        let Way { colours, seats, .. } = self.way(symmetry);
        if colours != seats { player.opponent() } else { player }
    }

    fn compose(&self, first: usize, then: usize) -> usize {
        let (a, b) = (self.way(first), self.way(then));
        let images = a.board.images.iter().map(|&cell| b.board.image(Cell(cell)).0);
        let colours = a.colours != b.colours;
        let boards = self.topology().symmetries();
        let is_both = |board: &BoardSymmetry| board.images.iter().copied().eq(images.clone());
        // Every product of symmetries of a board is one of them.
        let owned = self.topology().edges_are_owned();
        let fits = |s: &BoardSymmetry| (!owned || s.exchanges_colours == colours) && is_both(s);
        let board = boards.iter().position(fits).unwrap_or(0);
        let colours_too = colours && !boards[board].exchanges_colours;
        board
            + usize::from(colours_too) * boards.len()
            + usize::from(a.seats != b.seats) * self.board_ways()
    }

    fn image_hash(&self, symmetry: usize) -> u64 {
        let Way { board, colours, seats } = self.way(symmetry);
        let identity = &self.topology().symmetries()[0];
        let rest = self.state.hash ^ self.stones_hash(identity, false);
        let seats = if seats { zobrist::SIDES_EXCHANGED } else { 0 };
        rest ^ self.stones_hash(board, colours) ^ seats
    }
}
