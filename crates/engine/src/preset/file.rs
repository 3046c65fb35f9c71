//! A preset file as it stands, for errors that point at a place in it.

use std::io;
use std::path::Path;

use spinney_game::{TextError, host};
use toml::Table;
use toml::de::DeTable;

/// No preset file is longer, in bytes.
const LONGEST: u64 = 1 << 20;

/// The values of a file and where they stand.
pub(super) struct File<'a> {
    name: &'a str,
    text: &'a str,
    pub(super) values: Table,
    /// The same table again, with places.
    places: DeTable<'a>,
}

impl<'a> File<'a> {
    /// Reads a file's text; `name` is what errors call it.
    pub(super) fn parse(name: &'a str, text: &'a str) -> Result<File<'a>, TextError> {
        let wrong = |error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            TextError::at(place(name, text, at), error.message())
        };
        let places = DeTable::parse(text).map_err(wrong)?.into_inner();
        let values = toml::from_str(text).map_err(wrong)?;
        Ok(File { name, text, values, places })
    }

    /// The text under a key of the file's top.
    pub(super) fn word(&self, key: &str) -> Result<Option<&str>, TextError> {
        match self.values.get(key) {
            None => Ok(None),
            Some(toml::Value::String(word)) => Ok(Some(word)),
            Some(_) => Err(self.wrong(&[key], "must be a text in quotes")),
        }
    }

    /// An error about what stands under these keys, or about the last one of them that is there.
    pub(super) fn wrong(&self, keys: &[&str], problem: impl ToString) -> TextError {
        let mut table = Some(&self.places);
        let mut at = 0;
        for &key in keys {
            let entry = table.and_then(|t| t.iter().find(|(k, _)| k.get_ref() == key));
            if let Some((key, value)) = entry {
                at = key.span().start;
                table = value.get_ref().as_table();
            }
        }
        let place = place(self.name, self.text, at);
        TextError::at(format!("{place}, {}", keys.join(".")), problem.to_string())
    }
}

fn place(name: &str, text: &str, at: usize) -> String {
    let line = text.bytes().take(at).filter(|&b| b == b'\n').count() + 1;
    format!("{name}, line {line}")
}

/// The text of a file that may be a preset.
pub(super) fn read(path: &Path) -> Result<String, TextError> {
    host::read_text(path, LONGEST).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => TextError::at(path.display(), "is too long for a preset"),
        _ => TextError::at(path.display(), format!("cannot be read: {error}")),
    })
}
