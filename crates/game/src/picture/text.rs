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
        let mut text = self.board().to_text(colour);
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

    fn board(&self) -> Canvas {
        let mut canvas = Canvas::default();
        for label in &self.labels {
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
            let glyph = cell.glyph.unwrap_or(glyph);
            canvas.put(cell.grid.0, cell.grid.1, glyph, style);
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
            let (row, column) = cell.grid;
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
