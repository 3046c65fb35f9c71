//! A tournament in a TOML file. Every mistake is told with its line.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use spinney_engine::{GameEntry, TextError};
use toml::{Spanned, Table, Value};

use super::{Spec, check_control};
use crate::entrant::{Entrant, External, Protocol};
use crate::event::Format;
use crate::job::Bounds;
use crate::opening::Openings;
use crate::player::TimeControl;
use crate::statistics::Sprt;

/// No file is longer, in bytes.
const LONGEST: u64 = 1 << 20;

/// The file, as docs/arena.md explains it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    name: Option<String>,
    position: Spanned<String>,
    #[serde(default)]
    format: Format,
    games: Option<u32>,
    seed: Option<u32>,
    store: Option<PathBuf>,
    cores: Option<u32>,
    concurrency: Option<u32>,
    sprt: Option<Spanned<Test>>,
    #[serde(default)]
    openings: Openings,
    #[serde(default)]
    bounds: Bounds,
    #[serde(default)]
    time: Option<Spanned<TimeControl>>,
    player: Vec<Spanned<Player>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Player {
    preset: Option<Spanned<String>>,
    command: Option<String>,
    protocol: Option<Protocol>,
    name: Option<String>,
    #[serde(default)]
    set: Table,
    threads: Option<u32>,
    time: Option<Spanned<TimeControl>>,
    handicap: Option<Spanned<f64>>,
    #[serde(default)]
    init: Vec<String>,
    dialect: Option<String>,
    dir: Option<PathBuf>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Test {
    elo0: f64,
    elo1: f64,
    alpha: Option<f64>,
    beta: Option<f64>,
}

impl Spec {
    /// Reads a tournament from a file. Paths in it start at its folder.
    pub fn read(path: &Path) -> Result<Spec, TextError> {
        let place = path.display();
        let length = std::fs::metadata(path).map_err(|error| TextError::at(&place, error))?.len();
        if length > LONGEST {
            return Err(TextError::at(place, "is too long for a tournament"));
        }
        let text = std::fs::read_to_string(path).map_err(|error| TextError::at(&place, error))?;
        let stem = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        let folder = path.parent().unwrap_or(Path::new(""));
        Spec::parse(&text, &stem, folder).map_err(|error| error.within(place))
    }

    /// Reads a tournament from the text of a file.
    pub fn parse(text: &str, name: &str, folder: &Path) -> Result<Spec, TextError> {
        let lines = Lines(text);
        let file: File = toml::from_str(text).map_err(|error| {
            lines.wrong(error.span().unwrap_or(0..0), error.message().replace('\n', "; "))
        })?;
        let position = file.position.get_ref();
        let at_position = file.position.span();
        let game = spinney_engine::game_of_position(position)
            .map_err(|error| lines.wrong(at_position.clone(), error))?;
        spinney_engine::Board::from_text(position)
            .map_err(|error| lines.wrong(at_position, error))?;
        let mut spec = Spec::new(file.name.as_deref().unwrap_or(name), position);
        for player in &file.player {
            let at = player.span();
            let entrant = entrant(player.get_ref(), at, game, folder, &lines, file.time.as_ref());
            spec.entrants.push(entrant?);
        }
        spec.tell_apart();
        spec.format = file.format;
        spec.games = file.games;
        spec.openings = match file.openings {
            Openings::File { path, plies } => Openings::File { path: folder.join(path), plies },
            others => others,
        };
        spec.bounds = file.bounds;
        spec.seed = file.seed.map_or(spec.seed, u64::from);
        spec.sprt = file.sprt.map(|test| lines.test(&test)).transpose()?;
        spec.cores = file.cores;
        spec.concurrency = file.concurrency.unwrap_or(0);
        spec.store = file.store.map(|store| folder.join(store));
        Ok(spec)
    }
}

fn entrant(
    player: &Player,
    at: Range<usize>,
    game: &GameEntry,
    folder: &Path,
    lines: &Lines<'_>,
    everybodys: Option<&Spanned<TimeControl>>,
) -> Result<Entrant, TextError> {
    let mut entrant = match (&player.preset, &player.command) {
        (Some(preset), None) => {
            let mut set = BTreeMap::new();
            flatten(&player.set, "", &mut set);
            let written = preset.get_ref();
            let beside = folder.join(written);
            let file = beside.is_file().then(|| beside.display().to_string());
            let mut entrant = Entrant::of_preset(game, file.as_ref().unwrap_or(written), set)
                .map_err(|error| lines.wrong(preset.span(), error))?;
            if file.is_some() {
                // As it is written, so that games are the same wherever they are asked for from.
                entrant.rename(written);
            }
            entrant
        }
        (None, Some(command)) => {
            let protocol = player
                .protocol
                .ok_or_else(|| lines.wrong(at.clone(), "a command needs its protocol"))?;
            Entrant::of_program(External {
                protocol,
                command: command.clone(),
                init: player.init.clone(),
                dialect: player.dialect.clone(),
                dir: player.dir.as_ref().map(|dir| absolute(folder, dir)),
                env: player.env.clone(),
            })
        }
        _ => return Err(lines.wrong(at, "a player is either a preset or a command")),
    };
    if let Some(name) = &player.name {
        entrant.name = name.clone();
    }
    if let Some(threads) = player.threads {
        entrant.threads = threads;
    }
    if let Some(time) = player.time.as_ref().or(everybodys) {
        check_control(time.get_ref()).map_err(|error| lines.wrong(time.span(), error))?;
        entrant.control = *time.get_ref();
    }
    if let Some(handicap) = &player.handicap {
        let factor = *handicap.get_ref();
        if !(1e-3..=1e3).contains(&factor) {
            return Err(lines.wrong(handicap.span(), "a handicap is 0.001 to 1000 times the time"));
        }
        entrant.control = entrant.control.scaled(factor);
    }
    Ok(entrant)
}

/// A path that starts at a folder, the same wherever it is asked for from.
fn absolute(folder: &Path, path: &Path) -> PathBuf {
    let path = folder.join(path);
    std::path::absolute(&path).unwrap_or(path)
}

/// Parameters by their dotted names, however they are nested.
fn flatten(table: &Table, prefix: &str, set: &mut BTreeMap<String, String>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Table(table) => flatten(table, &name, set),
            Value::String(text) => drop(set.insert(name, text.clone())),
            other => drop(set.insert(name, other.to_string())),
        }
    }
}

/// The text of the file, to say where in it something is.
struct Lines<'a>(&'a str);

impl Lines<'_> {
    fn wrong(&self, span: Range<usize>, problem: impl std::fmt::Display) -> TextError {
        let before = self.0.get(..span.start).unwrap_or(self.0);
        TextError::at(format!("line {}", before.matches('\n').count() + 1), problem)
    }

    fn test(&self, test: &Spanned<Test>) -> Result<Sprt, TextError> {
        let Test { elo0, elo1, alpha, beta } = *test.get_ref();
        let usual = Sprt::default();
        let sprt = Sprt {
            elo0,
            elo1,
            alpha: alpha.unwrap_or(usual.alpha),
            beta: beta.unwrap_or(usual.beta),
        };
        if sprt.is_sound() {
            Ok(sprt)
        } else {
            let problem = "elo0 must be below elo1, and alpha and beta between 0 and 0.5";
            Err(self.wrong(test.span(), problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entrant::Program;
    use std::time::Duration;

    const WHOLE: &str = r#"
        position = "hex 7x7"
        format = "gauntlet"
        games = 40
        seed = 7
        store = "cup.sqlite"
        cores = 2
        concurrency = 1

        [openings]
        kind = "balanced"
        plies = 2
        count = 20
        judge = { playouts = 500 }

        [bounds]
        move-cap = 60

        [time]
        playouts = 200

        [[player]]
        preset = "best"
        set.search.exploration = 0.5
        threads = 2

        [[player]]
        name = "old hand"
        preset = "hex/mohex-2009"
        time = { per-game = 10, increment = 0.5 }
        handicap = 2

        [[player]]
        protocol = "gtp"
        command = "./engines/wolve --quiet"
        init = ["param_wolve max_time 1"]
        dir = "engines"
        env = { HOME = "/nowhere" }
    "#;

    fn parsed(text: &str) -> Result<Spec, String> {
        Spec::parse(text, "cup", Path::new("there")).map_err(|error| error.to_string())
    }

    #[test]
    fn a_whole_file_is_understood() {
        let spec = parsed(WHOLE).unwrap();
        assert_eq!((spec.name.as_str(), spec.games, spec.seed), ("cup", Some(40), 7));
        assert_eq!(spec.format, Format::Gauntlet);
        assert_eq!(spec.store.as_deref(), Some(Path::new("there/cup.sqlite")));
        let [best, old, wolve] = &spec.entrants[..] else { panic!("three players") };
        assert_eq!((best.name.as_str(), best.threads), ("hex/best", 2));
        assert_eq!(best.control.playouts, Some(200));
        let Program::Preset { set, .. } = &best.program else { panic!("a preset") };
        assert_eq!(set["search.exploration"], "0.5");
        assert_eq!(old.name, "old hand");
        assert_eq!(old.control.per_game, Some(Duration::from_secs(20)));
        assert_eq!(old.control.increment, Some(Duration::from_secs(1)));
        assert_eq!(wolve.name, "wolve");
        let Program::External(external) = &wolve.program else { panic!("a program") };
        assert_eq!(external.protocol, Protocol::Gtp);
        let dir = external.dir.as_deref().unwrap();
        assert!(dir.is_absolute() && dir.ends_with("there/engines"));
    }

    #[test]
    fn two_of_the_same_are_told_apart() {
        let player = "[[player]]\npreset = \"hex/uct\"\n";
        let spec = parsed(&format!("position = \"hex 5x5\"\n{}", player.repeat(3))).unwrap();
        let names: Vec<_> = spec.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        assert_eq!(names, ["hex/uct", "hex/uct #2", "hex/uct #3"]);
    }

    #[test]
    fn a_preset_file_is_found_beside_the_tournament() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine.toml"), "extends = \"hex/uct\"").unwrap();
        let text = "position = \"hex 5x5\"\n[[player]]\npreset = \"mine.toml\"\n";
        let spec = Spec::parse(text, "cup", folder.path()).unwrap();
        assert_eq!(spec.entrants[0].name, "mine.toml");
        let Program::Preset { name, text, .. } = &spec.entrants[0].program else {
            panic!("a preset")
        };
        assert_eq!(name, "mine.toml");
        assert!(text.as_ref().unwrap().contains("[search]"), "the whole of it");
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let two = "[[player]]\npreset = \"hex/best\"\n[[player]]\npreset = \"hex/uct\"\n";
        let problem = |text: &str| parsed(text).unwrap_err();
        for (text, expected) in [
            ("position = \"hex 7x7\"\n\ngames = \"many\"", "line 3"),
            ("position = \"hex 7x7\"\ngmaes = 3", "line 2"),
            ("games = 2\nposition = \"hex 7xx\"\nplayer = []", "line 2"),
            ("position = \"chess\"\nplayer = []", "line 1: game \"chess\" is not known"),
            ("position = \"hex 5x5\"\n[[player]]\npreset = \"hex/bset\"", "line 3"),
            ("position = \"hex 5x5\"\n[[player]]\npreset = \"y/best\"", "line 3"),
            ("position = \"hex 5x5\"\n[[player]]\nname = \"nobody\"", "line 2"),
            ("position = \"hex 5x5\"\n[[player]]\ncommand = \"x\"", "protocol"),
            ("position = \"hex 5x5\"\n[time]\nper-move = -1\n[[player]]", "line 3"),
            (
                "position = \"hex 5x5\"\ntime = { increment = 1 }\n[[player]]\npreset = \"uct\"",
                "line 2",
            ),
        ] {
            let problem = problem(text);
            assert!(problem.contains(expected), "{text}\n{problem}");
        }
        let sprt = format!("position = \"hex 5x5\"\n\nsprt = {{ elo0 = 5, elo1 = 0 }}\n{two}");
        assert!(problem(&sprt).contains("line 3: elo0 must be below"));
        let set = format!("position = \"hex 5x5\"\n{two}set.search.wisdom = 1\n");
        assert!(problem(&set).contains("wisdom"));
    }

    /// The tournaments that come with the program can be run, players and settings included.
    #[test]
    fn the_files_of_the_project_describe_tournaments() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments");
        let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        assert!(files.len() >= 3);
        for file in files {
            let tournament = Spec::read(&file).unwrap().tournament().unwrap();
            tournament.check().unwrap();
            for entrant in &tournament.event.entrants {
                crate::tournament::seat(entrant).unwrap();
            }
        }
    }
}
