//! The folder that games are kept in.

use serde_json::{Value, json};
use spinney_web::{BindError, Server, Settings};

use crate::Host;

/// Each of two servers would keep its own idea of a game, and write it over the other's.
#[tokio::test]
async fn two_servers_on_one_folder_would_lose_moves_so_the_second_does_not_start() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 5x5"}));
    host.command(&id, json!({"do": "play", "node": 0, "move": "a1"}));
    let any_port = "127.0.0.1:0".parse().unwrap();
    let bind = |settings| Server::bind(any_port, settings);
    match bind(Settings::new(host.folder.path())).await.map(drop) {
        Err(BindError::FolderInUse { folder, address }) => {
            assert_eq!(folder, host.folder.path());
            assert_eq!(address, Some(host.url("/")));
        }
        other => panic!("{other:?}"),
    }
    // The first one goes on as if nothing had been.
    host.command(&id, json!({"do": "play", "node": 1, "move": "b2"}));
    let folder = tokio::task::spawn_blocking(move || host.end()).await.unwrap();
    let next = bind(Settings::new(folder.path())).await.unwrap();
    drop(next);
    let host = Host::in_folder(folder, |settings| settings);
    assert_eq!(host.game(&id)["state"]["live"], 2);
}

/// Games as an earlier server has written them, each with the positions that it told of their nodes.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kept");

#[test]
fn games_that_an_earlier_server_has_kept_stand_where_they_stood() {
    for name in ["swap-pieces", "swap-sides", "record", "draws", "turns"] {
        let text = std::fs::read_to_string(format!("{KEPT}/{name}.json")).unwrap();
        let kept: Value = serde_json::from_str(&text).unwrap();
        let id = kept["id"].as_str().unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(format!("{id}.json")), &text).unwrap();
        let host = Host::in_folder(folder, |settings| settings);
        let game = host.game(id);
        assert_eq!((&game["nodes"], &game["state"]["live"]), (&kept["nodes"], &kept["live"]));
        // Every node is asked for, the last ones first: none depends on what was asked before.
        let positions = std::fs::read_to_string(format!("{KEPT}/{name}.txt")).unwrap();
        let positions: Vec<_> = positions.lines().map(|line| line.split_once('\t')).collect();
        assert_eq!(positions.len(), kept["nodes"].as_array().unwrap().len());
        for (node, position) in positions.into_iter().rev().flatten() {
            let node: u32 = node.parse().unwrap();
            let (status, answer) = host.command(id, json!({"do": "position", "node": node}));
            assert_eq!((status, &answer["view"]["text"]), (200, &json!(position)), "{name} {node}");
        }
        // A comment has the whole game written anew, and then it is what it was but for that.
        let said = json!({"do": "comment", "node": 0, "text": "Still here."});
        assert_eq!(host.command(id, said).0, 200);
        let folder = host.end();
        let again = std::fs::read_to_string(folder.path().join(format!("{id}.json"))).unwrap();
        let mut again: Value = serde_json::from_str(&again).unwrap();
        again["nodes"][0]["comment"] = kept["nodes"][0]["comment"].clone();
        let mut kept = kept;
        kept["nodes"][0]["comment"] = kept["nodes"][0]["comment"].take();
        assert_eq!(again, kept, "{name}");
    }
}
