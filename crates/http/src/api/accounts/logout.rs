//! Logging out.

use actix_web::{HttpResponse, web::Data};
use tokibako_storage::{Storage, sessions};

use super::cookie::{Cookies, PresentedSession};
use crate::{error::Problem, openapi::problems::AdmissionProblems, response};

/// Signs out
#[utoipa::path(
    post, path = "/api/logout", tag = "accounts", operation_id = "logout",
    responses((status = 204, description = "The session has ended, if there was one"), AdmissionProblems)
)]
pub(crate) async fn logout(
    storage: Data<Storage>,
    cookies: Data<Cookies>,
    PresentedSession(presented): PresentedSession,
) -> Result<HttpResponse, Problem> {
    if let Some(token) = presented {
        sessions::end(&storage, token).await?;
    }
    let mut response = response::no_content();
    cookies.clear(&mut response)?;
    Ok(response)
}
