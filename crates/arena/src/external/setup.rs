//! What foreign programs must be told of a starting position: rules, and stones that lie there.

use spinney_engine::{Board, Colour, EngineError, Setup};

/// The stones on a board, first one side's and then the other's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stones([(&'static str, Vec<String>); 2]);

impl Stones {
    fn of(board: &Board) -> Stones {
        let picture = board.picture();
        let cells_of = |colour: Colour| {
            let own = picture.cells.iter().filter(|cell| cell.stone == Some(colour));
            own.map(|cell| cell.name.clone()).collect()
        };
        Stones([("black", cells_of(Colour::Black)), ("white", cells_of(Colour::White))])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, cells)| cells.is_empty())
    }

    /// In an order in which the sides take turns as long as they can, which is what programs want
    /// that know only games.
    pub(super) fn in_turns(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let most = self.0.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        (0..most).flat_map(|turn| {
            self.0.iter().filter_map(move |(side, cells)| Some((*side, cells.get(turn)?.as_str())))
        })
    }
}

/// The rules and the stones of a starting position.
pub(super) fn start(position: &str) -> Result<(Setup, Stones), EngineError> {
    let board = Board::from_text(position)?;
    Ok((board.setup(), Stones::of(&board)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_of_the_start_are_told_in_turns() {
        let told = start("hex 11x11 swap-pieces; black c3 d4; white e5; white to move");
        let (setup, stones) = told.unwrap();
        assert_eq!(setup.to_string(), "hex 11x11 swap-pieces");
        let stones: Vec<_> = stones.in_turns().collect();
        assert_eq!(stones, [("black", "c3"), ("white", "e5"), ("black", "d4")]);
        assert!(start("polyy 5,7 swap-sides").unwrap().1.is_empty());
        assert!(start("hex 0x0").is_err());
    }
}
