//! Connections from their first byte to their last: they are let in, answered, and ended.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tower_service::Service;

use crate::app::App;
use crate::client::Client;
use crate::connections::Seat;
use crate::guard;
use crate::settings::LONGEST_HEAD;
use crate::stream::Stream;

/// How long to leave those alone who want to connect when the system lets nobody.
const NO_ROOM: Duration = Duration::from_millis(100);
/// What a client hears that cannot be let in.
const TURNED_AWAY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: application/json\r\ncontent-length: 36\r\nconnection: close\r\n\r\n\
    {\"error\":\"too many connections here\"}";

/// Lets connections in until `end` comes, and then gives those that are open their time to end.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    app: &Arc<App>,
    end: impl Future<Output = ()>,
) {
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            () = &mut end => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => match app.connections.admit(Client::of(peer.ip())) {
                Some(seat) => {
                    tokio::spawn(converse(Arc::clone(app), router.clone(), stream, peer, seat));
                }
                // Whoever does not hear it at once does not hear it.
                None => drop(stream.try_write(TURNED_AWAY)),
            },
            Err(error) if is_of_one_connection(error.kind()) => {}
            Err(error) => {
                app.settings.log.tell(&format!("cannot take a connection: {error}"));
                app.connections.make_room();
                sleep(NO_ROOM).await;
            }
        }
    }
    drop(listener);
    // Locks are waited for, so this is nothing for a thread that answers others.
    let close = tokio::task::spawn_blocking({
        let app = Arc::clone(app);
        move || app.close()
    });
    let closed = async {
        close.await.ok();
        app.connections.all_closed().await;
    };
    // Whatever is still open then is unfinished, and nobody was told anything of it.
    timeout(app.settings.limits.closing_time, closed).await.ok();
}

fn is_of_one_connection(kind: ErrorKind) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(kind, ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Answers what comes over one connection.
async fn converse(app: Arc<App>, router: Router, stream: TcpStream, peer: SocketAddr, seat: Seat) {
    let limits = &app.settings.limits;
    // Answers are whole when they are written; waiting to fill a packet only takes time.
    stream.set_nodelay(true).ok();
    let (progress, give_way) = (seat.progress.clone(), Arc::clone(&seat.close));
    let stream = TokioIo::new(Stream::new(stream, seat, limits.send_time));
    let service = service_fn({
        let (progress, app) = (progress.clone(), Arc::clone(&app));
        move |request: hyper::Request<Incoming>| {
            let address = guard::address(&app.settings, peer.ip(), request.headers());
            let entry = app.settings.access_log.begin(address, &request);
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(progress.clone());
            let answer = router.clone().call(request);
            async move {
                let answer = answer.await?;
                Ok::<_, Infallible>(match entry {
                    Some(entry) => entry.follow(answer),
                    None => answer,
                })
            }
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(LONGEST_HEAD);
    let mut connection = pin!(http.serve_connection(stream, service).with_upgrades());
    let mut closing = app.closing.subscribe();
    let mut is_closing = *closing.borrow_and_update();
    loop {
        tokio::select! {
            // Whatever ends a connection from outside is the client's affair.
            _ = connection.as_mut() => break,
            () = give_way.notified() => break,
            _ = closing.changed(), if !is_closing => is_closing = true,
        }
        if is_closing {
            if progress.is_waiting() {
                break;
            }
            connection.as_mut().graceful_shutdown();
        }
    }
}
