//! Who asked for what, and what came of it: an entry for every request that was read.

use std::fmt;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant, SystemTime};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Method, Request, Response};
use hyper::body::{Frame, SizeHint};

/// A request that has been answered, or whose client went away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// When its head was there.
    pub time: SystemTime,
    /// Whom it came from, or whom a proxy that is believed spoke for.
    pub address: IpAddr,
    /// What was to be done: `GET`.
    pub method: String,
    /// With what, without the query: that may hold what people wrote.
    pub path: String,
    /// How it was answered.
    pub status: u16,
    /// How many bytes of an answer there were, besides its head.
    pub bytes: u64,
    /// How long it took until the last of them was handed over. Of a WebSocket, until it was open.
    pub duration: Duration,
}

/// Somebody who is told of every request; by default nobody is. Called by threads that answer
/// others, it must not wait.
#[derive(Clone, Default)]
pub struct AccessLog(Option<Arc<Tell>>);

type Tell = dyn Fn(Access) + Send + Sync;

impl AccessLog {
    /// Tells this one.
    pub fn new(tell: impl Fn(Access) + Send + Sync + 'static) -> AccessLog {
        AccessLog(Some(Arc::new(tell)))
    }

    /// What is to be told of a request, if anybody is told.
    pub(crate) fn begin<B>(&self, address: IpAddr, request: &Request<B>) -> Option<Entry> {
        let tell = Arc::clone(self.0.as_ref()?);
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let time = SystemTime::now();
        Some(Entry { tell, address, method, path, time, begun: Instant::now(), answer: None })
    }
}

impl fmt::Debug for AccessLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AccessLog").field(&self.0.is_some()).finish()
    }
}

/// What is known of a request so far. It is told when this is dropped, if there was an answer.
pub(crate) struct Entry {
    tell: Arc<Tell>,
    address: IpAddr,
    method: Method,
    path: String,
    time: SystemTime,
    begun: Instant,
    /// The status and the bytes so far.
    answer: Option<(u16, u64)>,
}

impl Entry {
    /// The answer, which is told of when it has been sent, or when nobody takes more of it.
    pub(crate) fn follow(mut self, answer: Response<Body>) -> Response<Body> {
        self.answer = Some((answer.status().as_u16(), 0));
        answer.map(|body| Body::new(Followed { body, entry: self }))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let Some((status, bytes)) = self.answer else { return };
        (self.tell)(Access {
            time: self.time,
            address: self.address,
            method: self.method.to_string(),
            path: std::mem::take(&mut self.path),
            status,
            bytes,
            duration: self.begun.elapsed(),
        });
    }
}

/// The body of an answer, counted as it is handed over.
struct Followed {
    body: Body,
    entry: Entry,
}

impl HttpBody for Followed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let (Poll::Ready(Some(Ok(frame))), Some((_, bytes))) = (&frame, &mut self.entry.answer) {
            *bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
