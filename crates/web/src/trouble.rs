//! What happens to games when engines fail: they hear no stop, there is no room for their work, or
//! their reports leave out what they did.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spinney_engine::{Board, EngineError, Limits, Line, Parameter, Player, Preset, Report, Stop};
use tokio::runtime::Handle;

use crate::app::{App, GameHandle};
use crate::client::Client;
use crate::engines::{self, Engines};
use crate::kept::{KeptGame, Seat, TimeControl};
use crate::message::Command;
use crate::settings::{Log, MOST_SEARCHES, ServerLimits, Settings};

/// Nothing takes as long as this, unless it hangs.
const LONG: Duration = Duration::from_secs(60);
/// The preset whose players are [`Odd`].
const ODD: &str = "hex/uct";

/// A player that thinks in its own way.
struct Odd {
    inner: Box<dyn Player>,
    think: Arc<dyn Fn() + Send + Sync>,
}

impl Player for Odd {
    fn preset(&self) -> &str {
        self.inner.preset()
    }

    fn think(
        &mut self,
        line: &Line,
        _: &Limits,
        _: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        (self.think)();
        // A report that is about the last part of the thinking only.
        let report = self.inner.think(line, &Limits::playouts(10), &Stop::new(), &mut |_| {})?;
        let report = Report { elapsed: Duration::ZERO, ..report };
        listener(&report);
        Ok(report)
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.inner.parameters()
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.inner.set_parameter(name, value)
    }

    fn clear(&mut self) {
        self.inner.clear();
    }
}

/// A server's heart without a server around it.
struct Trouble {
    app: Arc<App>,
    log: Arc<Mutex<Vec<String>>>,
    /// Sessions of the odd preset that were opened.
    opened: Arc<AtomicUsize>,
    _folder: tempfile::TempDir,
}

impl Trouble {
    /// One thread works, and the odd preset thinks like this.
    fn with(think: impl Fn() + Send + Sync + 'static) -> Trouble {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        let settings = Settings {
            limits: ServerLimits {
                engine_patience: Duration::from_millis(800),
                ..ServerLimits::default()
            },
            log: Log::new(move |line| lines.lock().unwrap().push(line.to_owned())),
            ..Settings::new(folder.path())
        };
        let opened = Arc::new(AtomicUsize::new(0));
        let (count, think) = (Arc::clone(&opened), Arc::new(think));
        let open = move |preset: Preset, start: &Board| {
            let is_odd = preset.name() == ODD;
            let inner = engines::open(preset, start)?;
            if !is_odd {
                return Ok(inner);
            }
            count.fetch_add(1, Relaxed);
            let think = Arc::clone(&think) as Arc<dyn Fn() + Send + Sync>;
            Ok(Box::new(Odd { inner, think }) as Box<dyn Player>)
        };
        let engines = Engines::new(1, 1, 64).opened_by(Box::new(open));
        let address = "127.0.0.1:1".parse().unwrap();
        let app = App::start(settings, address, engines).unwrap();
        Trouble { app, log, opened, _folder: folder }
    }

    /// A game on a small board, in which a preset plays white.
    fn game(&self, preset: &str, time: Option<TimeControl>) -> Arc<GameHandle> {
        let id = self.app.store.fresh_id().unwrap();
        let engine = Seat::Engine { preset: preset.to_owned(), level: 1 };
        let seats = vec![Seat::Person, engine];
        let game = KeptGame { time, ..KeptGame::new(id, "hex", "hex 9x9".to_owned(), seats) };
        self.app.begin(game, client()).unwrap()
    }

    fn play(&self, handle: &Arc<GameHandle>, node: u32, text: &str) {
        let command = Command::Play { node, text: text.to_owned() };
        self.app.grant(handle, client(), command).unwrap();
    }

    /// Everything about a game, as people are told it.
    fn told(&self, handle: &Arc<GameHandle>) -> Value {
        let snapshot = self.app.at(handle, client(), |table| table.snapshot()).unwrap();
        serde_json::to_value(snapshot).unwrap()
    }

    /// Waits until people are told that.
    fn wait(&self, handle: &Arc<GameHandle>, until: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let told = self.told(handle);
            if until(&told) {
                return told;
            }
            assert!(start.elapsed() < LONG, "{}", told["state"]);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn client() -> Client {
    Client::of([192, 0, 2, 1].into())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_never_ends_held_up_every_other_game() {
    let (_never, waits) = mpsc::channel::<()>();
    let waits = Mutex::new(waits);
    let trouble = Trouble::with(move || _ = waits.lock().unwrap().recv());
    let stuck = trouble.game(ODD, None);
    trouble.play(&stuck, 0, "a1");
    let other = trouble.game("hex/random", None);
    trouble.play(&other, 0, "a1");
    trouble.wait(&other, |told| told["state"]["live"] == 2);
    let told = trouble.wait(&stuck, |told| told["state"]["thinking"] == false);
    assert_eq!(told["state"]["live"], 1);
    assert_eq!(told["state"]["seats"], json!([{"kind": "person"}, {"kind": "person"}]));
    let notice = told["state"]["notice"].as_str().unwrap();
    assert!(notice.contains("was given up"), "{notice}");
    let log = trouble.log.lock().unwrap().join("\n");
    assert!(log.contains(&format!("{ODD} thinks for its move in game")), "{log}");
    assert_eq!(trouble.app.workers.lost(), 1);
    // Whoever plays on hears no more of it.
    trouble.play(&stuck, 1, "b2");
    assert_eq!(trouble.told(&stuck)["state"]["notice"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_was_given_up_is_never_used_again() {
    let (release, waits) = mpsc::channel::<()>();
    let waits = Mutex::new(waits);
    let trouble = Trouble::with(move || _ = waits.lock().unwrap().recv());
    let handle = trouble.game(ODD, None);
    trouble.play(&handle, 0, "a1");
    trouble.wait(&handle, |told| !told["state"]["notice"].is_null());
    // What it finds in the end is not played either.
    drop(release);
    while trouble.app.workers.lost() > 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(trouble.told(&handle)["state"]["live"], 1);
    let engine = Seat::Engine { preset: ODD.to_owned(), level: 1 };
    let seats = Command::Seats { seats: vec![Seat::Person, engine] };
    trouble.app.grant(&handle, client(), seats).unwrap();
    trouble.wait(&handle, |told| told["state"]["live"] == 2);
    assert_eq!(trouble.opened.load(Relaxed), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_dropped_the_engines_move_and_the_game_thought_for_ever() {
    let (release, waits) = mpsc::channel::<()>();
    let waits = Mutex::new(waits);
    let trouble = Trouble::with(move || _ = waits.lock().unwrap().recv_timeout(LONG));
    // The only thread is at work, and behind it there is as much as there may be.
    let (begin, begun) = mpsc::channel();
    let (end, ended) = mpsc::channel::<()>();
    let hold = move |_: &crate::workers::Post| {
        begin.send(()).unwrap();
        ended.recv_timeout(LONG).unwrap();
    };
    trouble.app.push(client(), Box::new(hold)).unwrap();
    begun.recv_timeout(LONG).unwrap();
    for _ in 0..MOST_SEARCHES {
        trouble.app.push(client(), Box::new(|_| {})).unwrap();
    }
    let handle = trouble.game("hex/random", None);
    trouble.play(&handle, 0, "a1");
    let told = trouble.told(&handle);
    assert_eq!(told["state"]["thinking"], false);
    let notice = told["state"]["notice"].as_str().unwrap();
    assert!(notice.contains("has to wait"), "{notice}");
    assert_eq!(told["state"]["seats"][1]["kind"], "engine", "it still plays");
    end.send(()).unwrap();
    let told = trouble.wait(&handle, |told| told["state"]["live"] == 2);
    assert_eq!(told["state"]["notice"], Value::Null);
    drop(release);
}

/// A search with a solver before it reported the time of the tree alone.
#[tokio::test(flavor = "multi_thread")]
async fn an_engines_clock_left_out_what_its_report_left_out() {
    const TOOK: Duration = Duration::from_millis(50);
    let trouble = Trouble::with(|| std::thread::sleep(TOOK));
    let time = TimeControl { seconds: 100, increment: 0 };
    let handle = trouble.game(ODD, Some(time));
    trouble.play(&handle, 0, "a1");
    let told = trouble.wait(&handle, |told| told["state"]["live"] == 2);
    let left = told["nodes"][2]["clocks"][1].as_u64().unwrap();
    assert!(left <= 100_000 - TOOK.as_millis() as u64, "{left}");
}

/// Whoever looked at one game after another had all of them kept in memory for a minute.
#[tokio::test(flavor = "multi_thread")]
async fn games_that_nobody_looks_at_give_way_to_others() {
    let trouble = Trouble::with(|| {});
    let talk = "x".repeat(1 << 20);
    let games: Vec<_> = (0..100)
        .map(|_| {
            let id = trouble.app.store.fresh_id().unwrap();
            let seats = vec![Seat::Person; 2];
            let mut game = KeptGame::new(id.clone(), "hex", "hex 3x3".to_owned(), seats);
            game.tree.set_comment(crate::tree::ROOT, talk.clone()).unwrap();
            trouble.app.begin(game, client()).unwrap();
            id
        })
        .collect();
    let most = ServerLimits::default().tables >> 20;
    assert!((most / 2..=most).contains(&trouble.app.tables_in_use()));
    let first = trouble.app.table(&games[0]).unwrap();
    assert_eq!(trouble.told(&first)["nodes"][0]["comment"].as_str(), Some(&*talk));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_move_of_a_game_with_clocks_left_a_timer_behind() {
    let trouble = Trouble::with(|| {});
    let time = TimeControl { seconds: 86_400, increment: 0 };
    let handle = trouble.game("hex/random", Some(time));
    let seats = Command::Seats { seats: vec![Seat::Person; 2] };
    trouble.app.grant(&handle, client(), seats).unwrap();
    let tasks = || Handle::current().metrics().num_alive_tasks();
    trouble.play(&handle, 0, "a1");
    let before = tasks();
    for node in 1..60 {
        let cell = format!("{}{}", char::from(b'a' + (node % 9) as u8), node / 9 + 1);
        trouble.play(&handle, node, &cell);
    }
    // A timer that is called off is gone a moment later.
    let start = Instant::now();
    while tasks() > before {
        assert!(start.elapsed() < LONG, "{} timers", tasks());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
