//! What the HTTP room tells those who watch: requests by route, refusals, and who signs in.

use std::time::Instant;

use actix_web::{
    Error, HttpResponse,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{Method, header::CONTENT_TYPE},
    middleware::Next,
    web::Data,
};
use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::{Registry, Unit},
};

use crate::{caching::NO_STORE, error::Problem, state::State};

/// A label's value is a word of the source, so nothing that a visitor sends can become one.
pub(crate) type Label = [(&'static str, &'static str); 1];

/// The media type of a registry's text (`OpenMetrics` 1.0, "Overall structure").
const OPEN_METRICS: (actix_web::http::header::HeaderName, &str) =
    (CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8");

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

/// The path of a resource as it was registered, which the resource's requests carry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Route(pub(crate) &'static str);

/// What is counted. Clones count the same.
#[derive(Debug, Clone)]
pub(crate) struct Metrics {
    requests: Family<Answered, Counter>,
    durations: Family<Asked, Histogram>,
    logins: Family<Label, Counter>,
    registrations: Family<Label, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(DURATIONS)),
            logins: Family::default(),
            registrations: Family::default(),
        }
    }
}

impl Metrics {
    /// Lets a registry tell of what is counted.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("http_requests", "Requests that were answered", self.requests.clone());
        registry.register_with_unit(
            "http_request_duration",
            "How long requests took to the head of their answer",
            Unit::Seconds,
            self.durations.clone(),
        );
        registry.register("logins", "Passwords that were tried, by what came of it", self.logins.clone());
        registry.register(
            "registrations",
            "Accounts that were asked for, by what came of it",
            self.registrations.clone(),
        );
    }

    /// Counts what came of a password that was tried.
    pub(crate) fn login<T>(&self, outcome: &Result<T, Problem>) {
        self.logins.get_or_create(&[("outcome", told(outcome))]).inc();
    }

    /// Counts what came of an account that was asked for.
    pub(crate) fn registration<T>(&self, outcome: &Result<T, Problem>) {
        self.registrations.get_or_create(&[("outcome", told(outcome))]).inc();
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
    if let Some(state) = answer.request().app_data::<Data<State>>() {
        state.metrics.answered(&answer, since);
    }
    Ok(answer)
}

/// All that is counted, for Prometheus.
pub(crate) async fn told_to_prometheus(registry: Data<Registry>) -> Result<HttpResponse, Problem> {
    let mut told = String::new();
    text::encode(&mut told, &registry).map_err(|error| {
        tracing::error!(%error, "the metrics cannot be written");
        Problem::Internal
    })?;
    Ok(HttpResponse::Ok().insert_header(OPEN_METRICS).insert_header(NO_STORE).body(told))
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

fn told<T>(outcome: &Result<T, Problem>) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(Problem::WrongPair) => "wrong_pair",
        Err(Problem::UsernameTaken) => "name_taken",
        Err(Problem::TooMany(_)) => "limited",
        Err(Problem::Busy) => "busy",
        Err(Problem::Refused(_)) => "refused",
        Err(_) => "failed",
    }
}
