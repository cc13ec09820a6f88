//! What caches are told of answers.

use std::time::Duration;

use actix_web::{
    HttpResponse,
    http::header::{self, HeaderName, HeaderValue},
};

/// Keeps answers about a browser's things out of every cache.
pub(crate) const NO_STORE: (HeaderName, HeaderValue) = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));

/// Lets every cache keep an answer for so long, and for a minute at least.
pub(crate) fn stored_for(time: Duration) -> (HeaderName, String) {
    (header::CACHE_CONTROL, format!("public, max-age={}", time.as_secs().max(60)))
}

/// Says how long an answer may be kept, and that it depends on the encodings a client takes.
pub(crate) fn kept(mut answer: HttpResponse, cache: HeaderValue) -> HttpResponse {
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, cache);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer
}
