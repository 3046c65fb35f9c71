//! Seeds: what people and programs do write, and what becomes of it when it is damaged.

use std::path::{Path, PathBuf};
use std::{fs, io};

use spinney_game::Rng;
use spinney_game::conformance::mangle_bytes;

use crate::Target;

/// No rearranged input has more bytes.
const LONGEST: usize = 4096;

/// Where the seeds of all targets are, a folder each.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

/// The seeds of one target.
pub struct Seeds {
    files: Vec<(String, Vec<u8>)>,
}

impl Seeds {
    /// Reads the seeds of a target, in the order of their names.
    pub fn of(target: &Target) -> io::Result<Seeds> {
        let mut paths = fs::read_dir(folder().join(target.name))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        let read = |path: PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, fs::read(path)?))
        };
        Ok(Seeds { files: paths.into_iter().map(read).collect::<io::Result<_>>()? })
    }

    /// The seeds with the names of their files.
    pub fn files(&self) -> impl ExactSizeIterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// The damaged input of that number: the same one for the same seeds and the same dice. Some are
    /// damaged byte by byte, some are put together from pieces of seeds, some are both.
    pub fn mangled(&self, dice: u64, number: u64) -> Vec<u8> {
        let mut rng = Rng::new(dice, number);
        let seeds: Vec<_> = self.files.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        match rng.below(3) {
            0 => mangle_bytes(&seeds, &mut rng),
            1 => rearranged(&seeds, &mut rng),
            _ => mangle_bytes(&[rearranged(&seeds, &mut rng)], &mut rng),
        }
    }
}

/// A seed with some of its pieces left out, said twice, moved, or taken from another seed.
fn rearranged(seeds: &[&[u8]], rng: &mut Rng) -> Vec<u8> {
    let mut some = || rng.choose(seeds).map_or_else(Vec::new, |seed| pieces(seed));
    let (mut made, other) = (some(), some());
    for _ in 0..=rng.below(4) {
        let at = rng.below(made.len() as u32 + 1) as usize;
        let foreign = rng.below(other.len() as u32 + 1) as usize;
        let piece = made.get(rng.below(made.len() as u32 + 1) as usize).copied();
        match rng.below(5) {
            0 if at < made.len() => drop(made.remove(at)),
            1 => made.splice(at.., other[foreign..].iter().copied()).for_each(drop),
            2 => made.splice(at..at, other.get(foreign).copied()).for_each(drop),
            _ => made.splice(at..at, piece).for_each(drop),
        }
    }
    let mut bytes = made.concat();
    bytes.truncate(LONGEST);
    bytes
}

/// What formats consist of: lines, words, and what stands between brackets.
fn pieces(seed: &[u8]) -> Vec<&[u8]> {
    seed.split_inclusive(|byte| b"\n ;,])}".contains(byte)).collect()
}
