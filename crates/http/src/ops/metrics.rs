//! The metrics of all crates, for Prometheus.

use std::time::Duration;

use actix_web::{
    HttpResponse,
    http::header::{CONTENT_TYPE, HeaderName},
    web::Data,
};
use prometheus_client::encoding::text;
use tokio::time::timeout;

use super::probes::Probes;
use crate::{caching::NO_STORE, error::Problem};

/// The media type of a registry's text (`OpenMetrics` 1.0, "Overall structure").
const OPEN_METRICS: (HeaderName, &str) = (CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8");

/// How long to wait for the database before the server counts as not ready. Metrics must also work while the database
/// fails.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Every metric of the registries.
pub(crate) async fn read(probes: Data<Probes>) -> Result<HttpResponse, Problem> {
    let readiness = timeout(TIMEOUT, probes.readiness()).await;
    probes.set_ready(readiness.is_ok_and(|ready| ready.is_ok()));
    let mut encoded = String::new();
    let written = probes.registries().try_for_each(|registry| text::encode_registry(&mut encoded, registry));
    written.and_then(|()| text::encode_eof(&mut encoded)).map_err(|error| {
        tracing::error!(%error, "the metrics cannot be written");
        Problem::Internal
    })?;
    Ok(HttpResponse::Ok().insert_header(OPEN_METRICS).insert_header(NO_STORE).body(encoded))
}
