//! Who may ask: names that the server goes by, pages of its own, and clients within their limits.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Extension;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::body::Held;
use crate::client::{Client, Wish};
use crate::connections::Progress;
use crate::refusal::Refusal;
use crate::settings::Settings;

/// What every answer says about how it may be used. Nothing about who may open the page in a window:
/// the page heeds no other window, and browsers would take a new process for it, which shows in the
/// time to its first paint.
const HEADERS: [(&str, &str); 5] = [
    // The page says itself what it may load; nothing else loads anything.
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Lets a request through, if it may be made, and adds the headers to its answer.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(progress): Extension<Progress>,
    mut request: Request,
    next: Next,
) -> Response {
    app.counts.requests.fetch_add(1, Relaxed);
    let client = Client::of(address(&app.settings, peer.ip(), request.headers()));
    request.extensions_mut().insert(client);
    let mut response = match admit(&app, peer.ip(), client, request).await {
        Ok((request, held)) => {
            progress.answering();
            let response = next.run(request).await;
            drop(held);
            // A WebSocket is a connection that is being answered as long as it lasts.
            if response.status() != StatusCode::SWITCHING_PROTOCOLS {
                progress.waiting();
            }
            response
        }
        Err(refusal) => {
            app.counts.refused.fetch_add(1, Relaxed);
            refusal.into_response()
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// A request that may be made, with its whole body.
async fn admit(
    app: &App,
    peer: IpAddr,
    client: Client,
    request: Request,
) -> Result<(Request, Held), Refusal> {
    check(&app.settings, peer, &request)?;
    // Whoever watches over the server may share an address with those who flood it, and telling
    // him takes no more than refusing to.
    let is_free = request.uri().path() == "/healthz";
    if !is_free && !app.clients.grant(client, Wish::Request) {
        return Err(Refusal::TooMuch("too many requests"));
    }
    app.bodies.receive(request).await
}

/// Whom a request comes from. Only a proxy that we were told of is believed, and only its own
/// word: the last one.
pub(crate) fn address(settings: &Settings, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
    let last =
        forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    last.filter(|_| settings.behind_proxy).unwrap_or(peer).to_canonical()
}

/// A page of another site must not speak for whoever looks at it, neither by asking across
/// (`Origin`) nor by giving its own name this machine's address (`Host`).
fn check(settings: &Settings, peer: IpAddr, request: &Request) -> Result<(), Refusal> {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse::<Authority>().ok()).ok_or(Refusal::Foreign)?;
    let anyone = settings.hosts.is_empty() && !peer.to_canonical().is_loopback();
    let named = settings.hosts.iter().any(|name| name.eq_ignore_ascii_case(host.host()));
    if !(anyone || named || is_this_machine(host.host())) {
        return Err(Refusal::Foreign);
    }
    let Some(origin) = request.headers().get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    let own = origin.as_ref().and_then(Uri::authority).is_some_and(|from| *from == host);
    if own { Ok(()) } else { Err(Refusal::Foreign) }
}

fn is_this_machine(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || bare.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(settings: &Settings, peer: [u8; 4], headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        check(settings, peer.into(), &request.body(axum::body::Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn a_name_that_is_not_ours_does_not_reach_us_on_this_machine() {
        let settings = Settings::new("unused");
        let me = [127, 0, 0, 1];
        for host in ["localhost:7741", "127.0.0.1:7741", "[::1]:7741", "LOCALHOST"] {
            assert!(ask(&settings, me, &[("host", host)]), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""] {
            assert!(!ask(&settings, me, &[("host", host)]), "{host}");
        }
        assert!(!ask(&settings, me, &[]));
        assert!(ask(&settings, [192, 0, 2, 1], &[("host", "games.example")]));
        let named = Settings { hosts: vec!["games.example".into()], ..settings };
        assert!(ask(&named, me, &[("host", "games.example")]));
        assert!(!ask(&named, [192, 0, 2, 1], &[("host", "evil.example")]));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let settings = Settings::new("unused");
        let from = |origin| {
            ask(&settings, [127, 0, 0, 1], &[("host", "localhost:7741"), ("origin", origin)])
        };
        assert!(from("http://localhost:7741"));
        for origin in [
            "http://localhost:80",
            "http://evil.example",
            "null",
            "",
            "http://localhost:7741@evil.example",
        ] {
            assert!(!from(origin), "{origin}");
        }
    }

    #[test]
    fn only_a_proxy_that_we_know_of_speaks_for_others() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("203.0.113.9, 198.51.100.7"));
        let peer = IpAddr::from([192, 0, 2, 1]);
        let settings = Settings::new("unused");
        assert_eq!(address(&settings, peer, &headers), peer);
        let behind = Settings { behind_proxy: true, ..settings };
        assert_eq!(address(&behind, peer, &headers), IpAddr::from([198, 51, 100, 7]));
        assert_eq!(address(&behind, peer, &HeaderMap::new()), peer);
    }
}
