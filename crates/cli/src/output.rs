//! What goes to standard output.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;

/// Writes a text and sees it off.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// A text from outside as a terminal may be given it: control characters other than ends of lines
/// and tabs are written as escapes, so that a record cannot move the cursor or worse.
pub(crate) fn harmless(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && !matches!(c, '\n' | '\t') {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
    }
    safe
}

/// Whether standard output shows colours: it is a terminal that can, and neither the user
/// (`--color`) nor the environment (`NO_COLOR`) says otherwise.
pub(crate) fn colour() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Writes a table, without blanks at the ends of its lines.
pub(crate) fn print_table(table: &Table) -> io::Result<()> {
    print(&format!("{}\n", table.trim_fmt()))
}

/// Writes an object as one line of JSON.
pub(crate) fn print_json(object: &impl Serialize) -> anyhow::Result<()> {
    print(&format!("{}\n", serde_json::to_string(object)?))?;
    Ok(())
}

/// Whether an error says that whoever read our output has enough, as `head` does: nothing that
/// anybody needs to hear of.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref().is_some_and(|e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Whether anybody may still read what is printed, as far as that can be known without printing.
#[cfg(unix)]
pub(crate) fn is_heard() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    // A pipe whose reader has gone away says so at once.
    let told = poll(&mut ends, Some(&now));
    told.is_err() || !ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

#[cfg(not(unix))]
pub(crate) fn is_heard() -> bool {
    true
}

/// A plain table with these headings; columns of numbers are aligned to the right.
pub(crate) fn table<const N: usize>(headings: [&str; N], numbers: [bool; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(headings);
    for (column, is_number) in table.column_iter_mut().zip(numbers) {
        column.set_padding((0, 2));
        if is_number {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Lines that are no longer than this are read at a glance.
const WIDTH: usize = 100;

/// A text after its heading, on as many lines as it takes, each below the first. Lines are broken
/// after a `separator`.
pub(crate) fn hanging(heading: &str, text: &str, separator: &str) -> String {
    let indent = heading.chars().count();
    let mut lines = heading.to_owned();
    let mut width = indent;
    for word in text.split_inclusive(separator).map(str::trim_end) {
        let length = word.chars().count();
        if width > indent && width + 1 + length > WIDTH {
            lines = lines.trim_end().to_owned() + "\n" + &" ".repeat(indent);
            width = indent;
        } else if width > indent {
            lines.push(' ');
            width += 1;
        }
        lines += word;
        width += length;
    }
    lines + "\n"
}

/// A large number as people read it: `512,345`.
pub(crate) fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_hangs_below_its_beginning() {
        let word = "x".repeat(40);
        let text = hanging("  a  ", &[word.as_str(); 3].join(" "), " ");
        assert_eq!(text, format!("  a  {word} {word}\n     {word}\n"));
        assert_eq!(hanging("  a  ", "b c, d", ", "), "  a  b c, d\n");
    }

    #[test]
    fn escape_sequences_of_a_record_are_shown_and_not_obeyed() {
        assert_eq!(harmless("\u{1b}[2JAnn\r\u{9b}1m\n\té"), "\\u{1b}[2JAnn\\r\\u{9b}1m\n\té");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let texts = [0, 12, 123, 1234, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }
}
