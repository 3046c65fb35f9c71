//! The server as programs meet it: over real HTTP and WebSockets, on a port of its own.

mod browser;
mod connections;
mod folder;
mod http;
mod load;
#[path = "../../../wasm/tests/module/mod.rs"]
mod module;
#[path = "../../../cli/tests/skipped/mod.rs"]
mod skipped;
mod socket;
mod types;

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use spinney_web::{ClientLimits, Rate, Server, Settings};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Nothing that a test waits for takes as long as this, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server on a thread of its own, with games in a folder that goes with it.
struct Host {
    address: SocketAddr,
    folder: TempDir,
    end: Option<oneshot::Sender<()>>,
    ended: mpsc::Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    fn start() -> Host {
        Host::with(|settings| settings)
    }

    /// Limits are wide, unless a test is about them.
    fn with(change: impl FnOnce(Settings) -> Settings) -> Host {
        Host::in_folder(tempfile::tempdir().unwrap(), change)
    }

    fn in_folder(folder: TempDir, change: impl FnOnce(Settings) -> Settings) -> Host {
        let wide = Rate { burst: 1e6, per_second: 1e6 };
        let clients = ClientLimits {
            requests: wide,
            games: wide,
            sockets: 10_000,
            messages: wide,
            ..ClientLimits::default()
        };
        let settings = Settings { clients, threads: 2, memory: 64, ..Settings::new(folder.path()) };
        let settings = change(settings);
        let (end, ended) = oneshot::channel::<()>();
        let (tell, told) = mpsc::channel();
        let (tell_end, told_end) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let any_port = "127.0.0.1:0".parse().unwrap();
                let server = Server::bind(any_port, settings).await.unwrap();
                tell.send(server.address()).unwrap();
                server.run(async { drop(ended.await) }).await;
            });
            tell_end.send(()).ok();
        });
        let address = told.recv_timeout(PATIENCE).unwrap();
        Host { address, folder, end: Some(end), ended: told_end, thread: Some(thread) }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Status and body of an answer.
    fn get(&self, path: &str) -> (u16, String) {
        let agent = agent();
        let mut answer = agent.get(self.url(path)).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let mut answer = agent().post(self.url(path)).send_json(body).unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Starts a game and says its name.
    fn begin(&self, options: Value) -> String {
        let (status, game) = self.post("/api/games", &options);
        assert_eq!(status, 201, "{game}");
        game["id"].as_str().unwrap().to_owned()
    }

    fn game(&self, id: &str) -> Value {
        let (status, body) = self.get(&format!("/api/games/{id}"));
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    fn command(&self, id: &str, command: Value) -> (u16, Value) {
        self.post(&format!("/api/games/{id}"), &command)
    }

    /// Ends the server as Ctrl-C would, and keeps its games.
    fn end(self) -> TempDir {
        self.end_with(|| {})
    }

    /// The same, and tells when the server has ended: what it left unfinished may take longer.
    fn end_with(mut self, tell: impl FnOnce()) -> TempDir {
        self.end.take().unwrap().send(()).unwrap();
        self.ended.recv().unwrap();
        tell();
        self.thread.take().unwrap().join().unwrap();
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE))
        .build()
        .into()
}

/// A page at a game.
struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    /// What was heard while waiting for something else.
    aside: Vec<Value>,
}

impl Page {
    /// Opens a game, and hears everything about it.
    async fn open(host: &Host, id: &str) -> (Page, Value) {
        let mut page = Page::connect(host.address, id, &[]).await.unwrap();
        let game = page.hear("game").await;
        (page, game)
    }

    async fn connect(
        address: SocketAddr,
        id: &str,
        headers: &[(&'static str, String)],
    ) -> Result<Page, tungstenite::Error> {
        let url = format!("ws://{address}/api/games/{id}/socket");
        let mut request = url.into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Page { socket, next: 1, aside: Vec::new() })
    }

    async fn say(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.unwrap();
    }

    /// Says something that the server may hang up on before it has heard the end of it.
    async fn shout(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.ok();
    }

    /// The next message, whatever it is; `None` when the server has closed the conversation.
    async fn listen(&mut self) -> Option<Value> {
        loop {
            let heard = tokio::time::timeout(PATIENCE, self.socket.next()).await.unwrap();
            match heard {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of that type.
    async fn hear(&mut self, kind: &str) -> Value {
        if let Some(at) = self.aside.iter().position(|message| message["type"] == kind) {
            return self.aside.remove(at);
        }
        let hear = async {
            loop {
                let message = self.listen().await.expect("the server goes on");
                if message["type"] == kind {
                    return message;
                }
                self.aside.push(message);
            }
        };
        tokio::time::timeout(PATIENCE, hear).await.unwrap_or_else(|_| panic!("no {kind} comes"))
    }

    /// Asks for something, and hears the answer or the error.
    async fn ask(&mut self, mut command: Value) -> Value {
        let id = self.next;
        self.next += 1;
        command["id"] = json!(id);
        self.say(command.to_string()).await;
        let hear = async {
            loop {
                let message = self.listen().await.expect("the server answers");
                if message["id"] == json!(id)
                    && (message["type"] == "answer" || message["type"] == "error")
                {
                    return message;
                }
                self.aside.push(message);
            }
        };
        tokio::time::timeout(PATIENCE, hear)
            .await
            .unwrap_or_else(|_| panic!("no answer to {command}"))
    }
}

fn person() -> Value {
    json!({"kind": "person"})
}

fn engine(preset: &str, level: u8) -> Value {
    json!({"kind": "engine", "preset": preset, "level": level})
}
