//! What operators read: health, metrics, and `/.well-known/security.txt`.

pub(crate) mod health;

use std::time::Duration;

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{CONTENT_TYPE, ContentType, HeaderName},
    web::Data,
};
use prometheus_client::encoding::text;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokibako_storage::clock::Clock;
use tokio::time::timeout;

pub(crate) use self::health::Availability;
pub use self::health::{Probes, ReadinessCheck, Version};
use crate::{
    caching::NO_STORE,
    error::Problem,
    site::{self, Site},
};

/// The media type of a registry's text (`OpenMetrics` 1.0, "Overall structure").
const OPEN_METRICS: (HeaderName, &str) = (CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8");

/// How long to wait for the database before the server counts as not ready. Metrics must also work while the database
/// fails.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Every metric of the registries.
pub(crate) async fn read_metrics(probes: Data<Probes>) -> Result<HttpResponse, Problem> {
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

/// How long a copy is valid. RFC 9116 recommends less than a year.
const VALID: time::Duration = time::Duration::days(90);

/// The contact as a `mailto:` or `https:` address; `None` if the operator has not set one.
#[derive(Debug, Clone, Default)]
pub(crate) struct SecurityContact(pub(crate) Option<String>);

/// The contact, or the not-found page if there is none.
pub(crate) async fn security_txt(
    contact: Data<SecurityContact>,
    clock: Data<Clock>,
    site: Data<Site>,
    request: HttpRequest,
) -> HttpResponse {
    match &contact.0 {
        Some(contact) => {
            let text = written(contact, site.origin(), clock.precise_now());
            HttpResponse::Ok().content_type(ContentType::plaintext()).body(text)
        }
        None => site::page(site, request).await,
    }
}

fn written(contact: &str, origin: &str, now: OffsetDateTime) -> String {
    let expires = (now + VALID).replace_time(time::Time::MIDNIGHT).format(&Rfc3339).unwrap_or_default();
    format!("Contact: {contact}\nExpires: {expires}\nCanonical: {origin}/.well-known/security.txt\n")
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn the_required_fields_are_there_and_expire_after_ninety_days() {
        let text = written("mailto:it@time.example", "https://time.example", datetime!(2026-11-22 16:00:01.5 UTC));
        let lines: Vec<_> = text.lines().collect();
        let expected = [
            "Contact: mailto:it@time.example",
            "Expires: 2027-02-20T00:00:00Z",
            "Canonical: https://time.example/.well-known/security.txt",
        ];
        assert_eq!(lines, expected);
    }
}
