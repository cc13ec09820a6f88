//! Protection against cross-site request forgery: only pages of this site and clients that are not browsers may write.

use actix_web::{
    HttpRequest,
    http::header::{self, HeaderName},
};

use crate::error::Problem;

/// Set by browsers, and not by pages: the relation of the requesting page to this site.
static SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses writes from pages of other sites. The site's own pages are at `origin`, or at the host that the request was
/// sent to. A client that sends neither header is not a browser, so it does not have a visitor's cookies.
pub(crate) fn check(request: &HttpRequest, origin: &str) -> Result<(), Problem> {
    if request.method().is_safe() || is_of_this_site(request, origin) { Ok(()) } else { Err(Problem::OtherSite) }
}

fn is_of_this_site(request: &HttpRequest, origin: &str) -> bool {
    let sent = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    if let Some(site) = sent(&SEC_FETCH_SITE) {
        return matches!(site, "same-origin" | "none");
    }
    sent(&header::ORIGIN).is_none_or(|page| page == origin || sent(&header::HOST).is_some_and(|host| is_at(page, host)))
}

/// Whether an origin is at a host, with http or https: a proxy may have terminated TLS.
fn is_at(origin: &str, host: &str) -> bool {
    let place = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    place.is_some_and(|place| place.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use actix_web::{http::Method, test::TestRequest};

    use super::*;

    const SITE: &str = "https://time.example";

    #[track_caller]
    fn check_headers(headers: &[(&str, &str)], passes: bool) {
        for method in [Method::POST, Method::PATCH, Method::DELETE, Method::PUT] {
            let request = TestRequest::default().method(method);
            let request = headers.iter().fold(request, |request, header| request.insert_header(*header));
            assert_eq!(check(&request.to_http_request(), SITE).is_ok(), passes, "{headers:?}");
        }
    }

    #[test]
    fn own_pages_and_clients_without_pages_may_write() {
        check_headers(&[], true);
        check_headers(&[("origin", SITE)], true);
        check_headers(&[("origin", SITE), ("host", "backend:8080")], true);
        check_headers(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")], true);
        check_headers(&[("origin", "https://LAN.example"), ("host", "lan.example")], true);
        check_headers(&[("sec-fetch-site", "same-origin")], true);
        check_headers(&[("sec-fetch-site", "none")], true);
        // Behind a proxy that changes the host, on a server without a configured address.
        check_headers(&[("sec-fetch-site", "same-origin"), ("origin", "https://real.example")], true);
    }

    #[test]
    fn pages_of_other_sites_may_not_write() {
        for origin in [
            "https://evil.example",
            "http://time.example",
            "https://time.example.evil.example",
            "https://time.example:8443",
            "https://evil.time.example",
            "null",
            "",
            "time.example",
        ] {
            check_headers(&[("origin", origin), ("host", "localhost:8080")], false);
        }
        for site in ["cross-site", "same-site", "", "else"] {
            check_headers(&[("sec-fetch-site", site)], false);
            check_headers(&[("sec-fetch-site", site), ("origin", SITE)], false);
        }
    }

    #[test]
    fn reading_is_always_allowed() {
        for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
            let request = TestRequest::default().method(method).insert_header(("sec-fetch-site", "cross-site"));
            assert!(check(&request.to_http_request(), SITE).is_ok());
        }
    }
}
