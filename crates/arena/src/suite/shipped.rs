//! The suites that ship with the program.

use super::{SuiteError, Test, named, read};

/// Their names and texts, as the build found them in the folder of suites.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Their names, in order.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The tests of one of them, if there is one of that name.
pub fn shipped(name: &str) -> Option<Result<Vec<Test>, SuiteError>> {
    let (name, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
    let fail = |error| SuiteError { file: (*name).to_owned(), error };
    Some(read(text).map(|tests| named(tests, name)).map_err(fail))
}
