//! Where a book comes from.

/// Where a book comes from: named facts in the order in which they were written, such as the game,
/// the build, the preset that judged and the date. In the file they are lines of `name: value`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin(Vec<(String, String)>);

impl Origin {
    /// Adds a fact, or says it anew. Line breaks become blanks, and a colon ends a name.
    pub fn set(&mut self, name: &str, value: &str) {
        let name = line(name).replace(':', " ").trim().to_owned();
        let value = line(value);
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }

    /// What is said of something.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.facts().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// All facts, in order.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(crate) fn text(&self) -> String {
        self.facts().map(|(name, value)| format!("{name}: {value}\n")).collect()
    }

    /// Reads such lines; what is none is left out, so that later versions may say more.
    pub(crate) fn read(text: &str) -> Origin {
        let mut origin = Origin::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
            origin.set(name, value);
        }
        origin
    }
}

fn line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}
