//! `/.well-known/security.txt` (RFC 9116): the contact for security reports.

use actix_web::{HttpRequest, HttpResponse, http::header::ContentType, web::Data};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

use tokibako_storage::clock::Clock;

use crate::site::{self, Site};

/// How long a copy is valid. RFC 9116 recommends less than a year.
const VALID: Duration = Duration::days(90);

/// The contact as a `mailto:` or `https:` address; `None` if the operator has not set one.
#[derive(Debug, Clone, Default)]
pub(crate) struct SecurityContact(pub(crate) Option<String>);

/// The contact, or the not-found page if there is none.
pub(crate) async fn read(
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
