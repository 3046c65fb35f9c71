//! The folder that games are kept in.

use serde_json::json;
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
