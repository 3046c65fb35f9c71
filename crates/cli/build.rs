//! What this build is, for `spinney --version`, for stores of results and for whoever compares them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is made of besides its crates, from the repository's top folder.
const SOURCES: [&str; 5] =
    ["Cargo.toml", "Cargo.lock", ".cargo", "crates/engine/presets", "crates/web/page"];

fn main() {
    // Asked for when this runs: a build folder that is moved or shared keeps what was compiled in.
    let of = |name: &str| env::var(name).unwrap_or_default();
    let root = PathBuf::from(of("CARGO_MANIFEST_DIR")).join("../..");
    for path in watched(&root) {
        // A file that is not there would count as changed every time.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let mut parts = vec![env!("CARGO_PKG_VERSION").to_owned(), commit(&root), of("TARGET")];
    let flags = of("CARGO_ENCODED_RUSTFLAGS");
    parts.extend(target_cpu(&flags).map(|cpu| format!("target-cpu {cpu}")));
    parts.push(format!("{} profile, opt-level {}", of("PROFILE"), of("OPT_LEVEL")));
    let features: Vec<_> = env::vars().filter_map(|(name, _)| feature(&name)).collect();
    if !features.is_empty() {
        parts.push(format!("features {}", features.join(" ")));
    }
    let compiler = said(Command::new(of("RUSTC")).arg("--version"));
    parts.extend(compiler.and_then(|said| Some(said.split(" (").next()?.to_owned())));
    println!("cargo::rustc-env=SPINNEY_BUILD={}", parts.join(", "));
}

/// What this must run again for: another commit, and another state of what the program is made of.
fn watched(root: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = sources(root).into_iter().map(|name| root.join(name)).collect();
    // A commit moves the branch that HEAD names, wherever a worktree keeps that.
    let branch = git(root, &["symbolic-ref", "-q", "HEAD"]);
    for name in ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        paths.extend(git(root, &["rev-parse", "--git-path", name]).map(|path| root.join(path)));
    }
    paths
}

/// What the program is made of. Tests and pages are not among it: they make no other program.
fn sources(root: &Path) -> Vec<String> {
    let mut sources = SOURCES.map(str::to_owned).to_vec();
    for folder in root.join("crates").read_dir().into_iter().flatten().flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        sources
            .extend(["src", "Cargo.toml", "build.rs"].map(|part| format!("crates/{name}/{part}")));
    }
    sources
}

/// The commit that is built, its date, and whether what the program is made of differs from it.
pub fn commit(root: &Path) -> String {
    let unknown = || "unknown commit".to_owned();
    // A copy without history may lie in somebody's repository of other things.
    let top = git(root, &["rev-parse", "--show-toplevel"]).and_then(|top| top.parse().ok());
    let is_ours = top.is_some_and(|top: PathBuf| {
        top.canonicalize().is_ok_and(|top| root.canonicalize().is_ok_and(|root| root == top))
    });
    if !is_ours {
        return unknown();
    }
    let Some(commit) = git(root, &["show", "-s", "--abbrev=12", "--format=%h of %cs", "HEAD"])
    else {
        return unknown();
    };
    let sources = sources(root);
    let status = ["status", "--porcelain", "--"].into_iter();
    let status: Vec<&str> = status.chain(sources.iter().map(String::as_str)).collect();
    let modified = match git(root, &status) {
        Some(changes) if changes.is_empty() => "",
        _ => " (modified)",
    };
    format!("commit {commit}{modified}")
}

/// The processor that the compiler was told to build for.
pub fn target_cpu(flags: &str) -> Option<&str> {
    flags
        .split('\x1f')
        .filter_map(|flag| flag.rsplit_once("target-cpu="))
        .map(|(_, cpu)| cpu)
        .next_back()
}

fn feature(variable: &str) -> Option<String> {
    let name = variable.strip_prefix("CARGO_FEATURE_")?;
    (name != "DEFAULT").then(|| name.to_lowercase().replace('_', "-"))
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    // Looking at the state must not write to the index, which others may be changing.
    said(Command::new("git").arg("--no-optional-locks").args(arguments).current_dir(root))
}

/// What a command says, if there is one and all goes well.
fn said(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
