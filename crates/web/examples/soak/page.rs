//! A page at a game, as far as a soak needs one.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

/// What comes of asking.
pub enum Heard {
    /// What was asked for, or why not.
    Answer(Value),
    /// The connection has ended.
    Gone,
}

impl Page {
    /// Opens a game as the client of that number.
    pub async fn open(server: SocketAddr, game: &str, client: usize) -> Result<Page, Error> {
        let mut request = format!("ws://{server}/api/games/{game}/socket").into_client_request()?;
        if let Ok(from) = super::http::address_of(client).parse() {
            request.headers_mut().insert("x-forwarded-for", from);
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Page { socket, next: 1 })
    }

    /// The next message; `None` when the connection has ended.
    pub async fn listen(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of that type; `None` when the connection has ended.
    pub async fn hear(&mut self, kind: &str) -> Option<Value> {
        loop {
            let message = self.listen().await?;
            if message["type"] == kind {
                return Some(message);
            }
        }
    }

    /// Asks for something and passes over everything else that is said until the answer comes.
    pub async fn ask(&mut self, mut command: Value) -> Heard {
        let id = self.next;
        self.next += 1;
        command["id"] = json!(id);
        if !self.shout(command.to_string()).await {
            return Heard::Gone;
        }
        loop {
            match self.listen().await {
                None => return Heard::Gone,
                Some(told) if told["id"] == json!(id) => return Heard::Answer(told),
                Some(_) => {}
            }
        }
    }

    /// Says something and waits for nothing. Whether the connection is still there.
    pub async fn shout(&mut self, text: String) -> bool {
        self.socket.send(Message::text(text)).await.is_ok()
    }
}
