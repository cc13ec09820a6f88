//! Previews when an alarm would ring.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokibako_domain::{days_off::DaysOff, occurrence::Schedule};
use utoipa::ToSchema;

use super::schedule::{ScheduleFields, check};
use tokibako_storage::clock::Clock;

use crate::{
    error::{Problem, ValidationErrors},
    openapi::{parameters::PreviewParameters, problems::QueryProblems},
    request::{
        field::{Nullable, Sent},
        query,
    },
    response::{self, instant::Instant},
};

/// The schedule of an alarm and the instant to start from.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PreviewQuery {
    time: Option<String>,
    repeat: Option<String>,
    /// Separated by commas.
    days: Option<String>,
    date: Option<String>,
    paused_until: Option<String>,
    rule: Option<String>,
    /// By default the day of `after`.
    from: Option<String>,
    /// UTC by default.
    timezone: Option<String>,
    /// An instant with any offset; now by default.
    after: Option<String>,
}

/// When an alarm rings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Preview {
    next_trigger: Instant,
}

/// Previews when an alarm would ring
#[utoipa::path(
    get, path = "/api/alarms/preview", tag = "alarms", operation_id = "previewAlarm",
    params(PreviewParameters),
    responses((status = 200, description = "The next ring", body = Preview), QueryProblems)
)]
pub(crate) async fn preview(clock: Data<Clock>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (schedule, after) = query::read::<PreviewQuery>(&request)?.schedule(clock.now())?;
    // A valid schedule has no next occurrence only at the end of the calendar.
    let next_trigger = schedule
        .next_after(after, &DaysOff::NONE)
        .ok_or(ValidationErrors::only("after", "after leaves no room for a ring before the year 10000"))?;
    response::ok(&Preview { next_trigger: Instant(next_trigger) })
}

impl PreviewQuery {
    fn schedule(self, now: OffsetDateTime) -> Result<(Schedule, OffsetDateTime), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let names = |days: String| days.split(',').map(ToOwned::to_owned).collect();
        let fields = ScheduleFields {
            time: Sent(self.time),
            repeat: Sent(self.repeat),
            days: Sent(self.days.map(|days| Nullable(Some(names(days))))),
            date: Sent(self.date.map(|date| Nullable(Some(date)))),
            rule: Sent(self.rule.map(|rule| Nullable(Some(rule)))),
            from: Sent(self.from.map(|from| Nullable(Some(from)))),
            timezone: Sent(self.timezone),
            paused_until: Sent(self.paused_until.map(|day| Nullable(Some(day)))),
        };
        let changes = fields.read_whole(&mut errors);
        let after = errors.sent("after", Sent(self.after), |it| Instant::parse("after", &it)).unwrap_or(now);
        let (Some(schedule), true) = (changes.whole(after, &mut errors), errors.is_empty()) else { return Err(errors) };
        check(&schedule, after)?;
        Ok((schedule, after))
    }
}
