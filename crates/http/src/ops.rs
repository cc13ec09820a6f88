//! What operators read: health, metrics, and `/.well-known/security.txt`.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{CONTENT_TYPE, ContentType, HeaderName},
    web::Data,
};
use prometheus_client::{encoding::text, metrics::gauge::Gauge, registry::Registry};
use serde::Serialize;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokibako_storage::{Error, Storage, clock::Clock, connections::diagnosis};
use tokio::{sync::Mutex, time::timeout};
use utoipa::ToSchema;

use crate::{
    caching::NO_STORE,
    error::Problem,
    openapi::ProbeProblems,
    response,
    site::{self, Site},
};

/// The media type of a registry's text (`OpenMetrics` 1.0, "Overall structure").
const OPEN_METRICS: (HeaderName, &str) = (CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8");

/// How long to wait for the database before the server counts as not ready. Metrics must also work while the database
/// fails.
const TIMEOUT: Duration = Duration::from_secs(1);

pub(crate) async fn read_metrics(probes: Data<Probes>) -> Result<HttpResponse, Problem> {
    let readiness = timeout(TIMEOUT, probes.readiness()).await;
    probes.0.is_ready.set(readiness.is_ok_and(|ready| ready.is_ok()).into());
    let mut encoded = String::new();
    let written = probes.registries().try_for_each(|registry| text::encode_registry(&mut encoded, registry));
    written.and_then(|()| text::encode_eof(&mut encoded)).map_err(|error| {
        tracing::error!(%error, "the metrics cannot be written");
        Problem::Internal
    })?;
    Ok(HttpResponse::Ok().insert_header(OPEN_METRICS).insert_header(NO_STORE).body(encoded))
}

/// How long a copy is valid. RFC 9116 recommends less than a year.
const VALID: time::Duration = time::Duration::days(90);

/// The contact as a `mailto:` or `https:` address; `None` if the operator has not set one.
#[derive(Debug, Clone, Default)]
pub(crate) struct SecurityContact(pub(crate) Option<String>);

/// The contact, or the not-found page if there is none.
pub(crate) async fn security_txt(
    contact: Data<SecurityContact>,
    clock: Data<Clock>,
    site: Data<Site>,
    request: HttpRequest,
) -> HttpResponse {
    match &contact.0 {
        Some(contact) => {
            let text = written(contact, site.origin(), clock.precise_now());
            HttpResponse::Ok().content_type(ContentType::plaintext()).body(text)
        }
        None => site::page(site, request).await,
    }
}

fn written(contact: &str, origin: &str, now: OffsetDateTime) -> String {
    let expires = (now + VALID).replace_time(time::Time::MIDNIGHT).format(&Rfc3339).unwrap_or_default();
    format!("Contact: {contact}\nExpires: {expires}\nCanonical: {origin}/.well-known/security.txt\n")
}

/// How long rows may be due without a claim before the server is not ready.
const LATE: time::Duration = time::Duration::seconds(5);

/// How long a result about the database is cached, so that it is queried once a second at most.
const FRESH: time::Duration = time::Duration::SECOND;

/// The last result about the database, and when it was read.
#[derive(Default)]
pub(crate) struct CachedCheck(Mutex<Option<(OffsetDateTime, Result<(), &'static str>)>>);

/// The response if the server is ready.
#[derive(Serialize, ToSchema)]
struct Health {
    #[schema(examples("ok"))]
    status: &'static str,
}

/// The response if the process is alive, with its version.
#[derive(Serialize, ToSchema)]
struct Alive {
    #[schema(examples("ok"))]
    status: &'static str,
    #[serde(flatten)]
    version: Version,
}

/// Tells whether the process is alive, and its version
#[utoipa::path(
    get, path = "/healthz", tag = "server",
    responses((status = 200, description = "The process is alive", body = Alive))
)]
pub(crate) async fn alive(version: Data<Version>) -> Result<HttpResponse, Problem> {
    response::ok(&Alive { status: "ok", version: **version })
}

/// Tells whether the server is ready
///
/// The server is ready if all migrations are done, the database answers and has free space, due rows ring (if this
/// process runs the scheduler), and the server is not stopping. If it is not ready, `detail` says why. The state of the
/// database may be a second old. With an operators' address, this path exists only there.
#[utoipa::path(
    get, path = "/readyz", tag = "server",
    responses((status = 200, description = "The server is ready", body = Health), ProbeProblems)
)]
pub(crate) async fn ready(check: Data<ReadinessCheck>) -> Result<HttpResponse, Problem> {
    if check.is_for_operators {
        return Err(Problem::NoSuchPath);
    }
    check.run().await?;
    well()
}

pub(crate) fn well() -> Result<HttpResponse, Problem> {
    response::ok(&Health { status: "ok" })
}

#[derive(Clone)]
pub struct ReadinessCheck {
    pub(crate) storage: Data<Storage>,
    pub(crate) clock: Data<Clock>,
    /// Whether the server has started and is not stopping.
    pub(crate) is_open: Arc<AtomicBool>,
    pub(crate) runs_scheduler: bool,
    /// Whether only operators may ask about readiness, at an address of their own.
    pub(crate) is_for_operators: bool,
    pub(crate) last_check: Data<CachedCheck>,
}

impl ReadinessCheck {
    /// Fails with the reason if the server is not ready.
    pub(crate) async fn run(&self) -> Result<(), Problem> {
        if !self.is_open.load(Ordering::Relaxed) {
            return Err(Problem::NotReady("the server is starting or stopping"));
        }
        let (storage, now) = (&self.storage, self.clock.precise_now());
        self.database(now).await.map_err(Problem::NotReady)?;
        if storage.is_out_of_space() {
            return Err(Problem::NotReady("the database has no room left"));
        }
        if self.runs_scheduler && storage.progress().stalled_for(now) >= LATE {
            return Err(Problem::NotReady("the scheduler is late"));
        }
        Ok(())
    }

    /// Checks the database, or returns the cached result. Concurrent requests share one query.
    async fn database(&self, now: OffsetDateTime) -> Result<(), &'static str> {
        let mut last = self.last_check.0.lock().await;
        if let Some((then, known)) = *last
            && (now - then).abs() < FRESH
        {
            return known;
        }
        let checked = match diagnosis::is_ready(&self.storage).await {
            Ok(true) => Ok(()),
            Ok(false) => Err("the database lacks migrations of this version"),
            Err(Error::Unavailable(_)) => Err("the database is unavailable"),
            Err(error) => {
                tracing::warn!(%error, "the database rejects the query for readiness");
                Err("the database rejects queries")
            }
        };
        *last = Some((self.clock.precise_now(), checked));
        checked
    }
}

/// The state behind probes and metrics. Until [`open`](Self::open) is called, the server is alive but not ready: it may
/// be waiting for its database or migrating it. Clones share the state.
#[derive(Clone)]
pub struct Probes(Arc<State>);

struct State {
    version: Version,
    /// The metrics that exist from the start.
    first: Registry,
    is_ready: Gauge,
    server: OnceLock<(ReadinessCheck, Registry)>,
}

impl Probes {
    /// The probes of a server that is starting, with its first metrics. One of them is `is_ready`, which is updated
    /// whenever the metrics are read.
    pub fn new(version: Version, first: Registry, is_ready: Gauge) -> Self {
        Self(Arc::new(State { version, first, is_ready, server: OnceLock::new() }))
    }

    /// Uses this check and these additional metrics from now on.
    pub fn open(&self, check: ReadinessCheck, registry: Registry) {
        // Fails only if it was called before, which does not happen.
        let _ = self.0.server.set((check, registry));
    }

    pub(crate) fn version(&self) -> Version {
        self.0.version
    }

    pub(crate) async fn readiness(&self) -> Result<(), Problem> {
        match self.0.server.get() {
            Some((check, _)) => check.run().await,
            None => Err(Problem::NotReady("the server is starting: its database is not ready yet")),
        }
    }

    pub(crate) fn registries(&self) -> impl Iterator<Item = &Registry> {
        [Some(&self.0.first), self.0.server.get().map(|(_, registry)| registry)].into_iter().flatten()
    }
}

/// Whether the server can serve; also answered while it starts.
pub(crate) async fn probe_ready(probes: Data<Probes>) -> Result<HttpResponse, Problem> {
    probes.readiness().await?;
    well()
}

/// A version of the program, and the commit that it was built from, if known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Version {
    /// The version in `Cargo.toml`.
    #[serde(rename = "version")]
    #[schema(examples("1.0.0"))]
    pub number: &'static str,
    /// The first digits of the commit's hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("0123456789ab"))]
    pub commit: Option<&'static str>,
}

impl Default for Version {
    fn default() -> Self {
        Self { number: env!("CARGO_PKG_VERSION"), commit: None }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn the_required_fields_are_there_and_expire_after_ninety_days() {
        let text = written("mailto:it@time.example", "https://time.example", datetime!(2026-11-22 16:00:01.5 UTC));
        let lines: Vec<_> = text.lines().collect();
        let expected = [
            "Contact: mailto:it@time.example",
            "Expires: 2027-02-20T00:00:00Z",
            "Canonical: https://time.example/.well-known/security.txt",
        ];
        assert_eq!(lines, expected);
    }
}
