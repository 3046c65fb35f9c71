//! Requests over connections of their own, so that each may come from another client.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{self, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The head of a request that comes from a client of that number, by way of a proxy.
pub fn head(method: &str, path: &str, client: usize, length: usize) -> String {
    let from = address_of(client);
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {from}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )
}

/// Everybody has an address of their own.
pub fn address_of(client: usize) -> String {
    format!("198.{}.{}.{}", 18 + client / 62_500, client / 250 % 250, client % 250 + 1)
}

/// Status and body of the answer.
pub async fn ask(
    server: SocketAddr,
    method: &str,
    path: &str,
    client: usize,
    body: &str,
) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(head(method, path, client, body.len()).as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let cut_off = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(cut_off)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then(|| value.parse::<usize>().ok())?
    });
    // A server that was killed in the middle of an answer has not answered.
    if length.is_some_and(|length| body.len() < length) {
        return Err(cut_off());
    }
    Ok((status.ok_or_else(cut_off)?, body.to_owned()))
}

/// The same with JSON both ways.
pub async fn post(
    server: SocketAddr,
    path: &str,
    client: usize,
    body: &Value,
) -> io::Result<(u16, Value)> {
    let (status, text) = ask(server, "POST", path, client, &body.to_string()).await?;
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
}
