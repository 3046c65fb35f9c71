//! Presets, and parameters as people set them by hand.

use spinney_engine::Preset;

use super::{parts, text};

/// A preset file. (It may extend another one, which is a file that is read.)
pub(super) fn preset(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let Ok(preset) = Preset::from_toml("fuzz", text) else { return false };
    check(&preset, text);
    true
}

/// A preset, and in the other part a name and a value on each line.
pub(super) fn parameter(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let parts = parts(text);
    let Ok(mut preset) = Preset::from_toml("fuzz", &parts[0]) else { return false };
    let mut understood = true;
    for line in parts[1..].iter().flat_map(|part| part.lines()) {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        let before = preset.to_toml();
        if preset.set(name.trim(), value.trim()).is_err() {
            assert_eq!(preset.to_toml(), before, "{line}");
            understood = false;
        }
    }
    check(&preset, text);
    understood
}

fn check(preset: &Preset, text: &str) {
    let written = preset.to_toml();
    let again = Preset::from_toml("fuzz", &written);
    let again = again.unwrap_or_else(|error| panic!("{error}: {text}\nwritten:\n{written}"));
    assert_eq!(again.to_toml(), written, "{text}");
    assert_eq!(again.parameters(), preset.parameters(), "{text}");
}
