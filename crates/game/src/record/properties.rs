//! Named lists of values, in the order in which they were written.

/// What a record says beside its moves: `PB` is `["Ann"]`, `LB` is `["a1:A", "b2:B"]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Properties(Vec<(String, Vec<String>)>);

impl Properties {
    /// The first value of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }

    /// Every value of that name.
    pub fn values(&self, name: &str) -> &[String] {
        self.0.iter().find(|(n, _)| n == name).map_or(&[], |(_, values)| values)
    }

    /// Whether there is a value of that name.
    pub fn contains(&self, name: &str) -> bool {
        !self.values(name).is_empty()
    }

    /// One value, in place of all others of that name.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(n, _)| n == name) {
            Some((_, values)) => *values = vec![value.into()],
            None => self.0.push((name.to_owned(), vec![value.into()])),
        }
    }

    /// One more value of that name.
    pub fn add(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(n, _)| n == name) {
            Some((_, values)) => values.push(value.into()),
            None => self.0.push((name.to_owned(), vec![value.into()])),
        }
    }

    /// Removes and returns every value of that name.
    pub fn take(&mut self, name: &str) -> Vec<String> {
        match self.0.iter().position(|(n, _)| n == name) {
            Some(i) => self.0.remove(i).1,
            None => Vec::new(),
        }
    }

    /// Every name with its values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> FromIterator<(&'a str, &'a [String])> for Properties {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a [String])>>(pairs: I) -> Self {
        let mut properties = Properties::default();
        for (name, values) in pairs {
            for value in values {
                properties.add(name, value);
            }
        }
        properties
    }
}
