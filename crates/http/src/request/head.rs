//! What the head of a request names, as arguments of handlers: the browser, the device, the client, the row, the query.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use actix_web::{
    HttpRequest,
    error::QueryPayloadError,
    http::header::{AUTHORIZATION, HeaderName, HeaderValue},
    web::{Data, Query},
};
use serde::{Deserialize, de::DeserializeOwned};
use tokibako_domain::browser_id::BrowserId;
use tokibako_storage::{clock::Clock, upkeep::last_seen::LastSeen};
use uuid::Uuid;

use super::field::duplicate_field;
use crate::error::Problem;

/// Makes a type an argument of handlers, given how it is read from a request.
macro_rules! extractor {
    ($Extracted:ty, $read:expr) => {
        impl actix_web::FromRequest for $Extracted {
            type Error = $crate::error::Problem;
            type Future = std::future::Ready<Result<Self, $crate::error::Problem>>;

            fn from_request(request: &actix_web::HttpRequest, _: &mut actix_web::dev::Payload) -> Self::Future {
                let read: fn(&actix_web::HttpRequest) -> Result<Self, $crate::error::Problem> = $read;
                std::future::ready(read(request))
            }
        }
    };
}

pub(crate) use extractor;

/// The parameters of a request. Unknown ones are ignored.
pub(crate) fn query<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, Problem> {
    Query::from_query(request.query_string()).map(Query::into_inner).map_err(|error| unreadable(&error))
}

fn unreadable(error: &QueryPayloadError) -> Problem {
    let text = if let QueryPayloadError::Deserialize(error) = error { error.to_string() } else { String::new() };
    Problem::Malformed(match duplicate_field(&text) {
        Some(name) => format!("the query names {name} twice; name it once"),
        None => "the query cannot be read".to_owned(),
    })
}

static X_BROWSER_ID: HeaderName = HeaderName::from_static("x-browser-id");

#[derive(Clone, Copy)]
pub(crate) struct Browser(pub(crate) BrowserId);

/// The browser that opens an event stream, from `?browserId=`, because `EventSource` cannot send headers, or from the
/// header.
#[derive(Clone, Copy)]
pub(crate) struct StreamBrowser(pub(crate) BrowserId);

#[derive(Deserialize)]
struct StreamQuery {
    #[serde(rename = "browserId")]
    browser_id: Option<String>,
}

extractor!(Browser, Self::of);

impl Browser {
    pub(crate) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let browser = header(request)?;
        let browser = browser.ok_or_else(|| Problem::BrowserId("the header X-Browser-Id is missing".to_owned()))?;
        record_seen(request, browser);
        Ok(Self(browser))
    }
}

impl StreamBrowser {
    pub(crate) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        stream_browser(request).inspect(|browser| record_seen(request, *browser)).map(Self)
    }
}

/// The browser that the header names, if any; for rate limits, which do not record the browser as seen.
pub(crate) fn browser_named(request: &HttpRequest) -> Option<BrowserId> {
    header(request).ok().flatten()
}

/// The token of a service worker, if no browser is named.
pub(crate) fn bearer_token(request: &HttpRequest) -> Option<String> {
    if request.headers().contains_key(&X_BROWSER_ID) {
        return None;
    }
    let (scheme, token) = request.headers().get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

/// The browser that a stream's query or header names, if any; also for rate limits.
pub(crate) fn browser_named_by_stream(request: &HttpRequest) -> Option<BrowserId> {
    stream_browser(request).ok()
}

fn stream_browser(request: &HttpRequest) -> Result<BrowserId, Problem> {
    let query: StreamQuery = query(request)?;
    let named = query.browser_id.as_deref().map(|text| parse("browserId", text)).transpose()?;
    match (named, header(request)?) {
        (Some(named), Some(sent)) if named != sent => Err(Problem::OtherBrowser),
        (Some(browser), _) | (None, Some(browser)) => Ok(browser),
        (None, None) => Err(Problem::BrowserId("browserId is missing from the query".to_owned())),
    }
}

/// The browser of the header; `None` if there is no header, and an error if it is sent twice.
fn header(request: &HttpRequest) -> Result<Option<BrowserId>, Problem> {
    let mut values = request.headers().get_all(&X_BROWSER_ID);
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(Problem::BrowserId("the header X-Browser-Id was sent twice".to_owned()));
    }
    parse("X-Browser-Id", value.to_str().unwrap_or_default()).map(Some)
}

/// Records that the browser was seen, so that retention keeps its data.
fn record_seen(request: &HttpRequest, browser: BrowserId) {
    let (last_seen, clock) = (request.app_data::<Data<LastSeen>>(), request.app_data::<Data<Clock>>());
    if let (Some(last_seen), Some(clock)) = (last_seen, clock) {
        last_seen.record(browser, clock.precise_now());
    }
}

fn parse(name: &str, text: &str) -> Result<BrowserId, Problem> {
    text.parse().map_err(|error| Problem::BrowserId(format!("{name}: {error}")))
}

/// The header in which a page names its device, if that has a push subscription.
static X_DEVICE_ID: HeaderName = HeaderName::from_static("x-device-id");

/// The `{uuid}` of a path. It may be invalid; then there is no such device.
pub(crate) struct DevicePath(Option<Uuid>);

#[derive(Debug, Clone, Copy)]
pub(crate) struct DeviceHeader(pub(crate) Option<Uuid>);

impl DevicePath {
    /// The id; an invalid one is answered like a missing device.
    pub(crate) fn id(self) -> Result<Uuid, Problem> {
        self.0.ok_or(Problem::NoSuchDevice)
    }

    pub(crate) fn channel(self) -> Result<Uuid, Problem> {
        self.0.ok_or(Problem::NoSuchChannel)
    }
}

impl DeviceHeader {
    pub(crate) fn of(request: &HttpRequest) -> Self {
        Self(request.headers().get(&X_DEVICE_ID).and_then(|id| device_id(id.to_str().ok()?)))
    }
}

/// Parses the id of a device; the nil UUID is invalid.
pub(crate) fn device_id(text: &str) -> Option<Uuid> {
    Uuid::parse_str(text).ok().filter(|id| !id.is_nil())
}

extractor!(DevicePath, |request| Ok(Self(request.match_info().get("uuid").and_then(device_id))));

extractor!(DeviceHeader, |request| Ok(Self::of(request)));

static X_CLIENT_ID: HeaderName = HeaderName::from_static("x-client-id");

/// A longer id is ignored.
const LONGEST: usize = 64;

/// A hash of `X-Client-Id`; the id itself is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientId(pub(crate) Option<u64>);

impl ClientId {
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let name = request.headers().get(&X_CLIENT_ID).map(HeaderValue::as_bytes);
        Self(name.filter(|name| (1..=LONGEST).contains(&name.len())).map(|name| {
            // The hash is the same in all processes of one build. Between two builds a client may get hints of its own
            // changes.
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            hasher.finish()
        }))
    }
}

extractor!(ClientId, |request| Ok(Self::of(request)));

/// The `{id}` of a path. It may be invalid; then there is no such row.
pub(crate) struct RowId(Option<i64>);

impl RowId {
    /// The id; an invalid one is answered like a missing row.
    pub(crate) fn number(self) -> Result<i64, Problem> {
        self.0.ok_or(Problem::NoSuchRow)
    }
}

extractor!(RowId, |request| {
    let id = request.match_info().get("id").filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
    Ok(Self(id.and_then(|id| id.parse().ok())))
});

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn client_id(name: &str) -> Option<u64> {
        ClientId::of(&TestRequest::default().insert_header(("X-Client-Id", name)).to_http_request()).0
    }

    #[test]
    fn the_same_id_is_the_same_client() {
        assert_eq!(client_id("one"), client_id("one"));
        assert_ne!(client_id("one"), client_id("other"));
        assert!(client_id(&"x".repeat(64)).is_some());
        assert_eq!((client_id(""), client_id(&"x".repeat(65))), (None, None));
    }
}
