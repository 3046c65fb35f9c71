//! Presets as files: what comes with the program, what users write, and what they get wrong.

use spinney_engine::{EngineError, Preset, open, presets};
use spinney_game::{Rng, conformance::mangle};

fn error(text: &str) -> String {
    Preset::from_toml("my.toml", text).err().expect("the preset is wrong").to_string()
}

#[test]
fn every_preset_of_the_program_is_whole() {
    for embedded in presets() {
        let preset = Preset::load(embedded.name).unwrap();
        assert_eq!(preset.name(), embedded.name);
        assert!(embedded.name.starts_with(&format!("{}/", preset.game().name)));
        assert!(!preset.about().is_empty() && preset.about().len() < 110, "{}", embedded.name);
        for parameter in preset.parameters() {
            assert!(!parameter.meaning.is_empty(), "{} {}", embedded.name, parameter.name);
        }
    }
}

#[test]
fn a_preset_that_is_shown_can_be_read_again() {
    for embedded in presets() {
        let preset = Preset::load(embedded.name).unwrap();
        let text = preset.to_toml();
        let again = Preset::from_toml(embedded.name, &text).unwrap();
        assert_eq!(again.to_toml(), text);
        assert_eq!(again.parameters(), preset.parameters());
        assert_eq!(again.about(), preset.about());
    }
}

#[test]
fn every_parameter_takes_its_own_value_and_comes_back() {
    for embedded in presets() {
        let mut session = open(embedded.name, None, &[]).unwrap();
        let before = session.player.parameters();
        for parameter in &before {
            session.player.set_parameter(&parameter.name, &parameter.value).unwrap();
        }
        assert_eq!(session.player.parameters(), before, "{}", embedded.name);
    }
}

#[test]
fn a_parameter_keeps_what_it_is_given() {
    let mut preset = Preset::load("hex/best").unwrap();
    let cases = [
        ("search.exploration", "0.7", "0.7"),
        ("search.exploration", "1", "1.0"),
        ("search.amaf", "rave-mse", "\"rave-mse\""),
        ("search.amaf", "\"off\"", "\"off\""),
        ("search.threads", "2", "2"),
        ("search.proofs", "0", "false"),
        ("search.proofs", "true", "true"),
        ("search.first-play-urgency", "inf", "inf"),
        ("playout.bridges", "false", "false"),
        ("play.player", "random", "\"random\""),
        ("play.move-time", "0.1", "0.1"),
    ];
    for (name, value, shown) in cases {
        preset.set(name, value).unwrap();
        let parameter = preset.parameters().into_iter().find(|p| p.name == name).unwrap();
        assert_eq!(parameter.value, shown, "{name}");
    }
}

#[test]
fn a_wrong_parameter_is_named_with_what_would_be_right() {
    let mut preset = Preset::load("hex/best").unwrap();
    let before = preset.to_toml();
    let mut wrong = |name: &str, value: &str| preset.set(name, value).unwrap_err().to_string();
    assert!(wrong("search.amaf", "sometimes").contains("rave-mse"));
    assert!(wrong("search.exploration", "-1").contains("search.exploration: must be from 0"));
    assert!(
        wrong("search.threads", "many").contains("search.threads: invalid type: string \"many\"")
    );
    assert!(wrong("search.wisdom", "1").contains("exploration"));
    assert!(wrong("wisdom", "1").contains("play, time, search, playout, prior"));
    assert!(wrong("play.playouts", "-5").contains("play.playouts"));
    assert!(wrong("search.first-play-urgency", "nan").contains("first-play-urgency"));
    assert_eq!(preset.to_toml(), before);
}

fn overrides<const N: usize>(values: [(&str, &str); N]) -> [(String, String); N] {
    values.map(|(name, value)| (name.to_owned(), value.to_owned()))
}

const ISLANDS: (&str, &str) = ("search.parallelism", "island");
const NO_TRANSPOSITIONS: (&str, &str) = ("search.transpositions", "false");

#[test]
fn values_that_are_given_together_are_checked_together() {
    let akimot = || Preset::load("arimaa/akimot-2009").unwrap();
    for values in [[ISLANDS, NO_TRANSPOSITIONS], [NO_TRANSPOSITIONS, ISLANDS]] {
        let mut preset = akimot();
        preset.set_all(&overrides(values)).unwrap();
        let shown = preset.to_toml();
        assert!(shown.contains("parallelism = \"island\"\n"), "{shown}");
        assert!(shown.contains("transpositions = false\n"), "{shown}");
        open("arimaa/akimot-2009", None, &overrides(values)).unwrap();
    }
    // One alone makes no sense, whatever else is right.
    let mut preset = akimot();
    let half = overrides([("search.exploration", "0.5"), ISLANDS, ("play.playouts", "7")]);
    let error = preset.set_all(&half).unwrap_err().to_string();
    assert_eq!(error, "search.transpositions: must be false with islands");
    assert_eq!(open("arimaa/akimot-2009", None, &half).err().unwrap().to_string(), error);
    // Nor is anything kept where a later value is of no use.
    let wrong = [("search.exploration", "-1"), ("search.exploration", "much"), ("search.wit", "1")];
    for wrong in wrong {
        assert!(preset.set_all(&overrides([ISLANDS, NO_TRANSPOSITIONS, wrong])).is_err());
    }
    assert_eq!(preset.to_toml(), akimot().to_toml());
    // What is said twice counts the second time.
    let twice = [("search.exploration", "-1"), ("search.exploration", "0.5")];
    preset.set_all(&overrides(twice)).unwrap();
}

#[test]
fn a_file_is_checked_together_with_what_is_set_beside_it() {
    let text =
        "extends = \"arimaa/akimot-2009\"\n\n[search]\nparallelism = \"island\"\nalpha = 0.5\n";
    let with = |values: &[(String, String)]| Preset::from_toml_with("my.toml", text, values);
    assert!(with(&overrides([NO_TRANSPOSITIONS])).is_ok());
    let error = |values: &[(String, String)]| with(values).err().unwrap().to_string();
    let islands = "search.transpositions: must be false with islands";
    // The file is wrong by itself, and what is set has nothing to do with it.
    assert_eq!(error(&[]), format!("my.toml, line 3, {islands}"));
    assert_eq!(
        error(&overrides([("search.exploration", "0.5")])),
        format!("my.toml, line 3, {islands}")
    );
    // The value that is set is wrong, or upsets a file that is right.
    let alpha = overrides([NO_TRANSPOSITIONS, ("search.alpha", "7")]);
    assert_eq!(error(&alpha), "search.alpha: must be from 0 to 1");
    let right = text.replace("island", "root");
    let upset = Preset::from_toml_with("my.toml", &right, &overrides([ISLANDS]));
    assert_eq!(upset.err().unwrap().to_string(), islands);
}

#[test]
fn a_preset_may_say_only_what_differs_from_another() {
    let mine = "extends = \"hex/best\"\nabout = \"Mine\"\n[search]\nthreads = 2\n";
    let mine = Preset::from_toml("mine", mine).unwrap();
    let best = Preset::load("hex/best").unwrap();
    assert_eq!((mine.name(), mine.about(), mine.game().name), ("mine", "Mine", "hex"));
    let differ: Vec<_> = mine
        .parameters()
        .into_iter()
        .zip(best.parameters())
        .filter(|(mine, best)| mine != best)
        .map(|(mine, _)| (mine.name, mine.value))
        .collect();
    assert_eq!(differ, [("search.threads".to_owned(), "2".to_owned())]);
}

#[test]
fn files_extend_files_beside_them_but_not_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    write("base.toml", "extends = \"y/best\"\n[search]\nmemory = 64\n");
    let child = write("child.toml", "extends = \"base.toml\"\n[search]\nseed = 7\n");
    let preset = Preset::load(&child).unwrap();
    assert_eq!(preset.name(), child);
    let value = |name: &str| {
        preset.parameters().into_iter().find(|p| p.name == name).map(|p| p.value).unwrap()
    };
    assert_eq!((value("search.memory"), value("search.seed")), ("64.0".into(), "7".into()));

    let snake = write("snake.toml", "extends = \"snake.toml\"\n");
    let error = Preset::load(&snake).err().unwrap().to_string();
    assert!(error.contains("too many presets"), "{error}");
    let orphan = write("orphan.toml", "extends = \"nobody\"\n");
    let error = Preset::load(&orphan).err().unwrap().to_string();
    assert!(error.contains("line 1, extends") && error.contains("hex/best"), "{error}");
    let missing = folder.path().join("missing.toml").display().to_string();
    assert!(matches!(Preset::load(&missing), Err(EngineError::Text(_))));
    assert_eq!(Preset::load("hex").unwrap().name(), "hex/best");
    assert!(matches!(Preset::load("hex/beast"), Err(EngineError::Unknown { .. })));
}

#[test]
fn a_mistake_in_a_file_names_its_line() {
    let cases = [
        (
            "game = \"hex\"\n[search]\nexplortion = 1",
            "my.toml, line 3, search.explortion: unknown; did you mean exploration? there are ",
        ),
        ("game = \"hex\"\n[search]\nthreads = \"two\"", "line 3, search.threads: invalid type"),
        ("game = \"hex\"\n[search]\n\nalpha = 7", "line 4, search.alpha: must be from 0 to 1"),
        (
            "game = \"hex\"\n[serch]",
            "line 2, serch: is not known; did you mean search? there are game, about, paper, extends and the tables play, time, search",
        ),
        ("game = \"chess\"", "line 1, game: game \"chess\" is not known"),
        ("about = \"?\"", "must say which game"),
        ("game = 7", "line 1, game: must be a text"),
        ("game = \"hex\"\nsearch = 1", "line 2, search: must be a table"),
        ("game = \"hex\"\n[search", "my.toml, line 2: "),
        ("game = \"y\"\nextends = \"hex/best\"", "line 1, game: hex/best is a preset for hex"),
        ("game = \"hex\"\n[playout]\nreply-rate = 2.0", "line 3, playout.reply-rate"),
    ];
    for (text, expected) in cases {
        let error = error(text);
        assert!(error.contains(expected), "{text:?} gives {error:?}");
    }
}

#[test]
fn presets_of_earlier_versions_are_read_by_their_earlier_names() {
    let before = "game = \"tantrix\"\n[play]\nplayer = \"greedy\"\noverlooks = 0.5\n[search]\nclock-parts = 9\n\
                  [lookahead]\nwidth = 7\n";
    let now = "game = \"tantrix\"\n[play]\nplayer = \"expectimax\"\nblunder-rate = 0.5\n[time]\nclock-parts = 9\n\
               [expectimax]\nwidth = 7\nturns = 0\n";
    let read = |text| Preset::from_toml("mine", text).unwrap().to_toml();
    assert_eq!(read(before), read(now));
    let mut best = Preset::load("tantrix/best").unwrap();
    let shown = best.to_toml();
    best.set("play.player", "foresight").unwrap();
    assert_eq!(best.to_toml(), shown);
    best.set("search.obvious-stop", "false").unwrap();
    assert_ne!(best.to_toml(), shown);
    let error = best.set("lookahead.width", "0").unwrap_err().to_string();
    assert!(error.contains("expectimax.width"), "{error}");
    // A table of which nothing is left is no table for anything else.
    let wrong = Preset::from_toml("mine", "game = \"tantrix\"\n[lookahead]\nwidht = 7\n");
    assert!(wrong.err().unwrap().to_string().contains("line 3, lookahead.widht"));
}

#[test]
fn mangled_presets_are_refused_or_read_but_never_break_anything() {
    let seeds: Vec<_> = presets()
        .map(|preset| Preset::load(preset.name).unwrap().to_toml())
        .chain(presets().map(|preset| preset.text.to_owned()))
        .collect();
    let seeds: Vec<_> = seeds.iter().map(String::as_str).collect();
    let mut rng = Rng::new(1, 0);
    let mut refused = 0;
    for _ in 0..50_000 {
        refused += usize::from(Preset::from_toml("mangled", &mangle(&seeds, &mut rng)).is_err());
    }
    assert!(refused > 10_000, "{refused}");
}

#[test]
fn what_differs_from_the_defaults_makes_the_preset_and_its_paper_is_not_handed_on() {
    for preset in presets().map(|embedded| Preset::load(embedded.name).unwrap()) {
        let mut plain =
            Preset::from_toml("plain", &format!("game = {:?}", preset.game().name)).unwrap();
        assert_eq!(plain.differences(), [], "{}", preset.name());
        let values: Vec<_> = preset.differences().into_iter().map(|p| (p.name, p.value)).collect();
        plain.set_all(&values).unwrap();
        assert_eq!(plain.parameters(), preset.parameters(), "{}", preset.name());
    }
    assert!(Preset::load("hex/mohex-2009").unwrap().paper().contains("2010"));
    let mine = Preset::from_toml("mine", "extends = \"hex/mohex-2009\"").unwrap();
    assert_eq!(mine.paper(), "");
}

#[test]
fn a_solver_is_refused_where_the_game_has_none_to_help_a_search() {
    for (name, setting) in [
        ("havannah/best", "play.solver-share=0.2"),
        ("havannah/best", "play.solver-threads=1"),
        ("tantrix/best", "play.solver-threads=1"),
    ] {
        let (key, value) = setting.split_once('=').unwrap();
        let error = open(name, None, &[(key.to_owned(), value.to_owned())])
            .err()
            .expect("it is refused")
            .to_string();
        assert!(error.contains(key) && error.contains("has no solver"), "{error}");
    }
}
