//! The page in a real browser, driven by Playwright, and its types, checked by TypeScript. Both
//! are fetched by name the first time. Without Node.js or Chromium there is nothing to see, which
//! the variable `CI` forbids.

use std::path::{Path, PathBuf};
use std::process::Command;

use self::skipped::{fetched, found};
use crate::Host;

#[path = "../../../cli/tests/skipped/mod.rs"]
mod skipped;

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser");
const PACKAGES: [&str; 3] = ["playwright-core@1", "axe-core@4", "typescript@5"];

/// Where the packages are, fetched if need be; `None` where they cannot be used.
fn modules() -> Option<PathBuf> {
    // Both tests may start at once.
    static FETCH: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one_at_a_time = FETCH.lock();
    if !["node", "npm"].into_iter().all(|program| found(&[program]).is_some()) {
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&folder).unwrap();
    if !folder.join("node_modules/typescript").exists() {
        let fetch = ["install", "--no-audit", "--no-fund", "--prefix", folder.to_str().unwrap()];
        if !fetched(Command::new("npm").args(fetch).args(PACKAGES)) {
            return None;
        }
    }
    Some(folder)
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let [out, err] =
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    assert!(output.status.success(), "{command:?}:\n{out}\n{err}");
    out
}

#[test]
fn the_page_has_the_types_that_it_says() {
    let Some(modules) = modules() else { return };
    let compiler = modules.join("node_modules/typescript/bin/tsc");
    run(Command::new("node").arg(compiler).args(["-p", SCRIPTS]));
}

#[test]
fn the_page_works_in_a_browser() {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let (Some(modules), Some(chromium)) = (modules(), found(&names)) else { return };
    let host = Host::start();
    // The pictures of the README are taken anew only when somebody asks for them.
    let pictures = match std::env::var("SPINNEY_PICTURES") {
        Ok(folder) => PathBuf::from(folder),
        Err(_) => modules.clone(),
    };
    let path = run(Command::new("sh").args(["-c", &format!("command -v {chromium}")]));
    let said = run(Command::new("node")
        .arg(format!("{SCRIPTS}/page.mjs"))
        .args([modules.to_str().unwrap(), &host.url("")])
        .args([path.trim(), pictures.to_str().unwrap()]));
    print!("{said}");
}
