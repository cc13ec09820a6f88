//! The number of a row in a path.

use std::{
    convert::Infallible,
    future::{Ready, ready},
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use crate::error::Problem;

/// The `{id}` of a path, which may be no number at all: no row has such an id.
pub(crate) struct RowId(Option<i64>);

impl RowId {
    /// The number, or what is said of a row that is not there.
    pub(crate) fn number(self) -> Result<i64, Problem> {
        self.0.ok_or(Problem::NoSuchRow)
    }
}

impl FromRequest for RowId {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = request.match_info().get("id").filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
        ready(Ok(Self(id.and_then(|id| id.parse().ok()))))
    }
}
