//! A path with its methods, and the metrics of its requests. Answers OPTIONS, and refuses all other methods.

use std::time::Instant;

use actix_web::{
    Error, FromRequest, Handler, HttpResponse, Resource, Responder,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{Method, header},
    middleware::Next,
    web::{self, Data},
};
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::{Registry, Unit},
};

use tokibako_storage::signals::hints::List;

use crate::error::Problem;

pub(crate) const API: &str = "/api";

/// The path to which pages of other sites may send an answer to a ring, with its token.
pub(crate) const ANSWER: &str = "/api/rings/answer";

/// An endpoint as it was registered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Route {
    /// The path, for metrics.
    pub(crate) path: &'static str,
    /// The list that its writes change.
    pub(crate) list: Option<List>,
}

pub(crate) struct Endpoint {
    route: Route,
    resource: Resource,
    methods: Vec<Method>,
}

impl Endpoint {
    /// The whole path; the resource is registered below the API's scope without the prefix.
    pub(crate) fn path(path: &'static str) -> Self {
        let resource = web::resource(path.strip_prefix(API).unwrap_or(path));
        Self { route: Route { path, list: None }, resource, methods: Vec::new() }
    }

    /// After a write, the browser's streams get a hint that this list has changed.
    pub(crate) fn changing(mut self, list: List) -> Self {
        self.route.list = Some(list);
        self
    }

    /// Answers GET, and HEAD with the same response without its body.
    pub(crate) fn get<H, Args>(self, handler: H) -> Self
    where
        H: Handler<Args>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        self.on(Method::GET, handler.clone()).on(Method::HEAD, handler)
    }

    pub(crate) fn on<H, Args>(mut self, method: Method, handler: H) -> Self
    where
        H: Handler<Args>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        self.resource = self.resource.route(web::method(method.clone()).to(handler));
        self.methods.push(method);
        self
    }

    /// Builds the resource; OPTIONS and the refusal of other methods list its methods.
    pub(crate) fn done(self) -> Resource {
        let mut allowed: String = self.methods.iter().flat_map(|method| [method.as_str(), ", "]).collect();
        allowed.push_str("OPTIONS");
        let methods = allowed.clone();
        let is_open_to_others = self.route.path == ANSWER;
        let options = move || {
            let mut response = HttpResponse::NoContent();
            response.insert_header((header::ALLOW, methods.as_str()));
            if is_open_to_others {
                response
                    .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "POST"))
                    .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"))
                    .insert_header((header::ACCESS_CONTROL_MAX_AGE, "86400"));
            }
            let response = response.finish();
            async { response }
        };
        let other = move || {
            let refusal = Problem::MethodNotAllowed(allowed.clone());
            async { Err::<HttpResponse, _>(refusal) }
        };
        let resource = self.resource.app_data(self.route);
        resource.route(web::method(Method::OPTIONS).to(options)).default_service(web::to(other))
    }
}

/// Buckets in seconds: from a response in memory to the timeout of requests that need the database.
const DURATIONS: [f64; 10] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 1.0, 5.0];

/// The labels of the counter. There are as many series as routes, methods and status classes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CountLabels {
    route: &'static str,
    method: &'static str,
    status: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DurationLabels {
    route: &'static str,
    method: &'static str,
}

/// Counts and durations of requests. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct RequestMetrics {
    requests: Family<CountLabels, Counter>,
    durations: Family<DurationLabels, Histogram>,
}

impl Default for RequestMetrics {
    fn default() -> Self {
        Self { requests: Family::default(), durations: Family::new_with_constructor(|| Histogram::new(DURATIONS)) }
    }
}

impl RequestMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("http_requests", "Requests that got a response", self.requests.clone());
        registry.register_with_unit(
            "http_request_duration",
            "Duration of requests until the head of their response",
            Unit::Seconds,
            self.durations.clone(),
        );
    }

    fn record<B>(&self, response: &ServiceResponse<B>, since: Instant) {
        let request = response.request();
        let route = request.app_data::<Route>().map_or_else(|| unrouted(request.path()), |route| route.path);
        let method = named(request.method());
        let status = class(response.status().as_u16());
        self.requests.get_or_create(&CountLabels { route, method, status }).inc();
        self.durations.get_or_create(&DurationLabels { route, method }).observe(since.elapsed().as_secs_f64());
    }
}

pub(crate) async fn measure<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let since = Instant::now();
    let response = next.call(request).await?;
    if let Some(metrics) = response.request().app_data::<Data<RequestMetrics>>() {
        metrics.record(&response, since);
    }
    Ok(response)
}

/// The route of a path without a resource: a page or a file of the site, or unknown.
fn unrouted(path: &str) -> &'static str {
    if path.starts_with("/api") {
        "none"
    } else if path.starts_with("/assets/") {
        "/assets/*"
    } else {
        "/*"
    }
}

fn named(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

const fn class(status: u16) -> &'static str {
    match status {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

/// One label: its name and its value. The value is a literal of the source code, so nothing that a visitor sends can
/// become one.
pub(crate) type MetricLabel = [(&'static str, &'static str); 1];
