//! Paths and the methods they answer to.

use actix_web::{
    FromRequest, Handler, HttpResponse, Resource, Responder,
    http::{Method, header},
    middleware::from_fn,
    web::{self, ServiceConfig},
};

use crate::{
    accounts, admission, alarms, belongings, clock, docs, error::Problem, events, health, metrics, metrics::Route,
    openapi, pages, preview, timers, unread_body, weather,
};

/// What the paths of the API begin with.
const API: &str = "/api";

/// Registers every path of the site, what is asked for most first.
pub(crate) fn register(cfg: &mut ServiceConfig) {
    let api = web::scope(API)
        .service(At::path("/api/alarms").get(alarms::list).on(Method::POST, alarms::create).done())
        .service(At::path("/api/timers").get(timers::list).on(Method::POST, timers::create).done())
        .service(At::path("/api/time").get(clock::read).done())
        .service(At::path("/api/alarms/notifications").on(Method::GET, events::alarms).done())
        .service(At::path("/api/timers/notifications").on(Method::GET, events::timers).done())
        .service(At::path("/api/alarms/preview").get(preview::preview).done())
        .service(
            At::path("/api/alarms/{id}").on(Method::PATCH, alarms::change).on(Method::DELETE, alarms::delete).done(),
        )
        .service(
            At::path("/api/timers/{id}").on(Method::PATCH, timers::change).on(Method::DELETE, timers::delete).done(),
        )
        .service(At::path("/api/weather").get(weather::read).done())
        .service(At::path("/api/alarms/{id}/toggle").on(Method::POST, alarms::toggle).done())
        .service(At::path("/api/timers/{id}/toggle").on(Method::POST, timers::toggle).done())
        .service(At::path("/api/alarms/{id}/snooze").on(Method::POST, alarms::snooze).done())
        .service(At::path("/api/user").get(accounts::user).done())
        .service(At::path("/api/login").on(Method::POST, accounts::login).done())
        .service(At::path("/api/register").on(Method::POST, accounts::register).done())
        .service(At::path("/api/logout").on(Method::POST, accounts::logout).done())
        .service(At::path("/api/browser").get(belongings::read).on(Method::DELETE, belongings::forget).done())
        .service(At::path("/api/openapi.json").get(openapi::document).done())
        .service(At::path("/api/docs").get(docs::page).done())
        .service(At::path("/api/docs/{file}").get(docs::file).done())
        .default_service(web::to(no_such_path))
        .wrap(from_fn(admission::admit))
        .wrap(from_fn(unread_body::read));
    cfg.service(api);
    register_probes(cfg);
    cfg.default_service(web::to(pages::page));
}

/// Registers the paths by which others see whether the server is well.
fn register_probes(cfg: &mut ServiceConfig) {
    cfg.service(At::path("/healthz").get(health::alive).done()).service(At::path("/readyz").get(health::ready).done());
}

/// Registers what operators ask for, on an address that visitors do not reach.
pub(crate) fn register_ops(cfg: &mut ServiceConfig) {
    register_probes(cfg);
    cfg.service(At::path("/metrics").get(metrics::told_to_prometheus).done());
    cfg.default_service(web::to(no_such_path));
}

async fn no_such_path() -> Result<HttpResponse, Problem> {
    Err(Problem::NoSuchPath)
}

/// A path that grows methods and knows which it has.
struct At {
    route: Route,
    resource: Resource,
    methods: Vec<Method>,
}

impl At {
    /// A whole path; in the scope of the API its resource is named without what they all begin with.
    fn path(path: &'static str) -> Self {
        let resource = web::resource(path.strip_prefix(API).unwrap_or(path));
        Self { route: Route(path), resource, methods: Vec::new() }
    }

    /// Answers GET, and HEAD with the same answer less its body.
    fn get<H, Args>(self, handler: H) -> Self
    where
        H: Handler<Args>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        self.on(Method::GET, handler.clone()).on(Method::HEAD, handler)
    }

    /// Answers one more method.
    fn on<H, Args>(mut self, method: Method, handler: H) -> Self
    where
        H: Handler<Args>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        self.resource = self.resource.route(web::method(method.clone()).to(handler));
        self.methods.push(method);
        self
    }

    /// The resource; OPTIONS tells its methods, and so does the refusal of any other.
    fn done(self) -> Resource {
        let mut told: String = self.methods.iter().flat_map(|method| [method.as_str(), ", "]).collect();
        told.push_str("OPTIONS");
        let methods = told.clone();
        let options = move || {
            let answer = HttpResponse::NoContent().insert_header((header::ALLOW, methods.as_str())).finish();
            async { answer }
        };
        let other = move || {
            let refusal = Problem::MethodNotAllowed(told.clone());
            async { Err::<HttpResponse, _>(refusal) }
        };
        let resource = self.resource.app_data(self.route);
        resource.route(web::method(Method::OPTIONS).to(options)).default_service(web::to(other))
    }
}
