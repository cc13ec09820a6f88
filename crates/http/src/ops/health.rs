//! Liveness and readiness.

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

use super::{availability::Availability, version::Version};
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

/// Checks whether the server can serve.
#[derive(Clone)]
pub struct ReadinessCheck {
    pub(crate) storage: Data<Storage>,
    pub(crate) clock: Data<Clock>,
    pub(crate) availability: Data<Availability>,
    pub(crate) last_look: Data<CachedCheck>,
}

impl ReadinessCheck {
    /// Fails with the reason if the server is not ready.
    pub(crate) async fn run(&self) -> Result<(), Problem> {
        if !self.availability.is_open() {
            return Err(Problem::NotReady("the server is starting or stopping"));
        }
        let (storage, now) = (&self.storage, self.clock.precise_now());
        if let Err(reason) = database(storage, &self.clock, &self.last_look, now).await {
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
    last_look: &CachedCheck,
    now: OffsetDateTime,
) -> Result<(), &'static str> {
    let mut last = last_look.0.lock().await;
    match *last {
        Some((then, known)) if (now - then).abs() < FRESH => known,
        _ => {
            let looked = match readiness::of(storage).await {
                Ok(Readiness::Migrated) => Ok(()),
                Ok(Readiness::Unmigrated) => Err("the database lacks migrations of this version"),
                Err(Error::Unavailable(_)) => Err("the database is unavailable"),
                Err(error) => {
                    tracing::warn!(%error, "the database rejects the query for readiness");
                    Err("the database rejects queries")
                }
            };
            *last = Some((clock.precise_now(), looked));
            looked
        }
    }
}
