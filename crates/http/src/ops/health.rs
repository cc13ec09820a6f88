//! Liveness and readiness.

use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::{HttpResponse, web::Data};
use serde::Serialize;
use time::{Duration, OffsetDateTime};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    connections::readiness::{self, Readiness},
};
use tokio::sync::Mutex;
use utoipa::ToSchema;

use super::version::Version;
use crate::{error::Problem, openapi::problems::ProbeProblems, response};

/// How long rows may be due without a claim before the server is not ready.
const LATE: Duration = Duration::seconds(5);

/// How long a result about the database is cached, so that it is queried once a second at most.
const FRESH: Duration = Duration::SECOND;

/// The last result about the database, and when it was read.
#[derive(Default)]
pub(crate) struct CachedCheck(Mutex<Option<(OffsetDateTime, Result<(), &'static str>)>>);

/// The response if the server is ready.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(examples("ok"))]
    status: &'static str,
}

/// The response if the process is alive, with its version.
#[derive(Serialize, ToSchema)]
pub(crate) struct Alive {
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
    if check.availability.is_for_operators() {
        return Err(Problem::NoSuchPath);
    }
    check.run().await?;
    well()
}

/// The response if the server is ready.
pub(crate) fn well() -> Result<HttpResponse, Problem> {
    response::ok(&Health { status: "ok" })
}

/// Whether the server has started and is not stopping, and other conditions of `/readyz`.
#[derive(Debug, Default)]
pub(crate) struct Availability {
    is_open: AtomicBool,
    runs_scheduler: AtomicBool,
    is_for_operators: AtomicBool,
}

impl Availability {
    /// The process also runs the scheduler.
    pub(crate) fn run_scheduler(&self) {
        self.runs_scheduler.store(true, Ordering::Relaxed);
    }

    /// Operators have an address of their own, so the site's address does not answer `/readyz`.
    pub(crate) fn restrict_to_operators(&self) {
        self.is_for_operators.store(true, Ordering::Relaxed);
    }

    /// The server has started.
    pub(crate) fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// The server is stopping.
    pub(crate) fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
    }

    /// Whether the server has started and is not stopping.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Whether this process runs the scheduler.
    pub(crate) fn runs_scheduler(&self) -> bool {
        self.runs_scheduler.load(Ordering::Relaxed)
    }

    /// Whether only operators may ask about readiness.
    pub(crate) fn is_for_operators(&self) -> bool {
        self.is_for_operators.load(Ordering::Relaxed)
    }
}

/// Checks whether the server can serve.
#[derive(Clone)]
pub struct ReadinessCheck {
    pub(crate) storage: Data<Storage>,
    pub(crate) clock: Data<Clock>,
    pub(crate) availability: Data<Availability>,
    pub(crate) last_check: Data<CachedCheck>,
}

impl ReadinessCheck {
    /// Fails with the reason if the server is not ready.
    pub(crate) async fn run(&self) -> Result<(), Problem> {
        if !self.availability.is_open() {
            return Err(Problem::NotReady("the server is starting or stopping"));
        }
        let (storage, now) = (&self.storage, self.clock.precise_now());
        if let Err(reason) = database(storage, &self.clock, &self.last_check, now).await {
            return Err(Problem::NotReady(reason));
        }
        if storage.is_out_of_space() {
            return Err(Problem::NotReady("the database has no room left"));
        }
        if self.availability.runs_scheduler() && storage.progress().stalled_for(now) >= LATE {
            return Err(Problem::NotReady("the scheduler is late"));
        }
        Ok(())
    }
}

/// Checks the database, or returns the cached result. Concurrent requests share one query.
async fn database(
    storage: &Storage,
    clock: &Clock,
    last_check: &CachedCheck,
    now: OffsetDateTime,
) -> Result<(), &'static str> {
    let mut last = last_check.0.lock().await;
    match *last {
        Some((then, known)) if (now - then).abs() < FRESH => known,
        _ => {
            let checked = match readiness::of(storage).await {
                Ok(Readiness::Migrated) => Ok(()),
                Ok(Readiness::Unmigrated) => Err("the database lacks migrations of this version"),
                Err(Error::Unavailable(_)) => Err("the database is unavailable"),
                Err(error) => {
                    tracing::warn!(%error, "the database rejects the query for readiness");
                    Err("the database rejects queries")
                }
            };
            *last = Some((clock.precise_now(), checked));
            checked
        }
    }
}
