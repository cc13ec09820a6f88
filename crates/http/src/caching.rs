//! What caches are told of the API's answers.

use std::time::Duration;

use actix_web::http::header::{self, HeaderName, HeaderValue};

/// Keeps answers about a browser's things out of every cache.
pub(crate) const NO_STORE: (HeaderName, HeaderValue) = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));

/// Lets every cache keep an answer for so long, and for a minute at least.
pub(crate) fn stored_for(time: Duration) -> (HeaderName, String) {
    (header::CACHE_CONTROL, format!("public, max-age={}", time.as_secs().max(60)))
}
