//! Files that are written at the end of long work.

mod leftovers;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;

/// Whether a file can be written, before hours are spent on what goes there. What is in it stays,
/// and no file is left where there was none.
pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
    let is_new = fs::symlink_metadata(path).is_err();
    let tried = OpenOptions::new().append(true).create(true).open(path);
    tried.with_context(|| format!("cannot write {}", path.display()))?;
    if is_new {
        fs::remove_file(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Writes a file that takes the old one's place when it is whole, and not before.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    leftovers::remove(path);
    let beside = leftovers::beside(path);
    let written = || {
        let mut out = BufWriter::new(File::create(&beside)?);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        fs::rename(&beside, path)
    };
    let written = written().inspect_err(|_| {
        // It may never have been there.
        let _ = fs::remove_file(&beside);
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_can_be_written_is_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let [new, old] = ["new", "old"].map(|name| folder.path().join(name));
        fs::write(&old, "kept").unwrap();
        check(&new).unwrap();
        check(&old).unwrap();
        assert!(!new.exists());
        assert_eq!(fs::read_to_string(&old).unwrap(), "kept");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("nowhere/file"), folder.path().to_owned()] {
            let problem = format!("{:#}", check(&path).unwrap_err());
            assert!(problem.contains(&format!("cannot write {}", path.display())), "{problem}");
        }
    }
}
