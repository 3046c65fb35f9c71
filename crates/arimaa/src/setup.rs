//! Where pieces are set up: a small library.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

use crate::action::Action;
use crate::piece::{Kind, Piece, Side};
use crate::position::Position;
use crate::squares::Square;

/// How a player sets up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct SetupSettings {
    /// Setups as two rows of letters, the front one first, as seen from the own side with the a-file on the left: `HDCMECDH RRRRRRRR`. The first that fits what stands there is completed; with none, the search decides.
    pub library: Vec<String>,
}

impl Default for SetupSettings {
    fn default() -> Self {
        // Horses and dogs in front of the traps, cats behind them, two rabbits to go ahead.
        SetupSettings { library: vec!["RHDMEDHR RRRCCRRR".to_owned()] }
    }
}

impl SetupSettings {
    /// Finds the first setup that is none.
    pub fn check(&self) -> Result<(), TextError> {
        let bad = self.library.iter().find(|setup| kinds(setup).is_none());
        bad.map_or(Ok(()), |setup| {
            let problem = "is not two rows of eight letters with a whole set of pieces";
            Err(TextError::word(setup, problem).within("library"))
        })
    }

    /// The next piece of a setup that fits what stands there.
    pub fn next(&self, position: &Position) -> Option<Action> {
        if !position.is_setup() {
            return None;
        }
        self.library.iter().filter_map(|setup| kinds(setup)).find_map(|kinds| {
            let mut next = None;
            for (kind, square) in kinds.into_iter().zip(squares(position.side())) {
                match position.board().piece_at(square) {
                    Some(piece) if piece.kind != kind => return None,
                    Some(_) => {}
                    None => next = next.or(Some(Action::Place(kind, square))),
                }
            }
            next
        })
    }
}

/// The pieces of a setup from the front left corner on, if it is one.
fn kinds(setup: &str) -> Option<[Kind; 16]> {
    let (front, back) = setup.split_once(' ')?;
    if front.len() != 8 || back.len() != 8 {
        return None;
    }
    let mut kinds = [Kind::Rabbit; 16];
    for (kind, letter) in kinds.iter_mut().zip(front.chars().chain(back.chars())) {
        *kind = Piece::of_letter(letter)?.kind;
    }
    let whole =
        |kind: Kind| kinds.iter().filter(|&&k| k == kind).count() == kind.in_a_set() as usize;
    Kind::ALL.into_iter().all(whole).then_some(kinds)
}

/// A side's home squares from the front row on, each row from the a-file.
fn squares(side: Side) -> impl Iterator<Item = Square> {
    let rows = match side {
        Side::Gold => [1, 0],
        Side::Silver => [6, 7],
    };
    rows.into_iter().flat_map(|row| (0..8).map(move |file| Square::new(row * 8 + file)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::Game;

    #[test]
    fn the_library_sets_both_sides_up() {
        let settings = SetupSettings::default();
        settings.check().unwrap();
        let mut position = Position::start();
        while let Some(action) = settings.next(&position) {
            position.play(action);
        }
        let text = "arimaa 2g [rrrccrrrrhdmedhr................................RHDMEDHRRRRCCRRR]";
        assert_eq!(position.text(), text);
    }

    #[test]
    fn what_is_no_set_of_pieces_is_refused() {
        for bad in ["", "RHDMEDHR RRRCCRRE", "RHDMEDHRRRRCCRRR", "RHDMEDHR RRRCCRR"] {
            let settings = SetupSettings { library: vec![bad.to_owned()] };
            assert!(settings.check().is_err(), "{bad}");
        }
    }
}
