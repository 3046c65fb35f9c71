//! Presets: players written down as TOML.
//!
//! A preset names a game and gives a value to every parameter of whoever plays it. A file says
//! only what differs from the defaults, or from the preset that it extends; once read, a preset
//! is whole. Values that are given together, in a file and beside it, are checked together, since
//! one may make sense only with another. A mistake names its place, and nothing is applied.

mod file;
pub(crate) mod personal;
mod renamed;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use spinney_game::TextError;
use toml::{Table, Value};

use self::file::File;
use crate::nearest;
use crate::registry::{self, GameEntry};
use crate::report::{EngineError, Parameter};
use crate::settings::{self, Section, Settings};

/// No chain of presets that extend one another is longer.
const LONGEST_CHAIN: usize = 8;
/// Comments of [`Preset::to_toml`] are broken before this column.
const WIDTH: usize = 96;

/// A player: a game and a value for every parameter.
#[derive(Clone)]
pub struct Preset {
    name: String,
    about: String,
    paper: String,
    game: &'static GameEntry,
    /// The tables with their present values, in the order in which they are shown.
    tables: Vec<(Section, Table)>,
}

impl Preset {
    /// The preset of that name (`hex/best`), the first one of a game (`hex`), one of whoever uses
    /// the program ([`set_preset_folder`](crate::set_preset_folder)), or the one in that file
    /// (`my/player.toml`).
    pub fn load(name: &str) -> Result<Preset, EngineError> {
        Preset::load_with(name, &[])
    }

    /// The same with some parameters set otherwise, as [`Preset::set_all`] does.
    pub fn load_with(name: &str, overrides: &[(String, String)]) -> Result<Preset, EngineError> {
        let first = registry::games().iter().find(|game| game.name == name);
        let name = first.map_or(name, |game| game.presets[0].name);
        Preset::load_within(name, None, 0, overrides)
    }

    /// Reads a preset from text; `name` is what it is called and what errors point at.
    pub fn from_toml(name: &str, text: &str) -> Result<Preset, EngineError> {
        Preset::from_toml_with(name, text, &[])
    }

    /// The same with some parameters set otherwise, as [`Preset::set_all`] does.
    pub fn from_toml_with(
        name: &str,
        text: &str,
        overrides: &[(String, String)],
    ) -> Result<Preset, EngineError> {
        Preset::parse(name, text, None, 0, overrides)
    }

    /// A preset with nothing but defaults.
    pub(crate) fn plain(game: &'static GameEntry) -> Preset {
        let tables = game.sections().into_iter().map(|s| (s.clone(), s.defaults.clone())).collect();
        Preset {
            name: game.name.to_owned(),
            about: String::new(),
            paper: String::new(),
            game,
            tables,
        }
    }

    fn load_within(
        name: &str,
        folder: Option<&Path>,
        depth: usize,
        overrides: &[(String, String)],
    ) -> Result<Preset, EngineError> {
        if let Some(embedded) = registry::presets().find(|preset| preset.name == name) {
            return Preset::parse(name, embedded.text, None, depth, overrides);
        }
        if let Some(path) = personal::file(name) {
            let text = file::read(&path)?;
            let place = path.display().to_string();
            let mut preset = Preset::parse(&place, &text, path.parent(), depth, overrides)?;
            let game = preset.game.name;
            if name.split('/').next() != Some(game) {
                let problem = format!("plays {game}, so its folder must be {game}");
                return Err(TextError::at(place, problem).into());
            }
            preset.name = name.to_owned();
            return Ok(preset);
        }
        let path = folder.map_or_else(|| name.into(), |folder| folder.join(name));
        if !name.ends_with(".toml") && !path.is_file() {
            return Err(unknown_preset(name));
        }
        let text = file::read(&path)?;
        Preset::parse(&path.display().to_string(), &text, path.parent(), depth, overrides)
    }

    fn parse(
        name: &str,
        text: &str,
        folder: Option<&Path>,
        depth: usize,
        overrides: &[(String, String)],
    ) -> Result<Preset, EngineError> {
        let file = File::parse(name, text)?;
        let mut preset = match file.word("extends")? {
            Some(base) => Preset::extended(&file, base, folder, depth)?,
            None => {
                let game = file.word("game")?.ok_or_else(|| {
                    TextError::at(name, "must say which game it plays: game = \"hex\"")
                })?;
                Preset::plain(registry::game(game).map_err(|error| file.wrong(&["game"], error))?)
            }
        };
        preset.name = name.to_owned();
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(about) = file.word("about")? {
            preset.about = one_line(about);
        }
        // Whoever differs from a paper's player is not that player any more.
        preset.paper = file.word("paper")?.map(one_line).unwrap_or_default();
        for (table, entries) in &file.values {
            if ["game", "about", "paper", "extends"].contains(&table.as_str()) {
                continue;
            }
            if preset.table(table).is_none() && !renamed::is_table(table) {
                let words = ["game", "about", "paper", "extends"].into_iter();
                let known = words.chain(preset.tables.iter().map(|(section, _)| section.name));
                let meant = nearest::question(table, known);
                let known = "game, about, paper, extends and the tables";
                let names = preset.table_names();
                let problem = format!("is not known; {meant}there are {known} {names}");
                return Err(file.wrong(&[table], problem).into());
            }
            let entries = entries
                .as_table()
                .ok_or_else(|| file.wrong(&[table], format!("must be a table: [{table}]")))?;
            let settings: Vec<_> =
                entries.iter().map(|(key, v)| (format!("{table}.{key}"), v.clone())).collect();
            preset.put(&settings).map_err(|(name, error)| {
                let key = &name[table.len() + 1..];
                match error {
                    EngineError::Text(error) => file.wrong(&[table, key], error.problem),
                    other => file.wrong(&[table, key], other),
                }
            })?;
        }
        let alone = (!overrides.is_empty()).then(|| preset.clone());
        preset.put_words(overrides)?;
        preset.check().map_err(|(table, error)| {
            let parameter = format!("{table}.{}", error.place);
            // It is up to whoever gave the value, or upset what was right before.
            let is_given = overrides.iter().any(|(name, _)| renamed::name(name) == parameter);
            if alone.is_some_and(|alone| is_given || alone.check().is_ok()) {
                TextError::at(parameter, error.problem)
            } else {
                file.wrong(&[table, &error.place], error.problem)
            }
        })?;
        Ok(preset)
    }

    /// The preset that a file extends.
    fn extended(
        file: &File<'_>,
        base: &str,
        folder: Option<&Path>,
        depth: usize,
    ) -> Result<Preset, EngineError> {
        if depth == LONGEST_CHAIN {
            return Err(file.wrong(&["extends"], "too many presets extend one another").into());
        }
        let base = Preset::load_within(base, folder, depth + 1, &[])
            .map_err(|error| file.wrong(&["extends"], error))?;
        if file.word("game")?.is_some_and(|game| game != base.game.name) {
            let problem = format!("{} is a preset for {}", base.name, base.game.name);
            return Err(file.wrong(&["game"], problem).into());
        }
        Ok(base)
    }

    /// What it is called: `hex/best`, or the path of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line on what it is.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The paper whose player it is; empty where it is nobody's.
    pub fn paper(&self) -> &str {
        &self.paper
    }

    /// The game that it plays.
    pub fn game(&self) -> &'static GameEntry {
        self.game
    }

    /// The settings in one of its tables.
    pub(crate) fn settings<S: Settings>(&self, table: &str) -> S {
        let at = self.table(table).expect("a game asks for its own tables only");
        settings::read(&self.tables[at].1).expect("every value was checked when it was set")
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

    /// The parameters whose values are not the defaults: what makes it this player.
    pub fn differences(&self) -> Vec<Parameter> {
        let usual = Preset::plain(self.game).parameters();
        self.parameters().into_iter().filter(|parameter| !usual.contains(parameter)).collect()
    }

    /// Sets a parameter by its dotted name, `search.exploration`. An error changes nothing.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.set_all(&[(name.to_owned(), value.to_owned())])
    }

    /// Sets parameters by their dotted names, the last value of each if there are several, and
    /// checks them when all are set. An error changes nothing.
    pub fn set_all(&mut self, values: &[(String, String)]) -> Result<(), EngineError> {
        let mut next = self.clone();
        next.put_words(values)?;
        next.check().map_err(|(table, error)| {
            TextError::at(format!("{table}.{}", error.place), error.problem)
        })?;
        *self = next;
        Ok(())
    }

    /// The whole preset as a preset file: every parameter with its meaning and value.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let line = |text: &mut String, key: &str, value: &Value| {
            writeln!(text, "{key} = {}", broken(key, value)).expect("a String takes all");
        };
        line(&mut text, "game", &Value::String(self.game.name.to_owned()));
        line(&mut text, "about", &Value::String(self.about.clone()));
        if !self.paper.is_empty() {
            line(&mut text, "paper", &Value::String(self.paper.clone()));
        }
        for (section, values) in &self.tables {
            text += &format!("\n[{}]\n", section.name);
            for field in &section.fields {
                text += &comment("", &field.meaning);
                line(&mut text, &field.name, &values[&field.name]);
            }
        }
        text
    }

    fn table(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|(section, _)| section.name == name)
    }

    fn table_names(&self) -> String {
        self.tables.iter().map(|(section, _)| section.name).collect::<Vec<_>>().join(", ")
    }

    /// Puts values in their places by dotted names, each of the right type but not yet checked.
    fn put_words(&mut self, words: &[(String, String)]) -> Result<(), EngineError> {
        for (name, value) in words {
            let (at, key) = self.place(renamed::name(name))?;
            let (section, values) = &self.tables[at];
            let present = values.get(key).ok_or_else(|| {
                let hint = format!("those of {} are {}", section.name, section.names());
                EngineError::unknown_of(
                    "parameter",
                    name,
                    self.names().iter().map(String::as_str),
                    hint,
                )
            })?;
            let value = settings::parse_value(value, present);
            self.put(&[(name.clone(), value)]).map_err(|(name, error)| match error {
                EngineError::Text(error) => TextError::at(name, error.problem).into(),
                other => other,
            })?;
        }
        Ok(())
    }

    /// Puts values in their places, each of the right type but not yet checked. An error comes with
    /// the name that it is about, and changes nothing.
    fn put(&mut self, settings: &[(String, Value)]) -> Result<(), (String, EngineError)> {
        let mut changed: BTreeMap<usize, Table> = BTreeMap::new();
        for (given, value) in settings {
            for (name, value) in renamed::settings(given, value.clone()) {
                let (at, key) = self.place(name).map_err(|error| (given.clone(), error))?;
                let table = changed.entry(at).or_insert_with(|| self.tables[at].1.clone());
                table.insert(key.to_owned(), value);
            }
        }
        for (at, table) in &mut changed {
            *table = self.tables[*at].0.canonical(table).map_err(|problem| {
                // One of several values is wrong: the first that is so by itself.
                let wrong = |one| (settings.len() > 1).then(|| self.clone().put(&[one]).err());
                let culprit = settings.iter().cloned().find_map(|one| wrong(one).flatten());
                culprit.unwrap_or_else(|| {
                    let name = settings.first().map_or("all", |(name, _)| name).to_owned();
                    (name.clone(), TextError::at(name, problem).into())
                })
            })?;
        }
        for (at, table) in changed {
            self.tables[at].1 = table;
        }
        Ok(())
    }

    /// The dotted names of all parameters.
    fn names(&self) -> Vec<String> {
        let of_table = |(section, values): &(Section, Table)| {
            values.keys().map(|key| format!("{}.{key}", section.name)).collect::<Vec<_>>()
        };
        self.tables.iter().flat_map(of_table).collect()
    }

    /// The table and the key of a dotted name.
    fn place<'n>(&self, name: &'n str) -> Result<(usize, &'n str), EngineError> {
        let parts = name.split_once('.');
        parts.and_then(|(table, key)| Some((self.table(table)?, key))).ok_or_else(|| {
            let form = "parameters are written as table.name, with table one of";
            let hint = format!("{form} {}", self.table_names());
            EngineError::unknown_of(
                "parameter",
                name,
                self.names().iter().map(String::as_str),
                hint,
            )
        })
    }

    /// Whether the values make sense together; if not, in which table and where there.
    fn check(&self) -> Result<(), (&'static str, TextError)> {
        let of_table = |(section, values): &(Section, Table)| {
            section.check(values).map_err(|error| (section.name, error))
        };
        self.tables.iter().try_for_each(of_table)
    }
}

fn unknown_preset(name: &str) -> EngineError {
    let of_game = |preset: &str| name.split('/').next() == preset.split('/').next();
    let mut names: Vec<_> = registry::games().iter().flat_map(GameEntry::preset_names).collect();
    if names.iter().any(|preset| of_game(preset)) {
        names.retain(|preset| of_game(preset));
    }
    let hint = format!("there are {}, and any file that ends in .toml", names.join(", "));
    EngineError::unknown_of("preset", name, names.iter().map(String::as_str), hint)
}

/// A value as a preset file writes it after its key, each part of a long list on a line of its own.
fn broken(key: &str, value: &Value) -> String {
    let line = settings::value_text(value);
    match value {
        Value::Array(parts) if key.len() + " = ".len() + line.chars().count() > WIDTH => {
            let parts: Vec<_> =
                parts.iter().map(|part| format!("    {},\n", settings::value_text(part))).collect();
            format!("[\n{}]", parts.concat())
        }
        _ => line,
    }
}

/// A meaning as a comment after `head`, on as many lines as it takes.
pub(crate) fn comment(head: &str, meaning: &str) -> String {
    let mut text = format!("{head}#");
    let mut width = text.chars().count();
    for word in meaning.split(' ') {
        let longer = width + 1 + word.chars().count();
        if longer > WIDTH {
            text += "\n#";
            width = 1;
        }
        text += " ";
        text += word;
        width += 1 + word.chars().count();
    }
    text + "\n"
}
