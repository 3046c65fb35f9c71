//! What foreign programs must know of a connection game's starting position, from its text.

/// `hex 11x11 swap-pieces; black c3; white to move`, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Setup {
    /// The board: `11x11`, `10`, `5,7`.
    pub(super) size: String,
    /// The swap rule, if there is one: `swap-pieces`, `swap-sides`.
    pub(super) swap: Option<String>,
    /// Stones that lie on the board, first one side's and then the other's.
    pub(super) stones: Vec<(String, Vec<String>)>,
}

impl Setup {
    /// Reads a position's text. It comes from our own rules, which have checked it.
    pub(super) fn of(position: &str) -> Setup {
        let mut clauses = position.split(';');
        let mut rules = clauses.next().unwrap_or("").split_whitespace().skip(1).map(str::to_owned);
        let (size, swap) = (rules.next().unwrap_or_default(), rules.next());
        let mut stones = Vec::new();
        for clause in clauses {
            let mut words = clause.split_whitespace().map(str::to_owned);
            let Some(side) = words.next() else { continue };
            let cells: Vec<String> = words.collect();
            let is_remark = clause.ends_with(" to move") || side == "swap" || side == "sides";
            if !is_remark {
                stones.push((side, cells));
            }
        }
        Setup { size, swap, stones }
    }

    /// The stones in an order in which the sides take turns as long as they can, which is what
    /// programs want that know only games.
    pub(super) fn in_turns(&self) -> impl Iterator<Item = (&str, &str)> {
        let most = self.stones.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        (0..most).flat_map(|turn| {
            self.stones
                .iter()
                .filter_map(move |(side, cells)| Some((side.as_str(), cells.get(turn)?.as_str())))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_taken_apart() {
        let setup = Setup::of("hex 11x11 swap-pieces; black c3 d4; white e5; white to move");
        assert_eq!((setup.size.as_str(), setup.swap.as_deref()), ("11x11", Some("swap-pieces")));
        let stones: Vec<_> = setup.in_turns().collect();
        assert_eq!(stones, [("black", "c3"), ("white", "e5"), ("black", "d4")]);
        let bare = Setup::of("polyy 5,7 swap-sides; white to move; sides exchanged");
        assert_eq!((bare.size.as_str(), bare.stones.len()), ("5,7", 0));
        assert_eq!(Setup::of("arimaa").size, "");
    }
}
