//! The rest of a body that an answer did not wait for.
//!
//! Unless it is read, the connection is closed after the answer, or kept where the body happened to have come by then:
//! nobody could tell from two answers whether they differ by more than chance.

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

/// Of a longer body the rest is not read: another connection is cheaper.
const WORTH_READING: usize = 4 * body::LIMIT;

/// Nor is it where it takes its time.
const PATIENCE: Duration = Duration::from_secs(1);

/// A request's body, of which whoever answers takes as much as it wants.
#[derive(Clone)]
struct Shared(Rc<RefCell<Body>>);

struct Body {
    payload: Payload,
    length: usize,
    state: BodyState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyState {
    Coming,
    Read,
    Broken,
}

/// Passes a request on and reads what was left of its body, or says that the connection ends with the answer.
pub(crate) async fn read<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return next.call(request).await;
    }
    let body = Shared(Rc::new(RefCell::new(Body { payload, length: 0, state: BodyState::Coming })));
    request.set_payload(Payload::Stream { payload: Box::pin(body.clone()) });
    let mut answer = next.call(request).await?;
    if !body.was_read().await {
        answer.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(answer)
}

impl Shared {
    /// Reads on, and says whether that came to the body's end.
    async fn was_read(mut self) -> bool {
        let all = async { while self.is_worth_reading() && self.next().await.is_some() {} };
        // Whoever sends a body slowly may do so on a connection of its own.
        let _ = timeout(PATIENCE, all).await;
        self.0.borrow().state == BodyState::Read
    }

    fn is_worth_reading(&self) -> bool {
        let body = self.0.borrow();
        body.state == BodyState::Coming && body.length <= WORTH_READING
    }
}

impl Stream for Shared {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut body = self.0.borrow_mut();
        if body.state != BodyState::Coming {
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
