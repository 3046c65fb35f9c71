//! The engine as browsers run it, for tests that need one.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::skipped::skip;

const TARGET: &str = "wasm32-unknown-unknown";
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Built as whoever wants one builds it; or why it cannot be.
static MODULE: LazyLock<Result<PathBuf, String>> = LazyLock::new(|| {
    let build = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--release", "-p", "spinney-wasm", "--target", TARGET])
        .current_dir(ROOT)
        .output();
    match build {
        Ok(output) if output.status.success() => {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name(TARGET);
            Ok(folder.join("release/spinney_wasm.wasm"))
        }
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(error.to_string()),
    }
});

/// Where the module is; `None` where the compiler has no such target, and the test is skipped.
pub(crate) fn module() -> Option<&'static Path> {
    let mut ask = Command::new("rustc");
    let said = ask.args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = said.map(|output| output.stdout).unwrap_or_default();
    if !Path::new(String::from_utf8_lossy(&folder).trim()).is_dir() {
        let remedy = format!("run `rustup target add {TARGET}` to run it");
        skip(&format!("the compiler's target {TARGET} is not here"), &remedy);
        return None;
    }
    Some(MODULE.as_ref().unwrap_or_else(|problem| panic!("no module:\n{problem}")))
}
