//! Whose turn it is and what for: hands, the bag, and the order of a turn.
//!
//! A turn fills forced spaces while it can, makes one free move and fills forced spaces again; a
//! tile is drawn after every tile laid. The bag is a set: its order is nowhere.

use crate::board::{Board, Space};
use crate::cell::{Cell, Placement, SIDES};
use crate::tile::{EVERY_TILE, Tile, Tiles};
use spinney_game::MAX_PLAYERS;

/// Tiles in a full hand.
pub(crate) const HAND: u32 = 6;
/// Tiles in a bag that is too low for draws to be put off.
const LOW_BAG: u32 = 8;

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// That player draws a tile.
    Draw(u8),
    /// Whoever's turn it is fills a forced space.
    Fill,
    /// Whoever's turn it is lays a tile where they like.
    Free,
    /// All tiles are on the table.
    Over,
    /// A free move is due and there is none: the game is drawn.
    Deadlock,
}

/// Everything that a game goes on from, apart from the players' colours.
#[derive(Debug)]
pub(crate) struct Table {
    pub board: Board,
    pub hands: [Tiles; MAX_PLAYERS],
    pub bag: Tiles,
    pub players: u8,
    pub turn: u8,
    /// The free move of this turn has been made.
    pub moved: bool,
    /// What is drawn after a free move is drawn at the start of the next turn, as long as the bag is
    /// not low.
    pub defers_draws: bool,
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table { board: self.board.clone(), ..*self }
    }

    #[inline(always)]
    fn clone_from(&mut self, from: &Table) {
        self.board.clone_from(&from.board);
        self.hands = from.hands;
        self.bag = from.bag;
        self.players = from.players;
        self.turn = from.turn;
        self.moved = from.moved;
        self.defers_draws = from.defers_draws;
    }
}

impl Table {
    /// Before anything is drawn.
    pub fn new(players: u8) -> Table {
        Table {
            board: Board::new(),
            hands: [0; MAX_PLAYERS],
            bag: EVERY_TILE,
            players,
            turn: 0,
            moved: false,
            defers_draws: false,
        }
    }

    /// The hand of whoever's turn it is.
    #[inline(always)]
    pub fn hand(&self) -> Tiles {
        self.hands[usize::from(self.turn)]
    }

    fn hands(&self) -> &[Tiles] {
        &self.hands[..usize::from(self.players)]
    }

    /// Passes the turn on while its owner has nothing left to do, and says what happens next.
    /// Whether a free move exists is not looked at.
    #[inline(always)]
    pub fn advance(&mut self) -> Stage {
        if self.bag != 0 {
            if self.board.laid().is_empty() {
                if let Some(player) = self.next_to_deal_to() {
                    return Stage::Draw(player);
                }
            } else if let Some(player) = self.next_to_draw() {
                return Stage::Draw(player);
            }
        }
        if self.hands == [0; MAX_PLAYERS] {
            return Stage::Over;
        }
        loop {
            let hand = self.hand();
            if hand != 0 {
                if self.fills(hand).next().is_some() {
                    return Stage::Fill;
                }
                if !self.moved {
                    return Stage::Free;
                }
            }
            self.moved = false;
            self.turn = if self.turn + 1 == self.players { 0 } else { self.turn + 1 };
            if self.bag != 0 && self.hand().count_ones() < HAND {
                return Stage::Draw(self.turn);
            }
        }
    }

    /// Whoever's turn it is fills up their hand after every tile laid, unless draws are put off.
    #[inline(always)]
    fn next_to_draw(&self) -> Option<u8> {
        if !self.defers_draws {
            return (self.hand().count_ones() < HAND).then_some(self.turn);
        }
        self.next_to_draw_late()
    }

    /// Nobody may find the bag empty because others have drawn late.
    fn next_to_draw_late(&self) -> Option<u8> {
        if self.bag.count_ones() <= LOW_BAG {
            let short = |hand: &Tiles| hand.count_ones() < HAND;
            return self.hands().iter().position(short).map(|player| player as u8);
        }
        (!self.moved && self.hand().count_ones() < HAND).then_some(self.turn)
    }

    /// In the deal everybody draws one tile, then each fills their hand.
    fn next_to_deal_to(&self) -> Option<u8> {
        let hands = self.hands();
        let short = |size| hands.iter().position(|hand| hand.count_ones() < size);
        short(1).or_else(|| short(HAND)).map(|player| player as u8)
    }

    /// Whether the dealing has come to where it is known who starts.
    pub fn has_starter(&self) -> bool {
        self.hands().iter().all(|&hand| hand != 0) || !self.board.laid().is_empty()
    }

    /// The forced spaces that the hand can and so must fill.
    #[inline(always)]
    pub fn fills(&self, hand: Tiles) -> impl Iterator<Item = &Space> {
        let board = &self.board;
        board.forced().filter(move |space| space.takes(hand) && board.is_open(space))
    }

    /// Whether the hand has a free move.
    pub fn can_move(&self) -> bool {
        let (board, hand) = (&self.board, self.hand());
        board.laid().is_empty()
            || board.spaces().iter().any(|space| space.takes(hand) && board.is_open(space))
    }

    /// A tile comes out of the bag into a hand. The highest of the first tiles says who starts;
    /// with the last tile the restrictions are lifted.
    #[inline(always)]
    pub fn draw(&mut self, player: u8, tile: Tile) {
        self.bag &= !(1 << tile.index());
        self.hands[usize::from(player)] |= 1 << tile.index();
        if self.board.laid().is_empty() && self.hands().iter().all(|hand| hand.count_ones() == 1) {
            let highest = (0..self.players).max_by_key(|&player| self.hands[usize::from(player)]);
            self.turn = highest.unwrap_or(0);
        }
        if self.bag == 0 {
            self.board.lift_restrictions();
        }
    }

    /// Whoever's turn it is lays a tile; it is their free move if nothing had to be filled.
    #[inline(always)]
    pub fn lay(&mut self, placement: Placement, is_free: bool) {
        self.hands[usize::from(self.turn)] &= !(1 << placement.tile.index());
        self.moved |= is_free;
        self.board.lay(placement);
    }

    /// The ways to lay a tile of the hand, each once.
    pub fn each_placement(&self, stage: Stage, mut see: impl FnMut(Placement)) {
        let (board, hand) = (&self.board, self.hand());
        if board.laid().is_empty() {
            for tile in crate::tile::tiles_of(hand) {
                see(Placement { cell: Cell::ORIGIN, tile, orientation: 0 });
            }
            return;
        }
        let mut see_space = |space: &Space| {
            for orientation in 0..SIDES {
                for tile in crate::tile::tiles_of(space.fitting[orientation] & hand) {
                    see(Placement { cell: space.cell, tile, orientation: orientation as u8 });
                }
            }
        };
        match stage {
            Stage::Fill => self.fills(hand).for_each(see_space),
            _ => board.spaces().iter().filter(|s| board.is_open(s)).for_each(&mut see_space),
        }
    }
}
