//! The OpenAPI document, generated from the handlers and their types.

use std::sync::LazyLock;

use actix_web::{HttpResponse, web::Bytes};
use utoipa::OpenApi;

use crate::{
    api::{
        accounts,
        alarms::{self, preview},
        browser, browser_cookie, channels, cities, days_off, faults, push, rings, time, timers, weather,
    },
    caching::NO_STORE,
    error::Details,
    events,
    openapi::problems::RequestProblems,
    ops::health,
};

#[derive(OpenApi)]
#[openapi(
    modifiers(&RequestProblems),
    info(title = "Tokibako", description = "Alarms and timers that belong to a browser."),
    tags(
        (name = "alarms", description = "Alarms ring at a time of day"),
        (name = "timers", description = "Timers ring when they have run out"),
        (name = "cities", description = "The cities and zones that a visitor has chosen"),
        (name = "days off", description = "The days on which alarms do not ring"),
        (name = "rings", description = "Recent rings, and answers to them"),
        (name = "push", description = "Devices that get pushes while the page is closed"),
        (name = "channels", description = "Where else the rings of an account are sent: ntfy servers and webhooks"),
        (name = "accounts", description = "Accounts, which give access to a browser id by a name and a password"),
        (name = "browser", description = "All data of a browser"),
        (name = "weather", description = "The weather of the catalogue's cities"),
        (name = "server", description = "The server itself"),
    ),
    paths(
        alarms::list,
        alarms::create,
        alarms::batch::create,
        alarms::change,
        alarms::toggle,
        alarms::snooze,
        alarms::skip,
        alarms::unskip,
        alarms::delete,
        preview::preview,
        events::alarms,
        timers::list,
        timers::create,
        timers::batch::create,
        timers::change,
        timers::toggle,
        timers::pause,
        timers::extend::extend,
        timers::end::put,
        timers::order::put,
        timers::delete,
        events::timers,
        events::everything,
        rings::list,
        rings::answer,
        rings::heard,
        cities::read,
        cities::put,
        days_off::read,
        days_off::put,
        push::read,
        push::list,
        push::put,
        push::confirm,
        push::test,
        push::delete,
        channels::list,
        channels::create,
        channels::change,
        channels::delete,
        channels::test,
        accounts::register::register,
        accounts::login::login,
        accounts::logout::logout,
        accounts::user::user,
        accounts::password::change,
        accounts::sessions::list,
        accounts::sessions::end_all,
        accounts::sessions::end,
        browser::read,
        browser::forget,
        browser_cookie::read,
        browser_cookie::store,
        faults::report,
        weather::read,
        time::read,
        health::alive,
        health::ready,
        document,
    ),
    components(schemas(Details<'_>))
)]
struct Api;

static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| Api::openapi().to_json().unwrap_or_default().into());

/// Returns this document
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, description = "An OpenAPI document", body = Object))
)]
pub(crate) async fn document() -> HttpResponse {
    HttpResponse::Ok().insert_header(NO_STORE).content_type("application/json").body(DOCUMENT.clone())
}
