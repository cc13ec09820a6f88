//! Timers over HTTP: list, create, change, toggle, delete.

mod fields;
mod length;
mod view;

use std::convert::Infallible;

use actix_web::{HttpResponse, web::Data};
use tokibako_domain::timer::{NewTimer, Timer, TimerId};

use self::fields::TimerFields;
pub(crate) use self::view::TimerView;
use crate::{
    answer,
    body::FromBrowser,
    browser::Browser,
    error::Problem,
    parameters::{BrowserHeader, RowNumber},
    problems::{BodyProblems, BrowserProblems, CapacityProblems, RowProblems, ServerProblems},
    row_id::RowId,
    state::State,
};

/// All timers of the browser, by creation, then id
#[utoipa::path(
    get,
    path = "/api/timers",
    tag = "timers",
    operation_id = "listTimers",
    params(BrowserHeader),
    responses(
        (status = 200, description = "The timers", body = [TimerView<'_>]),
        BrowserProblems,
        ServerProblems
    )
)]
pub(crate) async fn list(state: Data<State>, Browser(browser): Browser) -> Result<HttpResponse, Problem> {
    let timers = tokibako_storage::timers::list(&state.storage, browser).await?;
    let now = state.now();
    answer::ok(&timers.iter().map(|timer| TimerView::at(timer, now)).collect::<Vec<_>>())
}

/// Makes a timer
#[utoipa::path(
    post,
    path = "/api/timers",
    tag = "timers",
    operation_id = "createTimer",
    params(BrowserHeader),
    request_body = TimerFields,
    responses(
        (
            status = 201,
            description = "The timer",
            body = TimerView<'_>,
            headers(("Location" = String, description = "The path of the timer"))
        ),
        BodyProblems,
        CapacityProblems,
        ServerProblems
    )
)]
pub(crate) async fn create(
    state: Data<State>,
    FromBrowser { browser, fields }: FromBrowser<TimerFields>,
) -> Result<HttpResponse, Problem> {
    let (settings, start) = fields.whole_timer()?;
    let now = state.now();
    let timer = NewTimer::new(browser, settings, start, now);
    let timer = match state.capacity {
        None => tokibako_storage::timers::insert(&state.storage, timer).await?,
        Some(most) => tokibako_storage::timers::insert_among(&state.storage, timer, most.get()).await?,
    };
    answer::created(&format!("/api/timers/{}", timer.id.0), &TimerView::at(&timer, now))
}

/// Changes the fields that are sent
///
/// A new length resets the timer, and so does `enabled` 0; `enabled` 1 runs it from what remains.
#[utoipa::path(
    patch,
    path = "/api/timers/{id}",
    tag = "timers",
    operation_id = "changeTimer",
    params(BrowserHeader, RowNumber),
    request_body = TimerFields,
    responses(
        (status = 200, description = "The timer", body = TimerView<'_>),
        BodyProblems,
        RowProblems,
        ServerProblems
    )
)]
pub(crate) async fn change(
    state: Data<State>,
    id: RowId,
    FromBrowser { browser, fields }: FromBrowser<TimerFields>,
) -> Result<HttpResponse, Problem> {
    let changes = fields.changes()?;
    let clock = state.clone();
    // Read once the row is locked: another change may come in between, by a later reading.
    let change = move |timer| changes.of(timer, clock.now());
    let timer = tokibako_storage::timers::update(&state.storage, browser, TimerId(id.number()?), change).await??;
    answer::ok(&TimerView::at(&timer, state.now()))
}

/// Starts or pauses a timer
#[utoipa::path(
    post,
    path = "/api/timers/{id}/toggle",
    tag = "timers",
    operation_id = "toggleTimer",
    params(BrowserHeader, RowNumber),
    responses(
        (status = 200, description = "The timer", body = TimerView<'_>),
        BrowserProblems,
        RowProblems,
        ServerProblems
    )
)]
pub(crate) async fn toggle(state: Data<State>, Browser(browser): Browser, id: RowId) -> Result<HttpResponse, Problem> {
    let clock = state.clone();
    let toggle = move |timer: Timer| Ok::<_, Infallible>(timer.toggled(clock.now()));
    let Ok(timer) = tokibako_storage::timers::update(&state.storage, browser, TimerId(id.number()?), toggle).await?;
    answer::ok(&TimerView::at(&timer, state.now()))
}

/// Deletes a timer
#[utoipa::path(
    delete,
    path = "/api/timers/{id}",
    tag = "timers",
    operation_id = "deleteTimer",
    params(BrowserHeader, RowNumber),
    responses(
        (status = 204, description = "It is gone"),
        BrowserProblems,
        RowProblems,
        ServerProblems
    )
)]
pub(crate) async fn delete(state: Data<State>, Browser(browser): Browser, id: RowId) -> Result<HttpResponse, Problem> {
    tokibako_storage::timers::delete(&state.storage, browser, TimerId(id.number()?)).await?;
    Ok(answer::no_content())
}
