//! Links between the pages that people read lead somewhere.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::root;

/// The pages at the top and in `docs`.
fn pages() -> Vec<PathBuf> {
    let mut folders = vec![root().join("docs")];
    let mut pages = in_folder(root());
    pages.retain(|path| path.is_file());
    while let Some(folder) = folders.pop() {
        let (inner, files): (Vec<_>, Vec<_>) =
            in_folder(&folder).into_iter().partition(|path| path.is_dir());
        folders.extend(inner);
        pages.extend(files);
    }
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn events(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// Where a page points to, as written.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for event in events(text) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                links.push(dest_url.into_string());
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                for attribute in [" src=\"", " href=\""] {
                    let values = html.split(attribute).skip(1);
                    links.extend(values.filter_map(|v| Some(v.split_once('"')?.0.to_owned())));
                }
            }
            _ => (),
        }
    }
    links
}

/// The names of a page's headings, as hosts of repositories derive them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors = Vec::new();
    let mut heading = None;
    let mut seen = HashMap::new();
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    *heading += &text;
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let name = anchor(&heading.take().unwrap_or_default());
                let before = seen.entry(name.clone()).or_insert(0);
                anchors.push(if *before == 0 { name } else { format!("{name}-{before}") });
                *before += 1;
            }
            _ => (),
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    heading.to_lowercase().chars().filter(is_kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What is wrong with a link of a page, if anything.
fn problem(page: &Path, text: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, name) = match link.split_once('#') {
        Some((path, name)) => (path, Some(name)),
        None => (link, None),
    };
    let target = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    if !target.exists() {
        return Some(format!("there is no {path}"));
    }
    let name = name.filter(|_| target.extension().is_some_and(|extension| extension == "md"))?;
    let names = match path {
        "" => anchors(text),
        _ => anchors(&fs::read_to_string(&target).unwrap()),
    };
    (!names.iter().any(|known| known == name))
        .then(|| format!("{} has no heading #{name}, but {}", target.display(), names.join(", ")))
}

#[test]
fn every_link_of_the_docs_leads_somewhere() {
    let mut problems = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            count += 1;
            let problem = problem(&page, &text, &link);
            problems.extend(problem.map(|p| format!("{}: ({link}): {p}", page.display())));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 100, "only {count} links were found");
}

#[test]
fn the_book_has_every_page_of_the_docs_once() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut listed: Vec<_> = links(&summary).into_iter().map(|link| docs.join(link)).collect();
    let mut there = pages();
    there.retain(|page| page.starts_with(&docs) && !page.ends_with("SUMMARY.md"));
    listed.sort();
    there.sort();
    assert_eq!(listed, there);
    let book = fs::read_to_string(root().join("book.toml")).unwrap();
    let book: toml::Table = toml::from_str(&book).unwrap();
    assert_eq!(book["book"]["src"].as_str(), Some("docs"));
}

#[test]
fn every_game_has_a_page_of_rules_with_a_picture() {
    for game in spinney_engine::games() {
        let page = root().join(format!("docs/rules/{}.md", game.name));
        let text = fs::read_to_string(&page).unwrap_or_else(|e| panic!("{}: {e}", page.display()));
        assert!(text.starts_with(&format!("# {}: the rules\n", game.title)), "{}", game.name);
        assert!(links(&text).iter().any(|link| link.ends_with(".svg")), "{}", game.name);
        for part in ["A turn", "The end", "swap", "advice", "Words", "spinney play"] {
            assert!(text.contains(part), "{}: {part}", game.name);
        }
    }
}

#[test]
fn the_network_that_the_page_on_the_search_shows_is_the_one_that_is_tested() {
    let source = fs::read_to_string(root().join("crates/search/tests/mock_network.rs")).unwrap();
    let (_, shown) = source.split_once("\n\n").unwrap();
    let page = fs::read_to_string(root().join("docs/search.md")).unwrap();
    let shown = format!("```rust\n{}\n```", shown.trim_end());
    assert!(page.contains(&shown), "docs/search.md should have\n{shown}");
}

#[test]
fn a_link_that_leads_nowhere_is_noticed() {
    let text = "# One `two`, three\n## Ways & means\n## Ways & means\n\
        [a](README.md) ![b](docs/no.png) [c](#ways--means-1) [d](#four)\n\n\
        | [e](docs) |\n\n[f]: docs/no.md\n\n[g][f]\n<img src=\"no.svg\">\n\n\
        `[h](no)` <https://example.org>\n";
    assert_eq!(anchors(text), ["one-two-three", "ways--means", "ways--means-1"]);
    let page = root().join("README.md");
    let wrong: Vec<_> =
        links(text).into_iter().filter(|link| problem(&page, text, link).is_some()).collect();
    assert_eq!(wrong, ["docs/no.png", "#four", "docs/no.md", "no.svg"]);
}
