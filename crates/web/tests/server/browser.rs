//! The page in a real browser, driven by Playwright, and its types, checked by TypeScript. Both
//! are fetched by name the first time. Without Node.js or Chromium there is nothing to see, which
//! the variable `CI` forbids.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Host;
use crate::module::module;
use crate::skipped::{fetched, found};

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

/// Where a browser is; `None` where there is none.
fn chromium() -> Option<String> {
    let chromium = found(&["chromium", "chromium-browser", "google-chrome"])?;
    let path = run(Command::new("sh").args(["-c", &format!("command -v {chromium}")]));
    Some(path.trim().to_owned())
}

#[test]
fn the_page_works_in_a_browser() {
    let (Some(modules), Some(chromium)) = (modules(), chromium()) else { return };
    let host = Host::start();
    // The pictures of the README are taken anew only when somebody asks for them.
    let pictures = match std::env::var("SPINNEY_PICTURES") {
        Ok(folder) => PathBuf::from(folder),
        Err(_) => modules.clone(),
    };
    let said = run(Command::new("node")
        .arg(format!("{SCRIPTS}/page.mjs"))
        .args([modules.to_str().unwrap(), &host.url("")])
        .args([&chromium, pictures.to_str().unwrap()]));
    print!("{said}");
}

/// A host of files, which ends with the test.
struct StaticHost(Child);

impl Drop for StaticHost {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).ok();
    }
}

#[test]
fn the_site_works_in_a_browser_without_a_server_and_a_network() {
    let (Some(modules), Some(chromium)) = (modules(), chromium()) else { return };
    let Some(engine) = module() else { return };
    let folder = tempfile::tempdir().unwrap();
    for file in spinney_web::site(&std::fs::read(engine).unwrap()) {
        let path = folder.path().join(file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, file.bytes).unwrap();
    }
    let mut command = Command::new("node");
    command.args([Path::new(&format!("{SCRIPTS}/static.mjs")), folder.path()]);
    let mut host = StaticHost(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut address = String::new();
    BufReader::new(host.0.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let said = run(Command::new("node")
        .arg(format!("{SCRIPTS}/site.mjs"))
        .args([modules.to_str().unwrap(), address.trim()])
        .args([&chromium, modules.to_str().unwrap()]));
    print!("{said}");
}
