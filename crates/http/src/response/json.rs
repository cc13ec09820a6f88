//! Answers that went well: JSON, stored by a cache where all may see it, and only there.

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

/// 200 with `value` as JSON, the same for everybody and for so long.
pub(crate) fn shared(value: &impl Serialize, time: Duration) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::build(StatusCode::OK).insert_header(stored_for(time)).content_type(JSON).body(json(value)?))
}

/// 201 with `value` as JSON and the path where it now lives.
pub(crate) fn created(path: &str, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::build(StatusCode::CREATED)
        .insert_header(NO_STORE)
        .insert_header((header::LOCATION, path))
        .content_type(JSON)
        .body(json(value)?))
}

/// 204: done, and nothing to say.
pub(crate) fn no_content() -> HttpResponse {
    HttpResponse::build(StatusCode::NO_CONTENT).insert_header(NO_STORE).finish()
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// As much as a list of ten alarms takes, which would otherwise be moved again and again as it grows.
const ROOM: usize = 4_096;

fn json(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut text, value).map_err(|error| {
        tracing::error!(%error, "an answer could not be written as JSON");
        Problem::Internal
    })?;
    Ok(text)
}
