//! The client that caused a change, whose own stream gets no hint of it.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use actix_web::{
    HttpRequest,
    http::header::{HeaderName, HeaderValue},
};

use super::extractor::extractor;

/// The header with an id that the client chose.
static X_CLIENT_ID: HeaderName = HeaderName::from_static("x-client-id");

/// A longer id is ignored.
const LONGEST: usize = 64;

/// A hash of `X-Client-Id`; the id itself is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin(pub(crate) Option<u64>);

impl Origin {
    /// The client that a request's header names.
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

extractor!(Origin, |request| Ok(Self::of(request)));

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn origin(name: &str) -> Option<u64> {
        Origin::of(&TestRequest::default().insert_header(("X-Client-Id", name)).to_http_request()).0
    }

    #[test]
    fn the_same_id_is_the_same_client() {
        assert_eq!(origin("one"), origin("one"));
        assert_ne!(origin("one"), origin("other"));
        assert!(origin(&"x".repeat(64)).is_some());
        assert_eq!((origin(""), origin(&"x".repeat(65))), (None, None));
    }
}
