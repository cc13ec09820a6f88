//! Moves the end of a running timer.

use actix_web::{HttpResponse, web::Data};
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use tokibako_storage::{Storage, clock::Clock};
use utoipa::ToSchema;

use super::{TimerView, update};
use crate::{
    error::{Problem, ValidationErrors},
    openapi::{
        parameters::{BrowserHeader, RowNumber},
        schema::{self, MOST_RUN_SECONDS},
    },
    request::{
        body::{BrowserBody, fields},
        field::{Sent, WholeNumber},
        row_id::RowId,
    },
    response::instant::Instant,
};

/// The end of a running timer. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TimerEnd)]
pub(crate) struct EndFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::instant_taken)]
    ends_at: Sent<String>,
    /// The total length of the run, or of the present step; as before if it is not sent, and never less than what is left.
    #[schema(schema_with = schema::run_seconds)]
    run_seconds: Sent<WholeNumber>,
}

fields!(EndFields);

impl EndFields {
    fn read(self) -> Result<(OffsetDateTime, Option<Duration>), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("endsAt", self.ends_at.is_some())]);
        let end = errors.sent("endsAt", self.ends_at, |text| Instant::parse("endsAt", &text));
        let run = errors.sent("runSeconds", self.run_seconds, |seconds| {
            let seconds = seconds.number().filter(|seconds| (1..=MOST_RUN_SECONDS).contains(seconds));
            seconds.map(Duration::seconds).ok_or("runSeconds must be a whole number from 1 to 31536000")
        });
        match end {
            Some(end) if errors.is_empty() => Ok((end, run)),
            _ => Err(errors),
        }
    }
}

/// Moves the end of a running timer
///
/// The timer, or its present step, ends at this instant: at once if the instant has passed, and 23:59:59 from now at the
/// latest. A stopped timer, and one that has reached its end and is about to ring, do not change. The request can be
/// repeated.
#[utoipa::path(
    put, path = "/api/timers/{id}/end", tag = "timers", operation_id = "endTimerAt",
    params(BrowserHeader, RowNumber), request_body = EndFields,
    responses((status = 200, description = "The timer", body = TimerView<'_>))
)]
pub(crate) async fn put(
    storage: Data<Storage>,
    clock: Data<Clock>,
    id: RowId,
    BrowserBody { browser, fields }: BrowserBody<EndFields>,
) -> Result<HttpResponse, Problem> {
    let (end, run) = fields.read()?;
    update(&storage, &clock, browser, id, move |timer, now| Ok(timer.ending_at(end, run, now))).await
}
