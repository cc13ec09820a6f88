//! Reads the rest of a request body that its handler did not read.
//!
//! Otherwise the connection would be closed after the response, unless the body happens to have arrived by then, and
//! responses would differ by timing.

use std::{
    cell::RefCell,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::{
    Error, HttpMessage as _,
    body::MessageBody,
    dev::{Payload, ServiceRequest, ServiceResponse},
    error::PayloadError,
    http::ConnectionType,
    middleware::Next,
    web::Bytes,
};
use futures_util::{Stream, StreamExt as _};
use tokio::time::timeout;

use crate::request::body;

/// The rest of a longer body is not read: a new connection is cheaper.
const MAX_READ: usize = 4 * body::LIMIT;

/// How long reading the rest may take.
const TIMEOUT: Duration = Duration::from_secs(1);

/// A request's body, shared between the handler and this middleware.
#[derive(Clone)]
struct SharedBody(Rc<RefCell<Body>>);

struct Body {
    payload: Payload,
    length: usize,
    state: BodyState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyState {
    Incomplete,
    Read,
    Broken,
}

/// Passes a request on and reads the rest of its body; if there is too much, the response closes the connection.
pub(crate) async fn read<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return next.call(request).await;
    }
    let body = SharedBody(Rc::new(RefCell::new(Body { payload, length: 0, state: BodyState::Incomplete })));
    request.set_payload(Payload::Stream { payload: Box::pin(body.clone()) });
    let mut response = next.call(request).await?;
    if !body.was_read().await {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}

impl SharedBody {
    /// Reads the rest; returns whether the body was read completely.
    async fn was_read(mut self) -> bool {
        let all = async { while self.is_worth_reading() && self.next().await.is_some() {} };
        let _ = timeout(TIMEOUT, all).await;
        self.0.borrow().state == BodyState::Read
    }

    fn is_worth_reading(&self) -> bool {
        let body = self.0.borrow();
        body.state == BodyState::Incomplete && body.length <= MAX_READ
    }
}

impl Stream for SharedBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut body = self.0.borrow_mut();
        if body.state != BodyState::Incomplete {
            return Poll::Ready(None);
        }
        let piece = ready!(body.payload.poll_next_unpin(context));
        match &piece {
            Some(Ok(bytes)) => body.length += bytes.len(),
            Some(Err(_)) => body.state = BodyState::Broken,
            None => body.state = BodyState::Read,
        }
        Poll::Ready(piece)
    }
}
