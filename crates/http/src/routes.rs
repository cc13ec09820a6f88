//! What a server is composed of: all paths, their methods, and what every request passes.

use actix_web::{
    App, Error, HttpResponse,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::Method,
    middleware::from_fn,
    web::{self, Data, ServiceConfig},
};

use crate::{
    admission,
    api::{
        accounts, accounts::sessions, alarms, browser, channels, cities, days_off, faults, push, rings, rows, time,
        timers, weather,
    },
    components::Components,
    docs,
    endpoint::{API, Endpoint, measure},
    error::Problem,
    events, ops as probes,
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

/// Registers every path of the site, the most requested first.
fn register(cfg: &mut ServiceConfig) {
    let api = web::scope(API)
        .service(Endpoint::path("/api/alarms").get(alarms::list).on(Method::POST, alarms::create).done())
        .service(Endpoint::path("/api/timers").get(timers::list).on(Method::POST, timers::create).done())
        .service(Endpoint::path("/api/time").get(time::read).done())
        .service(Endpoint::path("/api/alarms/notifications").on(Method::GET, events::alarms).done())
        .service(Endpoint::path("/api/timers/notifications").on(Method::GET, events::timers).done())
        .service(Endpoint::path("/api/timers/order").on(Method::PUT, timers::put_order).done())
        .service(Endpoint::path("/api/timers/batch").on(Method::POST, rows::create_timers).done())
        .service(Endpoint::path("/api/events").on(Method::GET, events::everything).done())
        .service(Endpoint::path("/api/rings").get(rings::list).done())
        .service(Endpoint::path("/api/rings/answer").on(Method::POST, rings::answer).done())
        .service(Endpoint::path("/api/rings/heard").on(Method::POST, rings::heard).done())
        .service(Endpoint::path("/api/alarms/preview").get(alarms::preview).done())
        .service(Endpoint::path("/api/alarms/batch").on(Method::POST, rows::create_alarms).done())
        .service(
            Endpoint::path("/api/alarms/{id}")
                .on(Method::PATCH, alarms::change)
                .on(Method::DELETE, alarms::delete)
                .done(),
        )
        .service(
            Endpoint::path("/api/timers/{id}")
                .on(Method::PATCH, timers::change)
                .on(Method::DELETE, timers::delete)
                .done(),
        )
        .service(Endpoint::path("/api/weather").get(weather::read).done())
        .service(Endpoint::path("/api/alarms/{id}/toggle").on(Method::POST, alarms::toggle).done())
        .service(Endpoint::path("/api/timers/{id}/toggle").on(Method::POST, timers::toggle).done())
        .service(Endpoint::path("/api/timers/{id}/pause").on(Method::POST, timers::pause).done())
        .service(Endpoint::path("/api/timers/{id}/extend").on(Method::POST, timers::extend).done())
        .service(Endpoint::path("/api/timers/{id}/end").on(Method::PUT, timers::put_end).done())
        .service(Endpoint::path("/api/alarms/{id}/snooze").on(Method::POST, alarms::snooze).done())
        .service(
            Endpoint::path("/api/alarms/{id}/skip")
                .on(Method::POST, alarms::skip)
                .on(Method::DELETE, alarms::unskip)
                .done(),
        )
        .service(Endpoint::path("/api/user").get(accounts::user).done())
        .service(Endpoint::path("/api/login").on(Method::POST, accounts::login).done())
        .service(Endpoint::path("/api/register").on(Method::POST, accounts::register).done())
        .service(Endpoint::path("/api/logout").on(Method::POST, accounts::logout).done())
        .service(Endpoint::path("/api/password").on(Method::POST, accounts::change_password).done())
        .service(Endpoint::path("/api/sessions").get(sessions::list).on(Method::DELETE, sessions::end_all).done())
        .service(Endpoint::path("/api/sessions/{id}").on(Method::DELETE, sessions::end).done())
        .service(Endpoint::path("/api/browser").get(browser::read).on(Method::DELETE, browser::forget).done())
        .service(Endpoint::path("/api/browser/id").get(browser::read_id).on(Method::PUT, browser::store_id).done())
        .service(Endpoint::path("/api/faults").on(Method::POST, faults::report).done())
        .service(Endpoint::path("/api/cities").get(cities::read).on(Method::PUT, cities::put).done())
        .service(Endpoint::path("/api/days-off").get(days_off::read).on(Method::PUT, days_off::put).done())
        .service(Endpoint::path("/api/push").get(push::read).done())
        .service(Endpoint::path("/api/push/devices").get(push::list).done())
        .service(
            Endpoint::path("/api/push/devices/{uuid}")
                .on(Method::PUT, push::put)
                .on(Method::DELETE, push::delete)
                .done(),
        )
        .service(Endpoint::path("/api/push/devices/{uuid}/confirm").on(Method::POST, push::confirm).done())
        .service(Endpoint::path("/api/push/devices/{uuid}/test").on(Method::POST, push::test).done())
        .service(Endpoint::path("/api/channels").get(channels::list).on(Method::POST, channels::create).done())
        .service(
            Endpoint::path("/api/channels/{uuid}")
                .on(Method::PATCH, channels::change)
                .on(Method::DELETE, channels::delete)
                .done(),
        )
        .service(Endpoint::path("/api/channels/{uuid}/test").on(Method::POST, channels::test).done())
        .service(Endpoint::path("/api/openapi.json").get(docs::document).done())
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
