//! Explanations as marks on a picture.

use spinney_game::{CellMark, Picture};

use super::{Explanation, FillInCause, Inferiority};

/// What is drawn: the board has no room for all of it at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer<'a> {
    /// Fill-in, inferior moves, and the moves that are left.
    Moves,
    /// The carriers of a side's connections, each with the number of its place in
    /// [`SideKnowledge::connections`](super::SideKnowledge::connections), from 1 on.
    Connections(&'a str),
    /// The parts of the board that a side must win, each with its number.
    Parts(&'a str),
}

/// A letter on the board and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The letter.
    pub glyph: char,
    /// Its meaning.
    pub meaning: String,
}

/// In several carriers at once.
const SEVERAL: char = '+';
/// A move that is left.
const LEFT: char = '*';

impl Explanation {
    /// Draws a layer on a picture of the position. Says what the letters on it mean, those that
    /// are there.
    pub fn draw(&self, picture: &mut Picture, layer: Layer) -> Vec<Mark> {
        let mut drawn = Drawn { picture, marks: Vec::new() };
        match layer {
            Layer::Moves => self.draw_moves(&mut drawn),
            Layer::Connections(side) => self.draw_connections(&mut drawn, side),
            Layer::Parts(side) => self.draw_parts(&mut drawn, side),
        }
        drawn.marks
    }

    fn draw_moves(&self, drawn: &mut Drawn) {
        for fill_in in &self.fill_in {
            match fill_in.cause {
                FillInCause::Dead => drawn.letter(&fill_in.cell, 'x', "dead"),
                FillInCause::Captured => {
                    let letter = fill_in.side.chars().next().unwrap_or('?');
                    drawn.letter(&fill_in.cell, letter, format!("captured by {}", fill_in.side));
                }
            }
        }
        for inferior in &self.inferior {
            let (letter, meaning) = match inferior.reason {
                Inferiority::Vulnerable => ('v', "vulnerable"),
                Inferiority::CapturedReversible => ('r', "captured-reversible"),
                Inferiority::FillInDominated | Inferiority::PathDominated => ('d', "dominated"),
            };
            drawn.letter(&inferior.cell, letter, meaning);
        }
        let wins = self.winner.is_some() && self.winner == self.to_move;
        for cell in &self.moves {
            drawn.suggest(cell, if wins { "wins" } else { "left to consider" });
        }
    }

    fn draw_connections(&self, drawn: &mut Drawn, side: &str) {
        let Some(known) = self.sides.iter().find(|known| known.side == side) else { return };
        let carriers: Vec<_> =
            known.connections.iter().map(|link| &link.connection.carrier[..]).collect();
        drawn.sets(&carriers, |i| {
            let link = &known.connections[i];
            format!("{} - {}", link.ends[0], link.ends[1])
        });
        for key in known.connections.iter().filter_map(|link| link.connection.key.as_deref()) {
            drawn.emphasise(key);
        }
    }

    fn draw_parts(&self, drawn: &mut Drawn, side: &str) {
        let Some(known) = self.sides.iter().find(|known| known.side == side) else { return };
        let parts: Vec<_> = known.parts.iter().map(|part| &part[..]).collect();
        drawn.sets(&parts, |i| format!("part {}", i + 1));
    }
}

/// A picture with letters on it.
struct Drawn<'a> {
    picture: &'a mut Picture,
    marks: Vec<Mark>,
}

impl Drawn<'_> {
    fn letter(&mut self, cell: &str, glyph: char, meaning: impl Into<String>) {
        if let Some(cell) = self.picture.cell_mut(cell) {
            cell.glyph = Some(glyph);
            self.explain(glyph, meaning);
        }
    }

    /// A move that stands out. Text shows it with a letter of its own.
    fn suggest(&mut self, cell: &str, meaning: &str) {
        if let Some(cell) = self.picture.cell_mut(cell) {
            cell.mark = Some(CellMark::Hint);
            if cell.glyph.is_none() {
                self.explain(LEFT, meaning);
            }
        }
    }

    fn emphasise(&mut self, cell: &str) {
        if let Some(cell) = self.picture.cell_mut(cell) {
            cell.mark = Some(CellMark::Hint);
        }
    }

    fn explain(&mut self, glyph: char, meaning: impl Into<String>) {
        if self.marks.iter().all(|mark| mark.glyph != glyph) {
            self.marks.push(Mark { glyph, meaning: meaning.into() });
        }
    }

    /// Numbers sets of cells: a cell of one set has its number, one of several a sign of its own.
    fn sets(&mut self, sets: &[&[String]], meaning: impl Fn(usize) -> String) {
        for (i, set) in sets.iter().enumerate() {
            for name in *set {
                let Some(cell) = self.picture.cell_mut(name) else { continue };
                if cell.glyph.is_some() {
                    cell.glyph = Some(SEVERAL);
                    self.explain(SEVERAL, "in several");
                } else {
                    let glyph = number(i);
                    cell.glyph = Some(glyph);
                    self.explain(glyph, meaning(i));
                }
            }
        }
    }
}

/// 1 to 9, then letters; what comes after those has no sign of its own.
fn number(i: usize) -> char {
    u32::try_from(i + 1).ok().and_then(|n| char::from_digit(n, 36)).unwrap_or('#')
}
