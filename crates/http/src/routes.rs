//! Paths and the methods they answer to.

use actix_web::{
    FromRequest, Handler, HttpResponse, Resource, Responder,
    http::{Method, header},
    middleware::{Compress, from_fn},
    web::{self, ServiceConfig},
};

use crate::{
    accounts, admission, alarms, belongings, clock, docs, error::Problem, events, health, openapi, pages, preview,
    timers, weather,
};

/// Registers every path of the site, what is asked for most first.
pub(crate) fn register(cfg: &mut ServiceConfig) {
    let api = web::scope("/api")
        .service(At::path("/alarms").get(alarms::list).on(Method::POST, alarms::create).done())
        .service(At::path("/timers").get(timers::list).on(Method::POST, timers::create).done())
        .service(At::path("/time").get(clock::read).done())
        .service(At::path("/alarms/notifications").on(Method::GET, events::alarms).done())
        .service(At::path("/timers/notifications").on(Method::GET, events::timers).done())
        .service(At::path("/alarms/preview").get(preview::preview).done())
        .service(At::path("/alarms/{id}").on(Method::PATCH, alarms::change).on(Method::DELETE, alarms::delete).done())
        .service(At::path("/timers/{id}").on(Method::PATCH, timers::change).on(Method::DELETE, timers::delete).done())
        .service(At::path("/weather").get(weather::read).done())
        .service(At::path("/alarms/{id}/toggle").on(Method::POST, alarms::toggle).done())
        .service(At::path("/timers/{id}/toggle").on(Method::POST, timers::toggle).done())
        .service(At::path("/alarms/{id}/snooze").on(Method::POST, alarms::snooze).done())
        .service(At::path("/user").get(accounts::user).done())
        .service(At::path("/login").on(Method::POST, accounts::login).done())
        .service(At::path("/register").on(Method::POST, accounts::register).done())
        .service(At::path("/logout").on(Method::POST, accounts::logout).done())
        .service(At::path("/browser").get(belongings::read).on(Method::DELETE, belongings::forget).done())
        .service(At::path("/openapi.json").get(openapi::document).done())
        .service(At::path("/docs").get(docs::page).done())
        .service(At::path("/docs/{file}").get(docs::file).done().wrap(Compress::default()))
        .default_service(web::to(no_such_path))
        .wrap(from_fn(admission::admit));
    cfg.service(api);
    register_probes(cfg);
    cfg.default_service(web::to(pages::page));
}

/// Registers the paths by which others see whether the server is well.
pub(crate) fn register_probes(cfg: &mut ServiceConfig) {
    cfg.service(At::path("/healthz").get(health::alive).done()).service(At::path("/readyz").get(health::ready).done());
}

async fn no_such_path() -> Result<HttpResponse, Problem> {
    Err(Problem::NoSuchPath)
}

/// A path that grows methods and knows which it has.
struct At {
    resource: Resource,
    methods: Vec<Method>,
}

impl At {
    fn path(path: &str) -> Self {
        Self { resource: web::resource(path), methods: Vec::new() }
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
        self.resource.route(web::method(Method::OPTIONS).to(options)).default_service(web::to(other))
    }
}
