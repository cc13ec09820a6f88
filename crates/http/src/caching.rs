//! What caches are told of the API's answers.

use actix_web::http::header::{self, HeaderName, HeaderValue};

/// Keeps answers about a browser's things out of every cache.
pub(crate) const NO_STORE: (HeaderName, HeaderValue) = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
