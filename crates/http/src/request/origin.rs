//! Which client caused a change, so that its own stream need not tell it.

use std::{
    convert::Infallible,
    future::{Ready, ready},
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    http::header::{HeaderName, HeaderValue},
};

/// The header by which a client names itself, as it likes.
static X_CLIENT_ID: HeaderName = HeaderName::from_static("x-client-id");

/// A longer name is none.
const LONGEST: usize = 64;

/// What `X-Client-Id` names; the name itself is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin(pub(crate) Option<u64>);

impl Origin {
    /// The client that a request's header names.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let name = request.headers().get(&X_CLIENT_ID).map(HeaderValue::as_bytes);
        Self(name.filter(|name| (1..=LONGEST).contains(&name.len())).map(|name| {
            // The same in all processes of one build; between two builds a client may hear of what it did itself.
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            hasher.finish()
        }))
    }
}

impl FromRequest for Origin {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn origin(name: &str) -> Option<u64> {
        Origin::of(&TestRequest::default().insert_header(("X-Client-Id", name)).to_http_request()).0
    }

    #[test]
    fn the_same_name_is_the_same_client() {
        assert_eq!(origin("one"), origin("one"));
        assert_ne!(origin("one"), origin("other"));
        assert!(origin(&"x".repeat(64)).is_some());
        assert_eq!((origin(""), origin(&"x".repeat(65))), (None, None));
    }
}
