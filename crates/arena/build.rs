//! Lists the test suites that ship with the program, so that a new file needs no line of code.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // Asked for when this runs: a build folder that is moved or shared keeps what was compiled in.
    let of = |name| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let folder = of("CARGO_MANIFEST_DIR")?.join("../../suites").canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = folder.read_dir()?.collect::<io::Result<Vec<_>>>()?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ats"));
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let path = file.to_string_lossy().into_owned();
        list += &format!("    ({name:?}, include_str!({path:?})),\n");
    }
    list += "]\n";
    fs::write(of("OUT_DIR")?.join("shipped.rs"), list)
}
