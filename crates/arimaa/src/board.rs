//! Pieces on squares: who freezes whom, and what falls into traps.

use crate::piece::{Kind, Piece, Side};
use crate::squares::{Direction, Square, Squares, TRAPS, beside, each, first};
use crate::turn::Step;
use crate::zobrist;

/// The pieces on the board, as one set of squares for each kind and one for each side, and a hash
/// that is kept up to date with every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    kinds: [Squares; 6],
    sides: [Squares; 2],
    key: u64,
}

impl Board {
    /// No pieces.
    pub const EMPTY: Board = Board { kinds: [0; 6], sides: [0; 2], key: 0 };

    /// A hash of where every piece stands.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The hash after the piece of a step has moved and before anything is lost.
    #[inline]
    pub(crate) fn key_after(&self, step: Step) -> u64 {
        let from = step.from();
        let side = Side::BOTH[usize::from(self.sides[1] & from.bit() != 0)];
        let kind = self.kind_at(from);
        let target = first(step.direction().shift(from.bit()));
        self.key ^ zobrist::piece(side, kind, from) ^ zobrist::piece(side, kind, target)
    }

    /// Whether two boards look the same on some squares.
    #[inline]
    pub fn agrees(&self, other: &Board, squares: Squares) -> bool {
        let differs =
            |a: &[Squares], b: &[Squares]| a.iter().zip(b).fold(0, |all, (a, b)| all | a ^ b);
        // Mostly the sides tell.
        differs(&self.sides, &other.sides) & squares == 0
            && differs(&self.kinds, &other.kinds) & squares == 0
    }

    /// Where a side's pieces stand.
    #[inline]
    pub fn of(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    /// Where a side's pieces of one kind stand.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> Squares {
        self.sides[side.index()] & self.kinds[kind as usize]
    }

    /// Where pieces of one kind stand, of both sides.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Squares {
        self.kinds[kind as usize]
    }

    /// Where any piece stands.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// The kind of the piece on a square that has one.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Kind {
        let bit = |kind: usize| (self.kinds[kind] >> square.index() & 1) as usize;
        // Without branches: the pieces that are asked for are hard to predict.
        Kind::new(bit(1) + 2 * bit(2) + 3 * bit(3) + 4 * bit(4) + 5 * bit(5))
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = Side::BOTH.into_iter().find(|&side| self.of(side) & square.bit() != 0)?;
        Some(Piece { side, kind: self.kind_at(square) })
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.piece_at(square).is_none());
        self.kinds[piece.kind as usize] |= square.bit();
        self.sides[piece.side.index()] |= square.bit();
        self.key ^= zobrist::piece(piece.side, piece.kind, square);
    }

    /// Takes the piece off a square that has one.
    pub fn remove(&mut self, square: Square) {
        if let Some(piece) = self.piece_at(square) {
            self.kinds[piece.kind as usize] &= !square.bit();
            self.sides[piece.side.index()] &= !square.bit();
            self.key ^= zobrist::piece(piece.side, piece.kind, square);
        }
    }

    /// The side's pieces that stand beside a stronger piece of the opponent and beside no friend.
    #[inline]
    pub fn frozen(&self, side: Side) -> Squares {
        let (own, other) = (self.of(side), self.of(side.opponent()));
        let mut stronger = other & self.kinds[5];
        let mut held = 0;
        for kind in (0..5).rev() {
            held |= own & self.kinds[kind] & beside(stronger);
            stronger |= other & self.kinds[kind];
        }
        held & !beside(own)
    }

    /// The opponent's pieces that one of `movers`, which are pieces of `side`, could push: those
    /// beside a stronger one.
    #[inline]
    pub fn within_reach(&self, side: Side, movers: Squares) -> Squares {
        let other = self.of(side.opponent());
        let mut stronger = movers & self.kinds[5];
        let mut reached = 0;
        for kind in (0..5).rev() {
            reached |= other & self.kinds[kind] & beside(stronger);
            stronger |= movers & self.kinds[kind];
        }
        reached
    }

    /// The pieces of one side that are stronger than a kind.
    #[inline]
    pub fn stronger(&self, side: Side, kind: Kind) -> Squares {
        let all = self.kinds[kind as usize + 1..].iter().fold(0, |all, &squares| all | squares);
        all & self.of(side)
    }

    /// The pieces of one side that are weaker than a kind.
    #[inline]
    pub fn weaker(&self, side: Side, kind: Kind) -> Squares {
        let all = self.kinds[..kind as usize].iter().fold(0, |all, &squares| all | squares);
        all & self.of(side)
    }

    /// Moves the piece on `from` by one square, which must be empty, and takes off what then
    /// stands on a trap without a friend beside it. Returns where pieces were lost.
    #[inline]
    pub fn step(&mut self, from: Square, direction: Direction) -> Squares {
        let (origin, target) = (from.bit(), direction.shift(from.bit()));
        debug_assert!(self.occupied() & origin != 0 && target & !self.occupied() != 0);
        let kind = self.kind_at(from);
        let side = Side::BOTH[usize::from(self.sides[1] & origin != 0)];
        self.kinds[kind as usize] ^= origin | target;
        self.sides[side.index()] ^= origin | target;
        self.key ^= zobrist::piece(side, kind, from) ^ zobrist::piece(side, kind, first(target));
        let lost = self.lost();
        if lost != 0 {
            each(lost).for_each(|square| self.remove(square));
        }
        lost
    }

    /// What stands on a trap without a friend beside it, and so does not stay.
    #[inline]
    pub(crate) fn lost(&self) -> Squares {
        let [gold, silver] = self.sides;
        TRAPS & (gold & !beside(gold) | silver & !beside(silver))
    }

    /// Whether the side has a rabbit on the row that it wants to reach.
    #[inline]
    pub fn has_goal(&self, side: Side) -> bool {
        self.pieces(side, Kind::Rabbit) & side.goal() != 0
    }

    /// Who has won when `mover` has ended a turn, as far as the board alone can say: by a rabbit
    /// on its goal row or by the loss of all rabbits, the mover's claim before the opponent's.
    #[inline]
    pub fn winner_after(&self, mover: Side) -> Option<Side> {
        let other = mover.opponent();
        let rabbits = |side| self.pieces(side, Kind::Rabbit) != 0;
        if self.has_goal(mover) {
            Some(mover)
        } else if self.has_goal(other) {
            Some(other)
        } else if !rabbits(other) {
            Some(mover)
        } else if !rabbits(mover) {
            Some(other)
        } else {
            None
        }
    }
}
