//! When an alarm that is not made yet would ring.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokibako_domain::{occurrence::Schedule, zone::Zone};
use utoipa::ToSchema;

use crate::{
    clock::Clock,
    error::{Problem, ValidationErrors},
    openapi::{parameters::PreviewParameters, problems::QueryProblems},
    request::query,
    response::{self, instant::Instant},
};

/// The rule of an alarm and the instant to start from.
#[derive(Deserialize)]
pub(crate) struct PreviewQuery {
    time: Option<String>,
    repeat: Option<String>,
    /// UTC unless named.
    timezone: Option<String>,
    /// An instant with any offset; now unless named.
    after: Option<String>,
}

/// When an alarm rings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Preview {
    next_trigger: Instant,
}

/// When an alarm that is not made yet would ring
#[utoipa::path(
    get,
    path = "/api/alarms/preview",
    tag = "alarms",
    operation_id = "previewAlarm",
    params(PreviewParameters),
    responses((status = 200, description = "The next ring", body = Preview), QueryProblems)
)]
pub(crate) async fn preview(clock: Data<Clock>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (schedule, after) = query::read::<PreviewQuery>(&request)?.rule(clock.now())?;
    // Only the end of the calendar leaves a rule without a next time.
    let next_trigger = schedule
        .next_after(after)
        .ok_or(ValidationErrors::only("after", "after leaves no room for a ring before the year 10000"))?;
    response::ok(&Preview { next_trigger: Instant(next_trigger) })
}

impl PreviewQuery {
    fn rule(self, now: OffsetDateTime) -> Result<(Schedule, OffsetDateTime), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("time", self.time.is_some()), ("repeat", self.repeat.is_some())]);
        let time = errors.sent("time", self.time, |it: String| it.parse());
        let repeat = errors.sent("repeat", self.repeat, |it: String| it.parse());
        let zone = errors.sent("timezone", self.timezone, |it: String| it.parse());
        let after = errors.sent("after", self.after, |it| Instant::parse("after", &it));
        let (Some(time), Some(repeat), true) = (time, repeat, errors.is_empty()) else { return Err(errors) };
        Ok((Schedule { time, repeat, zone: zone.unwrap_or(Zone::UTC) }, after.unwrap_or(now)))
    }
}
