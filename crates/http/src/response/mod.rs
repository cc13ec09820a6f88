//! Writing responses: JSON, cacheable only if it is the same for everybody, with a body whose unread bytes are counted; the
//! values in it; and texts that are compressed once.

pub(crate) mod document;
pub(crate) mod values;

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::{
    HttpResponse, HttpResponseBuilder,
    body::{BodySize, BoxBody, MessageBody},
    http::header,
    web::Bytes,
};
use serde::Serialize;

use crate::{
    caching::{NO_STORE, stored_for},
    error::Problem,
};

/// 200 with `value` as JSON.
pub(crate) fn ok(value: &impl Serialize) -> Result<HttpResponse, Problem> {
    with_json(HttpResponse::Ok().insert_header(NO_STORE), value)
}

/// 200 with `value` as JSON, which caches may keep for `time`.
pub(crate) fn shared(value: &impl Serialize, time: Duration) -> Result<HttpResponse, Problem> {
    with_json(HttpResponse::Ok().insert_header(stored_for(time)), value)
}

/// 201 with `value` as JSON and its path.
pub(crate) fn created(path: &str, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    with_json(HttpResponse::Created().insert_header(NO_STORE).insert_header((header::LOCATION, path)), value)
}

/// 202 with `value` as JSON: accepted, with something still to happen.
pub(crate) fn accepted(value: &impl Serialize) -> Result<HttpResponse, Problem> {
    with_json(HttpResponse::Accepted().insert_header(NO_STORE), value)
}

pub(crate) fn accepted_without_content() -> HttpResponse {
    HttpResponse::Accepted().insert_header(NO_STORE).finish()
}

pub(crate) fn no_content() -> HttpResponse {
    HttpResponse::NoContent().insert_header(NO_STORE).finish()
}

fn with_json(response: &mut HttpResponseBuilder, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    Ok(response.content_type("application/json").body(json(value)?))
}

/// The size of a list of ten alarms, so that the buffer of a typical list does not grow.
const CAPACITY: usize = 4_096;

fn json(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::with_capacity(CAPACITY);
    serde_json::to_writer(&mut text, value).map_err(|error| {
        tracing::error!(%error, "a response could not be encoded as JSON");
        Problem::Internal
    })?;
    if text.len() > CAPACITY {
        // A client may take long to read it, and its buffer has grown to up to twice its length.
        text.shrink_to_fit();
    }
    Ok(text)
}

/// The longest piece. The server takes pieces as long as its buffer has room, so a client that does not read costs its
/// connection about this much, and the rest of the body stays here.
const PIECE: usize = 8 << 10;

/// A body, and the value that is dropped with it.
#[derive(Debug)]
pub struct GuardedBody<Guard> {
    body: BoxBody,
    /// What the body has given and was not sent yet.
    rest: Bytes,
    _guard: Guard,
}

impl<Guard> GuardedBody<Guard> {
    pub fn new(body: impl MessageBody + 'static, guard: Guard) -> Self {
        Self { body: body.boxed(), rest: Bytes::new(), _guard: guard }
    }
}

impl<Guard: Unpin> MessageBody for GuardedBody<Guard> {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_next(cx)) {
                Some(Ok(bytes)) => self.rest = bytes,
                end => return Poll::Ready(end),
            }
        }
        let piece = PIECE.min(self.rest.len());
        Poll::Ready(Some(Ok(self.rest.split_to(piece))))
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use actix_web::body::MessageBody as _;
    use futures_util::future::poll_fn;

    use super::*;

    #[tokio::test]
    async fn a_body_is_sent_in_pieces_and_its_value_is_held_until_the_last() {
        let guard = Rc::new(());
        let text: Vec<u8> = (0..20_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut held = GuardedBody::new(text.clone(), Rc::clone(&guard));
        assert_eq!(held.size(), BodySize::Sized(80_000));
        let mut sent = Vec::new();
        while let Some(piece) = poll_fn(|cx| Pin::new(&mut held).poll_next(cx)).await {
            let piece = piece.unwrap();
            assert!(piece.len() <= 8_192 && Rc::strong_count(&guard) == 2);
            sent.extend_from_slice(&piece);
        }
        assert_eq!(sent, text);
        drop(held);
        assert_eq!(Rc::strong_count(&guard), 1);
    }
}
