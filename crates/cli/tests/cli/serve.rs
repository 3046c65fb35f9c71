//! The page's server as a process: it starts, it prints where it is, it can be killed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::thread;

use crate::{PATIENCE, command, path};

/// A server in a process of its own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(games: &Path) -> Server {
        Server::with(games, &[])
    }

    fn with(games: &Path, more: &[&str]) -> Server {
        let arguments = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--games", path(games)];
        let mut child = command(arguments.iter().chain(more)).stdin(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}"));
        Server { address: address.trim_end_matches('/').to_owned(), child }
    }

    fn post(&self, path: &str, body: &str) -> Option<String> {
        let url = format!("{}{path}", self.address);
        let mut answer = agent().post(url).content_type("application/json").send(body).ok()?;
        answer.body_mut().read_to_string().ok()
    }

    fn get(&self, path: &str) -> String {
        let mut answer = agent().get(format!("{}{path}", self.address)).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).build().into()
}

fn id_of(game: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(game).unwrap();
    value["id"].as_str().unwrap_or_else(|| panic!("{game}")).to_owned()
}

#[test]
fn the_server_says_where_it_is_and_serves_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    assert!(server.address.starts_with("http://127.0.0.1:"), "{}", server.address);
    assert!(server.get("/").contains("<title>Spinney</title>"));
    assert_eq!(server.get("/healthz"), "ok\n");
}

/// Under load it grew to twice what it needed: `spinney-web`'s example `soak` measures that.
#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn the_c_library_does_not_keep_what_the_server_gave_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let environment = std::fs::read(format!("/proc/{}/environ", server.child.id())).unwrap();
    let environment = String::from_utf8_lossy(&environment).into_owned();
    assert!(environment.contains("MALLOC_ARENA_MAX=2"), "{environment}");
}

/// Fifty games are in full swing when the server is killed without warning. Every move that
/// anybody was told of is there after the restart.
#[test]
fn a_killed_server_has_lost_no_move() {
    const GAMES: usize = 50;
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let start = "{\"position\":\"hex 11x11\"}";
    let games: Vec<_> =
        (0..GAMES).map(|_| id_of(&server.post("/api/games", start).unwrap())).collect();
    let told: Vec<_> = games.iter().map(|_| Mutex::new(0)).collect();
    let pid = server.child.id();
    thread::scope(|scope| {
        for part in 0..10 {
            let (server, games, told) = (&server, &games, &told);
            scope.spawn(move || {
                for number in 0..120 {
                    for game in (part..GAMES).step_by(10) {
                        let column = char::from(b'a' + (number % 11) as u8);
                        let cell = format!("{column}{}", number / 11 + 1);
                        let wish =
                            format!("{{\"do\":\"play\",\"node\":{number},\"move\":\"{cell}\"}}");
                        match server.post(&format!("/api/games/{}", games[game]), &wish) {
                            Some(answer) if answer.contains("\"node\"") => {
                                *told[game].lock().unwrap() = number + 1;
                            }
                            // Killed, in the middle of a word perhaps.
                            _ => return,
                        }
                    }
                }
            });
        }
        let count = || told.iter().map(|n| *n.lock().unwrap()).sum::<usize>();
        let begun = std::time::Instant::now();
        while count() < 2 * GAMES && begun.elapsed() < PATIENCE {
            thread::sleep(std::time::Duration::from_millis(5));
        }
        let kill = std::process::Command::new("kill").args(["-9", &pid.to_string()]).status();
        assert!(kill.unwrap().success());
    });
    server.child.wait().unwrap();
    let server = Server::start(folder.path());
    for (id, told) in games.iter().zip(&told) {
        let game: serde_json::Value =
            serde_json::from_str(&server.get(&format!("/api/games/{id}"))).unwrap();
        let moves = game["nodes"].as_array().unwrap().len() - 1;
        let told = *told.lock().unwrap();
        assert!(moves == told || moves == told + 1, "{moves} moves, {told} told");
    }
}

#[test]
fn a_server_that_is_asked_to_end_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let pid = server.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn two_servers_on_one_folder_lose_moves_so_the_second_says_where_the_first_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Server::start(folder.path());
    let arguments = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--games"];
    let second = command(arguments.into_iter().chain([path(folder.path())])).output().unwrap();
    assert!(!second.status.success());
    let said = String::from_utf8(second.stderr).unwrap();
    for part in [path(folder.path()), &first.address, "--games FOLDER"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // The lock goes with the process that holds it, however that ends.
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    assert_eq!(Server::start(folder.path()).get("/healthz"), "ok\n");
}

/// A server that is asked to end while somebody has sent half a request, and another one waits for
/// an answer that does not come: a game's file is a pipe.
fn unfinished(games: &Path) -> (Server, std::net::TcpStream, std::fs::File) {
    use std::io::Write;
    let pipe = games.join("aaaaaaaaaaaaaaaa.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let server = Server::start(games);
    let mut half = std::net::TcpStream::connect(&server.address["http://".len()..]).unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nx-half: ").unwrap();
    let url = format!("{}/api/games/aaaaaaaaaaaaaaaa", server.address);
    thread::spawn(move || drop(agent().get(url).call()));
    // A pipe can be opened for writing when somebody reads it, who waits as long as it is open.
    let pipe = std::fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    (server, half, pipe)
}

#[test]
fn the_access_log_has_a_line_for_every_request() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("access.log");
    let mut server = Server::with(folder.path(), &["--access-log", path(&log)]);
    let page = server.get("/?word=secret");
    assert!(server.post("/api/games", "{\"position\":\"hex 5x5\"}").is_some());
    assert!(server.post("/api/games", "{}").is_none());
    assert!(agent().get(format!("{}/nowhere", server.address)).call().is_err());
    signal(&server, &["TERM"]);
    assert!(server.child.wait().unwrap().success());
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(!text.contains("secret"), "{text}");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line["method"].as_str(), line["path"].as_str(), line["status"].as_u64()))
        .collect();
    let [get, post] = ["GET", "POST"].map(Some);
    assert_eq!(told[0], (get, Some("/"), Some(200)), "{text}");
    assert_eq!(told[1].0, post);
    assert!(told[1].2.is_some_and(|status| (200..300).contains(&status)), "{text}");
    assert!(told[2].2.is_some_and(|status| (400..500).contains(&status)), "{text}");
    assert_eq!(told[3], (get, Some("/nowhere"), Some(404)), "{text}");
    assert_eq!(told.len(), 4, "{text}");
    assert_eq!(lines[0]["address"], "127.0.0.1");
    // The client asks for no compression.
    assert_eq!(lines[0]["bytes"].as_u64(), Some(page.len() as u64), "{text}");
    assert!(lines[0]["time"].as_str().unwrap().ends_with('Z'));
    assert!(lines[0]["seconds"].as_f64().unwrap() >= 0.0);
    // The next server writes after what is there.
    let mut server = Server::with(folder.path(), &["--access-log", path(&log)]);
    server.get("/healthz");
    signal(&server, &["TERM"]);
    server.child.wait().unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
}

#[test]
fn an_access_log_that_cannot_be_written_is_told_before_the_server_starts() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--access-log", "/nowhere/log"];
    let output = crate::spinney(words.into_iter().chain(["--games", path(folder.path())]), "");
    assert!(!output.status.success());
    assert!(crate::text(&output.stderr).contains("cannot write /nowhere/log"));
}

/// Sends signals, one right after the other.
fn signal(server: &Server, names: &[&str]) {
    let pid = server.child.id();
    let kills: Vec<_> = names.iter().map(|name| format!("kill -{name} {pid}")).collect();
    let mut shell = std::process::Command::new("sh");
    assert!(shell.args(["-c", &kills.join(" && ")]).status().unwrap().success());
}

#[test]
fn a_signal_did_not_end_the_server_while_a_request_was_unfinished() {
    for name in ["TERM", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let (mut server, _half, _pipe) = unfinished(folder.path());
        signal(&server, &[name]);
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{name}");
    }
}

#[test]
fn a_second_signal_ends_the_server_wherever_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, _half, _pipe) = unfinished(folder.path());
    // Signals of one kind that come at once are one.
    signal(&server, &["TERM", "INT"]);
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn limits_are_where_people_look_for_them() {
    let help = crate::prints(["serve", "--help"]);
    for part in ["--max-connections", "1024 KiB for a record", "20000 moves and variations"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    let limits = &help[help.find("Limits of one client").unwrap()..];
    let policy = include_str!("../../../../SECURITY.md");
    assert!(policy.contains(limits.trim_end()), "SECURITY.md says otherwise:\n{limits}");
}
