//! Whether the process is alive, and whether it can serve.

use actix_web::{HttpResponse, web::Data};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{answer, error::Problem, problems::ServerProblems, state::State};

/// That all is well.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(examples("ok"))]
    status: &'static str,
}

/// Whether the process is alive
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, description = "It is", body = Health)))]
pub(crate) async fn alive() -> Result<HttpResponse, Problem> {
    answer::ok(&Health { status: "ok" })
}

/// Whether the server can serve
///
/// It can once every migration is done, while its database answers and until it is told to stop.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "server",
    responses((status = 200, description = "It can", body = Health), ServerProblems)
)]
pub(crate) async fn ready(state: Data<State>) -> Result<HttpResponse, Problem> {
    if !state.is_open() {
        return Err(Problem::Unavailable);
    }
    state.storage.ping().await?;
    answer::ok(&Health { status: "ok" })
}
