//! When an alarm that is not made yet would ring.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokibako_domain::{occurrence::Schedule, zone::Zone};
use utoipa::ToSchema;

use crate::{
    answer, error::Problem, instant::Instant, parameters::PreviewParameters, problems::QueryProblems, query,
    refused::Refused, state::State,
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
pub(crate) async fn preview(state: Data<State>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (schedule, after) = query::read::<PreviewQuery>(&request)?.rule(state.now())?;
    // Only the end of the calendar leaves a rule without a next time.
    let next_trigger = schedule
        .next_after(after)
        .ok_or(Refused::only("after", "after leaves no room for a ring before the year 10000"))?;
    answer::ok(&Preview { next_trigger: Instant(next_trigger) })
}

impl PreviewQuery {
    fn rule(self, now: OffsetDateTime) -> Result<(Schedule, OffsetDateTime), Refused> {
        let mut refused = Refused::default();
        refused.require([("time", self.time.is_some()), ("repeat", self.repeat.is_some())]);
        let time = refused.sent("time", self.time, |it: String| it.parse());
        let repeat = refused.sent("repeat", self.repeat, |it: String| it.parse());
        let zone = refused.sent("timezone", self.timezone, |it: String| it.parse());
        let after = refused.sent("after", self.after, |it| Instant::parse("after", &it));
        let (Some(time), Some(repeat), true) = (time, repeat, refused.is_empty()) else { return Err(refused) };
        Ok((Schedule { time, repeat, zone: zone.unwrap_or(Zone::UTC) }, after.unwrap_or(now)))
    }
}
