//! Days off over HTTP: read, and replaced as a whole.

mod fields;
mod view;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use tokibako_storage::{Storage, clock::Clock, days_off, signals::hints::List};

pub(crate) use self::view::RangeView;
use self::{fields::DaysOffFields, view::DaysOffView};
use crate::{
    error::Problem,
    events::Hints,
    limits::{
        Limits,
        bounds::{DAYS_OFF, NEW_ROWS},
    },
    openapi::parameters::BrowserHeader,
    request::{body::BrowserBody, browser::Browser, origin::Origin},
    response,
};

/// How many tokens of new rows a list of so many ranges takes. Ten ranges have at most 2.7 KB.
fn tokens(ranges: usize) -> u32 {
    1 + u32::try_from(ranges / 10).unwrap_or(u32::MAX - 1)
}

/// Lists the days off of this browser
#[utoipa::path(
    get, path = "/api/days-off", tag = "days off", operation_id = "readDaysOff",
    params(BrowserHeader),
    responses((status = 200, description = "The ranges, by their days", body = DaysOffView<'_>))
)]
pub(crate) async fn read(
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
) -> Result<HttpResponse, Problem> {
    let list = days_off::read(&storage, browser).await?.recent(clock.now().date());
    response::ok(&DaysOffView::of(&list))
}

/// Replaces the days off
///
/// The alarms that are silent on days off move with them. Ranges that share days become one; those that ended more than
/// a week ago are dropped. If two devices replace the list, the later request wins.
#[utoipa::path(
    put, path = "/api/days-off", tag = "days off", operation_id = "putDaysOff",
    params(BrowserHeader), request_body = DaysOffFields,
    responses((status = 200, description = "The ranges, by their days", body = DaysOffView<'_>))
)]
pub(crate) async fn put(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    hints: Data<Hints>,
    BrowserBody { browser, fields }: BrowserBody<DaysOffFields>,
) -> Result<HttpResponse, Problem> {
    let list = fields.list()?;
    limits.take_by_address(&DAYS_OFF, &request)?;
    let (new_rows, after) = (limits.deferred(&NEW_ROWS, &request), tokens(list.ranges().len()));
    let admit = move |before: Option<usize>| new_rows(after.saturating_sub(before.map_or(0, tokens)));
    let (list, moved) = days_off::put(&storage, browser, list, &clock, admit).await??;
    if moved {
        hints.changed(browser, List::Alarms, Origin::of(&request).0);
    }
    response::ok(&DaysOffView::of(&list))
}
