//! Metrics of requests, by route, method and status class.

use std::time::Instant;

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
    web::Data,
};
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::{Registry, Unit},
};

use crate::endpoint::Route;

/// From an answer out of memory to the deadline of those that need the database, in seconds.
const DURATIONS: [f64; 10] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 1.0, 5.0];

/// What requests are counted by: as many series as there are routes, methods and classes of answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    route: &'static str,
    method: &'static str,
    status: &'static str,
}

/// What their durations are measured by.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    route: &'static str,
    method: &'static str,
}

/// Counts and durations of requests. Clones count together.
#[derive(Debug, Clone)]
pub(crate) struct RequestMetrics {
    requests: Family<Answered, Counter>,
    durations: Family<Asked, Histogram>,
}

impl Default for RequestMetrics {
    fn default() -> Self {
        Self { requests: Family::default(), durations: Family::new_with_constructor(|| Histogram::new(DURATIONS)) }
    }
}

impl RequestMetrics {
    /// Registers the metrics.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("http_requests", "Requests that were answered", self.requests.clone());
        registry.register_with_unit(
            "http_request_duration",
            "How long requests took to the head of their answer",
            Unit::Seconds,
            self.durations.clone(),
        );
    }

    fn answered<B>(&self, answer: &ServiceResponse<B>, since: Instant) {
        let request = answer.request();
        let route = request.app_data::<Route>().map_or_else(|| beside_the_routes(request.path()), |route| route.0);
        let method = named(request.method());
        let status = class(answer.status().as_u16());
        self.requests.get_or_create(&Answered { route, method, status }).inc();
        self.durations.get_or_create(&Asked { route, method }).observe(since.elapsed().as_secs_f64());
    }
}

/// Passes a request on and counts its answer.
pub(crate) async fn measure<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let since = Instant::now();
    let answer = next.call(request).await?;
    if let Some(metrics) = answer.request().app_data::<Data<RequestMetrics>>() {
        metrics.answered(&answer, since);
    }
    Ok(answer)
}

/// What no resource answers: a page or a file of the site, or nothing.
fn beside_the_routes(path: &str) -> &'static str {
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
