//! Logs each request with its method, route, status and duration.
//!
//! Never with the path or the query, which contain ids of rows and browsers.

use std::time::Instant;

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
};
use tracing::debug;

/// Passes the request on and logs its response.
pub(crate) async fn log_request<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let method = request.method().clone();
    let response = next.call(request).await?;
    debug!(
        %method,
        route = response.request().match_pattern().as_deref().unwrap_or("none"),
        status = response.status().as_u16(),
        milliseconds = started.elapsed().as_millis(),
        "answered",
    );
    Ok(response)
}
