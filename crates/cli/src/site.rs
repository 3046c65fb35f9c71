//! `spinney site`: the page without a server.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use crate::output;

/// The engine as browsers run it, as cargo names it and where it leaves it.
const ENGINE: &str = "spinney_wasm.wasm";
const BUILT: &str = "target/wasm32-unknown-unknown/release";
/// What every module begins with.
const MAGIC: &[u8] = b"\0asm";

/// Write the page as a site that needs no server
///
/// The engine runs in the browser then, and games are kept there. Any host of files can serve the site,
/// from any folder and without special headers; once it was loaded it works without a network, and can
/// be installed like an app.
#[derive(Args)]
#[command(after_long_help = include_str!("help/site.txt"))]
pub(crate) struct Arguments {
    /// The folder to write to, which is made if it is not there
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The engine as browsers run it [default: where cargo builds it, or beside this program]
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let path = match self.engine {
            Some(path) => path,
            None => find()?,
        };
        let engine = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if !engine.starts_with(MAGIC) {
            bail!("{} is no engine for browsers: it is no WebAssembly module", path.display());
        }
        let files = spinney_web::site(&engine);
        for file in &files {
            let path = self.folder.join(&file.path);
            let folder = path.parent().unwrap_or(&self.folder);
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&path, &file.bytes))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
        let (count, size) = (files.len(), bytes as f64 / 1e6);
        output::print(&format!("{count} files, {size:.1} MB, in {}\n", self.folder.display()))?;
        Ok(())
    }
}

/// The engine, where it usually is.
fn find() -> anyhow::Result<PathBuf> {
    let beside = std::env::current_exe().ok();
    let beside = beside.as_deref().and_then(Path::parent).map(|folder| folder.join(ENGINE));
    let places = [Some(Path::new(BUILT).join(ENGINE)), beside];
    let found = places.into_iter().flatten().find(|path| path.is_file());
    found.with_context(|| {
        format!(
            "there is no engine for browsers here; build it by\n    \
             cargo build --release -p spinney-wasm --target wasm32-unknown-unknown\n\
             or say where {ENGINE} is by --engine"
        )
    })
}
