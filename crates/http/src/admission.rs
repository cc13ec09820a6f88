//! What is asked of a request to the API before anybody looks into it.

use actix_web::{
    Error, ResponseError as _,
    body::{EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web::Data,
};

use crate::{error::Problem, same_site, state::State};

/// Passes a request on, or answers why not.
pub(crate) async fn admit<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    match check(&request) {
        Ok(()) => Ok(next.call(request).await?.map_into_left_body()),
        Err(problem) => Ok(request.into_response(problem.error_response().map_into_right_body())),
    }
}

fn check(request: &ServiceRequest) -> Result<(), Problem> {
    let state = request.app_data::<Data<State>>().ok_or(Problem::Internal)?;
    same_site::check(request.request(), state.site.origin())?;
    state.limits.request(request)
}
