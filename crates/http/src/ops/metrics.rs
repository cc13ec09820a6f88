//! The metrics of all crates, as Prometheus reads them.

use actix_web::{
    HttpResponse,
    http::header::{CONTENT_TYPE, HeaderName},
    web::Data,
};
use prometheus_client::{encoding::text, registry::Registry};

use crate::{caching::NO_STORE, error::Problem};

/// The media type of a registry's text (`OpenMetrics` 1.0, "Overall structure").
const OPEN_METRICS: (HeaderName, &str) = (CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8");

/// Every metric of the registry.
pub(crate) async fn read(registry: Data<Registry>) -> Result<HttpResponse, Problem> {
    let mut encoded = String::new();
    text::encode(&mut encoded, &registry).map_err(|error| {
        tracing::error!(%error, "the metrics cannot be written");
        Problem::Internal
    })?;
    Ok(HttpResponse::Ok().insert_header(OPEN_METRICS).insert_header(NO_STORE).body(encoded))
}
