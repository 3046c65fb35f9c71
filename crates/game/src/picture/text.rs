//! Pictures made of characters.

use super::{CellMark, Colour, Picture};

/// Notes below the board are broken into lines of about this width.
const NOTES_WIDTH: usize = 72;

impl Picture {
    /// The picture as lines of text: `●` and `○` are stones, `◆` and `◇` stones that won the
    /// game, `·` is an empty cell and `*` a suggested one,
    /// unless the cell has a letter of its own; the last move is in brackets. Notes
    /// are listed below the board. A tile is its number among the letters of its links, large
    /// ones where links stand out. With `colour`, ANSI escapes colour both sides' stones and
    /// edges, and show the last move in reverse.
    pub fn to_text(&self, colour: bool) -> String {
        self.below(self.board(1, false).to_text(colour))
    }

    /// The same with the name of every empty cell written on it, so that it takes no counting to
    /// find a cell. What is written beside the board is left out.
    pub fn to_text_with_names(&self, colour: bool) -> String {
        let longest = self.cells.iter().map(|cell| cell.name.chars().count()).max().unwrap_or(0);
        // Neighbours in a row are two columns apart.
        let stretch = (longest as i32 + 2) / 2;
        self.below(self.board(stretch, true).to_text(colour))
    }

    /// A drawing of the board with what is written below it.
    fn below(&self, mut text: String) -> String {
        for line in self.notes() {
            text.push_str(&line);
            text.push('\n');
        }
        if !self.caption.is_empty() {
            text.push_str(&self.caption);
            text.push('\n');
        }
        text
    }

    /// The board with its columns so many times as far apart, and the names of cells where there is
    /// room for them.
    fn board(&self, stretch: i32, with_names: bool) -> Canvas {
        let mut canvas = Canvas::default();
        let beside = self.labels.iter().chain(&self.coordinates);
        for label in beside.filter(|_| !with_names) {
            let style = match label.colour {
                Colour::Board => "2",
                side => ink(side),
            };
            for (i, c) in label.text.chars().enumerate() {
                canvas.put(label.grid.0, label.grid.1 + i as i32, c, style);
            }
        }
        for cell in &self.cells {
            let won = cell.mark == Some(CellMark::Winning);
            let (glyph, style) = match (cell.stone, cell.mark) {
                (Some(Colour::Black), _) => (if won { '◆' } else { '●' }, ink(Colour::Black)),
                (Some(Colour::White), _) => (if won { '◇' } else { '○' }, ink(Colour::White)),
                (_, Some(CellMark::Hint)) => ('*', "1;32"),
                _ => ('·', "2"),
            };
            let (row, column) = (cell.grid.0, stretch * cell.grid.1);
            if with_names && cell.stone.is_none() && cell.glyph.is_none() {
                let first = column + 1 - cell.name.chars().count() as i32;
                for (i, c) in cell.name.chars().enumerate() {
                    canvas.put(row, first + i as i32, c, style);
                }
                continue;
            }
            canvas.put(row, column, cell.glyph.unwrap_or(glyph), style);
        }
        for tile in &self.tiles {
            let (row, column) = tile.grid;
            let style = if tile.mark == Some(CellMark::Last) { "1;7" } else { "" };
            for (i, c) in tile.number.chars().enumerate() {
                canvas.put(row, column + i as i32, c, style);
            }
            for link in &tile.links {
                let letter = letter(link.colour, link.bold);
                for (row, column) in link.grid {
                    canvas.put(row, column, letter, ink(link.colour));
                }
            }
        }
        // Brackets come last, and only where they hide nothing.
        for cell in self.cells.iter().filter(|cell| cell.mark == Some(CellMark::Last)) {
            let (row, column) = (cell.grid.0, stretch * cell.grid.1);
            let style = match cell.stone {
                Some(Colour::Black) => "1;7;31",
                Some(Colour::White) => "1;7;94",
                _ => "7",
            };
            canvas.restyle(row, column, style);
            canvas.put_if_free(row, column - 1, '[', style);
            canvas.put_if_free(row, column + 1, ']', style);
        }
        canvas
    }

    fn notes(&self) -> Vec<String> {
        let mut lines = Vec::<String>::new();
        for cell in &self.cells {
            let Some(note) = &cell.note else { continue };
            let word = format!("{} {note}", cell.name);
            match lines.last_mut() {
                Some(line) if line.chars().count() + word.chars().count() < NOTES_WIDTH => {
                    line.push_str("   ");
                    line.push_str(&word);
                }
                _ => lines.push(word),
            }
        }
        lines
    }
}

/// The ANSI colour of a side. Red and bright blue are told apart by everyone, on dark and on
/// light.
fn ink(side: Colour) -> &'static str {
    match side {
        Colour::Black | Colour::Red => "1;31",
        Colour::White | Colour::Blue => "1;94",
        Colour::Board => "",
        Colour::Yellow => "1;33",
        Colour::Green => "1;32",
    }
}

/// A link's letter: small, or large where it stands out.
fn letter(colour: Colour, bold: bool) -> char {
    let letter = match colour {
        Colour::Red => 'r',
        Colour::Yellow => 'y',
        Colour::Blue => 'b',
        Colour::Green => 'g',
        Colour::Black | Colour::White | Colour::Board => '+',
    };
    if bold { letter.to_ascii_uppercase() } else { letter }
}

/// Characters with styles, at any row and column.
#[derive(Default)]
struct Canvas {
    glyphs: std::collections::BTreeMap<(i32, i32), (char, &'static str)>,
}

impl Canvas {
    fn put(&mut self, row: i32, column: i32, glyph: char, style: &'static str) {
        self.glyphs.insert((row, column), (glyph, style));
    }

    fn put_if_free(&mut self, row: i32, column: i32, glyph: char, style: &'static str) {
        self.glyphs.entry((row, column)).or_insert((glyph, style));
    }

    fn restyle(&mut self, row: i32, column: i32, style: &'static str) {
        if let Some((_, old)) = self.glyphs.get_mut(&(row, column)) {
            *old = style;
        }
    }

    fn to_text(&self, colour: bool) -> String {
        let mut text = String::new();
        let left = self.glyphs.keys().map(|&(_, column)| column).min().unwrap_or(0);
        let mut at: Option<(i32, i32)> = None;
        let mut style_now = "";
        for (&(row, column), &(glyph, style)) in &self.glyphs {
            let style = if colour { style } else { "" };
            let (last_row, next_column) = at.unwrap_or((row, left));
            let gap = if row == last_row { column - next_column } else { column - left };
            // A style ends before a gap and before a new line.
            if !style_now.is_empty() && (style != style_now || gap > 0 || row != last_row) {
                text.push_str("\x1b[0m");
                style_now = "";
            }
            text.extend(std::iter::repeat_n('\n', (row - last_row) as usize));
            text.extend(std::iter::repeat_n(' ', gap as usize));
            if style != style_now {
                text.push_str("\x1b[");
                text.push_str(style);
                text.push('m');
                style_now = style;
            }
            text.push(glyph);
            at = Some((row, column + 1));
        }
        if !style_now.is_empty() {
            text.push_str("\x1b[0m");
        }
        if at.is_some() {
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cell;
    use super::*;

    #[test]
    fn names_are_written_on_cells_that_nobody_could_count() {
        let cell = |name: &str, grid, stone| Cell {
            name: name.into(),
            outline: Vec::new(),
            centre: (0.0, 0.0),
            grid,
            stone,
            mark: None,
            glyph: None,
            note: None,
        };
        let picture = Picture {
            cells: vec![
                cell("9", (0, 1), None),
                cell("10", (1, 0), None),
                cell("11", (1, 2), Some(Colour::Black)),
            ],
            caption: "white to move".into(),
            ..Picture::default()
        };
        assert!(picture.is_numbered());
        assert_eq!(picture.to_text_with_names(false), "   9\n10   ●\nwhite to move\n");
        assert_eq!(picture.to_text(false), " ·\n· ●\nwhite to move\n");
    }
}
