//! Which sides a person plays.

/// Which sides a person plays, by the order of first turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Whoever moves first.
    First,
    /// Another one of them, counted from 0.
    Seat(usize),
    /// All of them, with hints where they are wanted.
    Both,
    /// None: the engine plays itself.
    Nobody,
}

impl Side {
    /// The side of that name, where the players are called these.
    pub(super) fn named(name: &str, sides: &[&str]) -> Option<Side> {
        match name.to_ascii_lowercase().as_str() {
            "first" => Some(Side::First),
            "second" => Some(Side::Seat(1)),
            "both" | "all" => Some(Side::Both),
            "none" | "nobody" => Some(Side::Nobody),
            name => {
                let seat = sides.iter().position(|side| side.eq_ignore_ascii_case(name))?;
                Some(if seat == 0 { Side::First } else { Side::Seat(seat) })
            }
        }
    }

    /// Whether a person has the player of that place in the order of first turns.
    pub(super) fn has(self, seat: usize) -> bool {
        match self {
            Side::First => seat == 0,
            Side::Seat(own) => seat == own,
            Side::Both => true,
            Side::Nobody => false,
        }
    }

    /// Whom a person plays, in words.
    pub(super) fn describe(self, sides: &[&str]) -> String {
        let name = |seat: usize| sides.get(seat).copied().unwrap_or("nobody");
        match self {
            Side::First => format!("{}, moving first", name(0)),
            Side::Seat(1) => format!("{}, moving second", name(1)),
            Side::Seat(seat) => name(seat).to_owned(),
            Side::Both if sides.len() == 2 => "both sides".to_owned(),
            Side::Both => "all sides".to_owned(),
            Side::Nobody => "nobody: the engine plays itself".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_called_what_the_game_calls_them() {
        let sides = ["red", "yellow", "blue"];
        assert_eq!(Side::named("Red", &sides), Some(Side::First));
        assert_eq!(Side::named("blue", &sides), Some(Side::Seat(2)));
        assert_eq!(Side::named("second", &sides), Some(Side::Seat(1)));
        assert_eq!(Side::named("black", &sides), None);
        assert_eq!(Side::Seat(2).describe(&sides), "blue");
    }
}
