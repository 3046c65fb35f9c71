//! The game that mocks play: whoever holds more than half of the cells has won.

use std::hash::{DefaultHasher, Hash, Hasher};

use spinney_game::{
    Actor, Cell, Colour, Game, Move, Picture, Player, Rewards, Setup, Swap, TextError,
};

pub(super) const SIDES: [&str; 2] = ["black", "white"];
/// No board has more cells.
const MOST_CELLS: usize = 400;

#[derive(Clone, Debug, PartialEq, Hash)]
pub(super) struct Majority {
    size: Size,
    swap: Swap,
    stones: Vec<Option<usize>>,
    turn: usize,
    /// The cell that may be swapped now.
    opening: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Hash)]
enum Size {
    Rectangle { width: usize, height: usize },
    Numbered(usize),
}

/// A cell, or the swap behind the last cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Take(u32);

const SWAP: Take = Take(MOST_CELLS as u32);

impl Move for Take {
    fn code(self) -> u32 {
        self.0
    }

    fn from_code(code: u32) -> Take {
        Take(code)
    }
}

impl Game for Majority {
    type Move = Take;

    fn name(&self) -> &'static str {
        "mock"
    }

    fn players(&self) -> usize {
        2
    }

    fn actor(&self) -> Actor {
        if self.is_over() { Actor::Nobody } else { Actor::Player(Player(self.turn as u8)) }
    }

    fn moves(&self, out: &mut Vec<Take>) {
        if !self.is_over() {
            out.extend(self.free().map(|cell| Take(cell as u32)));
            out.extend(self.opening.map(|_| SWAP));
        }
    }

    fn play(&mut self, m: Take) {
        let opening = self.opening.take();
        match opening.filter(|_| m == SWAP) {
            Some(cell) if self.swap == Swap::Pieces => {
                self.stones[cell] = Some(self.turn);
                self.turn ^= 1;
            }
            // Exchanging the players leaves the stone and the colour that is to move.
            Some(_) => {}
            None => {
                self.stones[m.0 as usize] = Some(self.turn);
                let first = self.stones.iter().flatten().count() == 1 && self.turn == 0;
                self.opening = (first && self.swap != Swap::Off).then_some(m.0 as usize);
                self.turn ^= 1;
            }
        }
    }

    fn rewards(&self) -> Option<Rewards> {
        self.is_over().then(|| match self.winner() {
            Some(side) => Rewards::win(Player(side as u8)),
            None => Rewards::draw(2),
        })
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        Hash::hash(self, &mut hasher);
        hasher.finish()
    }

    fn move_codes(&self) -> usize {
        MOST_CELLS + 1
    }

    fn move_text(&self, m: Take) -> String {
        match self.swap.name().filter(|_| m == SWAP) {
            Some(swap) => swap.to_owned(),
            None => self.cell_name(m.0 as usize),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Take, TextError> {
        if self.is_over() {
            return Err(TextError::word(text, "the game is over"));
        }
        if text.starts_with("swap") {
            let fits = self.opening.is_some() && self.swap.name() == Some(text);
            return if fits {
                Ok(SWAP)
            } else {
                Err(TextError::word(text, "cannot be played now"))
            };
        }
        self.free_cell(text).map(|cell| Take(cell as u32))
    }

    fn text(&self) -> String {
        let mut text = self.setup().to_string();
        for (side, name) in SIDES.into_iter().enumerate() {
            let held = (0..self.stones.len()).filter(|&cell| self.stones[cell] == Some(side));
            let held: Vec<String> = held.map(|cell| self.cell_name(cell)).collect();
            if !held.is_empty() {
                text += &format!("; {name} {}", held.join(" "));
            }
        }
        text + "; " + SIDES[self.turn] + " to move"
    }

    fn from_text(text: &str) -> Result<Majority, TextError> {
        let mut clauses =
            text.split(';').map(|clause| clause.split_whitespace().collect::<Vec<_>>());
        let mut rules = clauses.next().unwrap_or_default();
        let swap = rules.last().and_then(|word| Swap::named(word)).unwrap_or_default();
        if swap != Swap::Off {
            rules.pop();
        }
        let ["mock", ref size @ ..] = rules[..] else {
            return Err(TextError::at("rules", "not rules such as mock 3x3 swap-pieces"));
        };
        let size = Size::from_text(&size.join(" "))?;
        let stones = vec![None; size.cells()];
        let mut board = Majority { size, swap, stones, turn: 0, opening: None };
        for clause in clauses {
            let Some((side, rest)) = clause.split_first() else {
                continue;
            };
            let side = side_named(side)?;
            if *rest == ["to", "move"] {
                board.turn = side;
                continue;
            }
            for name in rest {
                let cell = board.free_cell(name)?;
                board.stones[cell] = Some(side);
            }
        }
        Ok(board)
    }

    fn setup(&self) -> Setup {
        Setup { size: self.size.text(), swap: self.swap, ..Setup::plain("mock") }
    }

    fn side_name(&self, player: Player) -> &'static str {
        SIDES[player.index()]
    }

    fn hand_turn_to(&mut self, player: Player) -> bool {
        if self.turn != player.index() {
            self.turn = player.index();
            self.opening = None;
        }
        true
    }

    fn picture(&self) -> Picture {
        let width = match self.size {
            Size::Rectangle { width, .. } => width,
            Size::Numbered(_) => 10,
        };
        let cell = |(cell, stone): (usize, &Option<usize>)| {
            let (x, y) = ((cell % width) as f32, (cell / width) as f32);
            Cell {
                name: self.cell_name(cell),
                outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
                centre: (x + 0.5, y + 0.5),
                grid: ((cell / width) as i32, 2 * (cell % width) as i32),
                stone: stone.map(|side| [Colour::Black, Colour::White][side]),
                mark: None,
                glyph: None,
                note: None,
            }
        };
        Picture {
            cells: self.stones.iter().enumerate().map(cell).collect(),
            caption: self.text(),
            ..Picture::default()
        }
    }
}

impl Majority {
    /// Whose turn it is, 0 or 1.
    pub(super) fn turn(&self) -> usize {
        self.turn
    }

    pub(super) fn cell_name(&self, cell: usize) -> String {
        match self.size {
            Size::Rectangle { width, .. } => {
                format!("{}{}", char::from(b'a' + (cell % width) as u8), cell / width + 1)
            }
            Size::Numbered(_) => (cell + 1).to_string(),
        }
    }

    pub(super) fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.stones.len()).filter(|&cell| self.stones[cell].is_none())
    }

    fn free_cell(&self, name: &str) -> Result<usize, TextError> {
        let cell = (0..self.stones.len())
            .find(|&cell| self.cell_name(cell).eq_ignore_ascii_case(name))
            .ok_or_else(|| TextError::word(name, "no such cell"))?;
        match self.stones[cell] {
            None => Ok(cell),
            Some(_) => Err(TextError::word(name, "this cell is taken")),
        }
    }

    fn winner(&self) -> Option<usize> {
        let held = |side| self.stones.iter().filter(|stone| **stone == Some(side)).count();
        (0..2).find(|&side| 2 * held(side) > self.stones.len())
    }

    pub(super) fn is_over(&self) -> bool {
        self.winner().is_some() || self.stones.iter().all(Option::is_some)
    }
}

impl Size {
    fn from_text(text: &str) -> Result<Size, TextError> {
        let number = |text: &str| text.parse().ok().filter(|n| (1..=20).contains(n));
        let rectangle = |(width, height): (&str, &str)| {
            Some(Size::Rectangle { width: number(width)?, height: number(height)? })
        };
        let cells = text.strip_prefix("cells-").and_then(|cells| cells.parse().ok());
        let size = match cells.filter(|cells| (1..=MOST_CELLS).contains(cells)) {
            Some(cells) => Some(Size::Numbered(cells)),
            None => rectangle(text.split_once(['x', ' ']).unwrap_or((text, text))),
        };
        size.ok_or_else(|| TextError::word(text, "not a size such as 3x3 or cells-106"))
    }

    fn text(self) -> String {
        match self {
            Size::Rectangle { width, height } => format!("{width}x{height}"),
            Size::Numbered(cells) => format!("cells-{cells}"),
        }
    }

    fn cells(self) -> usize {
        match self {
            Size::Rectangle { width, height } => width * height,
            Size::Numbered(cells) => cells,
        }
    }
}

fn side_named(text: &str) -> Result<usize, TextError> {
    SIDES
        .iter()
        .position(|side| side.eq_ignore_ascii_case(text))
        .ok_or_else(|| TextError::word(text, "no such side; the sides are black, white"))
}
