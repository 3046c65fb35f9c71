//! Sides and pieces.

use spinney_game::Player;

use crate::squares::{Direction, FIRST_ROW, LAST_ROW, Squares};

/// Whose pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Moves first, from the south.
    Gold,
    /// Moves second, from the north.
    Silver,
}

impl Side {
    /// Both, in order of their first turn.
    pub const BOTH: [Side; 2] = [Side::Gold, Side::Silver];

    /// The other one.
    #[inline]
    pub fn opponent(self) -> Side {
        match self {
            Side::Gold => Side::Silver,
            Side::Silver => Side::Gold,
        }
    }

    /// The side as an index into arrays.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side's seat.
    pub fn player(self) -> Player {
        Player(self as u8)
    }

    /// The side in that seat.
    pub fn of_player(player: Player) -> Side {
        Side::BOTH[player.index() & 1]
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        ["gold", "silver"][self.index()]
    }

    /// Its letter in positions and records.
    pub fn letter(self) -> char {
        ['g', 's'][self.index()]
    }

    /// The side of that letter: `g` or `s`, and `w` or `b` as older programs write.
    pub fn of_letter(letter: char) -> Option<Side> {
        match letter.to_ascii_lowercase() {
            'g' | 'w' => Some(Side::Gold),
            's' | 'b' => Some(Side::Silver),
            _ => None,
        }
    }

    /// The row that its rabbits want to reach.
    #[inline]
    pub fn goal(self) -> Squares {
        match self {
            Side::Gold => LAST_ROW,
            Side::Silver => FIRST_ROW,
        }
    }

    /// The direction of its goal.
    #[inline]
    pub fn forwards(self) -> Direction {
        match self {
            Side::Gold => Direction::North,
            Side::Silver => Direction::South,
        }
    }

    /// The two rows where its pieces are set up.
    pub fn home(self) -> Squares {
        match self {
            Side::Gold => FIRST_ROW | FIRST_ROW << 8,
            Side::Silver => LAST_ROW | LAST_ROW >> 8,
        }
    }
}

/// What kind of animal, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Wins on the far row, and never steps back.
    Rabbit,
    /// Stronger than rabbits.
    Cat,
    /// Stronger than cats.
    Dog,
    /// Stronger than dogs.
    Horse,
    /// Stronger than horses.
    Camel,
    /// The strongest.
    Elephant,
}

impl Kind {
    /// All six, from the weakest.
    pub const ALL: [Kind; 6] =
        [Kind::Rabbit, Kind::Cat, Kind::Dog, Kind::Horse, Kind::Camel, Kind::Elephant];

    /// The kind with that number, below 6.
    #[inline]
    pub fn new(number: usize) -> Kind {
        Kind::ALL[number]
    }

    /// How many of them a side has at first.
    pub fn in_a_set(self) -> u32 {
        [8, 2, 2, 2, 1, 1][self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["rabbit", "cat", "dog", "horse", "camel", "elephant"][self as usize]
    }
}

/// One piece of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose.
    pub side: Side,
    /// What kind.
    pub kind: Kind,
}

impl Piece {
    /// Its letter: capitals are Gold's.
    pub fn letter(self) -> char {
        let letter = ['r', 'c', 'd', 'h', 'm', 'e'][self.kind as usize];
        if self.side == Side::Gold { letter.to_ascii_uppercase() } else { letter }
    }

    /// The piece of that letter.
    pub fn of_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::Gold } else { Side::Silver };
        let kind = "rcdhme".find(letter.to_ascii_lowercase()).map(Kind::new)?;
        Some(Piece { side, kind })
    }
}
