//! Timers over HTTP: list, create, change, toggle, pause, extend, move the end, order, delete. Many are created by
//! `api::rows`.

pub(crate) mod json;
mod plan;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    browser_id::RowLimit,
    length::TimerLength,
    timer::{NewTimer, Timer, TimerId, TimerOrder, TimerOrderError},
};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    owned::KeyedRow,
    rings::{self, Extension},
    timers,
};
use utoipa::ToSchema;

use self::json::{TimerFields, TimerView};
use super::rows::{self, RowRequest};
use crate::{
    error::{Problem, ValidationErrors},
    events::Hints,
    limits::{AddressLimit, Limits, bounds::MOST_MOVED},
    openapi::{
        BrowserHeader, CapacityProblems, RowNumber,
        schema::{self, MOST_RUN_SECONDS},
    },
    request::{
        body::{BrowserBody, fields},
        field::{Sent, WholeNumber},
        head::{Browser, ClientId, RowId},
    },
    response::{self, Instant},
};

/// Lists all timers of the browser, in the chosen order, else by creation, then id
#[utoipa::path(
    get, path = "/api/timers", tag = "timers", operation_id = "listTimers",
    params(BrowserHeader),
    responses((status = 200, description = "The timers", body = [TimerView<'_>]))
)]
pub(crate) async fn list(
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
) -> Result<HttpResponse, Problem> {
    rows::list::<Timer>(&storage, &clock, browser).await
}

/// Creates a timer
#[utoipa::path(
    post, path = "/api/timers", tag = "timers", operation_id = "createTimer",
    params(BrowserHeader), request_body = TimerFields,
    responses(
        (
            status = 201, description = "The timer", body = TimerView<'_>,
            headers(("Location" = String, description = "The path of the timer"))
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
    BrowserBody { browser, mut fields }: BrowserBody<TimerFields>,
) -> Result<HttpResponse, Problem> {
    let (key, (settings, start)) = ValidationErrors::both(fields.client_key(), fields.complete_timer())?;
    limits.take_by_address(AddressLimit::NewRows, &request)?;
    limits.admit_owner(&storage, &request, browser).await?;
    let now = clock.now();
    let timer = NewTimer::new(browser, settings, start, now);
    limits.deferred(AddressLimit::Rings, &request)(timer.steps_begun().into())?;
    rows::create::<Timer>(&storage, KeyedRow { row: timer, key }, **row_limit, now).await
}

/// Changes the sent fields of a timer
///
/// A new length, new steps, new rounds and `enabled` 0 reset the timer; `enabled` 1 starts it with its remaining time.
#[utoipa::path(
    patch, path = "/api/timers/{id}", tag = "timers", operation_id = "changeTimer",
    params(BrowserHeader, RowNumber), request_body = TimerFields,
    responses((status = 200, description = "The timer", body = TimerView<'_>))
)]
pub(crate) async fn change(
    request: HttpRequest,
    limits: Data<Limits>,
    row: RowRequest,
    BrowserBody { fields, .. }: BrowserBody<TimerFields>,
) -> Result<HttpResponse, Problem> {
    let changes = fields.changes()?;
    let rings = limits.deferred(AddressLimit::Rings, &request);
    let change = move |timer: Timer, now| {
        let after = changes.of(timer.clone(), now)?;
        rings(after.steps_begun(Some(&timer)).into()).map(|()| after)
    };
    rows::update(row, change).await
}

/// Starts or pauses a timer
#[utoipa::path(
    post, path = "/api/timers/{id}/toggle", tag = "timers", operation_id = "toggleTimer",
    params(BrowserHeader, RowNumber),
    responses((status = 200, description = "The timer", body = TimerView<'_>))
)]
pub(crate) async fn toggle(
    request: HttpRequest,
    limits: Data<Limits>,
    row: RowRequest,
) -> Result<HttpResponse, Problem> {
    let rings = limits.deferred(AddressLimit::Rings, &request);
    let toggle = move |timer: Timer, now| {
        let after = timer.clone().toggled(now);
        rings(after.steps_begun(Some(&timer)).into()).map(|()| after)
    };
    rows::update(row, toggle).await
}

/// Pauses a timer; a timer that is not running does not change
#[utoipa::path(
    post, path = "/api/timers/{id}/pause", tag = "timers", operation_id = "pauseTimer",
    params(BrowserHeader, RowNumber),
    responses((status = 200, description = "The timer", body = TimerView<'_>))
)]
pub(crate) async fn pause(row: RowRequest) -> Result<HttpResponse, Problem> {
    rows::update(row, |timer: Timer, now| Ok::<_, Problem>(timer.paused(now))).await
}

/// Deletes a timer
#[utoipa::path(
    delete, path = "/api/timers/{id}", tag = "timers", operation_id = "deleteTimer",
    params(BrowserHeader, RowNumber),
    responses((status = 204, description = "The timer is deleted"))
)]
pub(crate) async fn delete(row: RowRequest) -> Result<HttpResponse, Problem> {
    rows::delete::<Timer>(row).await
}

/// Time to add to a timer. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TimerExtension)]
pub(crate) struct ExtensionFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::total_seconds)]
    seconds: Sent<WholeNumber>,
    /// The instant of the ring that this answers. If several devices answer the ring, only the first extends the timer.
    #[schema(schema_with = schema::instant_taken)]
    scheduled_for: Sent<String>,
    /// The end to move. If the timer does not end at this instant, nothing changes, so the request can be repeated.
    #[schema(schema_with = schema::instant_taken)]
    ends_at: Sent<String>,
}

fields!(ExtensionFields);

impl ExtensionFields {
    fn read(self, timer: TimerId) -> Result<Extension, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let by = errors.required("seconds", self.seconds, |seconds| {
            let length = seconds.number().and_then(|seconds| TimerLength::from_total_seconds(seconds).ok());
            length.ok_or("seconds must be a whole number from 1 to 86399")
        });
        let ring = errors.sent("scheduledFor", self.scheduled_for, |text| Instant::parse("scheduledFor", &text));
        let end = errors.sent("endsAt", self.ends_at, |text| Instant::parse("endsAt", &text));
        match by {
            Some(by) if errors.is_empty() => Ok(Extension { timer, by, ring, end }),
            _ => Err(errors),
        }
    }
}

/// Adds time to a timer
///
/// A running timer ends later, and a paused one has more time left. A timer at its end runs for the added time, and its
/// ring is answered with `stop` on all devices. At most 23:59:59 are left afterwards. With `scheduledFor` the request
/// answers that ring: if the ring was already answered, nothing changes. With `endsAt` only that end is moved.
#[utoipa::path(
    post, path = "/api/timers/{id}/extend", tag = "timers", operation_id = "extendTimer",
    params(BrowserHeader, RowNumber), request_body = ExtensionFields,
    responses((status = 200, description = "The timer", body = TimerView<'_>))
)]
pub(crate) async fn extend(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    hints: Data<Hints>,
    id: RowId,
    BrowserBody { browser, fields }: BrowserBody<ExtensionFields>,
) -> Result<HttpResponse, Problem> {
    let extension = fields.read(TimerId(id.number()?))?;
    let locked = clock.clone();
    let rings = limits.deferred(AddressLimit::Rings, &request);
    let extended = match rings::extend(&storage, browser, extension, move || locked.now(), rings).await {
        Err(Error::NotFound) if extension.ring.is_some() => return Err(Problem::NoSuchRing),
        extended => extended??,
    };
    if let Some((ring, answered)) = extended.stopped {
        hints.answered(browser, ring, answered, ClientId::of(&request).0);
    }
    response::ok(&TimerView::at(&extended.timer, clock.now()))
}

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
        let end = errors.required("endsAt", self.ends_at, |text| Instant::parse("endsAt", &text));
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
pub(crate) async fn put_end(
    row: RowRequest,
    BrowserBody { fields, .. }: BrowserBody<EndFields>,
) -> Result<HttpResponse, Problem> {
    let (end, run) = fields.read()?;
    rows::update(row, move |timer: Timer, now| Ok::<_, Problem>(timer.ending_at(end, run, now))).await
}

/// An order of timers. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TimerOrder)]
pub(crate) struct OrderFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    /// The ids of timers in their new order. Ids of timers that the browser does not have are ignored.
    #[schema(required = true, schema_with = schema::ordered_ids)]
    ids: Sent<Vec<WholeNumber>>,
}

fields!(OrderFields);

impl OrderFields {
    fn read(self) -> Result<TimerOrder, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let order = errors.required("ids", self.ids, |ids| {
            let ids = ids.iter().map(|id| id.number().map(TimerId)).collect::<Option<_>>();
            TimerOrder::new(ids.ok_or(TimerOrderError)?)
        });
        order.ok_or(errors)
    }
}

/// Sets the order of timers
///
/// The named timers are listed first, in this order. The others follow in their previous order, and new timers come
/// last.
#[utoipa::path(
    put, path = "/api/timers/order", tag = "timers", operation_id = "orderTimers",
    params(BrowserHeader), request_body = OrderFields,
    responses((status = 204, description = "The timers have this order"))
)]
pub(crate) async fn put_order(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    BrowserBody { browser, fields }: BrowserBody<OrderFields>,
) -> Result<HttpResponse, Problem> {
    let order = fields.read()?;
    let named = u32::try_from(order.ids().len()).unwrap_or(MOST_MOVED);
    limits.deferred(AddressLimit::MovedRows, &request)(named.min(MOST_MOVED))?;
    timers::put_in_order(&storage, browser, order).await?;
    Ok(response::no_content())
}
