//! Everybody who comes to the server. They come again whenever it was killed.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spinney_game::Rng;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::Problem;
use super::http;
use super::page::{Heard, Page};
use super::server::Server;
use super::tally::Tally;

/// Whoever has waited this long, while the server lived, has waited in vain.
const PATIENCE: Duration = Duration::from_secs(30);
/// Between two moves of a person, two conversions, two attempts to connect.
const PAUSE: Duration = Duration::from_millis(300);

/// One of them, with all that each needs.
#[derive(Clone)]
struct Client {
    number: usize,
    server: SocketAddr,
    life: Arc<AtomicU64>,
    tally: Arc<Tally>,
}

/// Sends them all: of the pages a fifth play and the others have positions analysed.
pub fn start_all(server: &Server, tally: &Arc<Tally>, sockets: usize) {
    let mut number = 0;
    let mut next = || {
        number += 1;
        let (life, tally) = (Arc::clone(&server.life), Arc::clone(tally));
        Client { number, server: server.address, life, tally }
    };
    for i in 0..sockets {
        match i % 5 {
            0 => drop(tokio::spawn(next().play(i % 10 == 0))),
            _ => drop(tokio::spawn(next().analyse())),
        }
    }
    for _ in 0..10 {
        tokio::spawn(next().read_slowly());
    }
    for _ in 0..5 {
        tokio::spawn(next().flood());
    }
    for _ in 0..100 {
        tokio::spawn(next().stay_half_open());
    }
    for _ in 0..4 {
        tokio::spawn(next().convert());
    }
}

/// When all is over: every move that a player was told of is in the game that the server tells.
pub async fn look_for_every_move(server: &Server, tally: &Tally) -> Result<(), Problem> {
    for (number, game) in tally.games_with_moves().into_iter().enumerate() {
        let path = format!("/api/games/{game}");
        // Each from another address, so that none is told to slow down; those of clients are lower.
        let (status, body) = http::ask(server.address, "GET", &path, 70_000 + number, "").await?;
        if status != 200 {
            return Err(format!("{game} is answered with {status}: {body}").into());
        }
        tally.look_for_moves(&game, &serde_json::from_str(&body)?);
    }
    Ok(())
}

impl Client {
    fn rng(&self) -> Rng {
        Rng::new(1, self.number as u64)
    }

    /// Waits for an answer, and counts how long that took, or that it was in vain. `None`: the server
    /// was killed, or was never there.
    async fn wait<T>(&self, answer: impl Future<Output = Option<T>>) -> Option<T> {
        let (start, life) = (Instant::now(), self.life.load(Relaxed));
        let result = timeout(PATIENCE, answer).await;
        let is_same_life = self.life.load(Relaxed) == life;
        match result {
            Ok(Some(answer)) => {
                self.tally.answers.add(start.elapsed());
                Some(answer)
            }
            Ok(None) => None,
            Err(_) => {
                if is_same_life {
                    self.tally.unanswered.one_more();
                }
                None
            }
        }
    }

    async fn post(&self, path: &str, body: &Value) -> Option<(u16, Value)> {
        let asked = async { http::post(self.server, path, self.number, body).await.ok() };
        let (status, answer) = self.wait(asked).await?;
        match status {
            429 | 503 => self.tally.refused.one_more(),
            500.. => self.tally.failed.one_more(),
            _ => {}
        }
        Some((status, answer))
    }

    /// Begins a game, again and again until there is one.
    async fn begin(&self, options: &Value) -> String {
        loop {
            if let Some((201, game)) = self.post("/api/games", options).await
                && let Some(id) = game["id"].as_str()
            {
                self.tally.games.one_more();
                return id.to_owned();
            }
            sleep(PAUSE).await;
        }
    }

    /// Asks over a page, and hears the answer; `None` if the connection ends or the wish is refused.
    async fn ask(&self, page: &mut Page, command: Value) -> Option<Value> {
        let asked = async {
            match page.ask(command).await {
                Heard::Answer(told) => Some(told),
                Heard::Gone => None,
            }
        };
        let told = self.wait(asked).await?;
        if told["type"] == "error" {
            self.tally.refused.one_more();
            return None;
        }
        Some(told)
    }

    /// Opens a game, and looks whether all is there that was told before.
    async fn open(&self, game: &str) -> Option<(Page, Value)> {
        let opened = async {
            let mut page = Page::open(self.server, game, self.number).await.ok()?;
            let told = page.hear("game").await?;
            Some((page, told))
        };
        let opened = self.wait(opened).await?;
        self.tally.look_for_moves(game, &opened.1);
        Some(opened)
    }

    /// Plays one game after the other, alone or against an engine.
    async fn play(self, has_opponent: bool) {
        let mut rng = self.rng();
        let person = json!({"kind": "person"});
        let engine = json!({"kind": "engine", "preset": "hex/best", "level": 1});
        let opponent = if has_opponent { engine } else { person.clone() };
        let options = json!({"position": "hex 7x7", "seats": [person, opponent]});
        loop {
            let game = self.begin(&options).await;
            let mut is_over = false;
            while !is_over {
                if let Some((page, told)) = self.open(&game).await {
                    is_over = self.play_on(page, &game, told, &mut rng).await;
                }
                sleep(PAUSE).await;
            }
        }
    }

    /// Plays until the game is over (`true`) or the connection ends.
    async fn play_on(&self, mut page: Page, game: &str, told: Value, rng: &mut Rng) -> bool {
        let seats = told["state"]["seats"].clone();
        let has_opponent = seats[1]["kind"] == "engine";
        let mut state = told;
        loop {
            let view = &state["view"];
            if view["over"] == true {
                return true;
            }
            if has_opponent && view["toMove"] == "white" {
                // The engine comes when its turn has come, which may be after a kill.
                loop {
                    let Some(patch) = page.hear("patch").await else { return false };
                    if !patch["view"].is_null() {
                        self.tally.engine_moves.one_more();
                        state = patch;
                        break;
                    }
                }
                continue;
            }
            let legal = view["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
            let Some(played) = rng.choose(legal).and_then(Value::as_str).map(str::to_owned) else {
                return false;
            };
            let command = json!({"do": "play", "node": state["state"]["live"], "move": played});
            let Some(answer) = self.ask(&mut page, command).await else { return false };
            let Some(node) = answer["node"].as_u64() else { return false };
            self.tally.told(game, node, &played);
            let Some(after) = self.ask(&mut page, json!({"do": "position", "node": node})).await
            else {
                return false;
            };
            state = json!({"state": {"live": node}, "view": after["view"]});
            sleep(PAUSE).await;
        }
    }

    /// Has a position analysed for as long as the server lives.
    async fn analyse(self) {
        let boards = ["hex 11x11", "hex 8x8", "y 9", "polyy 9,7", "tantrix red blue", "arimaa"];
        let game = self.begin(&json!({"position": boards[self.number % boards.len()]})).await;
        let mut has_heard = false;
        loop {
            if let Some((mut page, told)) = self.open(&game).await {
                let command = json!({"do": "analyze", "node": told["state"]["live"]});
                if self.ask(&mut page, command).await.is_some() {
                    while page.hear("analysis").await.is_some() {
                        self.tally.analyses.one_more();
                        if !has_heard {
                            has_heard = true;
                            self.tally.analysts.one_more();
                        }
                    }
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// Asks for much and takes nothing of it.
    async fn read_slowly(self) {
        let game = self.begin(&json!({"position": "hex 19x19"})).await;
        loop {
            if let Ok(mut page) = Page::open(self.server, &game, self.number).await {
                let command = json!({"do": "shape", "node": 0}).to_string();
                while timeout(PATIENCE, page.shout(command.clone())).await.unwrap_or(false) {
                    sleep(Duration::from_millis(50)).await;
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// Sends as fast as it can, and comes again when it is shown the door.
    async fn flood(self) {
        let game = self.begin(&json!({"position": "hex 5x5"})).await;
        loop {
            if let Ok(mut page) = Page::open(self.server, &game, self.number).await {
                let command = json!({"do": "hint", "node": 0}).to_string();
                while page.shout(command.clone()).await {}
                self.tally.floods.one_more();
            }
            sleep(PAUSE).await;
        }
    }

    /// Sends half a head, or a head and half a body, and waits until the server has had enough.
    async fn stay_half_open(self) {
        loop {
            if let Ok(mut stream) = TcpStream::connect(self.server).await {
                let head = http::head("POST", "/api/convert", self.number, 1_000);
                let half = if self.number.is_multiple_of(2) { head.len() / 2 } else { head.len() };
                if stream.write_all(&head.as_bytes()[..half]).await.is_ok() {
                    let mut rest = Vec::new();
                    stream.read_to_end(&mut rest).await.ok();
                    self.tally.half_open.one_more();
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// Has large records converted, whole and cut off.
    async fn convert(self) {
        let variation = "(;B[a1];W[b2];B[c3];W[d4])";
        let whole = format!("(;FF[4]GM[11]SZ[11]{})", variation.repeat(4_000));
        let mut rng = self.rng();
        loop {
            let is_whole = rng.below(2) == 0;
            let record = if is_whole { &whole } else { &whole[..whole.len() / 2] };
            let body = json!({"game": "hex", "record": record, "format": "sgf"});
            if self.post("/api/convert", &body).await.is_some() {
                self.tally.conversions.one_more();
            }
            sleep(PAUSE).await;
        }
    }
}
