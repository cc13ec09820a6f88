//! Cache headers of responses.

use std::time::Duration;

use actix_web::{
    HttpResponse,
    http::header::{self, HeaderName, HeaderValue},
};

/// Keeps responses about one browser out of every cache.
pub(crate) const NO_STORE: (HeaderName, HeaderValue) = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));

/// Lets every cache keep a response for this long, and for a minute at least.
pub(crate) fn stored_for(time: Duration) -> (HeaderName, String) {
    (header::CACHE_CONTROL, format!("public, max-age={}", time.as_secs().max(60)))
}

/// Sets how long a response may be cached, and that it depends on the encodings a client accepts.
pub(crate) fn cacheable(mut response: HttpResponse, cache: HeaderValue) -> HttpResponse {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, cache);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}
