//! Many pages at once.

use serde_json::json;
use spinney_game::conformance::thorough;
use spinney_web::{ClientLimits, Rate, Settings};

use crate::{Host, Page, engine, person};

/// Five hundred people, each from an address of their own, play a small game to its end while one
/// more floods the server. Everybody gets every answer.
#[test]
fn five_hundred_pages_are_served_while_one_floods() {
    const PAGES: usize = 500;
    let host = Host::with(|settings| Settings {
        behind_proxy: true,
        clients: ClientLimits {
            messages: Rate { burst: 100.0, per_second: 20.0 },
            sockets: 8,
            ..settings.clients
        },
        ..settings
    });
    let games: Vec<_> = (0..PAGES)
        .map(|_| {
            host.begin(json!({"position": "hex 3x3", "seats": [person(), engine("hex/random", 1)]}))
        })
        .collect();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let address = host.address;
    runtime.block_on(async {
        let flood = games[0].clone();
        let flooder = tokio::spawn(async move {
            let from = [("x-forwarded-for", "203.0.113.1".to_owned())];
            use futures_util::SinkExt;
            loop {
                // Shut out for now, it comes again.
                let Ok(mut page) = Page::connect(address, &flood, &from).await else { continue };
                while page.socket.send("{\"do\":\"hint\",\"node\":0}".into()).await.is_ok() {}
            }
        });
        let pages: Vec<_> = games
            .into_iter()
            .enumerate()
            .map(|(i, id)| {
                tokio::spawn(async move {
                    let from = [("x-forwarded-for", format!("198.51.{}.{}", i / 250, i % 250))];
                    let mut page = Page::connect(address, &id, &from).await.unwrap();
                    let mut game = page.hear("game").await;
                    while game["view"]["over"] == false {
                        let live = game["state"]["live"].clone();
                        let wanted = &game["view"]["legal"][0];
                        let answer =
                            page.ask(json!({"do": "play", "node": live, "move": wanted})).await;
                        assert_eq!(answer["type"], "answer", "{answer}");
                        loop {
                            let patch = page.hear("patch").await;
                            let persons = patch["view"]["toMove"] == "black";
                            if patch["view"]["over"] == true || persons {
                                game = patch;
                                break;
                            }
                        }
                    }
                })
            })
            .collect();
        for page in pages {
            page.await.unwrap();
        }
        flooder.abort();
    });
    let (_, metrics) = host.get("/metrics");
    assert!(metrics.contains(&format!("spinney_games_kept {PAGES}\n")), "{metrics}");
    if let Some(most) = most_memory() {
        println!("server and {PAGES} pages together took at most {} MiB", most >> 20);
        assert!(most < 1 << 30, "{most} bytes");
    }
}

/// The most memory that this process ever had, in bytes, where the system says so.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
}

/// Whatever is sent, the server stays up and answers.
#[tokio::test]
async fn mangled_messages_over_the_wire_are_answered_one_by_one() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 5x5"}));
    let (mut page, _) = Page::open(&host, &id).await;
    let whole = json!({"id": 7, "do": "comment", "node": 0, "text": "a\"b\\c"}).to_string();
    for round in 0..500 * thorough() {
        let mut bytes = whole.clone().into_bytes();
        let at = round * 7 % bytes.len();
        match round % 3 {
            0 => bytes[at] = b' ' + (round % 90) as u8,
            1 => bytes.truncate(at),
            _ => bytes.insert(at, b'{'),
        }
        page.say(String::from_utf8(bytes).unwrap()).await;
        loop {
            let heard = page.listen().await.unwrap();
            if heard["type"] == "error" || heard["type"] == "answer" {
                break;
            }
        }
    }
    assert_eq!(host.game(&id)["state"]["live"], 0);
}
