//! Whether the process is alive, and whether it can serve.

use actix_web::{HttpResponse, web::Data};
use serde::Serialize;
use time::Duration;
use tokibako_storage::{
    Error, Storage,
    readiness::{self, Readiness},
};
use utoipa::ToSchema;

use super::availability::Availability;
use crate::{clock::Clock, error::Problem, openapi::problems::ServerProblems, response};

/// How late a ring may be before the scheduler counts as late.
const LATE: Duration = Duration::seconds(5);

/// That all is well.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(examples("ok"))]
    status: &'static str,
}

/// Whether the process is alive
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, description = "It is", body = Health)))]
pub(crate) async fn alive() -> Result<HttpResponse, Problem> {
    response::ok(&Health { status: "ok" })
}

/// Whether the server can serve
///
/// It can once every migration is done, while its database answers, while what is due rings in time (where this
/// process rings it) and until it is told to stop; `detail` says which of these is not so.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "server",
    responses((status = 200, description = "It can", body = Health), ServerProblems)
)]
pub(crate) async fn ready(
    storage: Data<Storage>,
    clock: Data<Clock>,
    availability: Data<Availability>,
) -> Result<HttpResponse, Problem> {
    if !availability.is_open() {
        return Err(Problem::NotReady("the server is starting or stopping"));
    }
    let now = clock.precise_now();
    match readiness::of(&storage, now).await {
        Err(Error::Unavailable(_)) => Err(Problem::NotReady("the database is unavailable")),
        Err(error) => Err(error.into()),
        Ok(Readiness::Unmigrated) => Err(Problem::NotReady("the database lacks migrations of this version")),
        Ok(Readiness::Migrated { due_since: Some(due) }) if availability.runs_scheduler() && now - due >= LATE => {
            Err(Problem::NotReady("the scheduler is late"))
        }
        Ok(Readiness::Migrated { .. }) => response::ok(&Health { status: "ok" }),
    }
}
