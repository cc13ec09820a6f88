//! Successful responses: JSON, cacheable only if it is the same for everybody.

use std::time::Duration;

use actix_web::{
    HttpResponse,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};
use serde::Serialize;

use crate::{
    caching::{NO_STORE, stored_for},
    error::Problem,
};

/// 200 with `value` as JSON.
pub(crate) fn ok(value: &impl Serialize) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::build(StatusCode::OK).insert_header(NO_STORE).content_type(JSON).body(json(value)?))
}

/// 200 with `value` as JSON, which caches may keep for `time`.
pub(crate) fn shared(value: &impl Serialize, time: Duration) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::build(StatusCode::OK).insert_header(stored_for(time)).content_type(JSON).body(json(value)?))
}

/// 201 with `value` as JSON and its path.
pub(crate) fn created(path: &str, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::build(StatusCode::CREATED)
        .insert_header(NO_STORE)
        .insert_header((header::LOCATION, path))
        .content_type(JSON)
        .body(json(value)?))
}

/// 202 with `value` as JSON: accepted, with something still to happen.
pub(crate) fn accepted(value: &impl Serialize) -> Result<HttpResponse, Problem> {
    let response =
        HttpResponse::build(StatusCode::ACCEPTED).insert_header(NO_STORE).content_type(JSON).body(json(value)?);
    Ok(response)
}

/// 202.
pub(crate) fn accepted_without_content() -> HttpResponse {
    HttpResponse::build(StatusCode::ACCEPTED).insert_header(NO_STORE).finish()
}

/// 204.
pub(crate) fn no_content() -> HttpResponse {
    HttpResponse::build(StatusCode::NO_CONTENT).insert_header(NO_STORE).finish()
}

/// The media type of JSON.
pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The size of a list of ten alarms, so that the buffer of a typical list does not grow.
const CAPACITY: usize = 4_096;

fn json(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::with_capacity(CAPACITY);
    serde_json::to_writer(&mut text, value).map_err(|error| {
        tracing::error!(%error, "a response could not be encoded as JSON");
        Problem::Internal
    })?;
    if text.len() > CAPACITY {
        // A client may take long to read it, and its buffer has grown to up to twice its length.
        text.shrink_to_fit();
    }
    Ok(text)
}
