//! The rules that a new game starts with: which board, and whether the second player may swap.

use spinney_engine::{Session, TextError};

/// Both meanings of the swap rule, as positions and moves write them.
pub(crate) const SWAPS: [&str; 2] = ["swap-pieces", "swap-sides"];

/// The rules of a game, whose text is `hex 11x11 swap-pieces`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    game: String,
    /// As the game writes it: `11x11`, `bent-93`, `5,7`.
    size: String,
    swap: Option<&'static str>,
}

impl Rules {
    /// The rules of a position: of its text, what comes before the first semicolon.
    pub(crate) fn of_position(text: &str) -> Rules {
        let rules = text.split(';').next().unwrap_or("");
        let (game, size) = rules.trim().split_once(' ').unwrap_or((rules, ""));
        let swap = SWAPS.into_iter().find(|swap| size.ends_with(swap));
        let size = size.trim_end_matches(swap.unwrap_or("")).trim();
        Rules { game: game.to_owned(), size: size.to_owned(), swap }
    }

    /// As [`Session::set_position`] reads them.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{} {}", self.game, self.size);
        if let Some(swap) = self.swap {
            text.push(' ');
            text.push_str(swap);
        }
        text
    }

    pub(crate) fn swap(&self) -> Option<&'static str> {
        self.swap
    }

    /// These rules with that swap rule.
    pub(crate) fn with_swap(&self, swap: Option<&'static str>) -> Rules {
        Rules { swap, ..self.clone() }
    }

    /// These rules on the boards that the words after `boardsize` may mean, the likeliest first.
    /// GUIs write every board as one or two numbers; the game knows which of the ways of writing
    /// them is its own, and the present size shows which one that is.
    pub(crate) fn with_size(&self, words: &[&str]) -> Vec<Rules> {
        let is_number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
        let mut sizes = match *words {
            [side] if is_number(&side) => vec![side.to_owned(), format!("{side}x{side}")],
            [width, height] if is_number(&width) && is_number(&height) => {
                let mut sizes = vec![format!("{width}x{height}"), format!("{width},{height}")];
                if width == height {
                    sizes.push(width.to_owned());
                }
                sizes
            }
            _ => vec![words.join("-"), words.join(" ")],
        };
        let style = |size: &str| size.find(['x', ',']).map(|at| size.as_bytes()[at]);
        sizes.sort_by_key(|size| style(size) != style(&self.size));
        sizes.into_iter().map(|size| Rules { size, ..self.clone() }).collect()
    }
}

/// Starts a new game under the first of these rules that the session takes.
pub(crate) fn start_game(
    session: &mut Session,
    candidates: Vec<Rules>,
) -> Result<Rules, spinney_engine::EngineError> {
    let mut first_error = None;
    for rules in candidates {
        match session.set_position(&rules.text()) {
            Ok(()) => return Ok(rules),
            Err(error) => drop(first_error.get_or_insert(error)),
        }
    }
    Err(first_error.unwrap_or_else(|| TextError::at("rules", "none were given").into()))
}

/// Whether nothing has happened in the game yet.
pub(crate) fn is_fresh(session: &Session) -> bool {
    session.played().is_empty() && session.picture().cells.iter().all(|cell| cell.stone.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(position: &str, words: &[&str]) -> Vec<String> {
        Rules::of_position(position).with_size(words).iter().map(Rules::text).collect()
    }

    #[test]
    fn a_size_is_tried_first_in_the_way_of_the_game() {
        assert_eq!(sizes("hex 11x11", &["13"]), ["hex 13x13", "hex 13"]);
        assert_eq!(sizes("y 10", &["13", "13"])[0], "y 13");
        assert_eq!(sizes("y bent-93", &["14"])[0], "y 14");
        assert_eq!(sizes("y 10", &["bent-93"])[0], "y bent-93");
        assert_eq!(sizes("y 10", &["bent", "93"])[0], "y bent-93");
        assert_eq!(sizes("polyy 5,7 swap-sides", &["5", "8"])[0], "polyy 5,8 swap-sides");
        assert_eq!(sizes("hex 11x11", &["9", "7"])[0], "hex 9x7");
    }

    #[test]
    fn rules_are_read_from_a_position() {
        let rules = Rules::of_position("hex 11x11 swap-pieces; black a1; white to move");
        assert_eq!(rules.text(), "hex 11x11 swap-pieces");
        assert_eq!(rules.with_swap(None).text(), "hex 11x11");
        assert_eq!(Rules::of_position("y bent-93; black to move").text(), "y bent-93");
        assert_eq!(Rules::of_position("countdown 21 dice first").text(), "countdown 21 dice first");
    }
}
