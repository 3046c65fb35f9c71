//! What a game is set up with before its first move.

use std::fmt;

/// How the second player may answer the first move by taking it over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Swap {
    /// Not at all.
    #[default]
    Off,
    /// The stone becomes the second player's; on a Hex board it is also reflected across the long
    /// diagonal, so that it stands to its new edges as it stood to the old ones. The first player
    /// moves next.
    Pieces,
    /// The board stays as it is and the players exchange colours. The first player, who now has
    /// the other colour, moves next.
    Sides,
}

impl Swap {
    /// Every rule.
    pub const ALL: [Swap; 3] = [Swap::Off, Swap::Pieces, Swap::Sides];

    /// The rule's name, which is also the move's: `swap-pieces`, `swap-sides`.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Swap::Off => None,
            Swap::Pieces => Some("swap-pieces"),
            Swap::Sides => Some("swap-sides"),
        }
    }

    /// The rule of that name.
    pub fn named(name: &str) -> Option<Swap> {
        Swap::ALL.into_iter().find(|swap| swap.name() == Some(name))
    }
}

/// A game's rules and board: all that the players agree on before the first move.
///
/// As text it is the text of the starting position: `hex 11x11 swap-pieces`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The game's name, as users type it: `hex`.
    pub game: &'static str,
    /// The board, as the game writes it: `11x11`, `bent-93`, `5,7`; empty where there is only one.
    pub size: String,
    /// Who plays, in games for several numbers of players: `red blue`; empty in others.
    pub players: String,
    /// Whether the second player may swap.
    pub swap: Swap,
}

impl Setup {
    /// A game that has one board, two players and no swap.
    pub fn plain(game: &'static str) -> Setup {
        Setup { game, size: String::new(), players: String::new(), swap: Swap::Off }
    }

    /// What is agreed on besides the game: `11x11 swap-pieces`.
    pub fn rules(&self) -> String {
        let words = [self.size.as_str(), self.players.as_str(), self.swap.name().unwrap_or("")];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The numbers in the size: 11 and 11 of `11x11`, 93 of `bent-93`.
    pub fn numbers(&self) -> Vec<u32> {
        self.size.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let rules = self.rules();
        f.write_str(self.game)?;
        if rules.is_empty() { Ok(()) } else { write!(f, " {rules}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_is_written_as_the_start_of_a_game() {
        let hex = Setup { size: "9x7".into(), swap: Swap::Pieces, ..Setup::plain("hex") };
        assert_eq!(hex.to_string(), "hex 9x7 swap-pieces");
        assert_eq!((hex.rules(), hex.numbers()), ("9x7 swap-pieces".to_owned(), vec![9, 7]));
        assert_eq!(Setup { size: "bent-93".into(), ..Setup::plain("y") }.numbers(), [93]);
        assert_eq!(Setup::plain("arimaa").to_string(), "arimaa");
    }

    #[test]
    fn swap_rules_are_known_by_the_names_of_their_moves() {
        for swap in [Swap::Pieces, Swap::Sides] {
            assert_eq!(Swap::named(swap.name().unwrap()), Some(swap));
        }
        assert_eq!(Swap::named("swap"), None);
    }
}
