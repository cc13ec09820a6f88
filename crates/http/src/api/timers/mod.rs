//! Timers over HTTP: list, create, change, toggle, pause, extend, move the end, order, delete; many are created by a batch.

pub(crate) mod batch;
pub(crate) mod end;
pub(crate) mod extend;
mod fields;
mod length;
pub(crate) mod order;
mod steps;
mod view;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    row_limit::RowLimit,
    timer::{NewTimer, Timer, TimerId},
};
use tokibako_storage::{Storage, clock::Clock, timers};

use self::fields::TimerFields;
pub(crate) use self::view::TimerView;
use crate::{
    error::{Problem, ValidationErrors},
    limits::{
        Limits,
        bounds::{NEW_ROWS, RINGS},
    },
    openapi::{
        parameters::{BrowserHeader, RowNumber},
        problems::CapacityProblems,
    },
    request::{body::BrowserBody, browser::Browser, row_id::RowId},
    response,
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
    let timers = timers::with_keys(&storage, browser).await?;
    response::ok(&TimerView::list(&timers, clock.now()))
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
    let (key, (settings, start)) = ValidationErrors::both(fields.client_key(), fields.whole_timer())?;
    limits.take_by_address(&NEW_ROWS, &request)?;
    let now = clock.now();
    let timer = NewTimer::new(browser, settings, start, now);
    limits.deferred(&RINGS, &request)(timer.steps_begun().into())?;
    let timer = timers::insert_keyed(&storage, timer, Some(**row_limit), key).await?;
    response::created(&format!("/api/timers/{}", timer.id.0), &TimerView::at(&timer, now).keyed(key))
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
    storage: Data<Storage>,
    clock: Data<Clock>,
    id: RowId,
    BrowserBody { browser, fields }: BrowserBody<TimerFields>,
) -> Result<HttpResponse, Problem> {
    let changes = fields.changes()?;
    let rings = limits.deferred(&RINGS, &request);
    let change = move |timer: Timer, now| {
        let after = changes.of(timer.clone(), now)?;
        rings(after.steps_begun(Some(&timer)).into()).map(|()| after)
    };
    update(&storage, &clock, browser, id, change).await
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
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
    id: RowId,
) -> Result<HttpResponse, Problem> {
    let rings = limits.deferred(&RINGS, &request);
    let toggle = move |timer: Timer, now| {
        let after = timer.clone().toggled(now);
        rings(after.steps_begun(Some(&timer)).into()).map(|()| after)
    };
    update(&storage, &clock, browser, id, toggle).await
}

/// Pauses a timer; a timer that is not running does not change
#[utoipa::path(
    post, path = "/api/timers/{id}/pause", tag = "timers", operation_id = "pauseTimer",
    params(BrowserHeader, RowNumber),
    responses((status = 200, description = "The timer", body = TimerView<'_>))
)]
pub(crate) async fn pause(
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
    id: RowId,
) -> Result<HttpResponse, Problem> {
    update(&storage, &clock, browser, id, |timer, now| Ok(timer.paused(now))).await
}

/// Deletes a timer
#[utoipa::path(
    delete, path = "/api/timers/{id}", tag = "timers", operation_id = "deleteTimer",
    params(BrowserHeader, RowNumber),
    responses((status = 204, description = "The timer is deleted"))
)]
pub(crate) async fn delete(
    storage: Data<Storage>,
    Browser(browser): Browser,
    id: RowId,
) -> Result<HttpResponse, Problem> {
    timers::delete(&storage, browser, TimerId(id.number()?)).await?;
    Ok(response::no_content())
}

/// Changes a timer. The clock is read when its row is locked, because another request may change it before that.
async fn update(
    storage: &Storage,
    clock: &Data<Clock>,
    browser: BrowserId,
    id: RowId,
    change: impl FnOnce(Timer, OffsetDateTime) -> Result<Timer, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let locked = clock.clone();
    let change = move |timer| change(timer, locked.now());
    let timer = timers::update(storage, browser, TimerId(id.number()?), change).await??;
    response::ok(&TimerView::at(&timer, clock.now()))
}
