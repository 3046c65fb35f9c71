//! The page as a site of files that any host can serve: the engine is one of them, and a service worker
//! keeps all of them in the browser.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::page;

const SERVICE_WORKER: &str = include_str!("../site/service-worker.js");
const MANIFEST: &str = include_str!("../site/manifest.webmanifest");
/// What makes a page of a server one that stands alone, wherever it lies.
const ALONE: [(&str, &str); 4] = [
    ("<html lang=\"en\">", "<html lang=\"en\" data-engine=\"here\">"),
    ("<title>", "<link rel=\"manifest\" href=\"manifest.webmanifest\">\n<title>"),
    ("=\"/page/", "=\"page/"),
    ("href=\"/\"", "href=\"./\""),
];

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// Where it lies: `page/main.js`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// All files of a site with that engine, which is a module as `spinney-wasm` is built.
pub fn site(engine: &[u8]) -> Vec<SiteFile> {
    let file = |path: &str, bytes: &[u8]| SiteFile { path: path.to_owned(), bytes: bytes.to_vec() };
    let mut start = page::start_text();
    for (of_server, alone) in ALONE {
        start = start.replace(of_server, alone);
    }
    let mut files = vec![
        file("index.html", start.as_bytes()),
        file("manifest.webmanifest", MANIFEST.as_bytes()),
        file("page/spinney.wasm", engine),
    ];
    files.extend(page::others().map(|(name, bytes)| file(&format!("page/{name}"), bytes)));
    files.sort_by(|a, b| a.path.cmp(&b.path));

    let mut hasher = DefaultHasher::new();
    files.iter().for_each(|file| (&file.path, &file.bytes).hash(&mut hasher));
    // A host shows the start where only the folder is asked for.
    let names = files.iter().map(|file| match file.path.as_str() {
        "index.html" => "./",
        path => path,
    });
    let names: Vec<_> = names.map(|name| format!("{name:?}")).collect();
    let worker = SERVICE_WORKER
        .replace("%VERSION%", &format!("spinney-{:016x}", hasher.finish()))
        .replace("%FILES%", &format!("[{}]", names.join(", ")));
    files.push(file("service-worker.js", worker.as_bytes()));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(files: &[SiteFile], path: &str) -> String {
        let file = files.iter().find(|file| file.path == path).unwrap();
        String::from_utf8(file.bytes.clone()).unwrap()
    }

    #[test]
    fn a_site_asks_for_nothing_that_is_not_in_it() {
        let files = site(b"engine");
        let start = text(&files, "index.html");
        assert!(start.contains("data-engine=\"here\"") && start.contains("<style>"));
        for link in start.split(['"', '\'']).filter(|part| part.starts_with("page/")) {
            assert!(files.iter().any(|file| file.path == link), "{link}");
        }
        // It may lie in any folder of a host.
        assert!(!start.contains("=\"/"), "{start}");
        let worker = text(&files, "service-worker.js");
        for file in files.iter().filter(|file| file.path.starts_with("page/")) {
            assert!(worker.contains(&format!("\"{}\"", file.path)), "{}", file.path);
        }
        assert!(!worker.contains('%'));
    }

    #[test]
    fn a_site_with_another_engine_is_another_version() {
        let version = |engine: &[u8]| text(&site(engine), "service-worker.js");
        assert_eq!(version(b"one"), version(b"one"));
        assert_ne!(version(b"one"), version(b"two"));
    }
}
