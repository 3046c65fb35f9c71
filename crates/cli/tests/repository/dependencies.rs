//! What `cargo deny check licenses sources` sees to, for those who do not have it: every dependency
//! has a licence that deny.toml allows, and comes from where deny.toml allows.

use std::fs;

use serde_json::Value;
use toml::Table;

use crate::manifests::metadata;
use crate::root;

fn words(value: Option<&toml::Value>) -> Vec<String> {
    let list = value.and_then(toml::Value::as_array).unwrap();
    list.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

/// The licences that a package may have, beyond those that all may.
fn exceptions(rules: &Table, package: &str) -> Vec<String> {
    let all = rules["exceptions"].as_array().unwrap();
    let mut of_package =
        all.iter().filter(|exception| exception["crate"].as_str() == Some(package));
    of_package.next().map(|exception| words(exception.get("allow"))).unwrap_or_default()
}

/// Whether an expression of licences can be had with those that are allowed. A slash is what `OR`
/// was before there were expressions.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut rest = spaced.split_whitespace().peekable();
    let answer = choice(&mut rest, allowed);
    answer && rest.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// `A OR B`: any of them will do.
fn choice(rest: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut any = together(rest, allowed);
    while rest.next_if_eq(&"OR").is_some() {
        any |= together(rest, allowed);
    }
    any
}

/// `A AND B`: all of them hold.
fn together(rest: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut all = licence(rest, allowed);
    while rest.next_if_eq(&"AND").is_some() {
        all &= licence(rest, allowed);
    }
    all
}

/// A licence, perhaps with an exception of its own, or an expression in parentheses.
fn licence(rest: &mut Words<'_>, allowed: &[String]) -> bool {
    match rest.next() {
        Some("(") => choice(rest, allowed) & (rest.next() == Some(")")),
        Some(name) => {
            let exception = rest.next_if_eq(&"WITH").and_then(|_| rest.next());
            let whole = exception.map_or(name.to_owned(), |with| format!("{name} WITH {with}"));
            allowed.contains(&whole)
        }
        None => false,
    }
}

#[test]
fn expressions_of_licences_are_understood() {
    let allowed = ["MIT", "Zlib", "Unicode-3.0"].map(str::to_owned);
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("", false),
        ("GPL-3.0 OR MIT", true),
        ("Unlicense/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("(GPL-3.0 OR MIT) AND Unicode-3.0", true),
        ("GPL-3.0 OR MIT AND Apache-2.0", false),
        ("Apache-2.0 WITH LLVM-exception OR Zlib", true),
        ("Apache-2.0 WITH LLVM-exception", false),
        ("(MIT", false),
        ("MIT Zlib", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}

#[test]
fn every_dependency_has_a_licence_and_a_source_that_are_allowed() {
    let Some(metadata) = metadata() else { return };
    let rules: Table = fs::read_to_string(root().join("deny.toml")).unwrap().parse().unwrap();
    let licences = rules["licenses"].as_table().unwrap();
    let allowed = words(licences.get("allow"));
    let registries = words(rules["sources"].get("allow-registry"));
    let mut problems = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        let (name, expression) = (package["name"].as_str().unwrap(), package["license"].as_str());
        let may = [allowed.clone(), exceptions(licences, name)].concat();
        if !expression.is_some_and(|expression| is_allowed(expression, &may)) {
            problems.push(format!("{name} has the licence {expression:?}"));
        }
        let is_known = match &package["source"] {
            // Of a path: our own.
            Value::Null => name == "spinney" || name.starts_with("spinney-"),
            source => {
                let registry = source.as_str().and_then(|source| source.strip_prefix("registry+"));
                registry.is_some_and(|registry| registries.iter().any(|known| known == registry))
            }
        };
        if !is_known {
            problems.push(format!("{name} comes from {}", package["source"]));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
