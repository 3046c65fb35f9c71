//! The page on presets is made of the presets.
//!
//!     SPINNEY_DOCS=write cargo test -p spinney --test repository presets
//!
//! writes its tables anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use spinney_engine::{EmbeddedPreset, GameEntry, Parameter, Preset};

use crate::root;

fn load(embedded: &EmbeddedPreset) -> Preset {
    Preset::load(embedded.name).unwrap()
}

/// A row a preset of every game.
fn table() -> String {
    let mut text = String::new();
    for game in spinney_engine::games() {
        let _ = write!(text, "### {}\n\n{}", game.title, table_of(game));
    }
    text
}

fn table_of(game: &GameEntry) -> String {
    let mut text =
        "| preset | what it is | paper | search | threads | set otherwise than usual |\n\
         | --- | --- | --- | --- | --- | --- |\n"
            .to_owned();
    for preset in game.presets.iter().map(load) {
        let player = preset.parameters().into_iter().find(|p| p.name == "play.player");
        let player = player.map(|parameter| parameter.value.replace('"', "`")).unwrap_or_default();
        let names = |is_off: bool| {
            let changed = preset.differences().into_iter();
            let wanted = changed.filter(|p| p.name != "play.player" && is_turned_off(p) == is_off);
            wanted.map(|p| p.name.replace("search.", "")).collect::<Vec<_>>().join(", ")
        };
        let (on, off) = (names(false), names(true));
        let changed = match (on.as_str(), off.as_str()) {
            ("", "") => "nothing".to_owned(),
            ("", off) => format!("off: {off}"),
            (on, "") => on.to_owned(),
            (on, off) => format!("{on}; off: {off}"),
        };
        let _ = writeln!(
            text,
            "| [`{name}`](#{anchor}) | {about} | {paper} | {player} | {threads} | {changed} |",
            name = preset.name(),
            anchor = preset.name().replace('/', ""),
            about = preset.about(),
            paper = preset.paper(),
            threads = preset.threads(),
        );
    }
    text + "\n"
}

/// Whether a setting turns something off.
fn is_turned_off(parameter: &Parameter) -> bool {
    ["0", "0.0", "false", "\"off\"", "[]"].contains(&parameter.value.as_str())
}

/// Of every preset, what differs from the defaults.
fn settings() -> String {
    let mut text = String::new();
    for preset in spinney_engine::presets().map(|embedded| load(&embedded)) {
        let _ = write!(text, "### {}\n\n{}.\n\n", preset.name(), preset.about());
        if !preset.paper().is_empty() {
            let _ = write!(text, "*{}.*\n\n", preset.paper());
        }
        let differences = preset.differences();
        let table_of = |parameter: &Parameter| parameter.name.split('.').next().map(str::to_owned);
        for settings in differences.chunk_by(|a, b| table_of(a) == table_of(b)) {
            let words: Vec<_> = settings
                .iter()
                .filter_map(|p| Some(format!("`{} = {}`", p.name.split_once('.')?.1, p.value)))
                .collect();
            let table = table_of(&settings[0]).unwrap_or_default();
            let _ = writeln!(text, "- `[{table}]` {}", words.join(", "));
        }
        text += if differences.is_empty() { "Every setting has its default.\n\n" } else { "\n" };
    }
    text
}

/// A page with what stands between the marks of a part replaced.
fn with_part(page: &str, name: &str, part: &str) -> String {
    let (begin, end) =
        (format!("<!-- {name}: written by a test -->\n"), format!("<!-- end of {name} -->\n"));
    let (before, rest) = page.split_once(&begin).expect("the page has the mark of its part");
    let (_, after) = rest.split_once(&end).expect("the part has an end");
    format!("{before}{begin}\n{part}{end}{after}")
}

#[test]
fn the_page_on_presets_is_what_the_presets_say() {
    let file = root().join("docs/presets.md");
    let page = fs::read_to_string(&file).unwrap().replace('\r', "");
    let ours = with_part(&with_part(&page, "table", &table()), "settings", &settings());
    if std::env::var_os("SPINNEY_DOCS").is_some_and(|word| word == "write") {
        return fs::write(file, ours).unwrap();
    }
    let differs = page.lines().zip(ours.lines()).find(|(kept, wanted)| kept != wanted);
    assert!(
        page == ours,
        "docs/presets.md is not what the presets say: {differs:?}. Write it anew with\n    \
         SPINNEY_DOCS=write cargo test -p spinney --test repository presets"
    );
}

#[test]
fn the_page_on_presets_tells_what_every_table_sets() {
    let page = fs::read_to_string(root().join("docs/presets.md")).unwrap();
    for preset in spinney_engine::presets().map(|embedded| load(&embedded)) {
        for Parameter { name, .. } in preset.parameters() {
            let table = format!("`[{}]`", name.split('.').next().unwrap_or_default());
            assert!(page.contains(&table), "{table} of {}", preset.name());
        }
    }
}

#[test]
fn every_parameter_that_the_manuals_name_is_there() {
    let known: BTreeSet<String> = spinney_engine::presets()
        .flat_map(|embedded| load(&embedded).parameters())
        .map(|parameter| parameter.name)
        .collect();
    let tables: BTreeSet<&str> = known.iter().filter_map(|name| name.split('.').next()).collect();
    let is_word = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let mut count = 0;
    for page in fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()) {
        let Some("md") = page.extension().and_then(|extension| extension.to_str()) else {
            continue;
        };
        for code in fs::read_to_string(&page).unwrap().split('`').skip(1).step_by(2) {
            let name = code.split([' ', '=']).next().unwrap_or_default();
            let Some((table, key)) = name.split_once('.') else { continue };
            // The last parts of `play.js` and `search.md` are no keys of a table.
            if tables.contains(table) && is_word(key) && !["js", "rs", "md", "toml"].contains(&key)
            {
                count += 1;
                assert!(known.contains(name), "{}: there is no {name}", page.display());
            }
        }
    }
    assert!(count > 30, "only {count} were found");
}

#[test]
fn only_what_stands_between_the_marks_is_replaced() {
    let page = "a\n<!-- x: written by a test -->\nold\n<!-- end of x -->\nb\n";
    let wanted = "a\n<!-- x: written by a test -->\n\nnew\n<!-- end of x -->\nb\n";
    assert_eq!(with_part(page, "x", "new\n"), wanted);
    assert_eq!(with_part(wanted, "x", "new\n"), wanted);
}
