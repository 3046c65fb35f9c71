//! Connections that are slow, many, or half of one.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::json;
use spinney_web::{ServerLimits, Settings};

use crate::{Host, PATIENCE, Page, agent};

/// What a test waits for where a server would wait for much longer.
const SOON: Duration = Duration::from_millis(300);

const HALF_A_HEAD: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-half: ";
const HALF_A_BODY: &str = "POST /api/games HTTP/1.1\r\nhost: localhost\r\n\
    content-type: application/json\r\ncontent-length: 100\r\n\r\n{\"position\":";

fn host(limits: impl FnOnce(ServerLimits) -> ServerLimits) -> Host {
    Host::with(|settings| Settings { limits: limits(settings.limits), ..settings })
}

/// A connection over which something was sent.
fn send(host: &Host, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(host.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// All that comes back until the server hangs up.
fn hear(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    match stream.read_to_end(&mut text) {
        Ok(_) => {}
        Err(error) => {
            assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "the server hangs on");
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn a_request_whose_head_never_ends_was_waited_for_for_ever() {
    let host = host(|limits| ServerLimits { head_time: SOON, ..limits });
    for text in ["", "G", HALF_A_HEAD] {
        hear(send(&host, text));
    }
    // The same goes for the next request of a connection that was answered before.
    let answered = send(&host, "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nGET /heal");
    assert!(hear(answered).contains("\r\n\r\nok\n"));
}

#[test]
fn a_request_whose_body_never_ends_was_waited_for_for_ever() {
    let host = host(|limits| ServerLimits { body_time: SOON, ..limits });
    let heard = hear(send(&host, HALF_A_BODY));
    assert!(heard.starts_with("HTTP/1.1 408 "), "{heard}");
    assert_eq!(host.get("/api/games").1, "[]");
}

#[test]
fn half_sent_requests_shut_everybody_out() {
    let host = host(|limits| ServerLimits { connections: 20, ..limits });
    let half: Vec<_> =
        (0..100).map(|i| send(&host, if i % 2 == 0 { HALF_A_HEAD } else { HALF_A_BODY })).collect();
    // Nobody waits for those to be timed out.
    assert_eq!(host.get("/healthz"), (200, "ok\n".to_owned()));
    let id = host.begin(json!({"position": "hex 3x3"}));
    assert_eq!(host.game(&id)["state"]["live"], 0);
    drop(half);
}

#[tokio::test]
async fn a_page_that_is_open_gives_way_to_nobody() {
    let host = host(|limits| ServerLimits { connections: 3, ..limits });
    let id = host.begin(json!({"position": "hex 3x3"}));
    let (mut first, _) = Page::open(&host, &id).await;
    let (mut second, _) = Page::open(&host, &id).await;
    let half: Vec<_> = (0..30).map(|_| send(&host, HALF_A_HEAD)).collect();
    for page in [&mut first, &mut second] {
        assert_eq!(page.ask(json!({"do": "position", "node": 0})).await["type"], "answer");
    }
    let (mut third, _) = Page::open(&host, &id).await;
    // Now there is nobody who could give way.
    let heard = hear(send(&host, HALF_A_HEAD));
    assert!(heard.is_empty() || heard.starts_with("HTTP/1.1 503 "), "{heard}");
    assert_eq!(third.ask(json!({"do": "position", "node": 0})).await["type"], "answer");
    drop(half);
}

#[test]
fn a_client_that_takes_nothing_of_what_it_asks_for_is_gone() {
    let host = host(|limits| ServerLimits { send_time: SOON, ..limits });
    let request = "GET /page/style.css HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut greedy = send(&host, request);
    let start = Instant::now();
    while greedy.write_all(request.as_bytes()).is_ok() {
        assert!(start.elapsed() < PATIENCE, "it may ask for ever");
    }
}

#[test]
fn a_server_did_not_end_while_a_request_was_unfinished() {
    let host = Host::start();
    let unfinished = [HALF_A_HEAD, HALF_A_BODY, "", "GET /healthz HTTP/1.1\r\nhost: l\r\n\r\n"];
    let streams = unfinished.map(|text| send(&host, text));
    // All of them have been let in when a later one is answered.
    assert_eq!(host.get("/healthz").0, 200);
    ends(host);
    drop(streams);
}

/// The server ends although somebody waits for an answer that does not come.
#[cfg(unix)]
#[test]
fn a_server_ends_while_a_disk_does_not_answer() {
    let slow = SlowGame::new();
    let host = Host::in_folder(slow.folder(), |settings| Settings {
        limits: ServerLimits { closing_time: SOON, ..settings.limits },
        ..settings
    });
    let asking = slow.ask_for(&host);
    slow.wait_until_asked();
    let address = host.address;
    ends_with(host, || slow.release());
    asking.join().unwrap();
    assert!(TcpStream::connect(address).is_err());
}

/// Health is what a supervisor asks for, and kills the server if there is no answer.
#[cfg(unix)]
#[test]
fn health_is_told_while_all_who_work_are_busy() {
    let slow = SlowGame::new();
    let host = Host::in_folder(slow.folder(), |settings| Settings {
        limits: ServerLimits { requests_at_work: 1, waiting_time: SOON, ..settings.limits },
        ..settings
    });
    let asking = slow.ask_for(&host);
    slow.wait_until_asked();
    let refused = host.get("/api/games/aaaaaaaaaaaaaaab");
    assert_eq!(refused.0, 503, "{}", refused.1);
    for path in ["/healthz", "/metrics", "/", "/api/rules", "/api/openapi.json"] {
        assert_eq!(host.get(path).0, 200, "{path}");
    }
    slow.release();
    asking.join().unwrap();
    assert_eq!(host.get("/api/games/aaaaaaaaaaaaaaab").0, 404);
}

/// Ends a server, which it does in the end.
fn ends(host: Host) {
    ends_with(host, || {});
}

/// Ends a server, and lets others go when it has ended.
fn ends_with(host: Host, then: impl FnOnce()) {
    let (tell, told) = mpsc::channel();
    let (folder, kept) = mpsc::channel();
    std::thread::spawn(move || folder.send(host.end_with(|| tell.send(()).unwrap())));
    told.recv_timeout(PATIENCE).expect("the server ends");
    then();
    kept.recv_timeout(PATIENCE).expect("its runtime ends");
}

/// A game whose file is a pipe: whoever reads it waits.
#[cfg(unix)]
struct SlowGame {
    path: std::path::PathBuf,
    folder: std::cell::Cell<Option<tempfile::TempDir>>,
    /// As long as somebody may write, whoever reads waits.
    writer: std::cell::OnceCell<std::os::fd::OwnedFd>,
}

#[cfg(unix)]
impl SlowGame {
    const ID: &str = "aaaaaaaaaaaaaaaa";

    fn new() -> SlowGame {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("{}.json", SlowGame::ID));
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        SlowGame { path, folder: Some(folder).into(), writer: std::cell::OnceCell::new() }
    }

    fn folder(&self) -> tempfile::TempDir {
        self.folder.take().unwrap()
    }

    /// Asks for it, and takes any answer or none.
    fn ask_for(&self, host: &Host) -> std::thread::JoinHandle<()> {
        let url = host.url(&format!("/api/games/{}", SlowGame::ID));
        std::thread::spawn(move || drop(agent().get(url).call()))
    }

    /// A pipe can be opened for writing without waiting once somebody reads it.
    fn wait_until_asked(&self) {
        use rustix::fs::{Mode, OFlags, open};
        let start = Instant::now();
        loop {
            let opened = open(&self.path, OFlags::WRONLY | OFlags::NONBLOCK, Mode::empty());
            if let Ok(writer) = opened {
                return self.writer.set(writer).unwrap();
            }
            assert!(start.elapsed() < PATIENCE, "nobody asks");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn release(mut self) {
        drop(self.writer.take());
    }
}
