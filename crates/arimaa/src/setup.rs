//! Where pieces are set up: a small library.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Rng, TextError};

use crate::action::Action;
use crate::piece::{Kind, Piece, Side};
use crate::position::Position;
use crate::squares::Square;

/// Gold's that scored best in `tournaments/arimaa-setups.toml`: two rabbits
/// in front, cats behind the camel and the elephant.
const GOLD: &[&str] = &["RDHMEHDR RRRCCRRR", "HRDEMDRH RRRCCRRR", "RHDMEDHR RRRCCRRR"];
/// Silver's: the same three kinds.
const SILVER: &[&str] = &["RHDEMDHR RRRCCRRR", "HRDMEDRH RRRCCRRR", "RDHEMHDR RRRCCRRR"];

/// How a player sets up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct SetupSettings {
    /// Gold's setups, each as two rows of letters, the front one first, as seen from the own side with the a-file on the left: `HDCMECDH RRRRRRRR`. Of those that fit what stands there the seed picks one, which is completed; with none, the search decides.
    pub gold: Vec<String>,
    /// The same for Silver.
    pub silver: Vec<String>,
}

impl Default for SetupSettings {
    fn default() -> Self {
        let library = |setups: &[&str]| setups.iter().map(|&setup| setup.to_owned()).collect();
        SetupSettings { gold: library(GOLD), silver: library(SILVER) }
    }
}

impl SetupSettings {
    /// Finds the first setup that is none.
    pub fn check(&self) -> Result<(), TextError> {
        let check = |name: &str, setups: &[String]| {
            let bad = setups.iter().find(|setup| kinds(setup).is_none());
            bad.map_or(Ok(()), |setup| {
                let problem = "is not two rows of eight letters with a whole set of pieces";
                Err(TextError::word(setup, problem).within(name))
            })
        };
        check("gold", &self.gold)?;
        check("silver", &self.silver)
    }

    /// The next piece of a setup that fits what stands there. The same seed picks the same setup.
    pub fn next(&self, position: &Position, seed: u64) -> Option<Action> {
        if !position.is_setup() {
            return None;
        }
        let side = position.side();
        let (setups, stream) = match side {
            Side::Gold => (&self.gold, 0),
            Side::Silver => (&self.silver, 1),
        };
        let pick = Rng::new(seed, stream).below(setups.len().max(1) as u32) as usize;
        let (before, from) = setups.split_at(pick);
        from.iter().chain(before).filter_map(|setup| kinds(setup)).find_map(|kinds| {
            let mut next = None;
            for (kind, square) in kinds.into_iter().zip(squares(side)) {
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
    use std::collections::BTreeSet;

    use super::*;
    use spinney_game::Game;

    /// The board after both have set up with that seed.
    fn set_up(settings: &SetupSettings, seed: u64) -> String {
        let mut position = Position::start();
        while let Some(action) = settings.next(&position, seed) {
            position.play(action);
        }
        position.text()
    }

    #[test]
    fn the_seed_picks_a_setup_for_each_side() {
        let settings = SetupSettings::default();
        settings.check().unwrap();
        let boards: BTreeSet<String> = (0..200).map(|seed| set_up(&settings, seed)).collect();
        assert_eq!(boards.len(), settings.gold.len() * settings.silver.len());
        assert_eq!(set_up(&settings, 7), set_up(&settings, 7));
        for gold in &settings.gold {
            let placed = format!("{}]", gold.replace(' ', ""));
            assert!(boards.iter().any(|board| board.ends_with(&placed)), "{gold}");
        }
    }

    #[test]
    fn what_stands_there_already_is_completed_if_a_setup_has_it() {
        let library = ["RHDMEDHR RRRCCRRR", "HDCMECDH RRRRRRRR"].map(str::to_owned).to_vec();
        let settings = SetupSettings { gold: library, silver: Vec::new() };
        for seed in 0..10 {
            let mut position = Position::start();
            let cat = position.parse_move("Cc2").unwrap();
            position.play(cat);
            while let Some(action) = settings.next(&position, seed) {
                position.play(action);
            }
            assert!(position.text().ends_with("HDCMECDHRRRRRRRR]"), "{}", position.text());
        }
        let mut position = Position::start();
        let rabbit = position.parse_move("Re2").unwrap();
        position.play(rabbit);
        assert_eq!(settings.next(&position, 1), None, "no setup has it");
    }

    #[test]
    fn what_is_no_set_of_pieces_is_refused() {
        for bad in ["", "RHDMEDHR RRRCCRRE", "RHDMEDHRRRRCCRRR", "RHDMEDHR RRRCCRR"] {
            let mut settings = SetupSettings::default();
            settings.silver.push(bad.to_owned());
            assert!(settings.check().unwrap_err().to_string().contains("silver"), "{bad}");
        }
    }
}
