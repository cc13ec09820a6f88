//! Says of a row that is missing under a renewed browser id that the id was renewed: the row is its account's still.

use actix_web::{
    Error, ResponseError as _,
    body::{EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::StatusCode,
    middleware::Next,
    web::Data,
};
use tokibako_storage::{Storage, renewed_ids};

use crate::{error::Problem, request::head};

/// Passes a request on. If what it names was not found, its browser id may have been renewed.
pub(crate) async fn name<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let browser = head::browser_named(request.request());
    let response = next.call(request).await?;
    let storage = response.request().app_data::<Data<Storage>>();
    if let (StatusCode::NOT_FOUND, Some(browser), Some(storage)) = (response.status(), browser, storage) {
        let problem = match renewed_ids::is_renewed(storage, browser).await {
            Ok(false) => None,
            Ok(true) => Some(Problem::Renewed),
            Err(error) => Some(error.into()),
        };
        if let Some(problem) = problem {
            return Ok(response.into_response(problem.error_response().map_into_right_body()));
        }
    }
    Ok(response.map_into_left_body())
}
