//! Queries. Parsing can fail in one way only: a parameter appears twice.

use actix_web::{HttpRequest, error::QueryPayloadError, web::Query};
use serde::de::DeserializeOwned;

use super::field::duplicate_field;
use crate::error::Problem;

/// The parameters of a request. Unknown ones are ignored.
pub(crate) fn read<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, Problem> {
    Query::from_query(request.query_string()).map(Query::into_inner).map_err(|error| unreadable(&error))
}

fn unreadable(error: &QueryPayloadError) -> Problem {
    let text = if let QueryPayloadError::Deserialize(error) = error { error.to_string() } else { String::new() };
    Problem::Malformed(match duplicate_field(&text) {
        Some(name) => format!("the query names {name} twice; name it once"),
        None => "the query cannot be read".to_owned(),
    })
}
