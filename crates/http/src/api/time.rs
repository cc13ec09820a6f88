//! The server's time, for clients that synchronise their clocks.

use actix_web::{HttpResponse, web::Data};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use tokibako_storage::clock::Clock;

use crate::{error::Problem, response};

/// The server's clock when the request was received and when the response is sent, in milliseconds since 1970 with
/// fractions.
///
/// With the client's own two readings they give an estimate of the offset as in NTP (RFC 5905, section 8).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Time)]
pub(crate) struct Readings {
    received_at: f64,
    sent_at: f64,
}

/// Returns the server's time, for clients that synchronise their clocks
#[utoipa::path(
    get, path = "/api/time", tag = "server", operation_id = "readTime",
    responses((status = 200, description = "The readings", body = Readings))
)]
pub(crate) async fn read(clock: Data<Clock>) -> Result<HttpResponse, Problem> {
    let received_at = milliseconds(clock.precise_now());
    response::ok(&Readings { received_at, sent_at: milliseconds(clock.precise_now()) })
}

/// Milliseconds since 1970, to the microsecond.
fn milliseconds(instant: OffsetDateTime) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "microseconds since 1970 fit 53 bits until the year 2255")]
    let microseconds = (instant.unix_timestamp_nanos() / 1_000) as f64;
    microseconds / 1_000.0
}
