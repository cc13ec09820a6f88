//! The JSON body of a browser's request. The checks in order: browser, content type, size, syntax, ownership. What is left of
//! a body is read after its handler.

use std::{
    cell::RefCell,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::{
    Error, FromRequest, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{Payload, ServiceRequest, ServiceResponse},
    error::PayloadError,
    http::{
        ConnectionType,
        header::{CONTENT_ENCODING, CONTENT_LENGTH},
    },
    middleware::Next,
    web::{Bytes, Payload as Body},
};
use futures_util::{Stream, StreamExt as _, future::LocalBoxFuture};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use tokibako_domain::browser_id::BrowserId;
use tokio::time::timeout;

use crate::{
    error::Problem,
    request::{
        field::duplicate_field,
        head::{self, Browser},
    },
};

/// The longest body of most requests, in bytes.
pub(crate) const LIMIT: usize = 16 * 1024;

/// How long a body may take to arrive, which is also the limit for the head of a request.
const TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) struct BrowserBody<T> {
    pub(crate) browser: BrowserId,
    pub(crate) fields: T,
}

/// The fields of a body, one of which may repeat the browser id.
pub(crate) trait Fields: DeserializeOwned + 'static {
    const LIMIT: usize = LIMIT;

    fn browser_id(&self) -> Option<&str>;
}

/// Implements [`Fields`] for types with a `browser_id`.
macro_rules! fields {
    ($($body:ty),+) => {$(
        impl $crate::request::body::Fields for $body {
            fn browser_id(&self) -> Option<&str> {
                self.browser_id.as_deref()
            }
        }
    )+};
}
pub(crate) use fields;

impl<T: Fields> FromRequest for BrowserBody<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let browser = Browser::of(request).map(|Browser(browser)| browser);
        let read = read(request, payload, browser, |browser| Some(*browser));
        Box::pin(async { read.await.map(|(browser, fields)| Self { browser, fields }) })
    }
}

/// The body of a request by a browser or a service worker.
pub(crate) struct SenderBody<T> {
    pub(crate) sender: AnswerSender,
    pub(crate) fields: T,
}

pub(crate) enum AnswerSender {
    Browser(BrowserId),
    Token(String),
}

impl<T: Fields> FromRequest for SenderBody<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let sender = match head::bearer_token(request) {
            Some(token) => Ok(AnswerSender::Token(token)),
            None => Browser::of(request).map(|Browser(browser)| AnswerSender::Browser(browser)),
        };
        let read = read(request, payload, sender, |sender| match sender {
            AnswerSender::Browser(browser) => Some(*browser),
            AnswerSender::Token(_) => None,
        });
        Box::pin(async { read.await.map(|(sender, fields)| Self { sender, fields }) })
    }
}

/// Reads the body of a request from `sender`. It may name the sender's browser, and no other.
fn read<Sender, T: Fields>(
    request: &HttpRequest,
    payload: &mut Payload,
    sender: Result<Sender, Problem>,
    browser: fn(&Sender) -> Option<BrowserId>,
) -> impl Future<Output = Result<(Sender, T), Problem>> + use<Sender, T> {
    let sender = sender.and_then(|sender| checked_head(request, T::LIMIT).map(|()| sender));
    let body = Body::from_request(request, payload);
    async move {
        let sender = sender?;
        let body = body.await.map_err(|_| unreadable())?;
        let fields: T = parse(&complete_body(body, T::LIMIT).await?)?;
        match (browser(&sender), fields.browser_id()) {
            (Some(browser), Some(text)) if text.parse() != Ok(browser) => Err(Problem::OtherBrowser),
            _ => Ok((sender, fields)),
        }
    }
}

/// The complete body; fails if it is too long or too slow.
async fn complete_body(body: Body, limit: usize) -> Result<Bytes, Problem> {
    let bytes = timeout(TIMEOUT, body.to_bytes_limited(limit)).await.map_err(|_| late())?;
    bytes.map_err(|_| Problem::TooLarge(limit))?.map_err(|_| unreadable())
}

/// Checks that do not need the body.
fn checked_head(request: &HttpRequest, limit: usize) -> Result<(), Problem> {
    if !is_json(request) {
        return Err(Problem::NotJson);
    }
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > limit as u64) {
        return Err(Problem::TooLarge(limit));
    }
    Ok(())
}

/// Whether the body is declared as `application/json` or another JSON type, without a content encoding.
fn is_json(request: &HttpRequest) -> bool {
    let encoded = request.headers().get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity");
    let json = |mime: &actix_web::mime::Mime| {
        mime.type_() == "application" && (mime.subtype() == "json" || mime.suffix().is_some_and(|it| it == "json"))
    };
    !encoded && request.mime_type().is_ok_and(|mime| mime.as_ref().is_some_and(json))
}

fn parse<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, Problem> {
    // Without this check serde would also accept an array of the fields in the order of their declaration.
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(Problem::Malformed("the body must be a JSON object in UTF-8".to_owned()));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let fields = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| malformed(&error.path().to_string(), error.inner()))?;
    json.end().map_err(|error| malformed(".", &error))?;
    Ok(fields)
}

/// The problem, with the field, but without repeating what was sent.
fn malformed(path: &str, error: &serde_json::Error) -> Problem {
    let text = error.to_string();
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
    let detail = match error.classify() {
        Category::Data => match (duplicate_field(text), text.rsplit_once(", expected ")) {
            (Some(field), _) => format!("{field} is sent twice; send it once"),
            (None, Some((_, expected))) => {
                // Serde's word is not JSON's.
                let expected = if expected == "a sequence" { "an array" } else { expected };
                format!("{path} has the wrong JSON type, expected {expected}")
            }
            (None, None) => format!("{path} cannot be read"),
        },
        Category::Syntax | Category::Eof | Category::Io => {
            format!("the body cannot be read as JSON: {text} (line {}, column {})", error.line(), error.column())
        }
    };
    Problem::Malformed(detail)
}

fn late() -> Problem {
    Problem::Malformed(format!("the body was not complete within {} s", TIMEOUT.as_secs()))
}

fn unreadable() -> Problem {
    Problem::Malformed("the body ended before it was complete".to_owned())
}

/// How much of a body is read although its handler did not read it: otherwise the connection would be closed after the
/// response, unless the body happens to have arrived by then, and responses would differ by timing. The rest of a longer one
/// is not read: a new connection is cheaper.
const MAX_READ: usize = 4 * LIMIT;

/// How long reading the rest may take.
const REST_TIMEOUT: Duration = Duration::from_secs(1);

/// A request's body, shared between the handler and this middleware.
#[derive(Clone)]
struct SharedBody(Rc<RefCell<BodyProgress>>);

struct BodyProgress {
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
pub(crate) async fn read_rest<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return next.call(request).await;
    }
    let body = SharedBody(Rc::new(RefCell::new(BodyProgress { payload, length: 0, state: BodyState::Incomplete })));
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
        let _ = timeout(REST_TIMEOUT, all).await;
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

#[cfg(test)]
mod tests {
    use actix_web::{error::PayloadError, test::TestRequest};
    use futures_util::stream::{self, StreamExt as _};
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_ends_is_refused_after_a_while() {
        let start = Instant::now();
        let beginning = stream::once(async { Ok::<_, PayloadError>(Bytes::from_static(b"{")) });
        let mut payload = Payload::from(beginning.chain(stream::pending()).boxed_local());
        let body = Body::from_request(&TestRequest::default().to_http_request(), &mut payload).await.unwrap();
        assert!(
            matches!(complete_body(body, LIMIT).await, Err(Problem::Malformed(detail)) if detail.contains("within 10 s"))
        );
        assert_eq!(start.elapsed(), TIMEOUT);
    }
}
