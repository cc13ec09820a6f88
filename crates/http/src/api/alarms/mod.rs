//! Alarms over HTTP: list, create, change, toggle, snooze, skip, delete. Many are created by `api::rows`.

pub(crate) mod json;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use tokibako_domain::{
    alarm::{Alarm, NewAlarm, SkipError},
    browser_id::RowLimit,
    days_off::DaysOff,
};
use tokibako_storage::{Storage, clock::Clock, owned::KeyedRow};
use utoipa::ToSchema;

use self::json::{AlarmFields, AlarmView, NewAlarmBody, PreviewQuery, check};
use super::rows::{self, RowRequest};
use crate::{
    error::{Problem, ValidationErrors},
    limits::{AddressLimit, Limits},
    openapi::{
        BrowserHeader, CapacityProblems, PreviewParameters, QueryProblems, RingParameter, RowNumber, StateProblems,
    },
    request::{
        body::BrowserBody,
        field::Sent,
        head::{self, Browser},
    },
    response::{self, Instant},
};

/// Lists all alarms of the browser, by time, then id
#[utoipa::path(
    get, path = "/api/alarms", tag = "alarms", operation_id = "listAlarms",
    params(BrowserHeader),
    responses((status = 200, description = "The alarms", body = [AlarmView<'_>]))
)]
pub(crate) async fn list(
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
) -> Result<HttpResponse, Problem> {
    rows::list::<Alarm>(&storage, &clock, browser).await
}

/// Creates an alarm
///
/// If the browser already has an alarm with the same `clientKey`, the response is that alarm, so the request can be
/// repeated.
#[utoipa::path(
    post, path = "/api/alarms", tag = "alarms", operation_id = "createAlarm",
    params(BrowserHeader), request_body = NewAlarmBody,
    responses(
        (
            status = 201, description = "The alarm", body = AlarmView<'_>,
            headers(("Location" = String, description = "The path of the alarm"))
        ),
        CapacityProblems
    )
)]
pub(crate) async fn create(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    row_limit: Data<RowLimit>,
    BrowserBody { browser, mut fields }: BrowserBody<AlarmFields>,
) -> Result<HttpResponse, Problem> {
    let now = clock.now();
    let (key, (settings, on)) = ValidationErrors::both(fields.client_key(), fields.complete_alarm(now))?;
    limits.take_by_address(AddressLimit::NewRows, &request)?;
    limits.admit_owner(&storage, &request, browser).await?;
    let alarm = KeyedRow { row: NewAlarm::new(browser, settings, on, now), key };
    rows::create::<Alarm>(&storage, alarm, **row_limit, now).await
}

/// Changes the sent fields of an alarm
#[utoipa::path(
    patch, path = "/api/alarms/{id}", tag = "alarms", operation_id = "changeAlarm",
    params(BrowserHeader, RowNumber), request_body = AlarmFields,
    responses((status = 200, description = "The alarm", body = AlarmView<'_>))
)]
pub(crate) async fn change(
    row: RowRequest,
    BrowserBody { fields, .. }: BrowserBody<AlarmFields>,
) -> Result<HttpResponse, Problem> {
    let changes = fields.changes()?;
    rows::update(row, move |alarm: Alarm, now| changes.of(alarm, now)).await
}

/// Switches an alarm on or off
#[utoipa::path(
    post, path = "/api/alarms/{id}/toggle", tag = "alarms", operation_id = "toggleAlarm",
    params(BrowserHeader, RowNumber),
    responses((status = 200, description = "The alarm", body = AlarmView<'_>), StateProblems)
)]
pub(crate) async fn toggle(row: RowRequest) -> Result<HttpResponse, Problem> {
    let toggle = |alarm: Alarm, now| {
        if !alarm.arming.is_on() {
            check(&alarm.settings.schedule, now)?;
        }
        Ok::<_, ValidationErrors>(alarm.toggled(now))
    };
    rows::update(row, toggle).await
}

/// Snoozes an alarm: it rings again after its snooze interval
#[utoipa::path(
    post, path = "/api/alarms/{id}/snooze", tag = "alarms", operation_id = "snoozeAlarm",
    params(BrowserHeader, RowNumber),
    responses((status = 200, description = "The alarm", body = AlarmView<'_>))
)]
pub(crate) async fn snooze(row: RowRequest) -> Result<HttpResponse, Problem> {
    rows::update(row, |alarm: Alarm, now| Ok::<_, Problem>(alarm.snoozed(now))).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SkipQuery {
    scheduled_for: Option<String>,
}

/// Skips the next ring of an alarm
///
/// If the alarm is snoozed, that is the ring at the end of the snooze; an alarm that rings once is then switched off.
/// With `scheduledFor`, the instant of a ring, that ring is skipped; if another ring is next, nothing changes.
#[utoipa::path(
    post, path = "/api/alarms/{id}/skip", tag = "alarms", operation_id = "skipAlarm",
    params(BrowserHeader, RowNumber, RingParameter),
    responses((status = 200, description = "The alarm", body = AlarmView<'_>), StateProblems)
)]
pub(crate) async fn skip(row: RowRequest, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: SkipQuery = head::query(&request)?;
    let mut errors = ValidationErrors::default();
    let ring = errors.sent("scheduledFor", Sent(query.scheduled_for), |text| Instant::parse("scheduledFor", &text));
    errors.none()?;
    let skip = move |alarm: Alarm, now| {
        let skipping = match ring {
            Some(ring) => alarm.skipping_ring(ring, now),
            None => alarm.skipping(now),
        };
        skipping.map_err(|error| {
            let field = match error {
                SkipError::Off => "enabled",
                SkipError::RingsOnce => "repeat",
            };
            ValidationErrors::only(field, error)
        })
    };
    rows::update(row, skip).await
}

/// Restores the skipped ring of an alarm
#[utoipa::path(
    delete, path = "/api/alarms/{id}/skip", tag = "alarms", operation_id = "unskipAlarm",
    params(BrowserHeader, RowNumber),
    responses((status = 200, description = "The alarm", body = AlarmView<'_>))
)]
pub(crate) async fn unskip(row: RowRequest) -> Result<HttpResponse, Problem> {
    rows::update(row, |alarm: Alarm, now| Ok::<_, Problem>(alarm.unskipped(now))).await
}

/// Deletes an alarm
#[utoipa::path(
    delete, path = "/api/alarms/{id}", tag = "alarms", operation_id = "deleteAlarm",
    params(BrowserHeader, RowNumber),
    responses((status = 204, description = "The alarm is deleted"))
)]
pub(crate) async fn delete(row: RowRequest) -> Result<HttpResponse, Problem> {
    rows::delete::<Alarm>(row).await
}

/// When an alarm rings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Preview {
    next_trigger: Instant,
}

/// Previews when an alarm would ring
#[utoipa::path(
    get, path = "/api/alarms/preview", tag = "alarms", operation_id = "previewAlarm",
    params(PreviewParameters),
    responses((status = 200, description = "The next ring", body = Preview), QueryProblems)
)]
pub(crate) async fn preview(clock: Data<Clock>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (schedule, after) = head::query::<PreviewQuery>(&request)?.schedule(clock.now())?;
    // A valid schedule has no next occurrence only at the end of the calendar.
    let next_trigger = schedule
        .next_after(after, &DaysOff::NONE)
        .ok_or(ValidationErrors::only("after", "after leaves no room for a ring before the year 10000"))?;
    response::ok(&Preview { next_trigger: Instant(next_trigger) })
}
