//! Conversations.

use serde_json::{Value, json};
use spinney_web::{ClientLimits, Rate, Settings};

use crate::{Host, Page, engine, person};

#[tokio::test]
async fn two_pages_see_the_same_game() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 3x3"}));
    let (mut first, game) = Page::open(&host, &id).await;
    assert_eq!(game["shape"]["cells"].as_array().unwrap().len(), 9);
    let (mut second, _) = Page::open(&host, &id).await;
    let answer = first.ask(json!({"do": "play", "node": 0, "move": "B2"})).await;
    assert_eq!(answer["node"], 1);
    for page in [&mut first, &mut second] {
        let patch = page.hear("patch").await;
        assert_eq!(patch["nodes"][0]["move"], "b2", "as the game writes it");
        assert_eq!(patch["state"]["live"], 1);
        assert_eq!(patch["view"]["stones"], "....b....");
    }
}

#[tokio::test]
async fn the_engine_answers_and_its_thinking_can_be_watched() {
    let host = Host::start();
    // Long enough a move to be watched even on a busy machine.
    let seats = json!([person(), engine("hex/best", 9)]);
    let id = host.begin(json!({"position": "hex 9x9", "seats": seats}));
    let (mut page, _) = Page::open(&host, &id).await;
    page.ask(json!({"do": "play", "node": 0, "move": "a1"})).await;
    let early = page.ask(json!({"do": "play", "node": 1, "move": "b1"})).await;
    assert_eq!(early["error"], "it is not your turn");
    let thinking = page.hear("thinking").await;
    assert!(thinking["thoughts"]["candidates"].as_array().unwrap().len() > 1);
    loop {
        let patch = page.hear("patch").await;
        if patch["state"]["live"] == 2 {
            assert_eq!(patch["state"]["thinking"], false);
            break;
        }
    }
    // Taking the move back takes the engine's answer with it.
    page.ask(json!({"do": "undo"})).await;
    assert_eq!(host.game(&id)["state"]["live"], 0);
    page.ask(json!({"do": "redo"})).await;
    assert_eq!(host.game(&id)["state"]["live"], 2);
}

#[tokio::test]
async fn an_undo_calls_the_engine_off() {
    let host = Host::start();
    let seats = json!([person(), engine("hex/best", 10)]);
    let id = host.begin(json!({"position": "hex 9x9", "seats": seats}));
    let (mut page, _) = Page::open(&host, &id).await;
    page.ask(json!({"do": "play", "node": 0, "move": "a1"})).await;
    page.ask(json!({"do": "undo"})).await;
    let game = host.game(&id);
    assert_eq!(game["state"]["live"], 0);
    assert_eq!(game["state"]["thinking"], false);
}

#[tokio::test]
async fn engines_play_one_another_while_somebody_watches() {
    let host = Host::start();
    let seats = json!([engine("hex/uct", 1), engine("hex/random", 1)]);
    let id = host.begin(json!({"position": "hex 4x4", "seats": seats}));
    assert_eq!(host.game(&id)["state"]["live"], 0);
    let (mut page, _) = Page::open(&host, &id).await;
    page.ask(json!({"do": "position", "node": 0})).await;
    loop {
        let patch = page.hear("patch").await;
        if patch["view"]["over"] == true {
            break;
        }
    }
}

#[tokio::test]
async fn analysis_streams_until_it_is_ended_and_leaves_its_opinion() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 11x11"}));
    let (mut page, _) = Page::open(&host, &id).await;
    page.ask(json!({"do": "analyze", "node": 0})).await;
    let [first, second] = [page.hear("analysis").await, page.hear("analysis").await];
    let visits = |message: &Value| message["thoughts"]["visits"].as_u64().unwrap();
    assert!(visits(&second) > visits(&first));
    let best = &second["thoughts"]["candidates"][0];
    assert_eq!(best["line"][0], best["move"]);
    page.ask(json!({"do": "end-analysis"})).await;
    let patch = page.hear("patch").await;
    assert!(patch["nodes"][0]["evaluation"]["winRate"].as_f64().is_some());
}

#[tokio::test]
async fn a_hint_names_a_legal_move() {
    let host = Host::start();
    let id = host.begin(json!({"position": "polyy 5,4"}));
    let (mut page, game) = Page::open(&host, &id).await;
    let hint = page.ask(json!({"do": "hint", "node": 0})).await;
    let best = &hint["thoughts"]["candidates"][0]["move"];
    assert!(game["view"]["legal"].as_array().unwrap().contains(best), "{best}");
}

#[tokio::test]
async fn a_review_goes_through_the_game_and_tells_how_far_it_is() {
    let host = Host::start();
    let id = host.begin(json!({"record": "(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3])"}));
    let (mut page, _) = Page::open(&host, &id).await;
    page.ask(json!({"do": "review", "node": 0, "seconds": 0.05})).await;
    let mut furthest = 0;
    loop {
        let patch = page.hear("patch").await;
        let Some(done) = patch["state"]["review"]["done"].as_u64() else { break };
        assert!(done >= furthest && patch["state"]["review"]["of"] == 6);
        furthest = done;
    }
    assert!(furthest >= 5);
    let game = host.game(&id);
    let nodes = game["nodes"].as_array().unwrap();
    assert!(nodes.iter().all(|node| node["evaluation"]["winRate"].is_number()), "{nodes:?}");
    assert_eq!(nodes[5]["evaluation"]["provenWinner"], "black");
}

#[tokio::test]
async fn clocks_run_and_a_flag_falls() {
    let host = Host::start();
    let time = json!({"seconds": 1, "increment": 0});
    let id = host.begin(json!({"position": "hex 5x5", "time": time}));
    let (mut page, game) = Page::open(&host, &id).await;
    assert_eq!(game["state"]["clocks"]["running"], Value::Null, "the first move is free");
    page.ask(json!({"do": "play", "node": 0, "move": "a1"})).await;
    loop {
        let patch = page.hear("patch").await;
        if !patch["state"]["ending"].is_null() {
            assert_eq!(patch["state"]["ending"], json!({"winner": "black", "by": "time"}));
            break;
        }
    }
    let late = page.ask(json!({"do": "play", "node": 1, "move": "b1"})).await;
    assert_eq!(late["error"], "the game is over");
}

#[tokio::test]
async fn a_resignation_ends_the_game_and_an_undo_goes_on_with_it() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 5x5"}));
    let (mut page, _) = Page::open(&host, &id).await;
    page.ask(json!({"do": "resign"})).await;
    assert_eq!(host.game(&id)["state"]["ending"]["winner"], "white");
    assert!(host.get(&format!("/api/games/{id}/record")).1.contains("RE[W+Resign]"));
    assert_eq!(page.ask(json!({"do": "resign"})).await["error"], "the game is over");
    page.ask(json!({"do": "undo"})).await;
    assert!(host.game(&id)["state"]["ending"].is_null());
}

#[tokio::test]
async fn nonsense_gets_an_error_and_changes_nothing() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 5x5"}));
    let (mut page, _) = Page::open(&host, &id).await;
    page.ask(json!({"do": "play", "node": 0, "move": "c3"})).await;
    let before = host.game(&id);
    let deep = "[".repeat(30_000);
    for wrong in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\u{0}",
        "{\"do\":\"play\"}",
        "{\"do\":\"fly\"}",
        "{\"do\":\"play\",\"node\":-1,\"move\":\"a1\"}",
        "{\"do\":\"play\",\"node\":77,\"move\":\"a1\"}",
        "{\"do\":\"play\",\"node\":1,\"move\":\"c3\"}",
        "{\"do\":\"play\",\"node\":1,\"move\":\"💥\"}",
        "{\"do\":\"remove\",\"node\":0}",
        "{\"do\":\"remove\",\"node\":1}",
        "{\"do\":\"review\",\"node\":1,\"seconds\":1e300}",
        "{\"do\":\"seats\",\"seats\":[]}",
        &deep,
    ] {
        page.say(wrong).await;
        let answer = page.hear("error").await;
        assert!(answer["error"].as_str().unwrap().len() < 1000, "{wrong}");
    }
    assert_eq!(host.game(&id), before);
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_conversation_and_no_other() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 5x5"}));
    let (mut rude, _) = Page::open(&host, &id).await;
    let (mut polite, _) = Page::open(&host, &id).await;
    rude.shout("x".repeat(1_000_000)).await;
    assert!(rude.listen().await.is_none());
    assert_eq!(polite.ask(json!({"do": "play", "node": 0, "move": "a1"})).await["node"], 1);
}

/// A host on which a page has so much to say, and may be refused so often.
fn strict(messages: Rate, refusals: Rate) -> Host {
    Host::with(|settings| Settings {
        clients: ClientLimits { messages, refusals, ..settings.clients },
        ..settings
    })
}

#[tokio::test]
async fn whoever_sends_too_fast_is_told_so_and_then_shown_the_door() {
    let few = |burst| Rate { burst, per_second: 0.01 };
    let host = strict(few(10.0), few(100.0));
    let id = host.begin(json!({"position": "hex 5x5"}));
    let (mut page, _) = Page::open(&host, &id).await;
    for _ in 0..10 {
        assert_eq!(page.ask(json!({"do": "position", "node": 0})).await["type"], "answer");
    }
    let refused = page.ask(json!({"do": "position", "node": 0})).await;
    assert_eq!(refused["error"], "slow down: too many messages");
    let text = json!({"do": "position", "node": 0}).to_string();
    for _ in 0..200 {
        page.shout(text.clone()).await;
    }
    while page.listen().await.is_some() {}
}

/// A message that was granted now and then made the server forget all those that were not.
#[tokio::test]
async fn a_steady_flood_was_never_disconnected() {
    let host =
        strict(Rate { burst: 1.0, per_second: 100.0 }, Rate { burst: 20.0, per_second: 0.01 });
    let id = host.begin(json!({"position": "hex 5x5"}));
    let (mut page, _) = Page::open(&host, &id).await;
    let text = json!({"do": "position", "node": 0}).to_string();
    let mut granted = 0;
    loop {
        page.shout(text.clone()).await;
        page.shout(text.clone()).await;
        match page.listen().await {
            None => break,
            Some(heard) => granted += usize::from(heard["type"] == "answer"),
        }
        assert!(granted < 1_000, "it goes on for ever");
        tokio::time::sleep(std::time::Duration::from_millis(15)).await;
    }
    assert!(granted > 0);
}

#[tokio::test]
async fn frames_other_than_text_were_not_counted() {
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::Message;
    let few = Rate { burst: 10.0, per_second: 0.01 };
    for frame in [Message::binary(vec![0; 10]), Message::Ping(vec![0; 10].into())] {
        let host = strict(few, few);
        let id = host.begin(json!({"position": "hex 5x5"}));
        let (mut page, _) = Page::open(&host, &id).await;
        for _ in 0..100 {
            page.socket.feed(frame.clone()).await.ok();
        }
        page.socket.flush().await.ok();
        while page.listen().await.is_some() {}
    }
}

#[tokio::test]
async fn pages_of_other_sites_hear_nothing() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 5x5"}));
    let foreign = [("origin", "http://evil.example".to_owned())];
    assert!(Page::connect(host.address, &id, &foreign).await.is_err());
    let own = [("origin", format!("http://{}", host.address))];
    assert!(Page::connect(host.address, &id, &own).await.is_ok());
    assert!(Page::connect(host.address, "aaaaaaaaaaaaaaaa", &own).await.is_err());
}

#[tokio::test]
async fn a_server_that_ends_says_goodbye() {
    let host = Host::start();
    let seats = json!([engine("hex/best", 5), person()]);
    let id = host.begin(json!({"position": "hex 9x9", "seats": seats}));
    let (mut page, _) = Page::open(&host, &id).await;
    page.ask(json!({"do": "analyze", "node": 0})).await;
    let ended = tokio::task::spawn_blocking(move || host.end());
    while page.listen().await.is_some() {}
    ended.await.unwrap();
}

#[tokio::test]
async fn what_is_known_without_search_is_told() {
    let host = Host::start();
    let cases = [
        ("hex 3x3", &["explanation"][..]),
        ("y 5", &["explanation"]),
        ("tantrix red blue", &["forecast"]),
        ("arimaa", &[]),
    ];
    for (position, known) in cases {
        let id = host.begin(json!({"position": position}));
        let (mut page, game) = Page::open(&host, &id).await;
        let live = &game["state"]["live"];
        let answer = page.ask(json!({"do": "explain", "node": live})).await;
        let insight = answer["insight"].as_object().unwrap();
        assert!(insight.keys().eq(known), "{position}: {insight:?}");
        let (status, told) = host.command(&id, json!({"do": "explain", "node": live}));
        assert_eq!((status, &told["insight"]), (200, &answer["insight"]), "{position}");
        assert_eq!(page.ask(json!({"do": "explain", "node": 999})).await["type"], "error");
        assert_eq!(host.game(&id)["state"]["live"], *live);
    }
}
