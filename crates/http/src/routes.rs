//! What a server is composed of: all paths, their methods, and what every request passes.

use std::sync::LazyLock;

use actix_web::{
    App, Error, HttpResponse, Scope,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::Method,
    middleware::from_fn,
    web::{self, Bytes, Data, ServiceConfig},
};
use tokibako_storage::signals::hints::List;
use utoipa::OpenApi;

use crate::{
    admission,
    api::{
        accounts, accounts::sessions, alarms, browser, channels, cities, days_off, faults, push, rings, rows, time,
        timers, weather,
    },
    caching::NO_STORE,
    components::Components,
    docs,
    endpoint::{API, Endpoint, measure},
    error::Problem,
    events,
    openapi::AdmissionProblems,
    ops as probes,
    ops::Probes,
    request::body,
    response, site,
};

/// Every path of the site.
pub fn app(
    components: &Components,
) -> App<
    impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse, Error = Error, InitError = ()> + use<>,
> {
    App::new()
        .configure(|config| components.register(config))
        .configure(register)
        .wrap(from_fn(admission::check_host))
        .wrap(from_fn(admission::shed))
        .wrap(from_fn(response::add_security_headers))
        .wrap(from_fn(measure))
}

/// Probes and metrics, for an address that visitors cannot reach.
pub fn ops(
    probes: &Probes,
) -> App<
    impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse, Error = Error, InitError = ()> + use<>,
> {
    App::new()
        .app_data(Data::new(probes.clone()))
        .app_data(Data::new(probes.version()))
        .configure(register_ops)
        .wrap(from_fn(response::add_security_headers))
}

/// The paths of the API, the most requested first: how they are registered, and their description. In brackets is the list
/// of a browser that a write changes there; what changes none of them, or does so by its handler, has empty ones. `get` also
/// answers HEAD.
macro_rules! endpoints {
    ($($path:literal [$($list:ident)?]: $($method:ident $($handler:ident)::+),+;)*) => {
        fn described(api: Scope) -> Scope {
            api$(.service({
                let endpoint = Endpoint::path($path)$(.changing(List::$list))?;
                $(let endpoint = endpoints!(@on endpoint, $method, $($handler)::+);)+
                endpoint.done()
            }))*
        }

        #[derive(OpenApi)]
        #[openapi(paths($($($($handler)::+),+),*))]
        struct Described;
    };
    (@on $endpoint:ident, get, $handler:path) => { $endpoint.get($handler) };
    (@on $endpoint:ident, stream, $handler:path) => { $endpoint.on(Method::GET, $handler) };
    (@on $endpoint:ident, $method:ident, $handler:path) => { $endpoint.on(Method::$method, $handler) };
}

endpoints! {
    "/api/alarms" [Alarms]: get alarms::list, POST alarms::create;
    "/api/timers" [Timers]: get timers::list, POST timers::create;
    "/api/time" []: get time::read;
    "/api/alarms/notifications" []: stream events::alarms;
    "/api/timers/notifications" []: stream events::timers;
    "/api/timers/order" [Timers]: PUT timers::put_order;
    "/api/timers/batch" [Timers]: POST rows::create_timers;
    "/api/events" []: stream events::everything;
    "/api/rings" []: get rings::list;
    "/api/rings/answer" []: POST rings::answer;
    "/api/rings/heard" []: POST rings::heard;
    "/api/alarms/preview" []: get alarms::preview;
    "/api/alarms/batch" [Alarms]: POST rows::create_alarms;
    "/api/alarms/{id}" [Alarms]: PATCH alarms::change, DELETE alarms::delete;
    "/api/timers/{id}" [Timers]: PATCH timers::change, DELETE timers::delete;
    "/api/weather" []: get weather::read;
    "/api/alarms/{id}/toggle" [Alarms]: POST alarms::toggle;
    "/api/timers/{id}/toggle" [Timers]: POST timers::toggle;
    "/api/timers/{id}/pause" [Timers]: POST timers::pause;
    "/api/timers/{id}/extend" [Timers]: POST timers::extend;
    "/api/timers/{id}/end" [Timers]: PUT timers::put_end;
    "/api/alarms/{id}/snooze" [Alarms]: POST alarms::snooze;
    "/api/alarms/{id}/skip" [Alarms]: POST alarms::skip, DELETE alarms::unskip;
    "/api/user" []: get accounts::user;
    "/api/login" []: POST accounts::login;
    "/api/register" []: POST accounts::register;
    "/api/logout" []: POST accounts::logout;
    "/api/password" []: POST accounts::change_password;
    "/api/sessions" []: get sessions::list, DELETE sessions::end_all;
    "/api/sessions/{id}" []: DELETE sessions::end;
    "/api/browser" []: get browser::read, DELETE browser::forget;
    "/api/browser/id" []: get browser::read_id, PUT browser::store_id;
    "/api/faults" []: POST faults::report;
    "/api/cities" [Cities]: get cities::read, PUT cities::put;
    "/api/days-off" [DaysOff]: get days_off::read, PUT days_off::put;
    "/api/push" []: get push::read;
    "/api/push/devices" []: get push::list;
    "/api/push/devices/{uuid}" []: PUT push::put, DELETE push::delete;
    "/api/push/devices/{uuid}/confirm" []: POST push::confirm;
    "/api/push/devices/{uuid}/test" []: POST push::test;
    "/api/channels" []: get channels::list, POST channels::create;
    "/api/channels/{uuid}" []: PATCH channels::change, DELETE channels::delete;
    "/api/channels/{uuid}/test" []: POST channels::test;
    "/api/openapi.json" []: get document;
}

static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| docs::with_paths(Described::openapi()));

/// Returns this document
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, description = "An OpenAPI document", body = Object), AdmissionProblems)
)]
async fn document() -> HttpResponse {
    HttpResponse::Ok().insert_header(NO_STORE).content_type("application/json").body(DOCUMENT.clone())
}

fn register(cfg: &mut ServiceConfig) {
    let api = described(web::scope(API))
        .service(Endpoint::path("/api/docs").get(docs::page).done())
        .service(Endpoint::path("/api/docs/{file}").get(docs::file).done())
        .default_service(web::to(no_such_path))
        .wrap(from_fn(admission::name_renewed))
        .wrap(from_fn(events::notify))
        .wrap(from_fn(admission::admit))
        .wrap(from_fn(body::read_rest));
    cfg.service(api);
    cfg.service(Endpoint::path("/healthz").get(probes::alive).done())
        .service(Endpoint::path("/readyz").get(probes::ready).done())
        .service(Endpoint::path("/problems/{name}").get(docs::problem_page).done())
        .service(Endpoint::path("/.well-known/security.txt").get(probes::security_txt).done());
    cfg.default_service(web::to(site::page));
}

fn register_ops(cfg: &mut ServiceConfig) {
    cfg.service(Endpoint::path("/healthz").get(probes::alive).done())
        .service(Endpoint::path("/readyz").get(probes::probe_ready).done())
        .service(Endpoint::path("/metrics").get(probes::read_metrics).done())
        .service(Endpoint::path("/problems/{name}").get(docs::problem_page).done());
    cfg.default_service(web::to(no_such_path));
}

async fn no_such_path() -> Result<HttpResponse, Problem> {
    Err(Problem::NoSuchPath)
}
