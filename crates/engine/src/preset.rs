//! Presets: players written down as TOML.
//!
//! A preset names a game and gives a value to every parameter of whoever plays it. A file says
//! only what differs from the defaults, or from the preset that it extends; once read, a preset
//! is whole. A mistake in a file or in a value names its place, and nothing of it is applied.

use std::fmt::Write as _;
use std::path::Path;

use spinney_game::TextError;
use toml::de::DeTable;
use toml::{Table, Value};

use crate::registry::{self, GameEntry};
use crate::session::{EngineError, Parameter};
use crate::settings::{self, Section, Settings};

/// No preset file is longer, in bytes.
const LONGEST_FILE: u64 = 1 << 20;
/// No chain of presets that extend one another is longer.
const LONGEST_CHAIN: usize = 8;
/// Comments of [`Preset::to_toml`] are broken before this column.
const WIDTH: usize = 96;

/// A player: a game and a value for every parameter.
#[derive(Clone)]
pub struct Preset {
    name: String,
    about: String,
    game: &'static GameEntry,
    /// The tables with their present values, in the order in which they are shown.
    tables: Vec<(Section, Table)>,
}

impl Preset {
    /// The preset of that name (`hex/best`), or the one in that file (`my/player.toml`).
    pub fn load(name: &str) -> Result<Preset, EngineError> {
        Preset::load_within(name, None, 0)
    }

    /// Reads a preset from text; `name` is what it is called and what errors point at.
    pub fn from_toml(name: &str, text: &str) -> Result<Preset, EngineError> {
        Preset::parse(name, text, None, 0)
    }

    /// A preset with nothing but defaults.
    pub(crate) fn plain(game: &'static GameEntry) -> Preset {
        let tables = game.sections().into_iter().map(|s| (s.clone(), s.defaults.clone())).collect();
        Preset { name: game.name.to_owned(), about: String::new(), game, tables }
    }

    fn load_within(name: &str, folder: Option<&Path>, depth: usize) -> Result<Preset, EngineError> {
        if let Some(embedded) = registry::presets().find(|preset| preset.name == name) {
            return Preset::parse(name, embedded.text, None, depth);
        }
        let path = folder.map_or_else(|| name.into(), |folder| folder.join(name));
        if !name.ends_with(".toml") && !path.is_file() {
            return Err(unknown_preset(name));
        }
        let text = read_file(&path)
            .map_err(|error| TextError::at(path.display(), format!("cannot be read: {error}")))?;
        Preset::parse(&path.display().to_string(), &text, path.parent(), depth)
    }

    fn parse(
        name: &str,
        text: &str,
        folder: Option<&Path>,
        depth: usize,
    ) -> Result<Preset, EngineError> {
        let file = File { name, text };
        let (values, places) = file.parse()?;
        let word = |key: &str| -> Result<Option<&str>, TextError> {
            let wrong = || file.wrong(&places, &[key], "must be a text in quotes");
            values.get(key).map(|value| value.as_str().ok_or_else(wrong)).transpose()
        };

        let game = word("game")?;
        let mut preset = if let Some(base) = word("extends")? {
            if depth == LONGEST_CHAIN {
                return Err(file
                    .wrong(&places, &["extends"], "too many presets extend one another")
                    .into());
            }
            let base = Preset::load_within(base, folder, depth + 1)
                .map_err(|error| file.wrong(&places, &["extends"], error))?;
            if game.is_some_and(|game| game != base.game.name) {
                let problem = format!("{} is a preset for {}", base.name, base.game.name);
                return Err(file.wrong(&places, &["game"], problem).into());
            }
            base
        } else {
            let game = game.ok_or_else(|| {
                TextError::at(name, "must say which game it plays: game = \"hex\"")
            })?;
            let game =
                registry::game(game).map_err(|error| file.wrong(&places, &["game"], error))?;
            Preset::plain(game)
        };
        preset.name = name.to_owned();
        if let Some(about) = word("about")? {
            preset.about = about.split_whitespace().collect::<Vec<_>>().join(" ");
        }

        for (table, entries) in &values {
            if ["game", "about", "extends"].contains(&table.as_str()) {
                continue;
            }
            let Some(at) = preset.tables.iter().position(|(section, _)| section.name == table)
            else {
                let tables: Vec<_> =
                    preset.tables.iter().map(|(section, _)| section.name).collect();
                let known = format!(
                    "is not known; there are game, about, extends, [{}]",
                    tables.join("], [")
                );
                return Err(file.wrong(&places, &[table], known).into());
            };
            let Value::Table(entries) = entries else {
                return Err(file
                    .wrong(&places, &[table], format!("must be a table: [{table}]"))
                    .into());
            };
            preset
                .assign(at, entries)
                .map_err(|error| file.wrong(&places, &[table, &error.place], &error.problem))?;
        }
        Ok(preset)
    }

    /// What it is called: `hex/best`, or the path of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line on what it is.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The game that it plays.
    pub fn game(&self) -> &'static GameEntry {
        self.game
    }

    /// The settings in one of its tables.
    pub fn settings<S: Settings>(&self, table: &str) -> S {
        let (_, values) = self
            .tables
            .iter()
            .find(|(section, _)| section.name == table)
            .expect("a game asks for its own tables only");
        settings::read(values).expect("every value was checked when it was set")
    }

    /// Every parameter with its value and meaning.
    pub fn parameters(&self) -> Vec<Parameter> {
        let of_table = |(section, values): &(Section, Table)| {
            section
                .fields
                .iter()
                .map(|field| Parameter {
                    name: format!("{}.{}", section.name, field.name),
                    value: settings::value_text(&values[&field.name]),
                    meaning: field.meaning.clone(),
                })
                .collect::<Vec<_>>()
        };
        self.tables.iter().flat_map(of_table).collect()
    }

    /// Sets a parameter by its dotted name, `search.exploration`. An error changes nothing.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let unknown = |hint: String| EngineError::Unknown {
            what: "parameter",
            name: name.chars().take(60).collect(),
            hint,
        };
        let tables = || {
            let tables: Vec<_> = self.tables.iter().map(|(section, _)| section.name).collect();
            format!("parameters are written as table.name, with table one of {}", tables.join(", "))
        };
        let (table, key) = name.split_once('.').ok_or_else(|| unknown(tables()))?;
        let at = self
            .tables
            .iter()
            .position(|(section, _)| section.name == table)
            .ok_or_else(|| unknown(tables()))?;
        let (section, values) = &self.tables[at];
        let present = values
            .get(key)
            .ok_or_else(|| unknown(format!("those of {table} are {}", section.names())))?;

        let value = settings::parse_value(value, present);
        self.assign(at, &Table::from_iter([(key.to_owned(), value)]))
            .map_err(|error| TextError::at(format!("{table}.{}", error.place), error.problem))?;
        Ok(())
    }

    /// The whole preset as a preset file: every parameter with its meaning and value.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let line = |text: &mut String, key: &str, value: &Value| {
            writeln!(text, "{key} = {}", settings::value_text(value)).expect("a String takes all");
        };
        line(&mut text, "game", &Value::String(self.game.name.to_owned()));
        line(&mut text, "about", &Value::String(self.about.clone()));
        for (section, values) in &self.tables {
            text += &format!("\n[{}]\n", section.name);
            for field in &section.fields {
                text += &comment(&field.meaning);
                line(&mut text, &field.name, &values[&field.name]);
            }
        }
        text
    }

    /// Puts values in their places, all or none. The place of an error is the parameter's name.
    fn assign(&mut self, at: usize, entries: &Table) -> Result<(), TextError> {
        let (section, values) = &mut self.tables[at];
        let with = |entries: &mut dyn Iterator<Item = (&String, &Value)>| {
            let mut next = values.clone();
            next.extend(entries.map(|(key, value)| (key.clone(), value.clone())));
            section.canonical(&next)
        };
        let next = with(&mut entries.iter()).map_err(|problem| {
            let culprit = entries.iter().find_map(|entry| {
                let problem = with(&mut std::iter::once(entry)).err()?;
                Some(TextError::at(entry.0, problem))
            });
            culprit.unwrap_or_else(|| TextError::at("all", problem))
        })?;
        section.check(&next)?;
        *values = next;
        Ok(())
    }
}

/// A preset file, for errors that point at a place in it.
struct File<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'a> File<'a> {
    /// The values, and the same table again with the places where they stand.
    fn parse(&self) -> Result<(Table, DeTable<'a>), TextError> {
        let wrong = |error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            TextError::at(self.place(at), error.message())
        };
        let places = DeTable::parse(self.text).map_err(wrong)?.into_inner();
        let values = toml::from_str(self.text).map_err(wrong)?;
        Ok((values, places))
    }

    fn place(&self, at: usize) -> String {
        let line = self.text.bytes().take(at).filter(|&b| b == b'\n').count() + 1;
        format!("{}, line {line}", self.name)
    }

    /// An error about the value that stands under these keys.
    fn wrong(&self, places: &DeTable<'_>, keys: &[&str], problem: impl ToString) -> TextError {
        let mut table = Some(places);
        let mut at = 0;
        for &key in keys {
            let entry = table.and_then(|t| t.iter().find(|(k, _)| k.get_ref() == key));
            if let Some((key, value)) = entry {
                at = key.span().start;
                table = value.get_ref().as_table();
            }
        }
        TextError::at(format!("{}, {}", self.place(at), keys.join(".")), problem.to_string())
    }
}

fn read_file(path: &Path) -> std::io::Result<String> {
    use std::io::Read as _;
    let mut text = String::new();
    let file = std::fs::File::open(path)?;
    if file.take(LONGEST_FILE + 1).read_to_string(&mut text)? as u64 > LONGEST_FILE {
        return Err(std::io::Error::other("the file is too long for a preset"));
    }
    Ok(text)
}

fn unknown_preset(name: &str) -> EngineError {
    let names: Vec<_> = registry::presets().map(|preset| preset.name).collect();
    EngineError::Unknown {
        what: "preset",
        name: name.chars().take(60).collect(),
        hint: format!("there are {}, and any file that ends in .toml", names.join(", ")),
    }
}

/// A meaning as comment lines.
fn comment(meaning: &str) -> String {
    let mut text = String::new();
    let mut width = WIDTH;
    for word in meaning.split(' ') {
        if width + 1 + word.chars().count() > WIDTH {
            text += if text.is_empty() { "#" } else { "\n#" };
            width = 1;
        }
        text += " ";
        text += word;
        width += 1 + word.chars().count();
    }
    text + "\n"
}
