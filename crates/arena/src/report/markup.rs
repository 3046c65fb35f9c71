//! The page: text that is safe, and how it looks.

use std::fmt::Write;

/// Text as it stands within markup, whatever it is.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Control characters mean nothing here, and some browsers stumble over them.
            c if c.is_control() && c != '\n' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

const STYLE: &str = "
:root { color-scheme: light dark; --back: #fff; --text: #1b1b1b; --dim: #6b6b6b; --line: #d8d8d8;
  --good: 0, 114, 178; --bad: 213, 94, 0;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #8a4fbf; --c4: #b58900; --c5: #c2408c;
  --c6: #5c7a00; --c7: #4a4a4a; }
@media (prefers-color-scheme: dark) { :root { --back: #16181b; --text: #e6e6e6; --dim: #a0a0a0;
  --line: #3a3d42; --good: 86, 180, 233; --bad: 230, 130, 40;
  --c0: #56b4e9; --c1: #f0883e; --c2: #2fc39a; --c3: #b58cf0; --c4: #e3c04b; --c5: #ee82bd;
  --c6: #a9c84a; --c7: #bdbdbd; } }
body { background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th { font-weight: 600; } th.text, td.text { text-align: left; }
td.self { background: var(--line); } small { color: var(--dim); }
svg { max-width: 100%; height: auto; display: block; font: 12px system-ui, sans-serif; }
svg text { fill: var(--text); } svg .dim { fill: var(--dim); }
svg .grid { stroke: var(--line); stroke-width: 1; } svg .axis { stroke: var(--dim); }
svg .mark { stroke: var(--text); stroke-width: 1.5; }
svg .line { fill: none; stroke-width: 2; stroke-linejoin: round; } svg .band { opacity: .18; }
.legend span { display: inline-block; margin-right: 1.2rem; }
.legend i { display: inline-block; width: .9em; height: .9em; border-radius: 2px;
  margin-right: .4em; vertical-align: -.1em; }
details { margin: .4rem 0; } pre { overflow-x: auto; padding: .6rem; font-size: 12px;
  border: 1px solid var(--line); }
";

/// How many colours there are for players; later ones begin again.
const COLOURS: usize = 8;

/// The colour of a player's lines and bars.
pub(super) fn colour(player: usize) -> String {
    format!("var(--c{})", player % COLOURS)
}

/// A page under way.
pub(super) struct Page {
    text: String,
}

impl Page {
    pub(super) fn new(title: &str) -> Page {
        let title = escape(title);
        let text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'unsafe-inline'\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
             </head>\n<body>\n<h1>{title}</h1>\n"
        );
        Page { text }
    }

    /// A paragraph of markup.
    pub(super) fn paragraph(&mut self, markup: &str) {
        let _ = writeln!(self.text, "<p>{markup}</p>");
    }

    /// A heading and what stands below it.
    pub(super) fn section(&mut self, title: &str, markup: &str) {
        let _ = writeln!(self.text, "<h2>{}</h2>\n{markup}", escape(title));
    }

    pub(super) fn finish(self) -> String {
        self.text + "</body>\n</html>\n"
    }
}

/// A table from markup.
pub(super) struct Table {
    text: String,
}

impl Table {
    /// A table with those headings; the first column is words, the others are numbers.
    pub(super) fn new(headings: &[String]) -> Table {
        let mut text = String::from("<div class=\"scroll\"><table>\n<tr>");
        for (i, heading) in headings.iter().enumerate() {
            let class = if i == 0 { " class=\"text\"" } else { "" };
            let _ = write!(text, "<th{class}>{heading}</th>");
        }
        text.push_str("</tr>\n");
        Table { text }
    }

    /// A row whose first cell names it.
    pub(super) fn row(&mut self, name: &str, cells: impl IntoIterator<Item = Cell>) {
        let _ = write!(self.text, "<tr><td class=\"text\">{name}</td>");
        for Cell { text, attributes } in cells {
            let _ = write!(self.text, "<td{attributes}>{text}</td>");
        }
        self.text.push_str("</tr>\n");
    }

    pub(super) fn finish(self) -> String {
        self.text + "</table></div>"
    }
}

/// A cell of a table.
pub(super) struct Cell {
    text: String,
    attributes: String,
}

impl Cell {
    /// The diagonal of a cross table.
    pub(super) fn nobody() -> Cell {
        Cell { text: String::new(), attributes: " class=\"self\"".to_owned() }
    }

    /// The same cell with a shade: good above a half, bad below.
    pub(super) fn shaded(mut self, rate: f64) -> Cell {
        let name = if rate >= 0.5 { "good" } else { "bad" };
        let depth = (rate - 0.5).abs();
        self.attributes = format!(" style=\"background: rgba(var(--{name}), {depth:.2})\"");
        self
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell { text: text.into(), attributes: String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        assert_eq!(
            escape("<a href=\"x\">'&'\u{7}\n"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;\u{fffd}\n"
        );
    }
}
