//! The browser id of a request.

use actix_web::{
    HttpRequest,
    http::header::{AUTHORIZATION, HeaderName},
    web::Data,
};
use serde::Deserialize;
use tokibako_domain::browser_id::BrowserId;
use tokibako_storage::{clock::Clock, upkeep::last_seen::LastSeen};

use super::{extractor::extractor, query};
use crate::error::Problem;

static X_BROWSER_ID: HeaderName = HeaderName::from_static("x-browser-id");

/// The browser that `X-Browser-Id` names.
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
    /// The browser that a request's header names.
    pub(crate) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let browser = header(request)?;
        let browser = browser.ok_or_else(|| Problem::BrowserId("the header X-Browser-Id is missing".to_owned()))?;
        record_seen(request, browser);
        Ok(Self(browser))
    }
}

impl StreamBrowser {
    /// The browser that a stream's query or header names.
    pub(crate) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        stream_browser(request).inspect(|browser| record_seen(request, *browser)).map(Self)
    }
}

/// The browser that the header names, if any; for rate limits, which do not record the browser as seen.
pub(crate) fn named(request: &HttpRequest) -> Option<BrowserId> {
    header(request).ok().flatten()
}

/// The token of a service worker, if no browser is named.
pub(crate) fn token(request: &HttpRequest) -> Option<String> {
    if request.headers().contains_key(&X_BROWSER_ID) {
        return None;
    }
    let (scheme, token) = request.headers().get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

/// The browser that a stream's query or header names, if any; also for rate limits.
pub(crate) fn named_by_stream(request: &HttpRequest) -> Option<BrowserId> {
    stream_browser(request).ok()
}

fn stream_browser(request: &HttpRequest) -> Result<BrowserId, Problem> {
    let query: StreamQuery = query::read(request)?;
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
