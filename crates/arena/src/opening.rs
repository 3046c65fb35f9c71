//! Openings: how games begin, so that players do not play the same one over and over.
//!
//! Each opening is played with the seats changed, so that what it gives to one side it gives to
//! the other as well. Every way to find openings gives the same ones for the same seed.

mod balanced;
mod file;
mod finder;
mod random;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use spinney_engine::{Board, EngineError, TextError};

pub use balanced::Judge;
pub use file::parse;

use balanced::Judging;
pub(crate) use finder::Finder;

/// The moves that are played for the players, in the game's own notation, chance's among them.
pub type Opening = Vec<String>;

/// Where openings come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Openings {
    /// Every game begins where the rules begin.
    #[default]
    None,
    /// From a file: SGF, where every variation is an opening, or a list of moves on each line.
    File {
        /// The file.
        path: PathBuf,
        /// Only the first moves of each line; all of them if 0.
        #[serde(default)]
        plies: usize,
    },
    /// Every first move that there is: on the n×n board of Hex, 2·n² games.
    FirstMoves,
    /// Random moves, no two openings leading to the same position.
    Random {
        /// How many moves; chance's are not counted, and the last turn is completed.
        plies: usize,
        /// How many openings; as many as there are pairs of games if 0.
        #[serde(default)]
        count: usize,
    },
    /// Random moves that our own engine judges to leave both players the same chance: of several
    /// times as many as are wanted, those with a win rate nearest to one half.
    Balanced {
        /// How many moves; chance's are not counted, and the last turn is completed.
        plies: usize,
        /// How many openings; as many as there are pairs of games if 0.
        #[serde(default)]
        count: usize,
        /// Who judges, and how carefully.
        #[serde(default)]
        judge: Judge,
    },
}

impl Openings {
    /// The openings from a position, `wanted` of them where their number is not given.
    pub fn find(
        &self,
        position: &str,
        wanted: usize,
        seed: u64,
    ) -> Result<Vec<Opening>, EngineError> {
        self.find_with(position, wanted, seed, &mut |_, _| {})
    }

    /// The same; `found` is told how many there are of how many.
    pub fn find_with(
        &self,
        position: &str,
        wanted: usize,
        seed: u64,
        found: &mut dyn FnMut(usize, usize),
    ) -> Result<Vec<Opening>, EngineError> {
        let (mut finder, number) = self.finder(position, wanted, seed)?;
        let mut openings = Vec::new();
        while openings.len() < number
            && let Some(opening) = finder.next()?
        {
            openings.push(opening);
            found(openings.len(), number);
        }
        self.enough(openings.len(), number)?;
        Ok(openings)
    }

    /// What finds the openings from a position, and how many it is to find; `wanted` where they
    /// have no number of their own.
    pub(crate) fn finder(
        &self,
        position: &str,
        wanted: usize,
        seed: u64,
    ) -> Result<(Finder, usize), EngineError> {
        let listed = match self {
            Openings::None => vec![Opening::new()],
            Openings::File { path, plies } => file::read(path, position, *plies)?,
            Openings::FirstMoves => first_moves(position)?,
            Openings::Random { plies, count } | Openings::Balanced { plies, count, .. } => {
                let judge = match self {
                    Openings::Balanced { judge, .. } => Some(Judging::new(judge, position, seed)?),
                    _ => None,
                };
                let number = if *count == 0 { wanted.max(1) } else { *count };
                return Ok((Finder::drawing(position, *plies, judge, seed), number));
            }
        };
        let number = listed.len();
        Ok((Finder::listed(listed), number))
    }

    /// Whether as many were found as are needed.
    fn enough(&self, found: usize, number: usize) -> Result<(), EngineError> {
        let (place, plies) = match self {
            Openings::Random { plies, .. } => ("random openings", plies),
            Openings::Balanced { plies, .. } => ("balanced openings", plies),
            _ if found == 0 => return Err(TextError::at("openings", "there are none").into()),
            _ => return Ok(()),
        };
        if found < number {
            let problem = format!("found {found} of {plies} moves, not {number}");
            return Err(TextError::at(place, problem).into());
        }
        Ok(())
    }

    /// How many openings there are, where that does not depend on the number of games.
    pub fn has_own_number(&self) -> bool {
        match self {
            Openings::None => false,
            Openings::File { .. } | Openings::FirstMoves => true,
            Openings::Random { count, .. } | Openings::Balanced { count, .. } => *count > 0,
        }
    }
}

fn first_moves(position: &str) -> Result<Vec<Opening>, EngineError> {
    let start = Board::from_text(position)?;
    if start.to_move().is_none() {
        return Err(TextError::at("openings", "nobody moves first here").into());
    }
    Ok(start.legal_moves().into_iter().map(|first| vec![first]).collect())
}

/// Plays an opening out and says where it leads, or why it is none.
fn checked(position: &str, opening: &[String]) -> Result<String, EngineError> {
    let mut board = Board::from_text(position)?;
    for (number, text) in opening.iter().enumerate() {
        let place = format!("move {}", number + 1);
        (_, board) = board.play(None, text).map_err(|error| TextError::at(place, error))?;
    }
    match board.outcome() {
        None => Ok(board.text()),
        Some(_) => Err(TextError::at("opening", "the game is over after it").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_first_cell_is_an_opening_once() {
        let openings = Openings::FirstMoves.find("hex 4x4", 0, 1).unwrap();
        let cells: HashSet<_> = openings.iter().map(|opening| opening.join(" ")).collect();
        assert_eq!((openings.len(), cells.len()), (16, 16));
    }

    #[test]
    fn random_openings_differ_and_come_back() {
        let openings = Openings::Random { plies: 3, count: 0 };
        let found = openings.find("y 6", 20, 7).unwrap();
        assert!(found.iter().all(|opening| opening.len() == 3));
        let places: HashSet<_> = found.iter().map(|o| checked("y 6", o).unwrap()).collect();
        assert_eq!(places.len(), 20);
        assert_eq!(openings.find("y 6", 20, 7).unwrap(), found);
        assert_ne!(openings.find("y 6", 20, 8).unwrap(), found);
    }

    #[test]
    fn random_openings_end_with_a_turn() {
        let openings = Openings::Random { plies: 35, count: 0 };
        for opening in openings.find("arimaa", 20, 3).unwrap() {
            let mut board = Board::from_text("arimaa").unwrap();
            let mut mover = None;
            for text in &opening {
                mover = board.to_move();
                (_, board) = board.play(None, text).unwrap();
            }
            assert!(opening.len() >= 35 && board.to_move() != mover, "{opening:?}");
        }
    }

    #[test]
    fn more_openings_than_there_are_cannot_be_had() {
        let openings = Openings::Random { plies: 1, count: 10 };
        let problem = openings.find("hex 3x3", 0, 1).unwrap_err().to_string();
        assert!(problem.contains("found 9"), "{problem}");
    }

    #[test]
    fn balanced_openings_do_not_favour_whoever_is_to_move() {
        let judge = Judge { playouts: 60, ..Judge::default() };
        let balanced = Openings::Balanced { plies: 2, count: 30, judge: judge.clone() };
        let balanced = balanced.find("hex 6x6", 0, 1).unwrap();
        assert_eq!(balanced.len(), 30);
        let random = Openings::Random { plies: 2, count: 30 }.find("hex 6x6", 0, 1).unwrap();
        let judging = Judging::new(&judge, "hex 6x6", 1).unwrap();
        let excess = |openings: &[Opening]| -> f32 {
            let got = openings.iter().map(|opening| judging.sample(opening).unwrap().unwrap());
            got.map(|got| got - 0.5).sum::<f32>()
        };
        let (balanced, random) = (excess(&balanced), excess(&random));
        assert!(random > 6.0, "{random}");
        assert!(balanced.abs() < 0.5 * random, "{balanced} and {random}");
    }

    #[test]
    fn more_balanced_openings_begin_with_the_same_ones() {
        let judge = Judge { preset: "hex/uct".to_owned(), playouts: 50, pool: 3 };
        let find = |count| {
            let balanced = Openings::Balanced { plies: 2, count, judge: judge.clone() };
            balanced.find("hex 5x5", 0, 1).unwrap()
        };
        let (few, more) = (find(3), find(6));
        assert_eq!((&few[..], more.len()), (&more[..3], 6));
    }
}
