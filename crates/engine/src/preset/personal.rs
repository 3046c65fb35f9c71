//! Presets of whoever uses the program, by name: `hex/mine` is the file `hex/mine.toml` in a folder
//! that the program names when it starts.
//!
//! A name that comes with the program always means that player, since results are kept under it; a
//! file that has such a name is listed by [`shadowed_presets`], so that a front door can say so.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use spinney_game::host;

use crate::registry;

/// Where they are. None until the program says so: who uses this as a library has none.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Says in which folder people keep presets, for the whole program. Only the first call counts.
pub fn set_preset_folder(folder: PathBuf) {
    FOLDER.get_or_init(|| folder);
}

/// The names of the presets in that folder, in the order of games and then of names.
pub fn personal_presets() -> Vec<String> {
    let is_new = |name: &String| !registry::presets().any(|known| known.name == name);
    in_folder().into_iter().filter(is_new).collect()
}

/// The files in that folder that are not used, since a preset of that name comes with the program.
pub fn shadowed_presets() -> Vec<(String, PathBuf)> {
    let file = |known: registry::EmbeddedPreset| {
        Some((known.name.to_owned(), path(FOLDER.get()?, known.name)))
    };
    let names = in_folder();
    registry::presets()
        .filter(|known| names.iter().any(|n| n == known.name))
        .filter_map(file)
        .collect()
}

/// The file of the preset of that name, if there is one.
pub(super) fn file(name: &str) -> Option<PathBuf> {
    let (game, own) = name.split_once('/')?;
    // A name is a name and leads nowhere else.
    let is_name = !own.is_empty() && !own.starts_with('.') && !own.contains(['/', '\\', ':', '\0']);
    let is_known = is_name && registry::games().iter().any(|entry| entry.name == game);
    is_known.then_some(())?;
    let file = path(FOLDER.get()?, name);
    file.is_file().then_some(file)
}

/// Whether there is a preset of that name.
pub(crate) fn is_there(name: &str) -> bool {
    file(name).is_some()
}

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.toml"))
}

fn in_folder() -> Vec<String> {
    let Some(folder) = FOLDER.get() else { return Vec::new() };
    let of_game = |game: &registry::GameEntry| {
        // Whoever has none has no folder either.
        let files = host::files_in(&folder.join(game.name)).unwrap_or_default();
        let name = |file: &String| Some(format!("{}/{}", game.name, file.strip_suffix(".toml")?));
        let mut names: Vec<_> =
            files.iter().filter_map(name).filter(|name| is_there(name)).collect();
        names.sort();
        names
    };
    registry::games().iter().flat_map(of_game).collect()
}
