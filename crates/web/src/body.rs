//! The bodies of requests: read whole before anything is done about them, within bounds of length,
//! of time, and of what all of them take together.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::Method;
use http_body_util::BodyExt;
use hyper::body::Body as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::limits::LONGEST_RECORD;
use crate::refusal::Refusal;
use crate::settings::{LONGEST_MESSAGE, ServerLimits};

/// The longest body of a request that may have a record in it. JSON takes up to twice the bytes
/// for what records are mostly made of.
const LONGEST_BODY: usize = 2 * LONGEST_RECORD + LONGEST_MESSAGE;
/// What is held is counted in pieces of so many bytes.
const PIECE: usize = 1024;

/// How much all bodies that are held may take together.
pub(crate) struct Bodies {
    pieces: Arc<Semaphore>,
    limits: ServerLimits,
}

/// The right to hold a body, until this is dropped.
pub(crate) type Held = Option<OwnedSemaphorePermit>;

impl Bodies {
    pub(crate) fn new(limits: ServerLimits) -> Bodies {
        let pieces = (limits.bodies / PIECE).clamp(1, Semaphore::MAX_PERMITS);
        Bodies { pieces: Arc::new(Semaphore::new(pieces)), limits }
    }

    /// The request with its whole body.
    pub(crate) async fn receive(&self, request: Request) -> Result<(Request, Held), Refusal> {
        let longest = longest_body(request.method(), request.uri().path());
        let (parts, body) = request.into_parts();
        // Whoever says how much is to come is told at once.
        if body.size_hint().lower() > longest as u64 {
            return Err(Refusal::TooLong(longest));
        }
        let whole = timeout(self.limits.body_time, self.collect(body, longest)).await;
        let (bytes, held) = whole.unwrap_or(Err(Refusal::TooSlow))?;
        Ok((Request::from_parts(parts, Body::from(bytes)), held))
    }

    async fn collect(&self, mut body: Body, longest: usize) -> Result<(Bytes, Held), Refusal> {
        let mut bytes = Vec::new();
        let mut held: Held = None;
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Refusal::wrong("the request breaks off"))?;
            let Ok(more) = frame.into_data() else { continue };
            if bytes.len() + more.len() > longest {
                return Err(Refusal::TooLong(longest));
            }
            let pieces = (bytes.len() + more.len()).div_ceil(PIECE) - bytes.len().div_ceil(PIECE);
            // There is nothing to wait for: those who hold the rest may be just as slow.
            let room = Arc::clone(&self.pieces).try_acquire_many_owned(pieces as u32);
            let room = room.map_err(|_| Refusal::Busy("too much is being sent here; try again"))?;
            match &mut held {
                Some(held) => held.merge(room),
                None => held = Some(room),
            }
            bytes.extend_from_slice(&more);
        }
        Ok((bytes.into(), held))
    }
}

/// How long the body of a request may be.
fn longest_body(method: &Method, path: &str) -> usize {
    match (method, path) {
        (&Method::POST, "/api/games" | "/api/convert") => LONGEST_BODY,
        _ => LONGEST_MESSAGE,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn post(path: &str, body: Body) -> Request {
        Request::builder().method(Method::POST).uri(path).body(body).unwrap()
    }

    fn bodies() -> Bodies {
        let body_time = Duration::from_millis(20);
        Bodies::new(ServerLimits { bodies: 4 * PIECE, body_time, ..ServerLimits::default() })
    }

    #[tokio::test]
    async fn what_is_held_is_counted_until_it_is_let_go() {
        let bodies = bodies();
        let send = |bytes: usize| bodies.receive(post("/api/games", vec![b' '; bytes].into()));
        let (request, first) = send(3 * PIECE).await.unwrap();
        assert_eq!(request.into_body().collect().await.unwrap().to_bytes().len(), 3 * PIECE);
        assert!(matches!(send(2 * PIECE).await, Err(Refusal::Busy(_))));
        let (_, second) = send(1).await.unwrap();
        assert_eq!(bodies.pieces.available_permits(), 0);
        drop((first, second));
        assert_eq!(bodies.pieces.available_permits(), 4);
    }

    #[tokio::test]
    async fn a_body_that_does_not_end_is_not_waited_for_and_not_held() {
        let bodies = bodies();
        let received = bodies.receive(post("/api/games", Body::new(Never))).await;
        assert!(matches!(received, Err(Refusal::TooSlow)));
        assert_eq!(bodies.pieces.available_permits(), 4);
    }

    #[tokio::test]
    async fn what_is_too_long_is_refused_wherever_it_is_sent() {
        let bodies = Bodies::new(ServerLimits::default());
        for (path, longest) in [("/api/convert", LONGEST_BODY), ("/api/games/x", LONGEST_MESSAGE)] {
            let [fits, does_not] = [longest, longest + 1].map(|n| post(path, vec![b' '; n].into()));
            assert!(bodies.receive(fits).await.is_ok());
            assert!(matches!(bodies.receive(does_not).await, Err(Refusal::TooLong(_))));
        }
    }

    /// A body of which nothing comes.
    struct Never;

    impl hyper::body::Body for Never {
        type Data = Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
            std::task::Poll::Pending
        }
    }
}
