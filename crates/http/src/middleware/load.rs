//! Sheds load: refuses pages and files when the server has too much to do.

use actix_web::{
    Error, ResponseError as _,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web::Data,
};

use crate::{
    endpoint::API,
    limits::{Limits, Work},
};

/// Passes a request on, unless it is for a page and too many requests are in progress.
pub(crate) async fn shed<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse, Error> {
    let limits = request.app_data::<Data<Limits>>().filter(|_| is_of_site(request.path()));
    match limits.map(|limits| limits.admit_work(request.request(), Work::Page)) {
        Some(Err(problem)) => Ok(request.into_response(problem.error_response())),
        _ => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

/// Whether a path is a page or a file of the site, rather than of the API (see `admission`) or a probe.
fn is_of_site(path: &str) -> bool {
    !path.starts_with(API) && path != "/healthz" && path != "/readyz"
}
