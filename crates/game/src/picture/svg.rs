//! Pictures as SVG: self-contained, readable without colour sight, with a title for every cell.

use std::fmt::{Display, Write};

use super::{Cell, CellMark, Colour, LinkTile, Picture};

/// User units per unit of the picture.
const SCALE: f32 = 40.0;
/// Space around everything, in units of the picture.
const MARGIN: f32 = 0.5;
/// The size of stones, of the largest circle that fits into an ordinary cell.
const STONE_SIZE: f32 = 0.84;
/// The same of a cell that is too small for such a stone, as corners are on some boards.
const TIGHT_STONE_SIZE: f32 = 0.94;

// Vermilion and blue of the palette of Okabe and Ito, which colour-blind people can tell apart.
// Stones differ by lightness first: dark with a vermilion rim, light with a blue one.
const STYLE: &str = "\
text{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;text-anchor:middle;fill:#333}\
.paper{fill:#fdfbf6}.cell{fill:#f3e7cd;stroke:#a8946b;stroke-width:1.2;stroke-linejoin:round}\
.side{fill:none;stroke-width:7;stroke-linecap:round;stroke-linejoin:round}\
.side.black{stroke:#d55e00}.side.white{stroke:#0072b2}.side.board{stroke:#6b5d40;stroke-width:3}\
.stone{stroke-width:2.2}.stone.black{fill:#2b2320;stroke:#d55e00}\
.stone.white{fill:#fff;stroke:#0072b2}\
.last{fill:none;stroke:#e69f00;stroke-width:3.2}.winning{fill:none;stroke:#009e73;stroke-width:4}\
.hint{fill:#009e73;fill-opacity:.2;stroke:#009e73;stroke-width:2.2;stroke-dasharray:5 3}\
.note.light{fill:#fff}.note{fill:#111}.label{font-size:15px}\
.tile{fill:#1d1b1a;stroke:#8c8377;stroke-width:1;stroke-linejoin:round}\
.tile.last{stroke:#e69f00;stroke-width:3.2}\
.link{fill:none;stroke-width:8}.under{fill:none;stroke:#1d1b1a;stroke-width:12}\
.core{fill:none;stroke:#fff;stroke-width:2.4}\
.link.red{stroke:#d7301f}.link.yellow{stroke:#f0e442}.link.blue{stroke:#3a8fd6}\
.link.green{stroke:#2aa876}\
.label.red{fill:#b3261a}.label.yellow{fill:#8a7d00}.label.blue{fill:#005a8c}\
.label.green{fill:#00694b}\
.label.black{fill:#a84a00}.label.white{fill:#005a8c}.caption{font-size:17px}";

impl Picture {
    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_svg(&mut svg);
        svg
    }

    fn write_svg(&self, svg: &mut String) -> std::fmt::Result {
        let bounds = self.bounds();
        let (x, y) = (Px(bounds.left), Px(bounds.top));
        let (width, height) = (Px(bounds.right - bounds.left), Px(bounds.bottom - bounds.top));
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{x} {y} {width} {height}\" role=\"img\" aria-label=\"{}\">",
            Escaped(&self.caption)
        )?;
        writeln!(svg, "<style>{STYLE}</style>")?;
        writeln!(
            svg,
            "<rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        )?;
        let radius = self.stone_radius();
        for cell in &self.cells {
            write_cell(svg, cell)?;
        }
        for tile in &self.tiles {
            write_tile(svg, tile)?;
        }
        for segment in &self.frame {
            let class = class(segment.colour);
            writeln!(
                svg,
                "<polyline class=\"side {class}\" points=\"{}\"/>",
                Points(&segment.points)
            )?;
        }
        for cell in &self.cells {
            write_contents(svg, cell, radius)?;
        }
        for label in &self.labels {
            let class = class(label.colour);
            let (x, y) = (Px(label.at.0), Px(label.at.1));
            writeln!(
                svg,
                "<text class=\"label {class}\" x=\"{x}\" y=\"{y}\" dy=\".35em\">{}</text>",
                Escaped(&label.text)
            )?;
        }
        if !self.caption.is_empty() {
            let (x, y) = (Px((bounds.left + bounds.right) / 2.0), Px(bounds.bottom - MARGIN));
            let caption = Escaped(&self.caption);
            writeln!(svg, "<text class=\"caption\" x=\"{x}\" y=\"{y}\">{caption}</text>")?;
        }
        svg.push_str("</svg>\n");
        Ok(())
    }

    /// Everything that is drawn, with its margin.
    fn bounds(&self) -> Bounds {
        const LABEL_SIZE: f32 = 0.3;
        let mut bounds = Bounds::default();
        for cell in &self.cells {
            cell.outline.iter().for_each(|&point| bounds.include(point, 0.0));
            bounds.include(cell.centre, 0.0);
        }
        for tile in &self.tiles {
            tile.outline.iter().for_each(|&point| bounds.include(point, 0.0));
        }
        for segment in &self.frame {
            segment.points.iter().for_each(|&point| bounds.include(point, 0.0));
        }
        for label in &self.labels {
            bounds.include(label.at, LABEL_SIZE);
        }
        if bounds.left > bounds.right {
            bounds = Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        }
        if !self.caption.is_empty() {
            bounds.bottom += 0.8;
            // Half an em a character is about what a proportional font needs.
            let short = self.caption.chars().count() as f32 * 0.21 - (bounds.right - bounds.left);
            bounds.left -= short.max(0.0) / 2.0;
            bounds.right += short.max(0.0) / 2.0;
        }
        Bounds {
            left: bounds.left - MARGIN,
            top: bounds.top - MARGIN,
            right: bounds.right + MARGIN,
            bottom: bounds.bottom + MARGIN,
        }
    }

    /// The size of stones in most cells.
    fn stone_radius(&self) -> f32 {
        let mut rooms: Vec<f32> = self.cells.iter().filter_map(room).collect();
        rooms.sort_by(f32::total_cmp);
        rooms.get(rooms.len() / 2).map_or(0.4, |room| STONE_SIZE * room)
    }
}

/// The distance from a cell's centre to its nearest side.
fn room(cell: &Cell) -> Option<f32> {
    let corners = &cell.outline;
    let (cx, cy) = cell.centre;
    (0..corners.len())
        .filter_map(|i| {
            let ((ax, ay), (bx, by)) = (corners[i], corners[(i + 1) % corners.len()]);
            let (dx, dy) = (bx - ax, by - ay);
            let length = (dx * dx + dy * dy).sqrt();
            (length > 1e-6).then(|| ((cx - ax) * dy - (cy - ay) * dx).abs() / length)
        })
        .reduce(f32::min)
}

fn write_cell(svg: &mut String, cell: &Cell) -> std::fmt::Result {
    let title = Escaped(&cell.name);
    let stone = match cell.stone {
        Some(Colour::Black) => ", black stone",
        Some(Colour::White) => ", white stone",
        _ => "",
    };
    let mark = match cell.mark {
        Some(CellMark::Last) => ", last move",
        Some(CellMark::Winning) => ", winning",
        Some(CellMark::Hint) => ", suggested",
        None => "",
    };
    writeln!(
        svg,
        "<polygon class=\"cell\" points=\"{}\"><title>{title}{stone}{mark}</title></polygon>",
        Points(&cell.outline)
    )
}

/// The tile and its links. One that stands out has a white core, which needs no colour to be seen.
fn write_tile(svg: &mut String, tile: &LinkTile) -> std::fmt::Result {
    let (last, mark) = match tile.mark {
        Some(CellMark::Last) => (" last", ", last move"),
        _ => ("", ""),
    };
    writeln!(
        svg,
        "<polygon class=\"tile{last}\" points=\"{}\"><title>{}{mark}</title></polygon>",
        Points(&tile.outline),
        Escaped(&tile.name)
    )?;
    for link in &tile.links {
        let [(ax, ay), (bx, by), (cx, cy)] = link.curve.map(|(x, y)| (Px(x), Px(y)));
        let colour = class(link.colour);
        let strokes = ["under".to_owned(), format!("link {colour}"), "core".to_owned()];
        for stroke in &strokes[..if link.bold { 3 } else { 2 }] {
            writeln!(
                svg,
                "<path class=\"{stroke}\" d=\"M{ax} {ay}Q{bx} {by} {cx} {cy}\" \
                 pointer-events=\"none\"/>"
            )?;
        }
    }
    Ok(())
}

/// The stone, the mark and the note. They let the pointer through to the cell and its title.
fn write_contents(svg: &mut String, cell: &Cell, radius: f32) -> std::fmt::Result {
    let (x, y) = (Px(cell.centre.0), Px(cell.centre.1));
    let radius = room(cell).map_or(radius, |room| radius.min(TIGHT_STONE_SIZE * room));
    let mut circle = |class: &str, radius: f32| {
        let radius = Px(radius);
        writeln!(
            svg,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" pointer-events=\"none\"/>"
        )
    };
    if let Some(stone @ (Colour::Black | Colour::White)) = cell.stone {
        circle(&format!("stone {}", class(stone)), radius)?;
    }
    match cell.mark {
        Some(CellMark::Last) => circle("last", radius * 0.62)?,
        Some(CellMark::Winning) => circle("winning", radius * 0.97)?,
        Some(CellMark::Hint) => circle("hint", radius * 0.9)?,
        None => {}
    }
    let light = if cell.stone == Some(Colour::Black) { " light" } else { "" };
    let mut write = |text: &str, dy: &str, size: f32| {
        let size = Px(size);
        writeln!(
            svg,
            "<text class=\"note{light}\" x=\"{x}\" y=\"{y}\" dy=\"{dy}\" font-size=\"{size}\" \
             pointer-events=\"none\">{}</text>",
            Escaped(text)
        )
    };
    if let Some(glyph) = cell.glyph {
        write(&glyph.to_string(), ".36em", radius * 1.2)?;
    }
    if let Some(note) = &cell.note {
        let letters = note.chars().count().max(2) as f32;
        // Where there is a letter already, the note is small and below it.
        let (dy, size) = if cell.glyph.is_some() { ("1.9em", 0.5) } else { (".36em", 1.0) };
        write(note, dy, size * (radius * 2.3 / letters).min(radius * 1.05))?;
    }
    Ok(())
}

fn class(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
        Colour::Board => "board",
        Colour::Red => "red",
        Colour::Yellow => "yellow",
        Colour::Blue => "blue",
        Colour::Green => "green",
    }
}

struct Bounds {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Default for Bounds {
    /// Nothing: what is included first decides.
    fn default() -> Self {
        let far = f32::INFINITY;
        Bounds { left: far, top: far, right: -far, bottom: -far }
    }
}

impl Bounds {
    fn include(&mut self, (x, y): (f32, f32), margin: f32) {
        self.left = self.left.min(x - margin);
        self.right = self.right.max(x + margin);
        self.top = self.top.min(y - margin);
        self.bottom = self.bottom.max(y + margin);
    }
}

/// A length of the picture in user units, with one decimal where it is not whole.
struct Px(f32);

impl Display for Px {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        // Rounded in whole tenths, and never a negative zero.
        let tenths = (self.0 * SCALE * 10.0).round() as i64;
        write!(f, "{}", tenths as f64 / 10.0)
    }
}

struct Points<'a>(&'a [(f32, f32)]);

impl Display for Points<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for (i, &(x, y)) in self.0.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{},{}", Px(x), Px(y))?;
        }
        Ok(())
    }
}

/// Text for XML, in elements and in attributes; control characters, which XML cannot express,
/// are left out.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(' ')?,
                '\u{fffe}' | '\u{ffff}' => {}
                c if c.is_control() => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
